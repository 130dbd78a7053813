"""What can happen in a tournament. Its state is a fold over these; `documents.py` has their JSON form.

What the tournament itself has to say next (`Drawn`, `Paired`, `Ended`) is computed by `Tournament.due` and
recorded like everything else: so a fold needs no pairing program, and a tournament of last year reads the same
when the program has changed. `audit` computes each of them again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from arena.pairing.settings import Entrant


@dataclass(frozen=True, slots=True)
class Entered:
    """Before the draw, late, or back after a withdrawal."""

    entrant: Entrant


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """Plays no more: open pairings are lost to it, brackets go on without."""

    entrant: str
    reason: str = ""
    disqualified: bool = False
    """Cannot come back, and is ranked last of its stage."""
    forfeits: bool = False
    """Its earlier pairings of the stage are lost too, as by forfeit: otherwise their results stand."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A stage begins: its entrants in the order of the draw, number 1 first."""

    stage: int
    """From 1, here and everywhere."""
    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pairing:
    """One table of a round."""

    key: str
    """Unique in the tournament and speaking: "1-3-7" is table 7 of round 3 of stage 1, "2-W1-3" and "2-L2-1" are
    places of a bracket, "1-P1-1" is a play-off."""
    players: tuple[str, ...]
    """By seat, in the first game."""
    group: str = ""
    """Of `Groups`: "A"."""


@dataclass(frozen=True, slots=True)
class Paired:
    """A round begins, or (in brackets) more of it becomes known."""

    stage: int
    round: int
    pairings: tuple[Pairing, ...]
    byes: tuple[str, ...] = ()
    play_off: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    """A game is over."""

    pairing: str
    game: int
    """Its number in the pairing, from 1, as `Wanted` gave it."""
    seating: tuple[str, ...]
    """Who sat where."""
    ranks: tuple[int, ...]
    """By seat: 1 for the best, equal ranks are a tie."""
    out: tuple[str, ...] = ()
    """Who failed in it (out of time, dead, illegal): told, and judged by the referee's ranks."""
    match: str = ""
    """The caller's name for the game: a link."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """An organizer decides a pairing, whatever was played of it."""

    pairing: str
    ranks: tuple[int, ...]
    """By player of the pairing: 1 is best, equal ranks are a tie, and without a 1 everybody has lost."""
    reason: str


@dataclass(frozen=True, slots=True)
class Corrected:
    """An organizer corrects what came of a decided pairing: pairings that were made since stand."""

    pairing: str
    ranks: tuple[int, ...]
    """As of a ruling."""
    reason: str


@dataclass(frozen=True, slots=True)
class Voided:
    """A game, or a ruling where `game` is 0, does not count and is played again."""

    pairing: str
    game: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Ended:
    """A stage has no further round, though its format would have one: nobody is left to pair, or as ordered."""

    stage: int
    reason: str


Event: TypeAlias = Entered | Withdrawn | Drawn | Paired | Played | Ruled | Corrected | Voided | Ended


class NotNow(Exception):
    """An event that the tournament's state does not allow: why, and what would be right. Nothing changed."""
