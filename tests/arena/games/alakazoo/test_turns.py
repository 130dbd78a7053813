"""Sections 6, 11 and 12: the course of a turn, its end, the end of the game; and the length of section 18."""

from __future__ import annotations

from random import Random

import pytest

from arena.kernel.chance import Seeded
from tests.arena.games.alakazoo.tables import (
    GAME,
    PLACE_NOTHING,
    REST,
    act,
    activate,
    acts,
    barter,
    keys,
    legal,
    nine,
    only,
    place,
    player,
    refused,
    roll,
    table,
    take,
)

ALL_BUT_HEAD = [spell for spell in nine("dragon") if spell != "dragon-head"]


def test_AZ_38_a_seat_with_three_dark_tokens_returns_them_and_loses_its_turn() -> None:
    state = table(player(), player(dark=3), player())
    events = act(state, 0, REST)
    assert events[1:] == [
        {"turn": {"seat": 1, "round": 5}},
        {"skipped": {"seat": 1}},
        {"lightened": {"seat": 1, "count": 3}},
        {"turn": {"seat": 2, "round": 5}},
    ]
    assert state.to_act == (2,)
    assert state.dark == [0, 0, 0]


def test_AZ_38_nobody_is_asked_who_is_not_to_act() -> None:
    state = table(player(), player(dark=3))
    act(state, 0, REST)
    assert state.to_act == (0,)
    assert refused(state, 1, roll(1)) == "not-your-turn"


def test_AZ_39_a_turn_is_a_rest_or_one_of_three_actions() -> None:
    state = table(
        player(["basilisk-tail"], hand=["dragon-head"], magic=1),
        player(hand=["hydra-tail"]),
        columns=[["hydra-head"]],
    )
    kinds = {next(iter(action)) for action in legal(state, 0)}
    assert kinds == {"rest", "roll", "take", "redraw", "fetch", "trade"}


def test_AZ_40_a_rest_returns_all_dark_tokens_and_nothing_is_placed_or_checked() -> None:
    state = table(player(hand=["dragon-head"], covered=[2, 3], dark=2), player())
    assert act(state, 0, REST) == [
        {"rested": {"seat": 0}},
        {"lightened": {"seat": 0, "count": 2}},
        {"turn": {"seat": 1, "round": 5}},
    ]
    assert state.question(1) == "action"


def test_AZ_40_a_seat_may_rest_without_dark_tokens() -> None:
    state = table(player(), player())
    assert keys(act(state, 0, REST)) == ["rested", "turn"]


def test_AZ_41_AZ_42_after_an_action_placing_then_tokens_then_cards() -> None:
    hand = ["dragon-head", "dragon-tail", "dragon-torso"]
    state = table(
        player(hand=hand, covered=[2, 3, 0, 1, 4, 6], magic=1),
        player(),
        columns=[["griffin-head", "griffin-tail"]],
        chance={"dice": [0, 0, 0]},
    )
    phases = []
    for action in (take(0), PLACE_NOTHING, {"discard": {"cards": ["griffin-tail"]}}, REST):
        phases.append(state.question(state.to_act[0]))
        act(state, state.to_act[0], action)
    assert phases == ["action", "place", "discard", "action"]
    for action in (roll(3), *(activate("wild", rune) for rune in (7, 8, 10)), PLACE_NOTHING):
        phases.append(state.question(0))
        act(state, 0, action)
    assert phases[4:] == ["action", "dice", "dice", "dice", "place"]
    assert state.question(0) == "trim"


def test_AZ_41_the_next_seats_turn_begins_after_it() -> None:
    state = table(player(), player(), player(), turn=2)
    assert act(state, 2, REST)[-1] == {"turn": {"seat": 0, "round": 6}}


