"""Sections 10 and 11: using an ability."""

import pytest

from tests.arena.games.kazaam.tables import (
    CANCEL,
    DECLINE,
    DRAW,
    END_TURN,
    PASS,
    REFRESH,
    act,
    acts,
    extract,
    legal,
    player,
    refused,
    table,
    take,
    use,
)

HAND = ["stone-tail", "fire-head", "insect-head"]
IN_TABLE_ORDER = ["insect-head", "fire-head", "stone-tail"]


def test_the_tile_is_turned_down_and_its_ability_happens() -> None:
    """KZ-40."""
    state = table(player(up=["fire-torso"]), player())
    assert act(state, 0, use("torso", take={"mercury": 2, "sulphur": 1})) == [
        {"used": {"seat": 0, "part": "torso", "tile": "fire-torso", "take": {"mercury": 2, "sulphur": 1}}},
        {"gained": {"seat": 0, "ingredients": {"mercury": 2, "sulphur": 1}}},
    ]
    assert state.dump()["players"][0]["board"]["torso"]["face"] == "down"


def test_only_the_own_tiles_are_used() -> None:
    """KZ-40."""
    state = table(player(), player(up=["fire-torso"]))
    assert refused(state, 0, use("torso", take={"mercury": 3})) == "no-such-part"


def test_a_face_down_tile_has_no_ability_until_the_refresh_of_its_owner() -> None:
    """KZ-41."""
    state = table(player(up=["fire-torso"]), player())
    act(state, 0, use("torso", take={"mercury": 3}))
    assert refused(state, 0, use("torso", take={"mercury": 3})) == "face-down"
    act(state, 0, REFRESH)
    act(state, 0, use("torso", take={"mercury": 3}))
    assert state.dump()["players"][0]["ingredients"]["mercury"] == 6


def test_an_ability_that_could_do_nothing_is_refused() -> None:
    """KZ-42."""
    mine = ["fire-left-ear", "fire-left-hand", "fire-left-leg", "fire-torso", "fire-tail"]
    state = table(player(up=mine), player(units=dict.fromkeys(table(player(), player()).dump()["supply"], 16)))
    assert refused(state, 0, use("left-ear", 1)) == "target-hand-empty"
    assert refused(state, 0, use("left-hand", 1)) == "target-hand-empty"
    assert refused(state, 0, use("left-leg")) == "discard-empty"
    assert refused(state, 0, use("torso", take={"mercury": 1})) == "supply-empty"
    assert refused(state, 0, use("tail", 1, "head")) == "no-target-tile"


def test_target_and_take_are_open_before_anybody_is_asked() -> None:
    """KZ-43."""
    state = table(player(up=["fire-tail"]), player(up=["bone-head", "bone-torso"]))
    act(state, 0, use("tail", 1, "torso"))
    assert state.view(None)["pending"] == [
        {"seat": 0, "part": "tail", "target": 1, "target_part": "torso", "at": 1}
    ]


def test_the_tile_is_down_and_the_action_counted_while_the_others_are_asked() -> None:
    """KZ-44."""
    state = table(player(up=["fire-torso"]), player(up=["bone-head"]))
    events = act(state, 0, use("torso", take={"mercury": 3}))
    assert [next(iter(event)) for event in events] == ["used", "asked"]
    document = state.dump()
    assert document["players"][0]["board"]["torso"]["face"] == "down"
    assert document["actions_left"] == 2
    assert document["players"][0]["ingredients"]["mercury"] == 0


def test_a_declared_ability_is_not_taken_back() -> None:
    """KZ-45."""
    state = table(player(up=["fire-torso"]), player(up=["bone-head"]))
    act(state, 0, use("torso", take={"mercury": 3}))
    assert legal(state, 0) == []
    assert refused(state, 0, CANCEL) == "not-your-turn"


def test_an_ear_shows_a_hand_to_its_user_alone() -> None:
    """KZ-46."""
    state = table(player(up=["fire-left-ear"]), player(HAND), player())
    assert act(state, 0, use("left-ear", 1))[1:] == [
        {"looked": {"seat": 0, "target": 1}},
        {"saw_hand": {"seat": 0, "target": 1, "tiles": IN_TABLE_ORDER, "to": [0]}},
    ]


@pytest.mark.parametrize("target", [0, 2, 9])
def test_never_into_the_own_hand_or_one_that_is_not_there(target: int) -> None:
    """KZ-46."""
    state = table(player(HAND[:1], ["fire-left-ear"]), player(HAND[1:]))
    assert refused(state, 0, use("left-ear", target)) == "bad-target"


