"""The facts that events tell (KZ-92). Private ones name in `to` who is told.

Almost all are made once and told again (`announcements`); the two that are made anew each time are named tuples,
which are made quicker.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NamedTuple, TypeAlias

from arena.games.kazaam.material import ALCHEMISTS, NONE
from arena.games.kazaam.spellings import AllOf, MaybeSeat, MaybeTake, Part, Parts, Tile, Tiles, Word, Words
from arena.kernel.vocabulary import Vocabulary

Seats: TypeAlias = tuple[int, ...]
Alchemists: TypeAlias = Annotated[tuple[int, ...], Words(Word(ALCHEMISTS, "alchemist"))]


@dataclass(frozen=True, slots=True)
class Started:
    seats: int
    alchemists: Alchemists


@dataclass(frozen=True, slots=True)
class Dealt:
    seat: int
    tiles: Tiles
    to: Seats


@dataclass(frozen=True, slots=True)
class Turn:
    seat: int
    round: int


@dataclass(frozen=True, slots=True)
class Discarded:
    seat: int
    tile: Tile
    source: str


@dataclass(frozen=True, slots=True)
class Reshuffled:
    count: int


@dataclass(frozen=True, slots=True)
class Drew:
    seat: int


@dataclass(frozen=True, slots=True)
class DrewTile:
    seat: int
    tile: Tile
    to: Seats


@dataclass(frozen=True, slots=True)
class Played:
    seat: int
    part: Part
    tile: Tile
    paid: AllOf


@dataclass(frozen=True, slots=True)
class Extracted:
    seat: int
    tile: Tile
    gained: AllOf


@dataclass(frozen=True, slots=True)
class Refreshed:
    seat: int
    parts: Parts


@dataclass(frozen=True, slots=True)
class Used:
    seat: int
    part: Part
    tile: Tile
    target: MaybeSeat = NONE
    target_part: Part = NONE
    take: MaybeTake = 0


@dataclass(frozen=True, slots=True)
class Asked:
    seat: int


@dataclass(frozen=True, slots=True)
class Passed:
    seat: int


@dataclass(frozen=True, slots=True)
class Cancelled:
    seat: int
    part: Part


@dataclass(frozen=True, slots=True)
class Looked:
    seat: int
    target: int


class SawHand(NamedTuple):
    seat: int
    target: int
    tiles: Tiles
    to: Seats


@dataclass(frozen=True, slots=True)
class Stole:
    seat: int
    target: int


@dataclass(frozen=True, slots=True)
class StoleTile:
    seat: int
    target: int
    tile: Tile
    to: Seats


@dataclass(frozen=True, slots=True)
class Gained:
    seat: int
    ingredients: AllOf


@dataclass(frozen=True, slots=True)
class Flipped:
    seat: int
    part: Part
    tile: Tile
    face: str


@dataclass(frozen=True, slots=True)
class Searched:
    seat: int


class SawDiscard(NamedTuple):
    seat: int
    tiles: Tiles
    to: Seats


@dataclass(frozen=True, slots=True)
class Took:
    seat: int


@dataclass(frozen=True, slots=True)
class TookTile:
    seat: int
    tile: Tile
    to: Seats


@dataclass(frozen=True, slots=True)
class Declined:
    seat: int


@dataclass(frozen=True, slots=True)
class Breakdown:
    """What the score of a seat is made of, and what breaks a tie (KZ-79 to KZ-84)."""

    parts: int
    same: int
    favourite: int
    completion: int
    face_up: int
    ingredients: int


@dataclass(frozen=True, slots=True)
class Ended:
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    reason: str
    breakdown: tuple[Breakdown, ...]
    completed_by: MaybeSeat = NONE


Fact: TypeAlias = (
    Started
    | Dealt
    | Turn
    | Discarded
    | Reshuffled
    | Drew
    | DrewTile
    | Played
    | Extracted
    | Refreshed
    | Used
    | Asked
    | Passed
    | Cancelled
    | Looked
    | SawHand
    | Stole
    | StoleTile
    | Gained
    | Flipped
    | Searched
    | SawDiscard
    | Took
    | TookTile
    | Declined
    | Ended
)

FACTS: Vocabulary[Fact] = Vocabulary(
    *(Started, Dealt, Turn, Discarded, Reshuffled, Drew, DrewTile, Played, Extracted, Refreshed, Used, Asked),
    *(Passed, Cancelled, Looked, SawHand, Stole, StoleTile, Gained, Flipped, Searched, SawDiscard, Took, TookTile),
    *(Declined, Ended),
)
