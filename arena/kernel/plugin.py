"""What a package gives in order to be a game here: one value under the entry-point group `athanor.games`.

    [project.entry-points."athanor.games"]
    connect4 = "connect4.plugin:PLUGIN"

The name of the entry point is the game's name. `arena.games.registry` finds all that are installed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Final

from arena.kernel.game import Game

GROUP: Final = "athanor.games"
NAME: Final = re.compile(r"[a-z][a-z0-9]{0,29}")
"""What a game may be called: it stands in addresses and names of files, and before the name of an option."""
LAST: Final = 1000


class BadPlugin(Exception):
    """A game that is installed and cannot be used: says why, and which distribution it is from."""


@dataclass(frozen=True, slots=True)
class Plugin:
    game: Game[Any, Any, Any]
    sentence: str
    """What it is about, for somebody who does not know it."""
    score: str
    """What a seat's score counts: "the lowest score wins"."""
    pages: tuple[tuple[str, str], ...] = ()
    """More of the site that is for this game: addresses and titles."""
    messages: ModuleType | None = None
    """What protoc wrote for the game's .proto: `State`, `View`, `Action`, `Event`, `Options` and, where its
    actions are too many to list, `Template`. None: `athanorpb/v1/game.proto` has a member for the game."""
    earlier: tuple[Game[Any, Any, Any], ...] = ()
    """The game by the rules of earlier revisions: only the replays of that time are played by them."""
    place: int = LAST
    """In lists of games, ascending; those with the same place stand by their names."""

    def fault(self, name: str) -> str | None:
        """What keeps it from being the game of that name; None: nothing does."""
        if not NAME.fullmatch(name):
            return f"a game's name has up to 30 small letters and digits, a letter first: {name!r} does not"
        game: object = self.game  # of a stranger's package, which no checker has to have seen
        if not isinstance(game, Game):
            return f"its game is a {type(game).__name__}, not an arena.kernel.game.Game"
        if self.game.name != name:
            return f"the entry point is called {name!r} and its game {self.game.name!r}: give both the same name"
        revisions = [game.revision for game in self.earlier]
        if any(game.name != name for game in self.earlier):
            return "an earlier revision has another name than the game"
        if sorted({*revisions, self.game.revision}) != [*sorted(revisions), self.game.revision]:
            return f"its earlier revisions {revisions} are not distinct and below {self.game.revision}"
        return None