def test_a_look_is_kept_with_its_ply_and_only_a_newer_one_takes_its_place() -> None:
    """KZ-47."""
    state = table(player(up=["fire-left-ear", "fire-right-ear"]), player(HAND), player(["bone-tail"]))
    acts(state, (0, use("left-ear", 1)), (0, use("right-ear", 2)), (0, END_TURN), (1, extract("fire-head")))
    looks = state.view(0)["players"][0]["seen"]["hands"]
    assert looks == [
        {"seat": 1, "ply": 21, "tiles": IN_TABLE_ORDER},
        {"seat": 2, "ply": 22, "tiles": ["bone-tail"]},
    ]
    acts(state, (1, END_TURN), (2, END_TURN), (0, REFRESH), (0, use("left-ear", 1)))
    assert state.view(0)["players"][0]["seen"]["hands"] == [
        {"seat": 1, "ply": 28, "tiles": ["insect-head", "stone-tail"]},
        looks[1],
    ]


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_hand_steals_the_drawn_place(place: int) -> None:
    """KZ-48."""
    state = table(player(["bone-tail"], ["fire-left-hand"]), player(HAND), chance={"steal": [place]})
    act(state, 0, use("left-hand", 1))
    rest = [tile for tile in HAND if tile != HAND[place]]
    assert [each["hand"] for each in state.dump()["players"]] == [["bone-tail", HAND[place]], rest]


def test_a_hand_needs_room_and_another_seat_with_tiles() -> None:
    """KZ-49."""
    full = ["bone-tail", "bone-torso", "bone-left-ear", "bone-right-ear", "bone-left-leg", "bone-right-leg"]
    state = table(player(full, ["fire-left-hand"]), player(HAND), player())
    assert refused(state, 0, use("left-hand", 1)) == "hand-full"
    act(state, 0, extract("bone-tail"))
    assert refused(state, 0, use("left-hand", 0)) == "bad-target"
    assert refused(state, 0, use("left-hand", 2)) == "target-hand-empty"
    act(state, 0, use("left-hand", 1))
    assert len(state.hands[0]) == 6


def test_user_and_target_know_the_stolen_tile_the_others_that_one_moved() -> None:
    """KZ-50."""
    state = table(player(), player(HAND), player(up=["fire-left-hand"]), turn=2, chance={"steal": [0]})
    assert act(state, 2, use("left-hand", 1))[1:] == [
        {"stole": {"seat": 2, "target": 1}},
        {"stole_tile": {"seat": 2, "target": 1, "tile": "stone-tail", "to": [2, 1]}},
    ]


def test_a_leg_takes_one_tile_of_choice_from_the_discard() -> None:
    """KZ-51."""
    state = table(player(["bone-tail"], ["fire-left-leg"]), player(), discard=["fur-tail", *HAND])
    events = acts(state, (0, use("left-leg")), (0, take("fire-head")))
    assert events[-2:] == [{"took": {"seat": 0}}, {"took_tile": {"seat": 0, "tile": "fire-head", "to": [0]}}]
    document = state.dump()
    assert document["players"][0]["hand"] == ["bone-tail", "fire-head"]
    assert document["discard"] == ["fur-tail", "stone-tail", "insect-head"]


def test_the_user_sees_the_discard_then_takes_or_declines() -> None:
    """KZ-52."""
    state = table(player(up=["fire-left-leg"]), player(), discard=HAND)
    events = act(state, 0, use("left-leg"))
    assert events[1:] == [
        {"searched": {"seat": 0}},
        {"saw_discard": {"seat": 0, "tiles": IN_TABLE_ORDER, "to": [0]}},
    ]
    assert state.question(0) == "leg-choice"
    assert refused(state, 0, take("bone-tail")) == "not-in-discard"
    assert refused(state, 0, DRAW) == "wrong-phase"
    assert act(state, 0, DECLINE) == [{"declined": {"seat": 0}}]
    assert state.dump()["discard"] == HAND


def test_a_leg_needs_room_and_a_discard() -> None:
    """KZ-53."""
    full = ["bone-tail", "bone-torso", "bone-left-ear", "bone-right-ear", "bone-left-leg", "bone-right-leg"]
    assert (
        refused(table(player(full, ["fire-left-leg"]), player(), discard=HAND), 0, use("left-leg")) == "hand-full"
    )
    assert refused(table(player(up=["fire-left-leg"]), player()), 0, use("left-leg")) == "discard-empty"


