"""A bot for Poison that keeps its cauldrons from overflowing. `choose` is called for every card it has to play.

ask.view      what your seat sees: "cauldrons" (their "cards", "colour" and "sum"), "players" (your own "hand",
              everybody's "taken" cards and "total" of points), "round" of "rounds", ...
ask.legal     the plays you may make: a list of {"play": {"card": "red-7", "cauldron": 1}}
ask.events    what happened since you were last asked: {"played": {...}}, {"overflowed": {...}}, ...
ask.clock     milliseconds: bank left, charged for your previous answer, most that this answer may take
ask.welcome   the match: game, options, seats, your seat, entropy

Return one of ask.legal, or simply its index. What you print to stderr is your bot's log; nobody else sees it.
"""

from typing import Any

MOST = 13


def choose(ask: Any) -> Any:
    return max(ask.legal, key=lambda action: worth(ask.view, action["play"]))


def worth(view: Any, play: Any) -> int:
    """How good a play looks: bigger is better. It does not look at who plays next, or at majorities."""
    cauldron = view["cauldrons"][play["cauldron"]]
    value = 4 if play["card"] == "poison" else int(play["card"].split("-")[1])
    if cauldron["sum"] + value > MOST:
        # It overflows: you take all the cards in it, each of them a point, poison two.
        cards: list[str] = cauldron["cards"]
        return -len(cards) - cards.count("poison")
    # It fits: high cards are the ones that will not fit later.
    return value
