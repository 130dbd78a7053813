"""A turn of a real game on a rules page: of every game, and never of a turn that there is not."""

from __future__ import annotations

import json

import pytest

from arena.games.registry import GAMES
from athanor.front.facts.moments import turn

SEED = bytes([1]) * 32

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_of_any_game_is_shown_as_the_seat_that_has_it_sees_it(game: str) -> None:
    seats = max(2, GAMES[game].seats.start)
    shown = turn(game, seats=seats, seed=SEED, number=3)
    assert 0 <= shown.seat < seats
    view = json.loads(shown.view)
    assert shown.seat in view["to_act"]
    assert shown.steps
    assert all(step.legal > 0 and step.action for step in shown.steps)


def test_in_a_game_that_tells_of_no_turns_each_action_is_one() -> None:
    assert "turn" not in GAMES["poison"].facts.kinds
    plies = [json.loads(turn("poison", seats=3, seed=SEED, number=number).view)["ply"] for number in (0, 1, 7)]
    assert plies == [0, 1, 7]
    assert len(turn("poison", seats=3, seed=SEED, number=7).steps) == 1


@pytest.mark.parametrize("game", ["poison", "kazaam"])
def test_a_turn_that_is_not_reached_is_an_error_that_says_how_many_there_are(game: str) -> None:
    with pytest.raises(ValueError, match=rf"a game of {game} .* has \d+ turns: there is no turn 9999"):
        turn(game, seats=2, seed=SEED, number=9999)
