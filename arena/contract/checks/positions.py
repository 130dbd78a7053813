"""What every game keeps to, with every number of seats and every combination of options."""

from __future__ import annotations

import json
from collections import Counter
from hashlib import sha256
from inspect import signature
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.contract.cases import AnyState, Case, random_play
from arena.contract.kit import Kit
from arena.games.registry import game_named
from arena.kernel.chance import Seeded
from arena.kernel.choices import Filtered
from arena.kernel.events import told
from arena.kernel.game import BadState, Refused
from arena.kernel.options import BadOptions
from arena.kernel.results import unfit
from arena.kernel.seats import Viewer
from athanorpb import codec
from athanorpb.v1 import game_pb2

seeds = st.binary(min_size=32, max_size=32)
plies = st.integers(0, 320)
deals = st.sampled_from([sha256(bytes([number])).digest() for number in range(2)])
"""Seeds of the games that positions are taken from: each game is played once, however many tests look at it."""
some = settings(max_examples=4, deadline=None)
whole_games = settings(max_examples=2, deadline=None)
"""Of each case, and there are many cases."""


POSITION_EACH = 40
"""Actions between two positions that are written down whole."""
OF_A_KIND = 12
"""Events and actions of a kind that are written down in each game: their values differ, their fields hardly."""


def through_json(document: Any) -> Any:
    return json.loads(json.dumps(document))


def play_on(state: AnyState, seed: bytes, limit: int = 60) -> list[Any]:
    played: list[Any] = []
    for seat, action, events in random_play(state, seed):
        played.append((seat, action, events))
        if len(played) == limit:
            break
    return played


def viewers(state: AnyState) -> list[Viewer]:
    return [None, *range(state.seats)]


def test_a_game_is_found_by_its_name(kit: Kit) -> None:
    assert game_named(kit.name) is kit.game


@some
@given(seed=deals, at=plies)
def test_a_dump_loads_to_the_same_position_which_plays_on_the_same(case: Case, seed: bytes, at: int) -> None:
    state = case.position(seed, at)
    document = through_json(state.dump())
    assert document == state.dump(), "a state document is plain JSON"
    loaded = case.game.load(document, Seeded(seed))
    assert loaded.dump() == document
    assert [loaded.view(viewer) for viewer in viewers(state)] == [state.view(viewer) for viewer in viewers(state)]
    assert play_on(loaded, seed) == play_on(state, seed)
    assert loaded.dump() == state.dump()


@some
@given(seed=deals, at=plies)
def test_a_copy_is_independent_and_plays_on_the_same(case: Case, seed: bytes, at: int) -> None:
    state = case.position(seed, at)
    before = state.dump()
    twin = state.copy()
    assert twin.dump() == before
    played = play_on(twin, seed)
    assert state.dump() == before
    assert play_on(state, seed) == played
    assert state.dump() == twin.dump()


@some
@given(seed=deals, at=plies)
def test_what_is_listed_is_accepted_and_all_else_is_refused_with_a_code(case: Case, seed: bytes, at: int) -> None:
    state = case.position(seed, at)
    kit = case.kit
    universe = [case.game.action(document) for document in (*kit.universe, *kit.proposals(state.dump()))]
    for seat in range(case.seats):
        choices = state.legal(seat)
        listed = list(choices)
        assert (seat in state.to_act) == bool(listed)
        assert listed == list(Filtered(state, seat)), "a quick list is the filtered list, in the same order"
        assert len(set(listed)) == len(listed)
        if choices.finite:
            assert {action for action in universe if state.refusal(seat, action) is None} == set(listed)
        for action in universe:
            code = state.refusal(seat, action)
            assert (action in choices) == (code is None)
            assert code is None or code in case.game.refusals
        for action in listed:
            state.copy().apply(seat, action)


@some
@given(seed=deals, at=plies)
def test_a_refused_action_changes_nothing_no_stream_either(case: Case, seed: bytes, at: int) -> None:
    state = case.position(seed, at)
    before, drawn = state.dump(), dict(state.chance.drawn)
    refused = 0
    for document in case.kit.universe:
        action = case.game.action(document)
        for seat in (-1, *range(case.seats + 1)):
            code = state.refusal(seat, action)
            if code is not None:
                refused += 1
                with pytest.raises(Refused) as info:
                    state.apply(seat, action)
                assert info.value.code == code
    assert refused
    assert (state.dump(), state.chance.drawn) == (before, drawn)


