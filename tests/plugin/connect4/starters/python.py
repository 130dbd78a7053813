"""A bot for Connect Four that likes the middle. `choose` is called for every disc it has to drop.

ask.view      what there is to see: "columns", each the seats of its discs from the lowest up, "ply", ...
ask.legal     what you may do: a list of {"drop": {"column": 3}}
ask.events    what happened since you were last asked: {"dropped": {"seat": 1, "column": 3, "row": 0}}
ask.clock     milliseconds: bank left, charged for your previous answer, most that this answer may take
ask.welcome   the match: game, options, seats, your seat, entropy

Return one of ask.legal, or simply its index. What you print to stderr is your bot's log; nobody else sees it.
"""

from typing import Any


def choose(ask: Any) -> Any:
    middle = (len(ask.view["columns"]) - 1) / 2
    return min(ask.legal, key=lambda action: abs(action["drop"]["column"] - middle))
