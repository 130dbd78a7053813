"""What the rules page of a game without a module here is filled with: all that its engine knows of it."""

from __future__ import annotations

from collections.abc import Mapping

from arena.games.registry import PLUGINS
from arena.house.catalogue import house_bots
from athanor.front.facts import moments, rulings


def any_game(name: str) -> Mapping[str, object]:
    plugin = PLUGINS[name].plugin
    game = plugin.game
    return {
        **rulings.of(game),
        "refused_by": dict(rulings.refused_by(game)),
        "plugin": plugin,
        "actions": list(game.actions.kinds),
        "events": list(game.facts.kinds),
        "turn": moments.turn(name, seats=max(2, game.seats.start), seed=bytes(32), number=0)
        if moments.BOT in house_bots(name) and game.seats.stop > 2
        else None,
    }