@whole_games
@given(seed=seeds)
def test_a_game_ends_within_its_bound_and_somebody_is_to_act_until_then(case: Case, seed: bytes) -> None:
    state, _ = case.new(seed)
    actions = 0
    for _ in random_play(state, seed):
        actions += 1
        assert (state.result is None) == bool(state.to_act)
        assert list(state.to_act) == sorted(set(state.to_act))
    assert actions <= case.game.longest(case.seats, case.options)
    assert state.result is not None
    assert len(state.result.scores) == len(state.result.ranks) == case.seats
    assert not unfit(state.result, case.game.progress(state) if case.seats == 1 else ())
    assert min(state.result.ranks) == 1
    for rank in state.result.ranks:
        assert rank == 1 + sum(other < rank for other in state.result.ranks)


@whole_games
@given(seed=seeds)
def test_the_same_seed_and_actions_give_the_same_events(case: Case, seed: bytes) -> None:
    state, events = case.new(seed)
    twin, same = case.new(seed)
    assert events == same
    for seat, action, happened in random_play(state, seed):
        assert twin.apply(seat, case.game.action(case.game.actions.document(action))) == happened
    assert twin.dump() == state.dump()


@settings(max_examples=12, deadline=None)
@given(seed=deals, at=plies, random=st.randoms(use_true_random=False), data=st.data())
def test_what_a_viewer_may_not_know_changes_nothing_that_it_is_told(
    case: Case, seed: bytes, at: int, random: Random, data: st.DataObject
) -> None:
    state = case.position(seed, at)
    viewer = data.draw(st.sampled_from(viewers(state)))
    document = case.kit.exchanged(state.dump(), viewer, random)
    other = case.game.load(document, Seeded(seed))
    assert other.view(viewer) == state.view(viewer)
    assert other.to_act == state.to_act
    if viewer in state.to_act:
        assert other.question(viewer) == state.question(viewer)
        assert list(other.legal(viewer)) == list(state.legal(viewer))
        assert other.autopilot(viewer) == state.autopilot(viewer), "the autopilot knows what its seat knows"
    if case.kit.reveals(document):
        return
    for seat in state.to_act:
        in_both = [action for action in state.legal(seat) if action in other.legal(seat)]
        if in_both:
            action = data.draw(st.sampled_from(in_both))
            assert told(other.apply(seat, action), viewer) == told(state.apply(seat, action), viewer)
            assert other.view(viewer) == state.view(viewer)
            return


@some
@given(seed=deals, at=plies)
def test_no_view_holds_the_seed_or_what_was_drawn_from_it(case: Case, seed: bytes, at: int) -> None:
    state = case.position(seed, at)
    for viewer in viewers(state):
        view = state.view(viewer)
        text = json.dumps(view)
        assert "drawn" not in text
        assert "seed" not in text
        assert seed.hex() not in text
        assert view["seat"] == (-1 if viewer is None else viewer)


@some
@given(seed=deals, at=plies)
def test_nothing_that_is_shown_to_one_can_change_the_state(case: Case, seed: bytes, at: int) -> None:
    state = case.position(seed, at)
    before = state.dump()
    for document in (state.dump(), state.view(None), state.view(0)):
        for value in document.values():
            if isinstance(value, list | dict):
                value.clear()
    assert state.dump() == before


@whole_games
@given(seed=seeds)
def test_the_autopilot_plays_every_seat_to_the_end(case: Case, seed: bytes) -> None:
    state, _ = case.new(seed)
    while state.to_act:
        for seat in state.to_act:
            action = state.autopilot(seat)
            assert state.refusal(seat, action) is None
            assert state.copy().autopilot(seat) == action
            state.apply(seat, action)
    assert state.result is not None


