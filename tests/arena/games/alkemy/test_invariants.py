"""Section 23, on random games with every option."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.games.alkemy.actions import DEFAULT
from arena.games.alkemy.legality import REFUSALS
from arena.kernel.chance import Seeded
from arena.kernel.game import Refused
from athanorpb.codec import document_of, message_of
from athanorpb.v1 import alkemy_pb2
from tests.arena.games.alkemy import invariants
from tests.arena.games.alkemy.kit import UNIVERSE
from tests.arena.games.alkemy.scenes import GAME
from tests.arena.games.alkemy.wandering import OPTIONS, army, choice, game

pytestmark = pytest.mark.slow

SEEDS = st.integers(0, 2**64)
games = settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck))
Document = dict[str, Any]


@games
@given(options=OPTIONS, seed=SEEDS)
def test_ak_23_what_holds_in_every_state_and_between_two(options: Document, seed: int) -> None:
    """AK-23."""
    for before, _, action, state, events in game(options, seed):
        after = state.dump()
        invariants.check(after)
        told = [GAME.facts.document(event.fact) for event in events]
        invariants.check_step(before.dump(), GAME.actions.document(action), after, told)
        assert all(event.to is None for event in events)  # AK-324


@games
@given(options=OPTIONS, seed=SEEDS)
def test_ak_23_what_holds_of_a_whole_game(options: Document, seed: int) -> None:
    """AK-23."""
    start = GAME.new(2, options, Seeded(seed.to_bytes(32, "big")))
    state, events, random = start.state, start.events, Random(seed)
    while state.to_act:
        seat = random.choice(state.to_act)
        events += state.apply(seat, choice(state, seat, random))
    invariants.check_game(state.dump(), [GAME.facts.document(event.fact) for event in events])


@games
@given(options=OPTIONS, seed=SEEDS)
def test_ak_325_any_state_is_saved_and_loaded_and_goes_on_the_same(options: Document, seed: int) -> None:
    """AK-325."""
    for before, seat, action, state, events in game(options, seed):
        document = before.dump()
        assert document_of(message_of(document, alkemy_pb2.State)) == document  # AK-320
        loaded = GAME.load(json.loads(json.dumps(document)), Seeded(seed.to_bytes(32, "big")))
        assert loaded.dump() == document
        assert loaded.apply(seat, action) == events
        assert loaded.dump() == state.dump()


@games
@given(options=OPTIONS, seed=SEEDS)
def test_ak_312_what_is_suggested_is_accepted_and_so_is_the_default(options: Document, seed: int) -> None:
    """AK-312."""
    random = Random(seed)
    for before, seat, _, _, _ in game(options, seed):
        if random.random() < 0.8:
            continue
        listed = list(before.legal(seat))
        assert listed
        assert len(set(listed)) == len(listed)
        assert all(before.refusal(seat, action) is None for action in listed)
        assert before.refusal(seat, DEFAULT) is None
        before.copy().apply(seat, DEFAULT)
        assert before.legal(seat).finite == (before.legal(seat).templates == ())
        for other in {0, 1} - set(before.to_act):
            assert list(before.legal(other)) == []
            assert before.refusal(other, DEFAULT) == "not-your-turn"


@games
@given(options=OPTIONS, seed=SEEDS)
def test_ak_8_a_refused_action_leaves_the_state_equal(options: Document, seed: int) -> None:
    """AK-8."""
    random = Random(seed)
    for before, _, _, _, _ in game(options, seed):
        document, seat = random.choice(UNIVERSE), random.randrange(2)
        untouched, code = before.dump(), None
        try:
            before.apply(seat, GAME.read(before, seat, document))
        except Refused as refused:
            code = refused.code
        assert code is None or (code in REFUSALS and before.dump() == untouched)


@games
@given(options=OPTIONS, seed=SEEDS)
def test_ak_322_a_view_holds_no_draws_no_agenda_and_no_secret_of_the_other(options: Document, seed: int) -> None:
    """AK-322."""
    for before, _, _, _, _ in game(options, seed):
        whole = before.dump()
        for viewer in (None, 0, 1):
            view = before.view(viewer)
            assert view["seat"] == (-1 if viewer is None else viewer)
            assert set(view["secret"]) <= ({str(viewer)} if viewer is not None else set())
            rest = {key: value for key, value in view.items() if key not in ("seat", "secret")}
            assert rest == {key: value for key, value in whole.items() if key not in ("agenda", "drawn", "secret")}


@games
@given(options=OPTIONS, seed=SEEDS)
def test_ak_304_a_turn_asks_for_few_answers_and_ends(options: Document, seed: int) -> None:
    """AK-304."""
    asked: Counter[int] = Counter()
    for before, _, _, _, _ in game(options, seed):
        if before.turn:
            asked[before.turn] += 1
    assert max(asked.values()) < 400


def test_random_games_come_to_every_question() -> None:
    every_kind = {
        *("terrain", "component", "deploy", "initiative", "first", "hand", "orders", "react_shot", "react_charge"),
        *("card", "keep", "cover", "strikes", "enhance", "feint"),
    }
    kinds: set[str] = set()
    for seed in range(40):
        if kinds >= every_kind:
            break
        names = ["jade-1", "khaliman-2", "temple-1", "walosi-1", "khaliman-1", "escapees-1"]
        armies = [army(names[seed % 6]), army(names[(seed * 5 + 1) % 6])]
        options = {"armies": armies, "auto_setup": seed % 2 == 0}
        for before, seat, _, _, _ in game(options, seed):
            kinds.add(before.question(seat))
    assert kinds >= every_kind


@pytest.mark.parametrize("code", REFUSALS)
def test_every_refusal_has_a_sentence(code: str) -> None:
    assert REFUSALS[code].endswith(".")
