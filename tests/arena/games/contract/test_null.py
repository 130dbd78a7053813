"""Documents, on reading: a parameter that is null counts as left out, and an action over null as one over {}."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from arena.games.registry import GAMES
from arena.kernel.game import Game, Refused
from tests.arena.games.contract.cases import CASES, random_play

ENOUGH = 150
UNIONS = {"react"}
"""Over one of several reactions, each of which may stand over null as an action does."""


def meant(game: Game[Any, Any, Any], document: Any) -> Any:
    try:
        return game.action(document)
    except Refused as refused:
        return refused.code


@pytest.mark.parametrize("name", GAMES)
def test_null_counts_as_left_out(name: str) -> None:
    """KZ-89, AK-301."""
    game = GAMES[name]
    case = next(case for case in CASES if case.game.name == name and case.seats == 2)
    state, _ = case.new(bytes(32))
    for _, action, _ in islice(random_play(state, bytes(32)), ENOUGH):
        ((word, parameters),) = game.actions.document(action).items()
        assert meant(game, {word: None}) == meant(game, {word: {}})
        for parameter in parameters if word not in UNIONS else ():
            rest = {key: value for key, value in parameters.items() if key != parameter}
            assert meant(game, {word: {**rest, parameter: None}}) == meant(game, {word: rest})


PARAMETERS_THAT_MUST_BE_GIVEN: dict[str, list[Any]] = {
    "kazaam": [{"use": None}, {"use": {"part": "tail", "target": 1, "target_part": None}}],
    "alkemy": [
        {"act": None},
        {"first": None},
        {"deploy": {"card": None, "positions": []}},
        {"act": {"orders": [{"walk": {"figure": None, "path": [{"x": 1, "y": 2}]}}]}},
    ],
}


@pytest.mark.parametrize("name", PARAMETERS_THAT_MUST_BE_GIVEN)
def test_null_where_a_parameter_must_be_given_is_malformed(name: str) -> None:
    """KZ-89, AK-8, AK-301."""
    for document in PARAMETERS_THAT_MUST_BE_GIVEN[name]:
        assert meant(GAMES[name], document) == "malformed"