def test_the_discard_is_seen_in_the_choice_and_kept_as_a_dated_look() -> None:
    """KZ-54."""
    state = table(player(up=["fire-left-leg"]), player(), discard=HAND)
    assert "discard" not in state.view(0)
    act(state, 0, use("left-leg"))
    assert state.view(0)["discard"] == IN_TABLE_ORDER
    assert "discard" not in state.view(1)
    assert "discard" not in state.view(None)
    act(state, 0, take("fire-head"))
    assert "discard" not in state.view(0)
    assert state.view(0)["players"][0]["seen"]["discard"] == {"ply": 21, "tiles": IN_TABLE_ORDER}
    assert state.view(1)["discard_count"] == 2


@pytest.mark.parametrize(
    ("taken", "code"),
    [
        ({"mercury": 2}, "bad-take"),
        ({"mercury": 2, "sulphur": 2}, "bad-take"),
        ({"mercury": 2000000000}, "bad-take"),
        ({"mandrake": 2, "mercury": 1}, "bad-take"),
        ({}, "bad-take"),
    ],
)
def test_a_torso_takes_exactly_three_that_are_there(taken: dict[str, int], code: str) -> None:
    """KZ-55, KZ-56."""
    state = table(player(up=["fire-torso"]), player(units={"mandrake": 15}))
    assert refused(state, 0, use("torso", take=taken)) == code


def test_there_are_56_takes_from_a_rich_supply() -> None:
    """KZ-55."""
    state = table(player(up=["fire-torso"]), player())
    takes = [action["use"]["take"] for action in legal(state, 0) if "use" in action]
    assert len(takes) == 56
    assert all(sum(each.values()) == 3 for each in takes)


@pytest.mark.parametrize("left", [1, 2])
def test_a_torso_takes_all_that_is_left_of_fewer_than_three(left: int) -> None:
    """KZ-56."""
    rich = dict.fromkeys(table(player(), player()).dump()["supply"], 16)
    state = table(player(up=["fire-torso"]), player(units={**rich, "sulphur": 16 - left}))
    assert [action["use"] for action in legal(state, 0) if "use" in action] == [
        {"part": "torso", "take": {"sulphur": left}}
    ]


def test_a_tail_turns_a_face_up_tile_down_and_discards_a_face_down_one() -> None:
    """KZ-57."""
    state = table(player(up=["fire-tail"]), player(up=["bone-torso"], units={"mercury": 1}))
    assert act(state, 0, use("tail", 1, "torso"))[1:] == [
        {"flipped": {"seat": 1, "part": "torso", "tile": "bone-torso", "face": "down"}}
    ]
    assert acts(state, (0, REFRESH), (0, use("tail", 1, "torso")))[2] == {
        "discarded": {"seat": 1, "tile": "bone-torso", "source": "board"}
    }


def test_a_tail_is_aimed_at_any_tile_but_itself() -> None:
    """KZ-58."""
    state = table(player(up=["fire-tail", "fire-head"]), player(up=["bone-tail"]))
    assert refused(state, 0, use("tail", 0, "tail")) == "tail-targets-itself"
    aims = [action["use"] for action in legal(state, 0) if "use" in action]
    assert aims == [
        {"part": "tail", "target": 0, "target_part": "head"},
        {"part": "tail", "target": 1, "target_part": "tail"},
    ]
    act(state, 0, use("tail", 1, "tail"))
    assert state.dump()["players"][1]["board"]["tail"]["face"] == "down"


def test_the_discarded_tile_frees_its_part_and_pays_nothing_back() -> None:
    """KZ-59."""
    units = {"mandrake": 1, "unicorn-horn": 2, "phoenix-feather": 1}
    state = table(player(up=["fire-tail"]), player(["bone-torso"], down=["fur-torso"], units=units))
    supply = state.supply
    act(state, 0, use("tail", 1, "torso"))
    assert state.dump()["discard"] == ["fur-torso"]
    assert state.supply == supply
    acts(state, (0, END_TURN), (1, {"play": {"tile": "bone-torso"}}))
    assert state.dump()["players"][1]["board"]["torso"]["tile"] == "bone-torso"


def test_a_head_is_not_used_in_a_turn() -> None:
    """KZ-60."""
    state = table(player(up=["fire-head"]), player())
    assert refused(state, 0, use("head")) == "head-is-reaction"
    assert refused(table(player(), player()), 0, use("head")) == "head-is-reaction"


def test_an_effect_waits_for_every_answer() -> None:
    """KZ-44."""
    state = table(player(up=["fire-left-ear"]), player(HAND, ["bone-head"]), player(up=["fur-head"]))
    events = acts(state, (0, use("left-ear", 1)), (1, PASS), (2, PASS))
    assert [next(iter(event)) for event in events] == [
        *("used", "asked", "passed", "asked", "passed"),
        *("looked", "saw_hand"),
    ]
