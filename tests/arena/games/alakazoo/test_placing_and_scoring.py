"""Sections 10 and 13: placing spells, the final scoring, ranks."""

from __future__ import annotations

from typing import Any

import pytest

from tests.arena.games.alakazoo.tables import (
    PLACE_NOTHING,
    REST,
    act,
    activate,
    acts,
    barter,
    fetch,
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

PARTS = [spell.split("-", 1)[1] for spell in nine("dragon")]


def rows(*creatures: str) -> list[str]:
    """A portal's spells by their creatures' first letters, row by row; a dot is an empty position."""
    names = {"b": "basilisk", "d": "dragon", "g": "griffin", "h": "hydra", "k": "kraken", "p": "phoenix"}
    letters = "".join(creatures)
    return [f"{names[letter]}-{part}" for letter, part in zip(letters, PARTS, strict=True) if letter != "."]


def judged(*players: dict[str, Any], **more: Any) -> list[dict[str, Any]]:
    state = table(*players, turn=len(players) - 1, round=59, **more)
    return only(act(state, len(players) - 1, REST), "judged")


def test_AZ_73_AZ_74_any_number_of_spells_whose_runes_are_both_covered() -> None:
    hand = ["griffin-head", "dragon-tail", "hydra-torso"]
    state = table(player(hand=hand, covered=[2, 3, 14, 15, 8]), player(), columns=[["dragon-right-ear"]])
    act(state, 0, take(0))
    assert sorted(map(str, legal(state, 0))) == sorted(
        map(
            str,
            [
                PLACE_NOTHING,
                place("griffin-head"),
                place("dragon-tail"),
                place("dragon-tail", "griffin-head"),
            ],
        )
    )
    assert refused(state, 0, place("hydra-torso")) == "runes-not-active"


def test_AZ_75_the_two_tokens_go_back_to_the_supply() -> None:
    state = table(player(hand=["griffin-head"], covered=[2, 3, 8]), player(), columns=[["dragon-right-ear"]])
    acts(state, (0, take(0)), (0, place("griffin-head")))
    assert state.magic_supply == 29
    assert state.covered[0] == 1 << 8


def test_AZ_76_AZ_77_nobody_has_to_place_and_without_a_choice_nobody_is_asked() -> None:
    other = table(player(hand=["griffin-head"], covered=[2, 3]), player(), columns=[["dragon-tail"]])
    act(other, 0, take(0))
    act(other, 0, PLACE_NOTHING)
    assert other.dump()["players"][0]["hand"] == ["dragon-tail", "griffin-head"]
    nothing = table(player(hand=["griffin-head"], covered=[2]), player(), columns=[["dragon-tail"]])
    act(nothing, 0, take(0))
    assert nothing.to_act == (1,)


def test_AZ_78_a_position_takes_one_spell() -> None:
    state = table(
        player(["hydra-tail"], hand=["griffin-head", "dragon-head", "dragon-tail"], covered=[2, 3]),
        player(),
        columns=[["dragon-torso"]],
    )
    act(state, 0, take(0))
    assert refused(state, 0, place("griffin-head", "dragon-head")) == "repeated-part"
    assert refused(state, 0, place("dragon-tail")) == "position-filled"
    assert len(legal(state, 0)) == 3


@pytest.mark.parametrize(
    ("card", "taken", "points"),
    [("basilisk-head", False, 2), ("basilisk-head", True, 1), ("dragon-head", False, 1), ("dragon-head", True, 0)],
)
def test_AZ_79_AZ_80_a_point_for_the_own_creature_and_one_for_the_first(
    card: str, taken: bool, points: int
) -> None:
    state = table(
        player(hand=[card], covered=[2, 3]),
        player(["hydra-head"] if taken else []),
        columns=[["dragon-tail"]],
    )
    act(state, 0, take(0))
    assert only(act(state, 0, place(card)), "placed") == [{"seat": 0, "card": card, "points": points}]
    assert state.points[0] == points


def test_AZ_81_each_is_judged_alone_and_told_in_the_order_of_positions() -> None:
    state = table(
        player(hand=["basilisk-tail", "dragon-head"], covered=[2, 3, 14, 15]),
        player(["hydra-head"]),
        columns=[["dragon-torso"]],
    )
    act(state, 0, take(0))
    assert only(act(state, 0, place("basilisk-tail", "dragon-head")), "placed") == [
        {"seat": 0, "card": "dragon-head", "points": 0},
        {"seat": 0, "card": "basilisk-tail", "points": 2},
    ]


@pytest.mark.parametrize(
    ("spells", "same", "different", "pure"),
    [
        (rows("ddd", "...", "..."), 1, 0, 0),  # AZ-90
        (rows("d..", "d..", "d.."), 1, 0, 0),
        (rows("dgh", "...", "..."), 0, 1, 0),  # AZ-91
        (rows("..b", "..g", "..h"), 0, 1, 0),
        (rows("ddg", "...", "..."), 0, 0, 0),  # AZ-92: two and one
        (rows("dd.", "...", "..."), 0, 0, 0),  # AZ-92: not complete
        (rows("d..", ".d.", "..d"), 0, 0, 0),  # AZ-92: no diagonals
        (rows("bbb", "bbb", "bbb"), 6, 0, 1),  # AZ-93
        (rows("bbb", "ggg", "hhh"), 3, 3, 0),
        (rows("b..", "...", "..b"), 0, 0, 1),  # AZ-93: it need not be full
        (rows("...", "...", "..."), 0, 0, 0),  # AZ-94
    ],
)
def test_AZ_90_to_AZ_94_lines_and_the_whole_portal(
    spells: list[str], same: int, different: int, pure: int
) -> None:
    finisher = 0 if len(spells) == 9 else -1
    first, _ = judged(player(spells, points=4), player(), finisher=finisher)
    assert (first["same"], first["different"], first["pure"]) == (same, different, pure)
    assert first["total"] == 4 + same + different + pure


def test_AZ_95_AZ_96_AZ_97_ranks_by_points_then_by_spells_of_one_creature_then_shared() -> None:
    state = table(
        player(rows("dd.", "...", "..."), points=5),
        player(rows("...", "kkk", "..."), points=4),
        player(rows("g.g", "...", "b.."), points=5),
        player(points=3),
        turn=3,
        round=59,
        creatures=["basilisk", "dragon", "griffin", "hydra", "kraken", "phoenix"],
    )
    events = act(state, 3, REST)
    assert [each["tie"] for each in only(events, "judged")] == [2, 3, 2, 0]
    assert [each["total"] for each in only(events, "judged")] == [5, 5, 5, 3]
    assert only(events, "ended") == [
        {"scores": [5, 5, 5, 3], "ranks": [2, 1, 2, 4], "reason": "round-limit"},
    ]


def test_AZ_98_points_stay_as_they_were_and_hands_stay_hidden() -> None:
    state = table(player(rows("bbb", "...", "..."), points=4), player(hand=["hydra-head"]), turn=1, round=59)
    act(state, 1, REST)
    assert state.dump()["players"][0]["points"] == 4
    assert state.dump()["result"]["scores"] == [6, 0]
    assert state.view(0)["players"][1]["hand_count"] == 1
    assert "hand" not in state.view(0)["players"][1]
    assert refused(state, 0, REST) == "game-over"


def test_the_published_example_a_left_leg_brings_two_points() -> None:
    state = table(player(hand=["basilisk-left-leg"], covered=[12]), player(), chance={"dice": [4]})
    acts(state, (0, roll(1)), (0, activate("wave", 13)))
    assert only(act(state, 0, place("basilisk-left-leg")), "placed")[0]["points"] == 2


def test_a_spell_exchanged_later_still_blocks_its_position() -> None:
    state = table(
        player(["griffin-head"], magic=1),
        player(["hydra-head"], hand=["dragon-tail"], covered=[14, 15]),
        player(hand=["griffin-tail"], covered=[14, 15]),
        columns=[["dragon-torso"], ["griffin-torso"]],
    )
    act(state, 0, barter(1, "head"))
    acts(state, (1, take(0)), (1, place("dragon-tail")), (2, take(1)))
    assert only(act(state, 2, place("griffin-tail")), "placed")[0]["points"] == 1


def test_a_fetched_spell_can_be_placed_at_once() -> None:
    state = table(player(hand=["dragon-tail"], magic=1, covered=[2, 3]), player(), columns=[["griffin-head"]])
    act(state, 0, fetch("dragon-tail", "griffin-head"))
    assert place("griffin-head") in legal(state, 0)
