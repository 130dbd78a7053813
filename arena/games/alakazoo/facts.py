"""The facts that events tell (section 21). Private ones name in `to` who is told.

Most are made once and told again (`announcements`); those that are made anew each time are named tuples, which
are made quicker.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from arena.games.alakazoo.spellings import (
    Abilities,
    BookPage,
    Card,
    Cards,
    Creature,
    CreatureSet,
    Face,
    Faces,
    Keeper,
    Keepers,
    Magician,
    Magicians,
    Pages,
    Part,
    Runes,
    Seats,
    Spell,
    Spells,
)
from arena.kernel.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Portal:
    seat: int
    portal: Creature


@dataclass(frozen=True, slots=True)
class Creatures:
    creatures: CreatureSet


@dataclass(frozen=True, slots=True)
class Pack:
    seat: int
    cards: Spells
    to: Seats


@dataclass(frozen=True, slots=True)
class Picked:
    seat: int


@dataclass(frozen=True, slots=True)
class Hand:
    seat: int
    cards: Spells
    to: Seats


@dataclass(frozen=True, slots=True)
class Laid:
    column: int
    card: Spell


@dataclass(frozen=True, slots=True)
class Ability:
    seat: int
    abilities: Abilities


@dataclass(frozen=True, slots=True)
class Turn:
    seat: int
    round: int


@dataclass(frozen=True, slots=True)
class Skipped:
    seat: int


@dataclass(frozen=True, slots=True)
class Lightened:
    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class Rested:
    seat: int


@dataclass(frozen=True, slots=True)
class Rolled:
    seat: int
    faces: Faces


@dataclass(frozen=True, slots=True)
class Activated:
    seat: int
    face: Face
    rune: int


@dataclass(frozen=True, slots=True)
class Stored:
    seat: int


@dataclass(frozen=True, slots=True)
class Missed:
    seat: int
    face: Face


@dataclass(frozen=True, slots=True)
class Darkened:
    seat: int
    magic_back: int


@dataclass(frozen=True, slots=True)
class Paid:
    seat: int
    count: int


class Took(NamedTuple):
    seat: int
    column: int
    cards: Spells


class Discarded(NamedTuple):
    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Drew:
    seat: int


class Got(NamedTuple):
    seat: int
    cards: Spells
    to: Seats


@dataclass(frozen=True, slots=True)
class Reshuffled:
    count: int


@dataclass(frozen=True, slots=True)
class Fetched:
    seat: int
    column: int
    card: Spell


@dataclass(frozen=True, slots=True)
class Asked:
    seat: int
    other: int
    creature: Creature
    count: int


@dataclass(frozen=True, slots=True)
class Exchanged:
    seat: int
    other: int
    count: int


class Revised(NamedTuple):
    seat: int
    card: Spell
    old: Spell


@dataclass(frozen=True, slots=True)
class Bartered:
    seat: int
    other: int
    part: Part
    gained: Spell
    lost: Spell


@dataclass(frozen=True, slots=True)
class Swapped:
    seat: int
    card: Spell
    old: Spell
    column: int


@dataclass(frozen=True, slots=True)
class Placed:
    seat: int
    card: Spell
    points: int


@dataclass(frozen=True, slots=True)
class Finished:
    seat: int
    points: int


class Uncovered(NamedTuple):
    seat: int
    runes: Runes


@dataclass(frozen=True, slots=True)
class Judged:
    seat: int
    points: int
    same: int
    different: int
    pure: int
    book: int
    school: int
    total: int
    tie: int


@dataclass(frozen=True, slots=True)
class Ended:
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Page:
    seat: int
    page: BookPage
    lines: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class BookOffer:
    seat: int
    pages: Pages
    to: Seats


@dataclass(frozen=True, slots=True)
class Kept:
    seat: int


@dataclass(frozen=True, slots=True)
class TommyShuffled:
    count: int


@dataclass(frozen=True, slots=True)
class Tommy:
    card: Card
    column: int


@dataclass(frozen=True, slots=True)
class Swept:
    columns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PassedOn:
    seat: int
    other: int


@dataclass(frozen=True, slots=True)
class SchoolOffer:
    seat: int
    magicians: Magicians
    keepers: Keepers
    to: Seats


@dataclass(frozen=True, slots=True)
class Enrolled:
    seat: int


@dataclass(frozen=True, slots=True)
class School:
    seat: int
    magician: Magician
    keeper: Keeper


@dataclass(frozen=True, slots=True)
class Recalled:
    seat: int
    discard: Spell
    card: Spell


@dataclass(frozen=True, slots=True)
class Shifted:
    seat: int
    from_rune: int
    to_rune: int


@dataclass(frozen=True, slots=True)
class Borrowed:
    seat: int
    give: Spell
    card: Spell


@dataclass(frozen=True, slots=True)
class Snatched:
    seat: int
    other: int


@dataclass(frozen=True, slots=True)
class Cursed:
    seat: int
    other: int


Fact: TypeAlias = (
    Portal
    | Creatures
    | Pack
    | Picked
    | Hand
    | Laid
    | Ability
    | Turn
    | Skipped
    | Lightened
    | Rested
    | Rolled
    | Activated
    | Stored
    | Missed
    | Darkened
    | Paid
    | Took
    | Discarded
    | Drew
    | Got
    | Reshuffled
    | Fetched
    | Asked
    | Exchanged
    | Revised
    | Bartered
    | Swapped
    | Placed
    | Finished
    | Uncovered
    | Judged
    | Ended
    | Page
    | BookOffer
    | Kept
    | TommyShuffled
    | Tommy
    | Swept
    | PassedOn
    | SchoolOffer
    | Enrolled
    | School
    | Recalled
    | Shifted
    | Borrowed
    | Snatched
    | Cursed
)

FACTS: Vocabulary[Fact] = Vocabulary(
    *(Portal, Creatures, Pack, Picked, Hand, Laid, Ability, Turn, Skipped),
    *(Lightened, Rested, Rolled, Activated, Stored, Missed, Darkened, Paid, Took),
    *(Discarded, Drew, Got, Reshuffled, Fetched, Asked, Exchanged, Revised, Bartered),
    *(Swapped, Placed, Finished, Uncovered, Judged, Ended, Page, BookOffer, Kept),
    *(TommyShuffled, Tommy, Swept, PassedOn, SchoolOffer, Enrolled, School, Recalled, Shifted),
    *(Borrowed, Snatched, Cursed),
)
