"""A bot for Kazaam that builds before all else. `choose` is called for every decision of its seat.

ask.view      what your seat sees: "players" (each one's "board" by part, "ingredients", "alchemist"; your own
              "hand"), "supply", "phase", "turn", "actions_left", "pending" (what heads are being asked about), ...
ask.legal     the actions you may take: {"play": {"tile": "fur-tail"}}, {"extract": {...}}, {"draw": {}}, ...
ask.events    what happened since you were last asked: {"played": {...}}, {"stole": {...}}, ...
ask.clock     milliseconds: bank left, charged for your previous answer, most that this answer may take
ask.welcome   the match: game, options, seats, your seat, entropy

Return one of ask.legal, or simply its index. What you print to stderr is your bot's log; nobody else sees it.
"""

from typing import Any


def choose(ask: Any) -> Any:
    return max(ask.legal, key=lambda action: worth(ask.view, action))


def worth(view: Any, action: Any) -> int:
    """How good an action looks: bigger is better. It never looks ahead, nor at what others have."""
    ((kind, said),) = action.items()
    mine = view["players"][view["seat"]]
    if kind == "play":
        return 100
    if kind == "extract":
        # A tile without a place yields what others cost; with few tiles in hand even that may wait.
        has_a_place = part_of(said["tile"]) not in mine["board"]
        return 10 if has_a_place else 60
    if kind == "use":
        return worth_of_use(view, said)
    if kind == "refresh":
        return 15 * sum(1 for tile in mine["board"].values() if tile["face"] == "down")
    if kind == "cancel":
        # The last of the stack is what would be cancelled: worth a head if it strikes at us.
        return 2 if view["pending"][-1].get("target") == view["seat"] else 0
    rest = {"kazaam": 200, "take": 50, "draw": 20, "pass": 1}
    return rest.get(kind, 0)


def worth_of_use(view: Any, said: Any) -> int:
    part = said["part"]
    if part == "torso":
        return 50 + len(said["take"])  # Three different units rather than three of one.
    if part == "tail":
        return 25 if said["target"] != view["seat"] else -1
    return -1 if part.endswith("ear") else 45


def part_of(tile: str) -> str:
    """Of "wood-left-hand", or of "wood-left-hand-2", the second of its kind."""
    return tile.partition("-")[2].removesuffix("-2")
