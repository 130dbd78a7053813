"""Random games that get somewhere: they build, use abilities and answer, so that every corner is met."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from hypothesis import strategies as st

from arena.games.kazaam.actions import Action
from arena.games.kazaam.facts import Fact
from arena.games.kazaam.state import KazaamState
from arena.kernel.chance import Seeded
from arena.kernel.events import Event
from tests.arena.games.kazaam.tables import GAME

OPTIONS = st.fixed_dictionaries(
    {
        "head_scope": st.sampled_from(["any", "aimed"]),
        "full_hand": st.sampled_from(["blocked", "discard-first"]),
        "counters": st.sampled_from(["single", "some-double"]),
        "kazaam": st.sampled_from(["automatic", "spoken"]),
        "favourite_bonus": st.sampled_from(["face-up", "all"]),
        "round_limit": st.sampled_from([30, 12, 60, 4, 1]),
    }
)

BUILDING = {"Play": 30, "Extract": 3, "Use": 8, "Draw": 4, "Refresh": 3, "EndTurn": 1}
"""How often a kind of action is taken, where there is one. A word is said rarely, answers are even."""
CHURNING = {"Play": 1, "Extract": 9, "Use": 6, "Draw": 9, "Refresh": 3, "EndTurn": 1}
"""The same in games that go through the deck."""


def choice(state: KazaamState, seat: int, rng: Random, weights: Mapping[str, int] = BUILDING) -> Action:
    kinds: dict[str, list[Action]] = {}
    for action in state.legal(seat):
        kinds.setdefault(type(action).__name__, []).append(action)
    (kind,) = rng.choices([*kinds], [weights.get(kind, 2) for kind in kinds])
    if kind == "Use":  # a torso has 56
        parts = sorted({action.part for action in kinds[kind]})  # type: ignore[union-attr]
        part = rng.choice(parts)
        return rng.choice([action for action in kinds[kind] if action.part == part])  # type: ignore[union-attr]
    return rng.choice(kinds[kind])


def begun(seats: int, options: dict[str, Any], seed: int) -> KazaamState:
    return GAME.new(seats, options, Seeded(seed.to_bytes(32, "big"))).state


def game(
    seats: int, options: dict[str, Any], seed: int
) -> Iterator[tuple[KazaamState, int, Action, KazaamState, list[Event[Fact]]]]:
    """Step by step: the state before, who did what, the state after, what was told."""
    state = begun(seats, options, seed)
    rng = Random(seed)
    weights = rng.choice([BUILDING, BUILDING, CHURNING])
    while state.to_act:
        (seat,) = state.to_act
        action = choice(state, seat, rng, weights)
        before = state.copy()
        events = state.apply(seat, action)
        yield before, seat, action, state, events
