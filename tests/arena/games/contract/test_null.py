"""Documents, on reading: a parameter that is null counts as left out, and an action over null as one over {}."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from arena.games.registry import GAMES
from arena.kernel.game import Game, Refused
from tests.arena.games.contract.cases import CASES, random_play
from tests.arena.games.contract.kits import KITS

ENOUGH = 150


def meant(game: Game[Any, Any, Any], document: Any) -> Any:
    try:
        return game.action(document)
    except Refused as refused:
        return refused.code


@pytest.mark.parametrize("name", GAMES)
def test_null_counts_as_left_out(name: str) -> None:
    """KZ-89, AK-301."""
    game = GAMES[name]
    case = next(case for case in CASES if case.game.name == name and case.seats >= 2)
    state, _ = case.new(bytes(32))
    for _, action, _ in islice(random_play(state, bytes(32)), ENOUGH):
        ((word, parameters),) = game.actions.document(action).items()
        assert meant(game, {word: None}) == meant(game, {word: {}})
        for parameter in parameters if word not in KITS[name].unions else ():
            rest = {key: value for key, value in parameters.items() if key != parameter}
            assert meant(game, {word: {**rest, parameter: None}}) == meant(game, {word: rest})


@pytest.mark.parametrize("name", [name for name, kit in KITS.items() if kit.malformed])
def test_null_where_a_parameter_must_be_given_is_malformed(name: str) -> None:
    """KZ-89, AK-8, AK-301."""
    for document in KITS[name].malformed:
        assert meant(GAMES[name], document) == "malformed"
