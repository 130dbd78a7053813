"""Poison's part of the contract tests."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

from arena.contract.kit import Kit
from arena.games.poison.material import NAMES
from arena.kernel.seats import Viewer
from tests.arena.games.folders import GOLDEN, SCENARIOS
from tests.arena.games.poison import invariants

UNIVERSE = [
    {"play": {"card": card, "cauldron": cauldron}}
    for card in (*NAMES, "red-3", "")
    for cauldron in (-1, 0, 1, 2, 3)
]


def exchanged(state: dict[str, Any], viewer: Viewer, random: Random) -> dict[str, Any]:
    """The other hands, the pile and the cards aside exchange cards (invariant 15).

    The top of the pile stays where the viewer is to act: its play will tell it that card.
    """
    twin = copy.deepcopy(state)
    hidden = [player["hand"] for seat, player in enumerate(twin["players"]) if seat != viewer]
    top = twin["pile"][:1] if [viewer] == twin["to_act"] else []
    pile = twin["pile"][len(top) :]
    heaps = [*hidden, pile, twin["aside"]]
    cards = [card for heap in heaps for card in heap]
    random.shuffle(cards)
    for heap in heaps:
        heap[:] = [cards.pop() for _ in heap]
    twin["pile"] = top + pile
    return twin


KIT = Kit(
    name="poison",
    scenario_folder=SCENARIOS / "poison",
    golden_folder=GOLDEN / "poison",
    universe=UNIVERSE,
    exchanged=exchanged,
    invariants=invariants,
    rules=range(1, 60),
    scenarios=33,
    examples=3,
)
