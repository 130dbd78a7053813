"""What the documentation tells of every game: who plays it, on which ladders, against whom, and a first bot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, Final, NamedTuple

from arena.games.registry import GAMES, PLUGINS, folder_of
from arena.house.catalogue import house_bots
from arena.kernel.game import Game
from athanor.front.facts.conversation import lines
from athanor.front.facts.rulings import OptionRow, options
from athanor.ladders.models import Ladder

STARTER: Final = "starters/python.py"
"""Of a game's package: what `athanor new` copies, that game's first bot."""
ANY_STARTER: Final = files("arena") / "cli" / "starters" / "python" / "bot.py"
"""What it copies where a game has none."""


class GameRow(NamedTuple):
    name: str
    title: str
    sentence: str
    seats: str
    pages: Sequence[tuple[str, str]]
    """More of the site that is for this game."""
    alone: bool
    options: Sequence[OptionRow]
    ladders: Sequence[Ladder]
    house: Sequence[str]
    opponents: str
    """For first matches on one's own machine: bots that answer at once."""
    first_bot: str
    """The source of a bot that knows the game."""


def games() -> Mapping[str, object]:
    return {"games": [_row(game) for game in GAMES.values()]}


def python() -> Mapping[str, object]:
    return {**games(), "lines": lines()}


def _seats(seats: range) -> str:
    return f"{seats.start} to {seats.stop - 1}" if len(seats) > 1 else str(seats.start)


def _row(game: Game[Any, Any, Any]) -> GameRow:
    house = list(house_bots(game.name))
    plugin = PLUGINS[game.name].plugin
    return GameRow(
        name=game.name,
        title=game.title,
        sentence=plugin.sentence,
        seats=_seats(game.seats),
        pages=plugin.pages,
        alone=1 in game.seats,
        options=options(game),
        ladders=list(Ladder.objects.filter(open=True, game=game.name)),
        house=house,
        opponents=" ".join(["greedy", "random"][: min(2, game.seats.stop - 2)]),
        first_bot=_first_bot(game.name),
    )


def _first_bot(game: str) -> str:
    own = folder_of(game).joinpath(STARTER)
    return (own if own.is_file() else ANY_STARTER).read_text(encoding="utf-8").rstrip()
