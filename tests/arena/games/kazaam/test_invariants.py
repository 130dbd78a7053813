"""Section 21, on random games of every number of seats and with every option. The checks are the book's own
words on documents: they share no code with the engine."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.games.kazaam import actions
from arena.games.kazaam.actions import Action, Use
from arena.games.kazaam.facts import Reshuffled
from arena.games.kazaam.material import INGREDIENTS, TAIL, TILES, TORSO, UNKNOWN_TILE
from arena.games.kazaam.refusals import REFUSALS
from arena.games.kazaam.state import KazaamState
from arena.kernel.chance import Seeded
from arena.kernel.game import Refused
from athanorpb.codec import document_of, message_of
from athanorpb.v1 import kazaam_pb2
from tests.arena.games.kazaam.tables import GAME, part_of
from tests.arena.games.kazaam.wandering import OPTIONS, begun, choice, game

SEEDS = st.integers(0, 2**64)
games = settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
every_number_of_seats = pytest.mark.parametrize("seats", [2, 3, 4, 5])


def tiles_of(document: dict[str, Any]) -> list[str]:
    found = [*document["deck"], *document["discard"]]
    for each in document["players"]:
        found += each["hand"]
        found += [placed["tile"] for placed in each["board"].values()]
    return found


def check(document: dict[str, Any]) -> None:
    """Invariants 1 to 9."""
    options, players, phase = document["options"], document["players"], document["phase"]
    assert Counter(tiles_of(document)) == Counter(TILES)  # 1
    for name in INGREDIENTS:  # 2
        held = [document["supply"][name], *(each["ingredients"][name] for each in players)]
        assert min(held) >= 0
        assert sum(held) == (20 if options["counters"] == "some-double" else 16)
    for each in players:
        assert len(each["hand"]) <= 6  # 3
        assert all(part == part_of(placed["tile"]) for part, placed in each["board"].items())
        assert len(each["board"]) < 9 or options["kazaam"] == "spoken" or phase == "over"  # 4
    assert len(document["to_act"]) == (phase != "over")  # 5
    assert (document["result"] is not None) == (phase == "over")
    assert bool(document["pending"]) == (phase == "reaction")
    if phase in ("turn", "leg-choice"):  # 6
        assert document["to_act"] == [document["turn"]]
    if phase == "leg-choice":
        assert len(players[document["turn"]]["hand"]) < 6
        assert document["discard"]
    if phase == "reaction":
        check_pending(document)
    assert 0 <= document["actions_left"] <= 3  # 8
    if not document["actions_left"] and phase == "turn":
        assert options["kazaam"] == "spoken"
        assert len(players[document["turn"]]["board"]) == 9
    assert 1 <= document["round"] <= options["round_limit"]  # 9
    assert len({each["alchemist"] for each in players}) == document["seats"]


def check_pending(document: dict[str, Any]) -> None:
    """Invariant 7."""
    pending, players = document["pending"], document["players"]
    assert pending[0]["seat"] == document["turn"]
    assert [item["part"] == "head" for item in pending] == [False] + [True] * (len(pending) - 1)
    heads = [item["seat"] for item in pending[1:]]
    assert len(set(heads)) == len(heads)
    for item in pending:
        assert players[item["seat"]]["board"][item["part"]]["face"] == "down"
    assert [item["at"] for item in pending] == [*heads, *document["to_act"]]
    (asked,) = document["to_act"]
    assert asked != pending[-1]["seat"]
    assert players[asked]["board"]["head"]["face"] == "up"


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


PRIVATE = {"drew_tile", "saw_hand", "stole_tile", "saw_discard", "took_tile", "dealt"}


@every_number_of_seats
@games
@given(options=OPTIONS, seed=SEEDS)
def test_invariant_14_events_tell_nobody_more_than_he_may_know(
    seats: int, options: dict[str, Any], seed: int
) -> None:
    for _, _, _, state, events in game(seats, options, seed):
        document = state.dump()
        hidden = {*document["deck"], *(tile for each in document["players"] for tile in each["hand"])}
        open_names = []
        for event in events:
            ((name, fields),) = GAME.facts.document(event.fact).items()
            assert (event.to is not None) == (name in PRIVATE)
            if event.to is None:
                open_names.append(name)
                assert fields.get("tile") not in hidden or name == "discarded"
                if fields.get("tile") in hidden:  # thrown away, and shuffled into the deck at once (KZ-25, KZ-26)
                    assert "reshuffled" in [*GAME.facts.document(events[1].fact)]
            else:
                assert fields["to"] == list(event.to)
                expected = [fields["seat"], fields["target"]] if name == "stole_tile" else [fields["seat"]]
                assert list(event.to) == expected
                before = {"drew_tile": "drew", "saw_hand": "looked", "stole_tile": "stole"}
                before |= {"saw_discard": "searched", "took_tile": "took"}
                assert open_names[-1] == before[name]  # the open event first


@every_number_of_seats
@games
@given(options=OPTIONS, seed=SEEDS)
def test_invariant_15_to_17_bounds_boards_and_draws(seats: int, options: dict[str, Any], seed: int) -> None:
    plies = questions = 0
    for before, seat, action, state, events in game(seats, options, seed):
        kinds = Counter(type(event.fact).__name__ for event in events)
        plies += 1
        questions = 0 if isinstance(action, Use) else questions
        questions += kinds["Asked"]
        assert questions <= (seats + 1) * (seats - 1)  # 15
        for each in range(seats):  # 16
            added = state.filled[each] & ~before.filled[each]
            taken = before.filled[each] & ~state.filled[each]
            risen = state.up[each] & ~before.up[each] & before.filled[each]
            assert not added or (each == seat and type(action).__name__ == "Play")
            assert not taken or (kinds["Discarded"] and before.supply == state.supply)
            assert not risen or (each == seat and type(action).__name__ == "Refresh")
        drawn, drew = before.dump()["drawn"], state.dump()["drawn"]  # 17
        assert (drew["alchemists"], drew["deck"]) == (5, 69)
        assert drew["steal"] == drawn["steal"] + kinds["Stole"]
        shuffled = [event.fact.count for event in events if isinstance(event.fact, Reshuffled)]
        assert drew["reshuffle"] == drawn["reshuffle"] + sum(size - 1 for size in shuffled)
    limit = options["round_limit"]
    assert plies <= limit * seats * (3 * (2 + (seats + 1) * (seats - 1)) + 1) == GAME.longest(seats, options)


@every_number_of_seats
@games
@given(options=OPTIONS, seed=SEEDS)
def test_invariant_18_the_result_follows_from_its_parts(seats: int, options: dict[str, Any], seed: int) -> None:
    *_, (_, _, _, state, events) = game(seats, options, seed)
    assert state.result is not None
    result = state.result.document()
    rows = result["breakdown"]
    for row, score in zip(rows, result["scores"], strict=True):
        assert score == row["parts"] + row["same"] + row["favourite"] + row["completion"]
    keys = [(score, row["face_up"], row["ingredients"]) for score, row in zip(result["scores"], rows, strict=True)]
    assert result["ranks"] == [1 + sum(other > key for other in keys) for key in keys]
    completed = result.get("completed_by")
    assert [row["completion"] for row in rows] == [4 * (seat == completed) for seat in range(seats)]
    assert (completed is None) == (result["reason"] == "round-limit")
    assert GAME.facts.document(events[-1].fact) == {"ended": result}


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
    met: Counter[str] = Counter()
    for seed in range(25):
        options = {
            "kazaam": ["automatic", "spoken"][seed % 2],
            "full_hand": ["blocked", "discard-first"][seed % 2],
        }
        for _, _, _, _, events in game(seats, options, seed):
            met.update(type(event.fact).__name__ for event in events)
    assert {kind.__name__ for kind in GAME.facts.kinds.values()} - {"Started", "Dealt"} <= set(met)
