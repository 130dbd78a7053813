"""Every game of the registry is a tournament's game, at every table it has and with its options."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import product
from typing import Any

import pytest
import time_machine

from arena.games.registry import GAMES
from arena.kernel.options import BadOptions
from athanor.lifecycles import TournamentState
from athanor.matches.models import Match
from athanor.tournaments import plan_checks
from athanor.tournaments.plan_checks import BadPlan
from tests.athanor.tournaments import events

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
Clock = time_machine.Traveller

START = datetime(2027, 3, 5, 18, tzinfo=UTC)
TABLES = [(game.name, seats) for game in GAMES.values() for seats in game.seats if seats > 1]


def other_options(game: str, seats: int) -> dict[str, Any]:
    """Another value than the usual one of each option, where the game has it at such a table."""
    found: dict[str, Any] = {}
    for name, option in GAMES[game].options.items():
        for value in option.values:
            try:
                GAMES[game].settle(seats, found | {name: value})
            except BadOptions:
                continue
            if value != option.default:
                found[name] = value
                break
    return found


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_it_works(clock: Clock, game: str, seats: int) -> None:
    options = other_options(game, seats)
    assert options
    cup = events.event(game=game, seats=seats, least_seats=2, format="swiss", rounds=2, options=options)
    events.enter(cup, [f"bot-{number}" for number in range(seats + 2)])
    events.at(clock, START)
    assert events.play_out() > 0
    assert events.fresh(cup).state == TournamentState.FINISHED
    for match in Match.objects.all():
        assert 2 <= match.seats.count() <= seats
        assert {name: match.options[name] for name in options} == options


def impossible() -> Iterator[tuple[str, int]]:
    for game, seats in product(GAMES.values(), (1, *range(6, 9))):
        if seats not in game.seats or seats == 1:
            yield game.name, seats


@pytest.mark.parametrize(("game", "seats"), list(impossible()))
def test_a_table_that_it_does_not_have_is_refused_with_those_it_has(clock: Clock, game: str, seats: int) -> None:
    with pytest.raises(BadPlan) as refused:
        plan_checks.checked(events.plan(game=game, seats=seats), now=events.NOW)
    said = dict(refused.value.problems)
    of = GAMES[game]
    least, most = max(2, of.seats.start), of.seats.stop - 1
    assert said["seats"] == f"{of.title} is for {least} to {most} at a table, not {seats}."


@pytest.mark.parametrize("game", GAMES)
def test_an_option_that_it_does_not_have_is_refused(clock: Clock, game: str) -> None:
    for options in ({"colour": "red"}, {next(iter(GAMES[game].options)): "none of them"}):
        with pytest.raises(BadPlan) as refused:
            plan_checks.checked(events.plan(game=game, seats=2, options=options), now=events.NOW)
        assert set(dict(refused.value.problems)) == {"options"}
