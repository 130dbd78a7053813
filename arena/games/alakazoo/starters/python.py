"""A bot for Alakazoo that covers the runes its hand waits for. `choose` is called for every decision of its seat.

ask.view      what your seat sees: "players" (each one's "portal", "positions", "magic", "dark"; your own "hand"),
              "columns", "discard", "dice", "phase", "round", ...
ask.legal     the actions you may take: {"roll": {"dice": 2}}, {"take": {"column": 0}}, {"store": {}}, ...
ask.events    what happened since you were last asked: {"rolled": {...}}, {"placed": {...}}, ...
ask.clock     milliseconds: bank left, charged for your previous answer, most that this answer may take
ask.welcome   the match: game, options, seats, your seat, entropy

Return one of ask.legal, or simply its index. What you print to stderr is your bot's log; nobody else sees it.
"""

from typing import Any

PARTS = ("left-ear", "head", "right-ear", "left-hand", "torso", "right-hand", "left-leg", "tail", "right-leg")


def choose(ask: Any) -> Any:
    return max(ask.legal, key=lambda action: worth(ask.view, action))


def worth(view: Any, action: Any) -> int:
    """How good an action looks: bigger is better. It never looks ahead, nor at what others have."""
    ((kind, said),) = action.items()
    mine = view["players"][view["seat"]]
    if kind == "place":
        return sum(2 if is_own(card, mine) else 1 for card in said["cards"])
    if kind == "roll":
        # The more dark tokens there are, the fewer dice.
        return 10 if said["dice"] == max(1, 3 - mine["dark"]) else 0
    if kind == "take":
        return 8 * new_parts(view["columns"][said["column"]]["cards"], mine)
    if kind == "activate":
        position = said["rune"] // 2
        other = bool(mine["positions"][position]["covered"][1 - said["rune"] % 2])
        waits = any(part_of(card) == PARTS[position] for card in mine["hand"])
        return 1 + 2 * waits + other
    if kind in ("discard", "redraw"):
        return -sum(1 + is_own(card, mine) + (part_of(card) in open_parts(mine)) for card in said["cards"])
    if kind == "pick":
        return 1 if is_own(said["card"], mine) else 0
    return -1 if view["phase"] == "action" else 0


def new_parts(cards: Any, mine: Any) -> int:
    """How many parts a column has that the portal lacks and the hand too."""
    held = {part_of(card) for card in mine["hand"]}
    return len({part_of(card) for card in cards} & open_parts(mine) - held)


def open_parts(mine: Any) -> set[str]:
    return {part for part, place in zip(PARTS, mine["positions"], strict=True) if not place["spell"]}


def is_own(card: str, mine: Any) -> bool:
    """Whether a spell is of the portal's own creature."""
    creature: str = mine["portal"]
    return card.partition("-")[0] == creature


def part_of(card: str) -> str:
    """Of "dragon-left-ear": "left-ear"."""
    return card.partition("-")[2]
