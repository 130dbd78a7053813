"""The games there are. Adding one is a line here, and the recipe in the README of `arena`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from arena.games.alakazoo.game import AlakazooGame, AlakazooRevision2
from arena.games.alkemy.game import AlkemyGame, AlkemyRevision1
from arena.games.kazaam.game import KazaamGame
from arena.games.poison.game import Poison
from arena.kernel.game import Game

GAMES: Final[Mapping[str, Game[Any, Any, Any]]] = MappingProxyType(
    {game.name: game for game in (Poison(), KazaamGame(), AlakazooGame(), AlkemyGame())}
)
EARLIER: Final[Mapping[tuple[str, int], Game[Any, Any, Any]]] = MappingProxyType(
    {(game.name, game.revision): game for game in (AlakazooRevision2(), AlkemyRevision1())}
)
"""The games by the rules of earlier revisions: only the replays of that time are played by them."""


class UnknownGame(ValueError):
    """A name that no game has; says which there are."""


def game_named(name: str) -> Game[Any, Any, Any]:
    try:
        return GAMES[name]
    except KeyError:
        raise UnknownGame(f"no game is called {name!r}; there are: {', '.join(GAMES)}") from None


def revisions_of(name: str) -> Mapping[int, Game[Any, Any, Any]]:
    """Of a game there is, by revision: itself, and what is kept of its earlier rules."""
    earlier = {revision: game for (of, revision), game in EARLIER.items() if of == name}
    return {GAMES[name].revision: GAMES[name], **earlier}
