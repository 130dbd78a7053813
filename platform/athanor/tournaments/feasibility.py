"""Whether a plan's format can be played: its tables, its stages, its options and how many games that would be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from arena.games.registry import GAMES
from arena.kernel.options import BadOptions
from arena.pairing.checking import check
from arena.pairing.checking import fields as field_sizes
from arena.pairing.drafts import plan as planned
from arena.pairing.formats import course_of
from arena.pairing.settings import BadSettings, Settings
from athanor.tournaments.plan import MOST_ENTRANTS, Plan

MOST_GAMES: Final = 30_000

Problem = tuple[str, str]
"""A field, and a sentence."""


def problems(plan: Plan) -> Iterator[Problem]:
    game = GAMES[plan.game]
    assert plan.seats is not None
    assert plan.least_seats is not None
    if plan.seats not in game.seats or plan.seats < 2:
        least = max(2, game.seats.start)
        yield "seats", f"{game.title} is for {least} to {game.seats.stop - 1} at a table, not {plan.seats}."
        return
    settings = plan.settings("00" * 32)
    found = check(settings, game.seats)
    yield from ((_field_of(plan, one.field), one.sentence) for one in found)
    if plan.least_seats > plan.seats:
        yield "least_seats", f"The smallest table cannot be larger than the largest, {plan.seats} seats."
    if not found and plan.capacity >= 2:
        yield from _who_goes_on(plan, settings)
    try:
        for seats in {plan.seats, max(2, plan.least_seats)}:
            game.settle(seats, plan.options)
    except BadOptions as error:
        yield ("options" if "option" in str(error) else "seats"), f"{error}."
        return
    if not found and 2 <= plan.capacity <= MOST_ENTRANTS:
        try:
            most = planned(plan.settings("00" * 32), plan.capacity).games[1]
        except BadSettings as error:
            yield from ((_field_of(plan, one.field), one.sentence) for one in error.problems)
            return
        if most > MOST_GAMES:
            yield "capacity", f"That may be {most} games; {MOST_GAMES} are as many as there may be. Take fewer."


def _who_goes_on(plan: Plan, settings: Settings) -> Iterator[Problem]:
    """Of groups the pairing layer checks it: more than go on have to be in each."""
    for number, there in enumerate(field_sizes(settings, plan.capacity)):
        advance = plan.stages[number].advance
        is_divided = course_of(settings, number + 1).parts() is not None
        if not is_divided and advance is not None and advance > there:
            yield f"stages.{number}.advance", f"{advance} cannot go on where {there} play. Take {there} or fewer."


OF_PLAN: Final = {"entrants": "capacity", "seats.most": "seats", "seats.least": "least_seats"}


def _field_of(plan: Plan, path: str) -> str:
    """Which field of a plan a problem of the settings is about: "capacity", "stages.1.rounds"."""
    found = re.fullmatch(r"stages\.(\d+)\.(.+)", path)
    if found is None:
        return OF_PLAN.get(path, path)
    name = found[2].rpartition(".")[2]
    return f"stages.{found[1]}.{plan.stages[int(found[1])].own.called.get(name, name)}"
