"""Section 14: the solo mode."""

from __future__ import annotations

import pytest

from arena.kernel.chance import Seeded
from tests.arena.games.alakazoo.tables import (
    GAME,
    SEED,
    act,
    activate,
    acts,
    fetch,
    identity,
    keys,
    legal,
    miss,
    new,
    nine,
    only,
    place,
    player,
    refused,
    roll,
    table,
    take,
)

ALL_BUT_HEAD = [spell for spell in nine("basilisk") if spell != "basilisk-head"]
MOONLESS = ["basilisk-left-ear", "dragon-left-hand", "griffin-tail"]


def test_AZ_100_one_portal_and_no_magic_tokens() -> None:
    document = new(1).dump()
    assert len(document["players"]) == 1
    assert (document["players"][0]["magic"], document["magic_supply"]) == (0, 30)


def test_AZ_101_two_of_three_abilities_in_canonical_order() -> None:
    state = new(1, {"keepers": [0, 1]})  # fetch-two, swap-discard, swap-column
    assert state.dump()["players"][0]["abilities"] == ["swap-discard", "fetch-two"]
    assert state.dump()["drawn"]["keepers"] == 2
    both = table(
        player(["basilisk-head"], magic=2, abilities=["swap-column", "swap-discard"]),
        columns=[["dragon-head"]],
        discard=["griffin-head"],
    )
    actions = legal(both, 0)
    assert {"swap_column": {"card": "dragon-head"}} in actions
    assert {"swap_discard": {"card": "griffin-head"}} in actions


def test_AZ_102_three_creatures_are_in_play_the_portals_own_among_them() -> None:
    state = new(1, {"setup": [*identity(8), *identity(7)]})
    assert state.dump()["creatures"] == ["basilisk", "unicorn", "yeti"]


def test_AZ_103_no_draft_the_columns_are_laid_then_the_hand() -> None:
    start = GAME.new(1, {}, Seeded(SEED))
    events = [GAME.facts.document(event.fact) for event in start.events]
    assert keys(events)[2:11] == [*["laid"] * 8, "hand"]
    assert start.state.question(0) == "action"
    hand = only(events, "hand")[0]
    assert hand["to"] == [0]
    assert hand["cards"] == start.state.dump()["players"][0]["hand"]
    assert len(hand["cards"]) == 4


def test_AZ_104_six_slots_for_magic_and_dark_tokens() -> None:
    state = table(player(magic=3, dark=2), chance={"dice": [0, 0]})
    act(state, 0, roll(2))
    act(state, 0, {"store": {}})
    assert refused(state, 0, {"store": {}}) == "no-free-slot"
    assert (state.magic[0], state.dark[0]) == (4, 2)


@pytest.mark.parametrize(
    "action",
    [
        {"redraw": {"cards": ["dragon-head"]}},  # AZ-105
        {"rest": {}},  # AZ-106
        {"trade": {"seat": 0, "creature": "dragon", "give": "dragon-head"}},  # AZ-107
        {"barter": {"seat": 0, "part": "head"}},
        {"trade_two": {}},
        {"snatch": {}},
        {"curse": {}},
        {"extinguish": {}},
        {"swindle": {}},
    ],
)
def test_AZ_105_AZ_106_AZ_107_what_the_solo_mode_does_not_have(action: dict[str, object]) -> None:
    state = table(player(["basilisk-tail"], hand=["dragon-head"], magic=1), columns=[["griffin-head"]])
    assert refused(state, 0, action) == "not-in-solo"
    kinds = {next(iter(each)) for each in legal(state, 0)}
    assert kinds == {"roll", "take", "fetch"}


def test_AZ_106_dark_tokens_cost_no_turn_and_a_fourth_is_taken() -> None:
    state = table(player(MOONLESS, dark=3), chance={"dice": [2]})
    acts(state, (0, roll(1)), (0, miss("moon")))
    assert state.dark[0] == 4
    assert state.question(0) == "action"


def test_AZ_107_the_other_actions_are_paid_for_as_usual() -> None:
    state = table(player(hand=["dragon-head"], magic=1), columns=[["griffin-head"]])
    assert keys(act(state, 0, fetch("dragon-head", "griffin-head")))[0] == "paid"


def test_AZ_108_the_fifth_dark_token_loses_at_once() -> None:
    state = table(player(MOONLESS, dark=4, covered=[2, 3], hand=["dragon-head"]), chance={"dice": [2, 1]})
    act(state, 0, roll(2))
    events = act(state, 0, miss("moon"))
    assert keys(events) == ["missed", "darkened", "ended"]
    assert only(events, "ended") == [{"scores": [0], "ranks": [1], "reason": "darkness"}]
    assert state.dump()["dice"] == []
    assert state.to_act == ()


def test_AZ_108_a_limit_can_lose_the_game_too() -> None:
    state = table(player(hand=nine("dragon")[:4], dark=4), columns=[["griffin-head"]])
    act(state, 0, take(0))
    events = act(state, 0, {"discard": {"cards": ["griffin-head"]}})
    assert keys(events) == ["discarded", "darkened", "ended"]


def test_AZ_109_AZ_110_a_full_portal_wins_before_the_limits() -> None:
    hand = ["dragon-head", *nine("griffin")[2:5]]
    state = table(player(ALL_BUT_HEAD, hand=hand, covered=[2, 3], dark=4), columns=[nine("griffin")[5:8]])
    act(state, 0, take(0))
    assert len(state.hands[0]) == 7
    events = act(state, 0, place("dragon-head"))
    assert events == [
        {"placed": {"seat": 0, "card": "dragon-head", "points": 0}},
        {"ended": {"scores": [1], "ranks": [1], "reason": "won"}},
    ]
    assert state.points == [0]
    assert state.finisher == -1


def test_AZ_110_the_round_limit_loses() -> None:
    state = table(player(), round=59, chance={"dice": [1]})
    acts(state, (0, roll(1)))
    events = act(state, 0, activate("sun", 0))
    assert only(events, "ended") == [{"scores": [0], "ranks": [1], "reason": "round-limit"}]


def test_each_turn_of_the_one_seat_is_a_round() -> None:
    state = table(player(), columns=[["dragon-head"]])
    assert act(state, 0, take(0))[-1] == {"turn": {"seat": 0, "round": 6}}


def test_who_loses_is_told_apart_by_spells_runes_and_dark_tokens() -> None:
    state = table(player(MOONLESS, covered=[2, 3, 8], dark=4), chance={"dice": [2]})
    acts(state, (0, roll(1)), (0, miss("moon")))
    assert state.result is not None
    assert GAME.progress(state) == (
        3,
        9,
        0,
    )  # AZ-109: nine positions; AZ-7: two runes each; AZ-108: five are too many
    assert len(GAME.progress(state)) == len(GAME.measures)


def test_who_wins_has_come_as_far_as_there_is_to_go() -> None:
    state = table(player(ALL_BUT_HEAD, hand=["dragon-head"], covered=[2, 3], dark=2), columns=[["griffin-head"]])
    acts(state, (0, take(0)), (0, place("dragon-head")))
    assert GAME.progress(state) == (9, 18, 3)
