"""Random games that get somewhere: their seats place what they can and rest when it is dark."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from hypothesis import strategies as st

from arena.games.alakazoo.actions import Action, Place
from arena.games.alakazoo.facts import Fact
from arena.games.alakazoo.state import AlakazooState
from arena.kernel.chance import Seeded
from arena.kernel.events import Event
from tests.arena.games.alakazoo.tables import GAME

SEATS = st.sampled_from([1, 2, 3, 4])
OPTIONS = st.fixed_dictionaries(
    {
        "portals": st.sampled_from(["deal", "choose"]),
        "round_limit": st.sampled_from([60, 12, 25, 1]),
        "book": st.sampled_from(["off", "first", "second"]),
        "tommy": st.booleans(),
        "university": st.booleans(),
    }
)
"""Which use of the Book is meant depends on the number of seats."""

WEIGHTS = {"Roll": 12, "Take": 5, "Rest": 1, "Redraw": 1, "Activate": 6, "Store": 2, "Fetch": 2}
"""How often a kind of action is taken, where there is one; all others once."""


def options_for(seats: int, options: dict[str, Any]) -> dict[str, Any]:
    book = {"first": "goal", "second": "goal"} if seats == 1 else {"first": "bonus", "second": "instead"}
    return {**options, "book": book.get(options.get("book", "off"), "off")}


def choice(state: AlakazooState, seat: int, rng: Random) -> Action:
    kinds: dict[str, list[Action]] = {}
    for action in state.legal(seat):
        kinds.setdefault(type(action).__name__, []).append(action)
    (kind,) = rng.choices([*kinds], [WEIGHTS.get(kind, 1) for kind in kinds])
    if kind == "Place" and rng.random() < 0.9:  # as much as can be
        places = [action for action in kinds[kind] if isinstance(action, Place)]
        return max(places, key=lambda action: len(action.cards))
    if kind == "Roll" and rng.random() < 0.7:  # alone, where every dark token counts, one die
        return kinds[kind][0 if state.seats == 1 else -1]
    return rng.choice(kinds[kind])


def game(
    seats: int, options: dict[str, Any], seed: int
) -> Iterator[tuple[AlakazooState, int, Action, AlakazooState, list[Event[Fact]]]]:
    """Step by step: the state before, who did what, the state after, what was told."""
    state = GAME.new(seats, options_for(seats, options), Seeded(seed.to_bytes(32, "big"))).state
    rng = Random(seed)
    while state.to_act:
        seat = rng.choice(state.to_act)
        action = choice(state, seat, rng)
        before = state.copy()
        events = state.apply(seat, action)
        yield before, seat, action, state, events


def played(seats: int, options: dict[str, Any], seed: int, at: int) -> AlakazooState:
    state = GAME.new(seats, options_for(seats, options), Seeded(seed.to_bytes(32, "big"))).state
    for _, _, _, after, _ in islice(game(seats, options, seed), at):
        state = after
    return state
