"""Who stands where, with the arithmetic of every figure."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from arena.pairing.settings import Tiebreak


@dataclass(frozen=True, slots=True)
class Term:
    """One summand of a figure."""

    what: str
    """ "Round 3"; a sentence's worth where there is no round."""
    opponent: str | None
    value: Fraction
    counted: bool = True
    """False: shown, and left out of the sum (a cut)."""
    why: str = ""
    """How the value came about: "beat 5½", "bye", "seat 2 gave 0.42 on average"."""


@dataclass(frozen=True, slots=True)
class Figure:
    """The value of one tie-break of one entrant."""

    tie_break: Tiebreak
    value: Fraction | None
    """None: it does not apply, `formula` says why."""
    formula: str
    """The sentence of the arithmetic."""
    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """One entrant's line."""

    place: int
    """From 1; entrants share one only where nothing has to part them (out in the same round of a bracket). 0: it
    plays out of competition."""
    entrant: str
    number: int
    """In the draw."""
    points: Fraction
    played: int
    """Pairings that were played, byes and forfeits not counted."""
    won: int
    tied: int
    lost: int
    byes: int
    figures: tuple[Figure, ...]
    group: str = ""
    reached: str = ""
    """Of a bracket: "Winner", "Final", "Semi-final", "Round 2"."""
    withdrawn: bool = False
    disqualified: bool = False
    advances: bool = False
    guest: bool = False
    """It plays out of competition."""
    by: str = ""
    """What parted this row from the next: "points", the tie-break's name, "lot"; "" for the last."""
