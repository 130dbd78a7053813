"""Section 23, on random games of every number of seats and with every option."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games.alakazoo.actions import Action
from arena.games.alakazoo.legality import REFUSALS
from arena.kernel.chance import Seeded
from arena.kernel.game import Refused
from athanorpb.codec import document_of, message_of
from athanorpb.v1 import alakazoo_pb2
from tests.arena.games.alakazoo.invariants import check, check_game, check_step
from tests.arena.games.alakazoo.kit import UNIVERSE, proposals
from tests.arena.games.alakazoo.tables import GAME
from tests.arena.games.alakazoo.wandering import OPTIONS, choice, game, options_for

pytestmark = pytest.mark.slow

SEEDS = st.integers(0, 2**64)
games = settings(max_examples=4, deadline=None)
every_number_of_seats = pytest.mark.parametrize("seats", [1, 2, 3, 4])

Document = dict[str, Any]


@every_number_of_seats
@games
@given(options=OPTIONS, seed=SEEDS)
def test_what_holds_in_every_position(seats: int, options: Document, seed: int) -> None:
    for place, (before, _, _, state, _) in enumerate(game(seats, options, seed)):
        document = state.dump()
        check(document)
        assert state.ply == before.ply + 1
        if place % 5 == 0:  # 17
            assert GAME.load(json.loads(json.dumps(document)), Seeded(bytes(32))).dump() == document
            assert document_of(message_of(document, alakazoo_pb2.State)) == document


@every_number_of_seats
@games
@given(options=OPTIONS, seed=SEEDS)
def test_invariants_5_6_9_and_19_from_one_position_to_the_next(seats: int, options: Document, seed: int) -> None:
    for before, _, action, state, events in game(seats, options, seed):
        facts = [GAME.facts.document(event.fact) for event in events]
        check_step(before.dump(), GAME.actions.document(action), state.dump(), facts)


@every_number_of_seats
@games
@given(options=OPTIONS, seed=SEEDS)
def test_invariants_13_and_14_at_the_end(seats: int, options: Document, seed: int) -> None:
    start = GAME.new(seats, options_for(seats, options), Seeded(seed.to_bytes(32, "big")))
    facts = [GAME.facts.document(event.fact) for event in start.events]
    state = start.state
    for step in game(seats, options, seed):
        state = step[3]
        facts += [GAME.facts.document(event.fact) for event in step[4]]
    check_game(state.dump(), facts)


@every_number_of_seats
@settings(max_examples=3, deadline=None)
@given(options=OPTIONS, seed=SEEDS)
def test_invariants_15_and_16_of_legal_and_refused_actions(seats: int, options: Document, seed: int) -> None:
    rng = Random(seed)
    for before, _, _, _, _ in game(seats, options, seed):
        for seat in range(seats):
            assert bool(len(before.legal(seat))) == (seat in before.to_act)  # 15
        if rng.random() > 0.05:
            continue
        document, drawn = before.dump(), dict(before.chance.drawn)
        tried = rng.sample([*UNIVERSE, *proposals(document)], 60)
        for seat in range(seats):
            for action in map(GAME.action, tried):
                code = before.refusal(seat, action)
                assert (action in list(before.legal(seat))) == (code is None)
                if code is not None:
                    assert code in REFUSALS
                    with pytest.raises(Refused, match=code):
                        before.apply(seat, action)
        assert (before.dump(), before.chance.drawn) == (document, drawn)  # 16


@every_number_of_seats
@settings(max_examples=2, deadline=None)
@given(options=OPTIONS, seed=SEEDS)
def test_invariant_17_same_seed_options_and_actions_give_the_same_events(
    seats: int, options: Document, seed: int
) -> None:
    first = [events for _, _, _, _, events in game(seats, options, seed)]
    assert first == [events for _, _, _, _, events in game(seats, options, seed)]


def test_wandering_games_come_to_every_kind_of_end_and_action() -> None:
    """Or the properties above would hold for want of cases."""
    every_reason = {"finished", "round-limit", "darkness"}  # to win alone takes more than luck
    every_kind = {kind.__name__ for kind in GAME.actions.kinds.values()}
    reasons, kinds = set[str](), set[str]()
    for seed in range(90):
        if (kinds, reasons) == (every_kind, every_reason):
            break
        options: Document = {"tommy": seed % 2 == 0, "university": seed % 5 > 1}
        options["book"] = ("off", "first", "second")[seed % 3]
        options["portals"] = "choose" if seed % 7 == 0 else "deal"
        for _, _, action, state, _ in game(1 + seed % 4, options, seed):
            kinds.add(type(action).__name__)
            if state.result is not None:
                reasons.add(state.result.reason)
    assert kinds == every_kind
    assert reasons == every_reason


def test_a_choice_is_one_of_the_legal_actions() -> None:
    state = GAME.new(4, {}, Seeded(bytes(32))).state
    action: Action = choice(state, 2, Random(1))
    assert action in state.legal(2)
