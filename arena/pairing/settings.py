"""What an organizer settles: stages, formats, tables, units, seeding. `checking.py` checks it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


class Seeding(Enum):
    RATING = "rating"
    """The best rated is number 1."""
    RANDOM = "random"
    """By lot, from the tournament's seed."""
    HAND = "hand"
    """As `Entrant.seed` says; who has none comes after those who have one, by rating."""


class Pace(Enum):
    FLOWING = "flowing"
    """A pairing can be played as soon as it is known who plays it."""
    ROUNDS = "rounds"
    """A round begins when the one before it is decided. (A site with a schedule waits longer.)"""


class Tiebreak(Enum):
    HEAD_TO_HEAD = "head_to_head"
    BUCHHOLZ = "buchholz"
    BUCHHOLZ_CUT = "buchholz_cut"
    SONNEBORN_BERGER = "sonneborn_berger"
    WINS = "wins"
    SEAT_CORRECTED = "seat_corrected"
    GAMES_WON = "games_won"
    PERFORMANCE = "performance"
    PLAY_OFF = "play_off"


class Seating(Enum):
    """How a pairing's games seat its players one after the other."""

    BALANCED = "balanced"
    """By `arena.kernel.seatings`: every seat, and everybody directly before everybody else, equally often."""
    ROTATED = "rotated"
    """Everybody moves up one seat. Tournaments that were planned before the balanced design keep it."""


class Format:
    """How a stage is played: what its format has to be told. Each is a folder of `formats/`, with its course."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Seats:
    """How large a table is: `most` where it can be, down to `least` where the numbers do not come out even."""

    least: int = 2
    most: int = 2


@dataclass(frozen=True, slots=True)
class Unit:
    """What one pairing consists of.

    A *leg* is one game, or one duplicate set: the same deal by every seating of the design.
    """

    legs: int = 1
    best_of: bool = False
    """Tables of two: legs are played only until the pairing is decided."""
    duplicate: bool = False
    extra: int = 3
    """Where somebody has to go on: how many more legs are played, one at a time, to part a tie. Then the better
    number in the draw goes on."""
    seating: Seating = Seating.BALANCED


@dataclass(frozen=True, slots=True)
class Stage:
    format: Format
    unit: Unit = Unit()
    tie_breaks: tuple[Tiebreak, ...] = (Tiebreak.HEAD_TO_HEAD, Tiebreak.BUCHHOLZ, Tiebreak.WINS)
    """In the organizer's order. What they leave tied is parted by lot, from the tournament's seed.
    A bracket needs none."""
    advance: int | None = None
    """How many go on to the next stage (from `Groups`: of each group); None in the last stage."""


@dataclass(frozen=True, slots=True)
class Settings:
    stages: tuple[Stage, ...]
    seats: Seats = Seats()
    seeding: Seeding = Seeding.RATING
    pace: Pace = Pace.FLOWING
    seed: str = "00" * 32
    """64 hexadecimal digits: of the draw and the lots. Not of deals."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a setting is impossible."""

    field: str
    """Its path: "seats.most", "stages.0.format.rounds"; "entrants" for the number of them."""
    sentence: str
    """What is wrong with the value, and what would be right."""


class BadSettings(ValueError):
    """Settings that no tournament can be played by; every problem of them, in the order of the form."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("; ".join(f"{one.field}: {one.sentence}" for one in problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Entrant:
    key: str
    """Whatever the caller knows it by; unique in the tournament."""
    rating: float = field(default=0.0)
    seed: int | None = None
    """For seeding by hand: 1 is the first."""
    author: str = ""
    """Entrants of one author are kept apart as long as the format allows; empty: from nobody."""
    competes: bool = True
    """False: it plays out of competition. It has no place, does not go on to the next stage and cannot win."""
