"""How long a tournament will take on this farm: what matches took of late, and how many ran at once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from math import ceil

from arena.pairing.planning import Plan as Numbers
from arena.pairing.planning import PlannedRound
from athanor.lifecycles import MatchState
from athanor.matches.models import Match

LOOKED_AT = 200
UNKNOWN = 20.0
"""Seconds a match is taken for where none of the game was played yet."""


@dataclass(frozen=True, slots=True)
class Farm:
    seconds: float
    """Of one match, on average."""
    at_once: int
    """As many as were seen running at the same time."""
    is_measured: bool


def farm(game: str) -> Farm:
    finished = Match.objects.filter(state=MatchState.FINISHED, hidden=False).order_by("-ended_at", "-pk")
    of_game = _spans(finished.filter(game=game).values_list("started_at", "ended_at")[:LOOKED_AT])
    everything = _spans(finished.values_list("started_at", "ended_at")[:LOOKED_AT])
    if not of_game:
        return Farm(UNKNOWN, _most_at_once(everything), False)
    seconds = sum((end - start).total_seconds() for start, end in of_game) / len(of_game)
    return Farm(max(seconds, 1.0), _most_at_once(everything), True)


def _spans(rows: object) -> list[tuple[datetime, datetime]]:
    return [(start, end) for start, end in rows if start is not None and end is not None]  # type: ignore[attr-defined]


def _most_at_once(spans: list[tuple[datetime, datetime]]) -> int:
    # An end goes before a beginning at the same moment.
    steps = sorted([(start, 1) for start, _ in spans] + [(end, -1) for _, end in spans])
    running, most = 0, 1
    for _, step in steps:
        running += step
        most = max(most, running)
    return most


def of_round(one: PlannedRound, farm: Farm, which: int) -> float:
    """Seconds of a round with its least (0) or most (1) games, if nothing else is played."""
    if not one.games[which]:
        return 0.0
    return farm.seconds * max(one.in_a_row[which], ceil(one.games[which] / farm.at_once))


def seconds(numbers: Numbers, farm: Farm, round_minutes: int) -> tuple[float, float]:
    """At least and at most, if nothing else is played."""
    rounds = [one for stage in numbers.stages for one in stage.rounds]
    totals = []
    for which in (0, 1):
        took = [of_round(one, farm, which) for one in rounds]
        took = [each for each in took if each]
        spaced = [max(each, round_minutes * 60) for each in took[:-1]] + took[-1:]
        totals.append(float(sum(spaced)))
    return totals[0], totals[1]
