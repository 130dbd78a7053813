"""Kazaam's part of the contract tests."""

from __future__ import annotations

import copy
from itertools import combinations_with_replacement
from random import Random
from typing import Any

from arena.contract.kit import Kit
from arena.games.kazaam.material import INGREDIENTS, KINDS, PARTS, TILES
from arena.kernel.seats import Viewer
from tests.arena.games.folders import GOLDEN, SCENARIOS
from tests.arena.games.kazaam import invariants
from tests.arena.games.kazaam.tables import CANCEL, DECLINE, DRAW, END_TURN, KAZAAM, PASS, REFRESH, use
from tests.arena.games.kazaam.wandering import choice

UNIVERSE: list[dict[str, Any]] = [
    *(DRAW, REFRESH, END_TURN, KAZAAM, CANCEL, PASS, DECLINE, use("head"), use("torso")),
    *({name: {"tile": tile}} for name in ("play", "extract", "take") for tile in (*TILES, "no-such-tile", "")),
    *({"draw": {"discard": tile}} for tile in (*TILES, "no-such-tile")),
    *(
        use(part, seat)
        for part, kind in zip(PARTS, KINDS, strict=True)
        for seat in range(7)
        if kind in ("ear", "hand")
    ),
    *(use(part) for part, kind in zip(PARTS, KINDS, strict=True) if kind == "leg"),
    *(use("tail", seat, part) for seat in range(7) for part in PARTS),
    *(
        use("torso", take={name: taken.count(name) for name in taken})
        for size in range(1, 5)
        for taken in combinations_with_replacement(INGREDIENTS, size)
    ),
]


def exchanged(state: dict[str, Any], viewer: Viewer, random: Random) -> dict[str, Any]:
    """Deck, discard and the others' hands exchange tiles (invariant 13).

    Only the deck below its top does while the viewer acts, or an ability of its own is answered: what happens next
    may tell it any of the other things.
    """
    twin = copy.deepcopy(state)
    own = [viewer] == twin["to_act"] or [viewer] == [item["seat"] for item in twin["pending"][:1]]
    top, deck = (twin["deck"][:1], twin["deck"][1:]) if own else ([], twin["deck"])
    heaps = [deck]
    if not own:
        heaps += [twin["discard"], *(each["hand"] for seat, each in enumerate(twin["players"]) if seat != viewer)]
    tiles = [tile for heap in heaps for tile in heap]
    random.shuffle(tiles)
    for heap in heaps:
        heap[:] = [tiles.pop() for _ in heap]
    twin["deck"] = top + deck
    for seat, each in enumerate(twin["players"]):
        if seat != viewer:
            each["seen"] = {"hands": []}
    return twin


KIT = Kit(
    name="kazaam",
    scenario_folder=SCENARIOS / "kazaam",
    golden_folder=GOLDEN / "kazaam",
    universe=UNIVERSE,
    short={"round_limit": 12},
    exchanged=exchanged,
    invariants=invariants,
    subjects="abilities reactions units",
    rules=range(1, 95),
    malformed=[{"use": None}, {"use": {"part": "tail", "target": 1, "target_part": None}}],
    scenarios=46,
    examples=4,
    choice=choice,
)
