"""Random games that get somewhere: they charge, shoot, fight and cast rather than walk about."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import strategies as st

from arena.games.alkemy import actions, questions
from arena.games.alkemy.actions import Act, Action
from arena.games.alkemy.announcements import Fact
from arena.games.alkemy.geometry import Point, distance
from arena.games.alkemy.material import PRESETS
from arena.games.alkemy.options import document_of
from arena.games.alkemy.orders import Run, Walk
from arena.games.alkemy.recruiting import preset
from arena.games.alkemy.state import AlkemyState
from arena.games.alkemy.zones import turned
from arena.kernel.chance import Seeded
from arena.kernel.events import Event
from tests.arena.games.alkemy.scenes import GAME

DEEDS = 0.6
"""How often something else than a movement is chosen, where there is anything."""
ONWARD = 0.5
"""How often a movement is the one that comes nearest to an enemy."""
COMB = [211 + 989 * place // 4 for place in range(9)]
"""Along the middle of a zone: between figures of size 2 there, one of size 3 finds no room."""
CLOSE = 650
"""Where the armies begin in games that come to blows at once: how far from the median line."""


def army(name: str) -> dict[str, Any]:
    found = preset(name)
    assert found is not None
    return document_of(found)


OPTIONS = st.fixed_dictionaries(
    {
        "aim": st.sampled_from(["steady", "estimate", "never"]),
        "wipeout": st.sampled_from(["win", "draw"]),
        "terrain_set": st.sampled_from(["standard", "wild"]),
        "auto_setup": st.booleans(),
        "turn_limit": st.sampled_from([3, 8]),
        "armies": st.lists(st.sampled_from(list(PRESETS)).map(army), min_size=2, max_size=2),
    }
)


def choice(state: AlkemyState, seat: int, random: Random) -> Action:
    if isinstance(state.asked, questions.Deploy) and random.random() < ONWARD:
        spread = wide(state, seat, random)
        if state.refusal(seat, spread) is None:
            return spread
    listed = list(state.legal(seat))
    deeds = [action for action in listed if _end(action) is None]
    if deeds and random.random() < DEEDS:
        return random.choice(deeds)
    moves = [action for action in listed if _end(action) is not None]
    if moves and random.random() < ONWARD:
        return min(moves, key=lambda action: _far(state, seat, action))
    return random.choice(listed)


def wide(state: AlkemyState, seat: int, random: Random) -> actions.Deploy:
    """The smallest figures in the middle of the zone, with as little room between them as can be."""
    assert isinstance(state.asked, questions.Deploy)
    number = min(state.asked.cards, key=lambda card: (state.cards[card].profile.size, random.random()))
    spots = [
        turned(seat, random.choice(COMB) + random.randrange(-4, 5), 125 + random.randrange(-2, 3))
        for _ in state.cards[number].figures
    ]
    return actions.Deploy(number, tuple(spots))


def _end(action: Action) -> Point | None:
    """Where a walk or a run ends."""
    if isinstance(action, Act) and isinstance(action.orders[0], Walk | Run):
        return action.orders[0].path[-1]
    return None


def _far(state: AlkemyState, seat: int, action: Action) -> int:
    """From the nearest enemy."""
    end = _end(action)
    assert end is not None
    bases = [base for base in state.table.bases.values() if base.seat != seat]
    return min(distance(*end, base.x, base.y) for base in bases)


def begun(options: dict[str, Any], seed: int) -> AlkemyState:
    return GAME.new(2, options, Seeded(seed.to_bytes(32, "big"))).state


def brought_close(state: AlkemyState, seed: int) -> AlkemyState:
    """The same state with the armies as near as they can be without touching."""
    document = state.dump()
    for figure in document["figures"]:
        if figure["status"] == "board":
            figure["y"] += CLOSE if figure["seat"] == 0 else -CLOSE
    document["terrain"] = []
    return GAME.load(document, Seeded(seed.to_bytes(32, "big")))


def game(
    options: dict[str, Any], seed: int
) -> Iterator[tuple[AlkemyState, int, Action, AlkemyState, list[Event[Fact]]]]:
    """Step by step: the state before, who did what, the state after, what was told."""
    state = begun(options, seed)
    random = Random(seed)
    near = random.random() < 0.5
    while state.to_act:
        if near and state.phase == "initiative" and state.turn == 1 and len(state.to_act) == 2:
            state, near = brought_close(state, seed), False
        seat = random.choice(state.to_act)
        action = choice(state, seat, random)
        before = state.copy()
        yield before, seat, action, state, state.apply(seat, action)