def test_AZ_82_more_than_six_tokens_are_trimmed_to_six_for_one_dark_token() -> None:
    state = table(player(covered=range(6), magic=1), player(), chance={"dice": [0, 0, 0]})
    acts(state, (0, roll(3)), *((0, activate("wild", rune)) for rune in (6, 8, 10)))
    assert len(legal(state, 0)) == 84  # three of nine
    assert refused(state, 0, {"trim": {"runes": [0, 1]}}) == "wrong-count"
    assert refused(state, 0, {"trim": {"runes": [0, 1, 18]}}) == "no-such-rune"
    assert refused(state, 0, {"trim": {"runes": [0, 1, 7]}}) == "rune-not-covered"
    events = act(state, 0, {"trim": {"runes": [10, 0, 3]}})
    assert events[:2] == [
        {"uncovered": {"seat": 0, "runes": [0, 3, 10]}},
        {"darkened": {"seat": 0, "magic_back": 0}},
    ]
    assert state.covered[0].bit_count() == 6


def test_AZ_83_more_than_four_cards_are_discarded_to_four_for_one_dark_token() -> None:
    state = table(
        player(hand=nine("dragon")[:4]), player(), columns=[["griffin-head", "griffin-tail", "griffin-torso"]]
    )
    act(state, 0, take(0))
    assert len(legal(state, 0)) == 35  # three of seven
    events = act(state, 0, {"discard": {"cards": ["griffin-tail", "dragon-head", "griffin-head"]}})
    assert events[:2] == [
        {"discarded": {"seat": 0, "cards": ["dragon-head", "griffin-head", "griffin-tail"]}},
        {"darkened": {"seat": 0, "magic_back": 0}},
    ]
    assert len(state.hands[0]) == 4


def test_AZ_84_tokens_come_before_cards_and_each_brings_one_dark_token() -> None:
    state = table(
        player(hand=nine("dragon")[:4], covered=[0, 2, 4, 6, 8, 10], magic=1, magician="dreamer"),
        player(hand=["griffin-head"]),
        columns=[["hydra-head"]],
        options={"university": True},
    )
    state.covered[0] |= 1 << 12  # as many as only an unusual turn brings
    state.magic_supply -= 1
    act(state, 0, take(0))
    assert state.question(0) == "trim"
    events = acts(state, (0, {"trim": {"runes": [0]}}), (0, {"discard": {"cards": ["hydra-head"]}}))
    assert keys(events)[:4] == ["uncovered", "darkened", "discarded", "darkened"]


def test_AZ_84_only_the_seat_whose_turn_it_is_is_checked() -> None:
    state = table(player(), player(hand=nine("dragon")[:4]), options={"university": True})
    state.hands[1] = tuple(sorted((*state.hands[1], state.deck.pop())))
    act(state, 0, REST)
    act(state, 1, REST)
    assert len(state.hands[1]) == 5
    act(state, 0, roll(1))
    assert state.turn == 0


def test_AZ_85_the_first_full_portal_brings_a_point_at_once() -> None:
    state = table(
        player(),
        player(ALL_BUT_HEAD, hand=["griffin-head"], covered=[2]),
        player(),
        turn=1,
        chance={"dice": [0]},
    )
    acts(state, (1, roll(1)), (1, activate("wild", 3)))
    events = act(state, 1, place("griffin-head"))
    assert events == [
        {"placed": {"seat": 1, "card": "griffin-head", "points": 1}},
        {"finished": {"seat": 1, "points": 1}},
        {"turn": {"seat": 2, "round": 5}},
    ]
    assert (state.finisher, state.points[1]) == (1, 2)


def test_AZ_86_others_who_fill_theirs_in_the_same_round_get_no_such_point() -> None:
    griffins = [spell for spell in nine("griffin") if spell != "griffin-torso"]
    state = table(
        player(nine("basilisk")),
        player(),
        player(griffins, hand=["hydra-torso"], covered=[8]),
        turn=2,
        finisher=0,
        chance={"dice": [0]},
    )
    acts(state, (2, roll(1)), (2, activate("wild", 9)))
    events = act(state, 2, place("hydra-torso"))
    assert only(events, "finished") == []
    assert only(events, "ended")[0]["reason"] == "finished"
    assert state.finisher == 0


def test_AZ_87_the_round_is_played_to_its_end() -> None:
    state = table(player(nine("basilisk")), player(), player(), finisher=0, turn=1)
    assert keys(act(state, 1, REST)) == ["rested", "turn"]
    assert keys(act(state, 2, REST)) == ["rested", "judged", "judged", "judged", "ended"]


