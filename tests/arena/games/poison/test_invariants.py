"""Section 15, after every action of random games with every number of seats and every option."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.contract.cases import Case, cases_of, random_play
from arena.kernel.game import State
from tests.arena.games.poison.invariants import check, check_game, check_step
from tests.arena.games.poison.kit import KIT as POISON

pytestmark = pytest.mark.slow


def check_actors(state: State[Any, Any]) -> None:
    for seat in range(state.seats):
        assert bool(list(state.legal(seat))) == (seat in state.to_act)  # 11


@pytest.mark.parametrize("case", cases_of(POISON), ids=str)
@settings(max_examples=3, deadline=None)
@given(seed=st.binary(min_size=32, max_size=32))
def test_the_invariants_hold_after_every_action(case: Case, seed: bytes) -> None:
    """Invariants 1 to 12; PO-35."""
    state, begun = case.new(seed)
    told = [case.game.facts.document(event.fact) for event in begun]
    before = state.dump()
    check(before)
    for _, action, events in random_play(state, seed):
        after = state.dump()
        facts = [case.game.facts.document(event.fact) for event in events]
        check(after)
        check_actors(state)
        check_step(before, case.game.actions.document(action), after, facts)
        before = after
        told += facts
    check_game(before, told)
