"""Who plays whom on a ladder: a pure choice from the candidates around one bot.

A table is set around the bot that is to be served (`matchmaker` says which). The others are drawn by closeness
of rating, from a window whose width has a heavy tail: mostly neighbours, now and then anybody. In order of
preference: a full table of different authors; a smaller one, if the ladder allows; a table at which
an author sits twice. The house may sit with as many bots as it likes. A bot never meets itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

WINDOW = 5.0
"""The window's width is WINDOW / (TAIL + u) ** STEEPNESS for a uniform u: 5 to 100, half of the time below 8."""
TAIL = 0.01
STEEPNESS = 0.65


@dataclass(frozen=True, slots=True)
class Candidate:
    version: int
    bot: int
    author: int
    house: bool
    mu: float


def table(
    first: Candidate, others: Sequence[Candidate], *, seats: int, least: int, random: Random
) -> list[Candidate] | None:
    """The bots of a table in the order of their seats; None where there are too few."""
    near = sorted(
        (other for other in others if other.bot != first.bot),
        key=lambda other: (abs(other.mu - first.mu), other.bot),
    )
    chosen = _drawn([first], near, seats, random, strict=True)
    if len(chosen) < least:
        chosen = _drawn(chosen, near, seats, random, strict=False)
    if len(chosen) < least:
        return None
    random.shuffle(chosen)
    return chosen


def _drawn(
    chosen: list[Candidate], near: Sequence[Candidate], seats: int, random: Random, strict: bool
) -> list[Candidate]:
    table = list(chosen)
    while len(table) < seats:
        free = [other for other in near if _fits(other, table, strict)]
        if not free:
            break
        window = WINDOW / (TAIL + random.random()) ** STEEPNESS
        table.append(free[random.randrange(min(len(free), max(1, int(window))))])
    return table


def _fits(other: Candidate, table: Sequence[Candidate], strict: bool) -> bool:
    return all(
        other.bot != sitting.bot and (not strict or other.house or other.author != sitting.author)
        for sitting in table
    )
