"""Documents, on reading: a parameter that is null counts as left out, and an action over null as one over {}."""

from __future__ import annotations

from itertools import islice
from typing import Any

from arena.contract.cases import cases_of, random_play
from arena.contract.kit import Kit
from arena.kernel.game import Game, Refused

ENOUGH = 150


def meant(game: Game[Any, Any, Any], document: Any) -> Any:
    try:
        return game.action(document)
    except Refused as refused:
        return refused.code


def test_null_counts_as_left_out(kit: Kit) -> None:
    """KZ-89, AK-301."""
    game = kit.game
    case = next(case for case in cases_of(kit) if case.seats >= min(2, max(game.seats)))
    state, _ = case.new(bytes(32))
    for _, action, _ in islice(random_play(state, bytes(32)), ENOUGH):
        ((word, parameters),) = game.actions.document(action).items()
        assert meant(game, {word: None}) == meant(game, {word: {}})
        for parameter in parameters if word not in kit.unions else ():
            rest = {key: value for key, value in parameters.items() if key != parameter}
            assert meant(game, {word: {**rest, parameter: None}}) == meant(game, {word: rest})


def test_null_where_a_parameter_must_be_given_is_malformed(kit: Kit) -> None:
    """KZ-89, AK-8, AK-301."""
    for document in kit.malformed:
        assert meant(kit.game, document) == "malformed"