def test_AZ_87_the_game_ends_at_once_when_the_last_seat_finishes() -> None:
    state = table(
        player(),
        player(ALL_BUT_HEAD, hand=["griffin-head", *nine("hydra")[:3]], covered=[2, 3]),
        columns=[nine("griffin")[2:5]],
        turn=1,
    )
    act(state, 1, take(0))
    assert len(state.hands[1]) == 7
    events = act(state, 1, place("griffin-head"))
    assert keys(events) == ["placed", "finished", "judged", "judged", "ended"]


def test_AZ_88_a_turn_lost_or_rested_counts_as_a_turn() -> None:
    state = table(player(), player(dark=3), round=5, options={"round_limit": 6})
    events = act(state, 0, REST)
    assert keys(events) == ["rested", "turn", "skipped", "lightened", "judged", "judged", "ended"]


def test_AZ_89_the_round_limit_ends_the_game() -> None:
    state = table(player(points=2), player(), round=4, turn=1, options={"round_limit": 5})
    events = act(state, 1, REST)
    assert only(events, "ended") == [{"scores": [2, 0], "ranks": [1, 2], "reason": "round-limit"}]
    assert state.round == 4
    earlier = table(player(), player(), round=3, turn=1, options={"round_limit": 5})
    act(earlier, 1, REST)
    assert (earlier.round, earlier.result) == (4, None)


def test_AZ_89_a_portal_filled_in_the_last_round_is_finished_all_the_same() -> None:
    state = table(player(nine("basilisk")), player(), finisher=0, turn=1, round=4, options={"round_limit": 5})
    assert only(act(state, 1, REST), "ended")[0]["reason"] == "finished"


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_AZ_170_a_game_has_at_most_six_questions_a_seat_and_seven_a_turn(seats: int) -> None:
    # AZ-170
    options = {
        "round_limit": 8,
        "portals": "choose",
        "university": True,
        "tommy": True,
        "book": "goal" if seats == 1 else "bonus",
    }
    assert GAME.longest(seats, options) == 6 * seats + 7 * seats * 8
    for seed in range(12):
        state = GAME.new(seats, options, Seeded(bytes([seed] * 32))).state
        rng = Random(seed)
        turn, since = (-1, -1), 0
        while state.to_act:
            if state.question(state.to_act[0]) == "action":
                turn, since = (state.round, state.turn), 0
            seat = rng.choice(state.to_act)
            state.apply(seat, rng.choice(state.legal(seat)))
            since += 1
            assert turn == (-1, -1) or since <= 7
        assert state.ply <= GAME.longest(seats, options)


def test_AZ_171_two_cards_fetched_from_full_columns_make_the_most_actions() -> None:
    state = table(
        player(["basilisk-head"], hand=nine("kraken")[:4], magic=1, abilities=["fetch-two"]),
        player(["dragon-head"], hand=nine("phoenix")[:4], abilities=["swap-column"]),
        player(["griffin-head"], hand=nine("kraken")[4:8]),
        player(["hydra-head"], hand=nine("phoenix")[4:8]),
        columns=[nine("dragon")[2:6], nine("griffin")[2:6], nine("hydra")[2:6], nine("basilisk")[2:6]],
        creatures=["basilisk", "dragon", "griffin", "hydra", "kraken", "phoenix"],
    )
    actions = state.legal(0)
    assert 800 < len(actions) <= 1200
    assert len(list(actions)) == len(actions)
    assert sum("fetch_two" in each for each in legal(state, 0)) == 6 * 120


def test_AZ_171_there_always_is_an_action() -> None:
    """AZ-171."""
    state = table(player(), player())
    assert legal(state, 0) == [REST, roll(1), roll(2), roll(3)]


def test_barters_in_the_last_round_go_on_between_those_who_are_not_full() -> None:
    state = table(
        player(nine("basilisk")),
        player(["dragon-head"], magic=1),
        player(["griffin-head"]),
        finisher=0,
        turn=1,
    )
    act(state, 1, barter(2, "head"))
    assert state.dump()["players"][2]["positions"][1]["spell"] == "dragon-head"