@whole_games
@given(seed=seeds)
def test_every_document_fits_its_message_and_comes_back_the_same(case: Case, seed: bytes) -> None:
    game, name = case.game, case.game.name
    state, events = case.new(seed)
    seen: Counter[str] = Counter()

    def check(document: Any, kind: Any) -> None:
        message = codec.message_of(document, kind, name)
        assert codec.trusted_message_of(document, kind, name) == message
        assert codec.document_of(kind.FromString(message.SerializeToString())) == document

    def is_new(document: Any) -> bool:
        (kind,) = document
        seen[kind] += 1
        return seen[kind] <= OF_A_KIND

    def check_position() -> None:
        check(state.dump(), game_pb2.State)
        for viewer in viewers(state):
            check(state.view(viewer), game_pb2.View)

    def check_events(events: list[Any]) -> None:
        for event in events:
            document = game.facts.document(event.fact)
            ((_, parameters),) = document.items()
            if is_new(document):
                check(through_json(document), game_pb2.Event)
            to = parameters.get("to")  # an audience is a list; of a movement it is the place where it ends
            assert (to if isinstance(to, list) else None) == (None if event.to is None else list(event.to))

    check(game.settle(case.seats, case.options), game_pb2.Options)
    check_position()
    check_events(events)
    for ply, (_, action, happened) in enumerate(random_play(state, seed)):
        document = game.actions.document(action)
        if is_new(document):
            check(document, game_pb2.Action)
        assert game.action(document) == action
        check_events(happened)
        if ply % POSITION_EACH == 0:
            check_position()
    check_position()


def test_options_are_settled_and_wrong_ones_named(kit: Kit) -> None:
    game = kit.game
    seats = game.seats[0]
    assert game.settle(seats, {}) == {name: option.default for name, option in game.options.items()}
    with pytest.raises(BadOptions, match="no option 'speed'"):
        game.new(seats, {"speed": "high"}, Seeded(bytes(32)))
    with pytest.raises(BadOptions, match="seats"):
        game.new(game.seats.stop, {}, Seeded(bytes(32)))
    for name in game.options:
        with pytest.raises(BadOptions, match=name):
            game.new(seats, {name: "no such value"}, Seeded(bytes(32)))


@pytest.mark.parametrize("document", [None, 7, "play", [], {}, {"game": 1}, {"players": 3}, {"nonsense": {}}])
def test_what_is_no_state_document_is_not_loaded(kit: Kit, document: Any) -> None:
    with pytest.raises(BadState):
        kit.game.load(document, Seeded(bytes(32)))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_an_action_of_any_shape_is_parsed_or_malformed(kit: Kit, data: st.DataObject) -> None:
    game = kit.game
    names = st.sampled_from(sorted(game.actions.kinds)) | st.text(max_size=8)
    known = {parameter for kind in game.actions.kinds.values() for parameter in signature(kind).parameters}
    parameters = st.dictionaries(
        st.sampled_from(sorted({*known, "x"})),
        json_values,
        max_size=3,
    )
    document = data.draw(json_values | st.dictionaries(names, parameters | json_values, max_size=2))
    code, action = None, None
    try:
        action = game.action(document)
    except Refused as refused:
        code = refused.code
    assert code == "malformed" or game.action(game.actions.document(action)) == action


@settings(max_examples=24, deadline=None)
@given(seed=deals, at=plies, data=st.data())
def test_a_state_document_with_one_thing_changed_is_loaded_or_named_bad(
    case: Case, seed: bytes, at: int, data: st.DataObject
) -> None:
    """Whatever is loaded can be shown, written, and played to its end."""
    document: Any = through_json(case.position(seed, at).dump())
    place = document
    while True:
        key = data.draw(st.sampled_from(sorted(place) if isinstance(place, dict) else list(range(len(place)))))
        if isinstance(place[key], dict | list) and place[key] and data.draw(st.booleans()):
            place = place[key]
            continue
        place[key] = data.draw(json_values | st.integers(0, 5) | st.sampled_from([[], {}, 0, 1, "", None]))
        break
    try:
        state = case.game.load(document, Seeded(seed))
    except BadState:
        return
    assert case.game.load(state.dump(), Seeded(seed)).dump() == state.dump()
    for viewer in viewers(state):
        state.view(viewer)
    play_on(state, seed, limit=case.game.longest(state.seats, state.dump()["options"]))
    assert state.result is not None
