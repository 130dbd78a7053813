"""Section 21, on random games of every number of seats and with every option."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.games.kazaam import actions
from arena.games.kazaam.actions import Action, Use
from arena.games.kazaam.legality import REFUSALS
from arena.games.kazaam.material import TAIL, TILES, TORSO, UNKNOWN_TILE
from arena.games.kazaam.state import KazaamState
from arena.kernel.chance import Seeded
from arena.kernel.game import Refused
from athanorpb.codec import document_of, message_of
from athanorpb.v1 import kazaam_pb2
from tests.arena.games.kazaam.invariants import check, check_game, check_step
from tests.arena.games.kazaam.tables import GAME
from tests.arena.games.kazaam.wandering import OPTIONS, begun, choice, game

pytestmark = pytest.mark.slow

SEEDS = st.integers(0, 2**64)
games = settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
every_number_of_seats = pytest.mark.parametrize("seats", [2, 3, 4, 5])


@every_number_of_seats
@games
@given(options=OPTIONS, seed=SEEDS)
def test_invariants_1_to_11_after_every_action(seats: int, options: dict[str, Any], seed: int) -> None:
    for before, _, _, state, _ in game(seats, options, seed):
        document = state.dump()
        check(document)
        assert state.ply == before.ply + 1  # 10
        assert GAME.load(document, Seeded(bytes(32))).dump() == document  # 11
        assert document_of(message_of(document, kazaam_pb2.State)) == document


EVERY_ACTION: list[Action] = [
    actions.DRAW,
    actions.REFRESH,
    actions.END_TURN,
    actions.KAZAAM,
    actions.CANCEL,
    actions.PASS,
    actions.DECLINE,
    actions.USE_HEAD,
    *actions.DRAW_DISCARDING,
    *actions.PLAY,
    *actions.EXTRACT,
    *actions.TAKE,
    *(use for uses in actions.USE_ON_SEAT.values() for use in uses),
    *actions.USE_LEG.values(),
    *(use for uses in actions.USE_TAIL for use in uses),
    *(use for uses in actions.USE_TORSO for use in uses),
]


NOT_THERE: list[Action] = [
    actions.Draw(UNKNOWN_TILE),
    actions.Play(UNKNOWN_TILE),
    actions.Extract(UNKNOWN_TILE),
    actions.Take(UNKNOWN_TILE),
    Use(TAIL, target=9, target_part=0),
    Use(TORSO),
    *(Use(part, target=9) for part in actions.USE_ON_SEAT),
]
"""Well-formed, and never legal."""


@every_number_of_seats
@games
@given(options=OPTIONS, seed=SEEDS)
def test_invariant_12_the_listing_is_what_refusal_accepts_and_no_other(
    seats: int, options: dict[str, Any], seed: int
) -> None:
    rng = Random(seed)
    for before, seat, _, _, _ in game(seats, options, seed):
        if rng.random() < 0.85:
            continue
        listed = list(before.legal(seat))
        assert listed
        assert len(set(listed)) == len(listed)
        assert set(listed) == {action for action in EVERY_ACTION if before.refusal(seat, action) is None}
        before.copy().apply(seat, rng.choice(listed))
        for other in range(seats):
            if other != seat:
                assert list(before.legal(other)) == []
                assert before.refusal(other, listed[0]) == "not-your-turn"


@every_number_of_seats
@games
@given(options=OPTIONS, seed=SEEDS)
def test_invariant_10_and_12_a_refused_action_changes_nothing(
    seats: int, options: dict[str, Any], seed: int
) -> None:
    rng = Random(seed)
    for before, _, _, _, _ in game(seats, options, seed):
        action, seat = rng.choice([*EVERY_ACTION, *NOT_THERE, *NOT_THERE]), rng.randrange(seats)
        code = before.refusal(seat, action)
        if code is None:
            assert action in list(before.legal(seat))
            continue
        assert code in REFUSALS
        untouched = json.dumps(before.dump())
        with pytest.raises(Refused) as refused:
            before.apply(seat, action)
        assert refused.value.code == code
        assert json.dumps(before.dump()) == untouched


def elsewhere(state: KazaamState, viewer: int | None, rng: Random) -> KazaamState:
    """A state that differs only in what the viewer may not know."""
    document = state.dump()
    hidden = [seat for seat in range(state.seats) if seat != viewer]
    choosing = state.phase == 2 and viewer in state.to_act
    pool = [*document["deck"], *([] if choosing else document["discard"])]
    for seat in hidden:
        pool += document["players"][seat]["hand"]
    rng.shuffle(pool)
    places = [(document, "deck"), *([] if choosing else [(document, "discard")])]
    places += [(document["players"][seat], "hand") for seat in hidden]
    for holder, name in places:
        size = len(holder[name])
        holder[name], pool = pool[:size], pool[size:]
    for seat in hidden:
        document["players"][seat]["seen"] = {"hands": [], "discard": {"ply": 0, "tiles": [rng.choice(TILES)]}}
    document["drawn"]["steal"] += 5
    return GAME.load(document, Seeded(bytes(32)))


@every_number_of_seats
@games
@given(options=OPTIONS, seed=SEEDS)
def test_invariant_13_a_view_shows_nothing_of_what_its_viewer_may_not_know(
    seats: int, options: dict[str, Any], seed: int
) -> None:
    rng = Random(seed)
    for before, _, _, _, _ in game(seats, options, seed):
        if rng.random() < 0.8:
            continue
        for viewer in (None, *range(seats)):
            other = elsewhere(before, viewer, rng)
            assert other.view(viewer) == before.view(viewer)
            if viewer in before.to_act:  # neither do its questions, nor what it is played by without its bot
                assert list(other.legal(viewer)) == list(before.legal(viewer))
                assert other.question(viewer) == before.question(viewer)
                assert other.autopilot(viewer) == before.autopilot(viewer)


@every_number_of_seats
@games
@given(options=OPTIONS, seed=SEEDS)
def test_invariants_10_and_14_to_18_from_one_position_to_the_next_and_over_whole_games(
    seats: int, options: dict[str, Any], seed: int
) -> None:
    told: list[dict[str, Any]] = []
    for before, _, action, state, events in game(seats, options, seed):
        facts = [GAME.facts.document(event.fact) for event in events]
        assert [event.to and list(event.to) for event in events] == [
            next(iter(fact.values())).get("to") for fact in facts
        ]
        check_step(before.dump(), GAME.actions.document(action), state.dump(), facts)
        told += facts
    check_game(state.dump(), told)
    bound = options["round_limit"] * seats * (3 * (2 + (seats + 1) * (seats - 1)) + 1)
    assert GAME.longest(seats, options) == bound  # 15


@every_number_of_seats
@games
@given(options=OPTIONS, seed=SEEDS)
def test_a_copy_plays_on_the_same_and_leaves_the_first_alone(
    seats: int, options: dict[str, Any], seed: int
) -> None:
    state = begun(seats, options, seed)
    rng = Random(seed)
    for _ in range(60):
        if not state.to_act:
            break
        (seat,) = state.to_act
        action = choice(state, seat, rng)
        before = json.dumps(state.dump())
        twin = state.copy()
        told = twin.apply(seat, action)
        assert json.dumps(state.dump()) == before
        assert state.apply(seat, action) == told
        assert state.dump() == twin.dump()


@every_number_of_seats
def test_wandering_games_meet_every_kind_of_event(seats: int) -> None:
    """So that the properties above are tried where it matters."""
    every_kind = {kind.__name__ for kind in GAME.facts.kinds.values()} - {"Started", "Dealt"}
    met: set[str] = set()
    for seed in range(25):
        if met >= every_kind:
            break
        options = {
            "kazaam": ["automatic", "spoken"][seed % 2],
            "full_hand": ["blocked", "discard-first"][seed % 2],
        }
        for _, _, _, _, events in game(seats, options, seed):
            met |= {type(event.fact).__name__ for event in events}
    assert met >= every_kind
