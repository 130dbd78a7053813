"""The actions (section 20): what a seat can say. Those of which there are few exist once, in the tables below."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from arena.games.alakazoo.material import COLUMNS, DICE, FACES, RUNES
from arena.games.alakazoo.spellings import (
    BookPage,
    Creature,
    Face,
    Keeper,
    Magician,
    Part,
    Runes,
    Spell,
    Spells,
)
from arena.kernel.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class ChoosePortal:
    portal: Creature


@dataclass(frozen=True, slots=True)
class Pick:
    card: Spell


@dataclass(frozen=True, slots=True)
class Enrol:
    magician: Magician
    keeper: Keeper


@dataclass(frozen=True, slots=True)
class Keep:
    page: BookPage


@dataclass(frozen=True, slots=True)
class Rest:
    pass


@dataclass(frozen=True, slots=True)
class Roll:
    dice: int


@dataclass(frozen=True, slots=True)
class Take:
    column: int


@dataclass(frozen=True, slots=True)
class Redraw:
    cards: Spells


@dataclass(frozen=True, slots=True)
class Fetch:
    discard: Spell
    card: Spell


@dataclass(frozen=True, slots=True)
class Trade:
    seat: int
    creature: Creature
    give: Spell


@dataclass(frozen=True, slots=True)
class Revise:
    card: Spell


@dataclass(frozen=True, slots=True)
class Barter:
    seat: int
    part: Part


@dataclass(frozen=True, slots=True)
class SwapColumn:
    card: Spell


@dataclass(frozen=True, slots=True)
class SwapDiscard:
    card: Spell


@dataclass(frozen=True, slots=True)
class FetchTwo:
    discard: Spells
    cards: Spells


@dataclass(frozen=True, slots=True)
class TradeTwo:
    seat: int
    creature: Creature
    give: Spells


@dataclass(frozen=True, slots=True)
class Recall:
    discard: Spell
    card: Spell


@dataclass(frozen=True, slots=True)
class Kindle:
    rune: int


@dataclass(frozen=True, slots=True)
class Shift:
    from_rune: int
    to_rune: int


@dataclass(frozen=True, slots=True)
class Cleanse:
    pass


@dataclass(frozen=True, slots=True)
class Study:
    pass


@dataclass(frozen=True, slots=True)
class Sweep:
    column: int


@dataclass(frozen=True, slots=True)
class Pluck:
    card: Spell


@dataclass(frozen=True, slots=True)
class Borrow:
    give: Spell
    card: Spell


@dataclass(frozen=True, slots=True)
class Hoard:
    pass


@dataclass(frozen=True, slots=True)
class Snatch:
    seat: int


@dataclass(frozen=True, slots=True)
class Curse:
    seat: int


@dataclass(frozen=True, slots=True)
class Extinguish:
    seat: int
    rune: int


@dataclass(frozen=True, slots=True)
class Swindle:
    seat: int
    give: Spell


@dataclass(frozen=True, slots=True)
class Activate:
    face: Face
    rune: int


@dataclass(frozen=True, slots=True)
class Store:
    pass


@dataclass(frozen=True, slots=True)
class Miss:
    face: Face


@dataclass(frozen=True, slots=True)
class Give:
    cards: Spells


@dataclass(frozen=True, slots=True)
class Place:
    cards: Spells


@dataclass(frozen=True, slots=True)
class Trim:
    runes: Runes


@dataclass(frozen=True, slots=True)
class Discard:
    cards: Spells


Action: TypeAlias = (
    ChoosePortal
    | Pick
    | Enrol
    | Keep
    | Rest
    | Roll
    | Take
    | Redraw
    | Fetch
    | Trade
    | Revise
    | Barter
    | SwapColumn
    | SwapDiscard
    | FetchTwo
    | TradeTwo
    | Recall
    | Kindle
    | Shift
    | Cleanse
    | Study
    | Sweep
    | Pluck
    | Borrow
    | Hoard
    | Snatch
    | Curse
    | Extinguish
    | Swindle
    | Activate
    | Store
    | Miss
    | Give
    | Place
    | Trim
    | Discard
)

ACTIONS: Vocabulary[Action] = Vocabulary(
    *(ChoosePortal, Pick, Enrol, Keep, Rest, Roll, Take, Redraw, Fetch, Trade, Revise, Barter, SwapColumn),
    *(SwapDiscard, FetchTwo, TradeTwo, Recall, Kindle, Shift, Cleanse, Study, Sweep, Pluck, Borrow, Hoard),
    *(Snatch, Curse, Extinguish, Swindle, Activate, Store, Miss, Give, Place, Trim, Discard),
)

REST, CLEANSE, STUDY, HOARD, STORE = Rest(), Cleanse(), Study(), Hoard(), Store()
ROLL = tuple(map(Roll, range(1, DICE + 1)))
"""By number of dice, from one on."""
TAKE = tuple(map(Take, range(COLUMNS)))
MISS = tuple(map(Miss, range(len(FACES))))
ACTIVATE = tuple(tuple(Activate(face, rune) for rune in range(RUNES)) for face in range(len(FACES)))
KINDLE = tuple(map(Kindle, range(RUNES)))
PLACE_NOTHING = Place(())
