"""A bot for Alkemy that shoots and fights where the odds are good, and else goes for the nearest marker.

ask.view      what your seat sees: "figures", "terrain", "markers", "question", ...
ask.question  which decision this is: "hand" (which card to play), "orders" (what its figures do), "cover" ...
ask.legal     suggestions; in `ask.legal.templates` what else may be ordered: any path within an allowance
ask.events    what happened since you were last asked: {"move": {...}}, {"roll": {...}}, ...
ask.clock     milliseconds: bank left, charged for your previous answer, most that this answer may take

{"default": {}} answers every question sensibly. `athanor_bot.alkemy` has the engine's own distances, sight, ways
and odds: `Board(ask.view)` below, and with `playable(ask.view, seed)` the whole engine, to try things out with.
"""

from typing import Any

from athanor_bot.alkemy import Board, act, walk

NEAR = 100
"""A figure at most an inch from a marker can work it."""


def choose(ask: Any) -> Any:
    if ask.question != "orders":
        return {"default": {}}
    board = Board(ask.view)
    best = max(ask.legal, key=lambda action: worth(board, action))
    return best if worth(board, best) > 0 else move(board, ask.legal)


def worth(board: Board, action: Any) -> float:
    """How good the one order of a suggestion looks: bigger is better, 0 is no reason to do it."""
    for order in action.get("act", {}).get("orders", []):
        if "control" in order:
            return 2
        if "shoot" in order:
            return float(board.shot(order["shoot"]["figure"], order["shoot"]["target"]).hit)
        if "fight" in order or "charge" in order:
            blow = order.get("fight") or order["charge"]
            target = blow.get("target", blow.get("targets", [None])[0])
            return 1 + float(board.blow(blow["figure"], target, charge="charge" in order).hit)
    return 0


def move(board: Board, legal: Any) -> Any:
    """The first figure that can walk, toward the nearest marker that is not ours."""
    goals = [place for place, marker in enumerate(board.view["markers"]) if marker["control"] != board.seat]
    for template in legal.templates:
        if template["order"] == "walk" and goals:
            figure = template["figure"]
            goal = min(goals, key=lambda place: board.gap_to_marker(figure, place))
            way = board.way_to_marker(figure, goal)
            if way and board.gap_to_marker(figure, goal) > NEAR:
                return act(walk(figure, way))
    return legal[-1]
