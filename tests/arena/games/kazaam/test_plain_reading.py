"""Whole games, with every option, against the plain reading of the rule book: states, events, refusals."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest

from arena.games.kazaam.state import KazaamState
from arena.kernel.chance import Seeded
from tests.arena.games.kazaam.kit import UNIVERSE
from tests.arena.games.kazaam.plain_reading import Plain, Wrong
from tests.arena.games.kazaam.tables import GAME
from tests.arena.games.kazaam.wandering import BUILDING, CHURNING, begun, choice

pytestmark = pytest.mark.slow

Document = dict[str, Any]
VALUES: dict[str, list[Any]] = {
    "head_scope": ["any", "aimed"],
    "full_hand": ["blocked", "discard-first"],
    "counters": ["single", "some-double"],
    "kazaam": ["automatic", "spoken"],
    "favourite_bonus": ["face-up", "all"],
    "round_limit": [1, 4, 30],
}
GAMES = 6
"""For each number of seats; a game is some hundred actions."""


def code_of(state: Document, seat: int, action: Document, chance: Seeded) -> str | None:
    try:
        Plain(copy.deepcopy(state), chance).act(seat, action)
    except Wrong as refused:
        return str(refused)
    return None


def same_refusals(state: KazaamState, before: Document, random: Random) -> None:
    chance = Seeded(bytes(32), before["drawn"])
    seat = before["to_act"][0]
    for action in random.sample(UNIVERSE, 60):
        ours = state.refusal(seat, GAME.action(action))
        assert ours == code_of(before, seat, action, chance), action


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("number", range(GAMES))
def test_a_game_goes_as_the_book_says(seats: int, number: int) -> None:
    """KZ-17 to KZ-92."""
    random = Random(seats * 1000 + number)
    state = begun(seats, {name: random.choice(values) for name, values in VALUES.items()}, number)
    weights = CHURNING if number % 3 == 2 else BUILDING
    while state.to_act:
        (seat,) = state.to_act
        before = state.dump()
        if random.random() < 0.1:
            same_refusals(state, before, random)
        action = choice(state, seat, random, weights)
        chance = Seeded(number.to_bytes(32, "big"), before["drawn"])
        plain = Plain(before, chance)
        plain.act(seat, GAME.actions.document(action))
        told = [GAME.facts.document(event.fact) for event in state.apply(seat, action)]
        assert told == plain.events
        assert state.dump() == {**plain.state, "drawn": chance.drawn}
