"""Sections 14 and 15: the end and the score."""

import pytest

from tests.arena.games.kazaam.tables import (
    END_TURN,
    KAZAAM,
    NINE_OF_FIRE,
    PLENTY,
    REFRESH,
    act,
    acts,
    legal,
    play,
    player,
    refused,
    table,
    use,
)

SPOKEN = {"kazaam": "spoken"}
NINTH = "fire-left-ear"
EIGHT = NINE_OF_FIRE[1:]


def ended(events: list[dict[str, object]]) -> bool:
    return [next(iter(event)) for event in events][-1] == "ended"


def test_the_ninth_tile_ends_the_game_at_once() -> None:
    """KZ-73."""
    state = table(player([NINTH], EIGHT, units=PLENTY), player(["bone-tail"]))
    events = act(state, 0, play(NINTH))
    assert [next(iter(event)) for event in events] == ["played", "ended"]
    assert state.result is not None
    assert state.result.reason == "kazaam"


def test_face_down_tiles_count_for_completeness() -> None:
    """KZ-74."""
    state = table(player([NINTH], down=EIGHT, units=PLENTY), player())
    act(state, 0, play(NINTH))
    assert state.dump()["result"]["completed_by"] == 0


def test_spoken_the_ninth_tile_ends_nothing_and_the_turn_waits_for_the_word() -> None:
    """KZ-75."""
    state = table(player([NINTH], EIGHT, units=PLENTY), player(), options=SPOKEN, actions_left=1)
    assert act(state, 0, play(NINTH))[-1].keys() == {"played"}
    assert (state.turn, state.to_act, state.actions_left) == (0, (0,), 0)
    assert legal(state, 0) == [END_TURN, KAZAAM]
    assert refused(state, 0, {"draw": {}}) == "no-actions-left"
    assert ended(act(state, 0, KAZAAM))


def test_the_word_needs_a_complete_board_and_the_option() -> None:
    """KZ-75."""
    state = table(player(up=EIGHT), player(), options=SPOKEN)
    assert refused(state, 0, KAZAAM) == "not-complete"
    assert refused(table(player(up=EIGHT), player()), 0, KAZAAM) == "kazaam-is-automatic"


def test_a_complete_board_may_keep_silent() -> None:
    """KZ-75."""
    state = table(player(up=NINE_OF_FIRE), player(), options=SPOKEN, actions_left=0)
    assert act(state, 0, END_TURN) == [{"turn": {"seat": 1, "round": 2}}]


def test_a_board_that_a_tail_has_made_incomplete_cannot_say_it() -> None:
    """KZ-75."""
    mine = player(up=NINE_OF_FIRE[:1], down=NINE_OF_FIRE[1:])
    state = table(mine, player(up=["wood-tail"]), options=SPOKEN, turn=1)
    acts(state, (1, use("tail", 0, "torso")), (1, END_TURN))
    assert refused(state, 0, KAZAAM) == "not-complete"


def test_a_tail_on_the_own_complete_board_lets_the_turn_pass_again() -> None:
    """KZ-75."""
    mine = player(up=["fire-tail"], down=[tile for tile in NINE_OF_FIRE if tile != "fire-tail"])
    state = table(mine, player(), options=SPOKEN, actions_left=1)
    assert act(state, 0, use("tail", 0, "torso"))[-1] == {"turn": {"seat": 1, "round": 2}}


def test_actions_left_are_lost_and_nobody_plays_on() -> None:
    """KZ-76."""
    state = table(player([NINTH, "bone-tail"], EIGHT, units=PLENTY), player(), player())
    act(state, 0, play(NINTH))
    assert state.to_act == ()
    assert refused(state, 0, END_TURN) == refused(state, 1, END_TURN) == "game-over"


def test_the_last_turn_of_the_last_round_ends_the_game() -> None:
    """KZ-77."""
    limit = {"round_limit": 2}
    state = table(player(), player(), options=limit)
    assert not ended(act(state, 0, END_TURN))
    assert ended(act(state, 1, END_TURN))
    result = state.dump()["result"]
    assert result["reason"] == "round-limit"
    assert "completed_by" not in result


def test_the_third_action_of_the_last_turn_ends_it_too() -> None:
    """KZ-77."""
    state = table(player(), player(down=["bone-tail"]), options={"round_limit": 2}, turn=1, actions_left=1)
    assert [next(iter(event)) for event in act(state, 1, REFRESH)] == ["refreshed", "ended"]


def test_the_state_of_a_game_that_is_over() -> None:
    """KZ-78."""
    state = table(player([NINTH], EIGHT, units=PLENTY), player(), round=7)
    act(state, 0, play(NINTH))
    document = state.dump()
    assert (document["phase"], document["to_act"], document["pending"]) == ("over", [], [])
    assert (document["actions_left"], document["turn"], document["round"]) == (0, 0, 7)


def test_face_up_tiles_score_their_points_and_face_down_ones_nothing() -> None:
    """KZ-79."""
    # one tile of another homunculus, and no favourite: points of parts alone
    up = ["fire-left-ear", "stone-head", "fire-right-hand", "fire-left-leg", "fire-tail"]
    state = table(player(up=up, down=["fire-torso"]), player(), options={"round_limit": 2}, turn=1)
    act(state, 1, END_TURN)
    assert state.dump()["result"]["breakdown"][0] == {
        "parts": 1 + 2 + 1 + 1 + 2,
        "same": 0,
        "favourite": 0,
        "completion": 0,
        "face_up": 5,
        "ingredients": 0,
    }


@pytest.mark.parametrize(
    ("up", "down", "same"),
    [
        (["stone-head", "stone-tail"], [], 2),
        (["stone-head", "stone-tail"], ["fire-torso"], 2),  # face down spoils nothing
        (["stone-head"], [], 1),  # one alone is enough
        (["stone-head", "fire-tail"], [], 0),
        ([], ["stone-head"], 0),
    ],
)
def test_face_up_tiles_of_one_homunculus_score_one_more_each(up: list[str], down: list[str], same: int) -> None:
    """KZ-80."""
    state = table(player(), player(up=up, down=down), options={"round_limit": 2}, turn=1)
    act(state, 1, END_TURN)
    assert state.dump()["result"]["breakdown"][1]["same"] == same


@pytest.mark.parametrize(("favourites", "points"), [("face-up", 1), ("all", 3)])
def test_tiles_of_the_favourite_homunculus_score_one_more(favourites: str, points: int) -> None:
    """KZ-81."""
    mine = player(up=["fur-head", "stone-tail"], down=["fur-torso", "fur-left-ear"], alchemist="minerva")
    options = {"round_limit": 2, "favourite_bonus": favourites}
    state = table(player(), mine, options=options, turn=1)
    act(state, 1, END_TURN)
    assert state.dump()["result"]["breakdown"][1]["favourite"] == points


def test_only_the_seat_that_said_the_word_scores_the_completion() -> None:
    """KZ-82."""
    wood = [tile.replace("fire", "wood") for tile in NINE_OF_FIRE]
    state = table(player(down=NINE_OF_FIRE), player(up=wood), options=SPOKEN)
    act(state, 0, KAZAAM)
    assert [row["completion"] for row in state.dump()["result"]["breakdown"]] == [4, 0]


def test_the_example_of_both_texts_scores_fifteen() -> None:
    """KZ-83."""
    # One hand and one leg of the favourite homunculus; an ear and the tail face down; the torso is the ninth.
    up = ["fur-left-hand", "stone-right-hand", "fur-left-leg", "bone-right-leg", "wood-left-ear", "fire-head"]
    mine = player(["reptile-torso"], up, ["wood-right-ear", "bone-tail"], alchemist="minerva", units=PLENTY)
    state = table(mine, player())
    act(state, 0, play("reptile-torso"))
    result = state.dump()["result"]
    row = result["breakdown"][0]
    assert (row["parts"], row["same"], row["favourite"], row["completion"]) == (9, 0, 2, 4)
    assert result["scores"] == [15, 0]


def test_ties_go_to_more_face_up_tiles_then_to_more_ingredients() -> None:
    """KZ-84."""
    rows = [
        player(up=["fire-left-ear"]),  # 1 + same 1 = 2, one up
        player(up=["fur-left-ear", "wood-right-ear"]),  # 2, two up
        player(up=["bone-left-ear", "stone-right-ear"], units={"mercury": 1}, alchemist="balthasar"),
        player(alchemist="minerva"),
    ]
    rows[0]["alchemist"], rows[1]["alchemist"] = "severus", "cordula"
    rows[1]["board"] = player(up=["fur-left-ear", "reptile-right-ear"])["board"]
    state = table(*rows, options={"round_limit": 2}, turn=3)
    act(state, 3, END_TURN)
    result = state.dump()["result"]
    assert result["scores"] == [2, 2, 2, 0]
    assert result["ranks"] == [3, 2, 1, 4]


def test_equal_in_all_three_shares_the_rank_and_the_next_skips() -> None:
    """KZ-85."""
    rows = [
        player(up=["stone-left-ear"]),
        player(up=["stone-right-ear"], units={"mercury": 1}),
        player(up=["stone-left-leg"], units={"sulphur": 1}),
        player(),
    ]
    state = table(*rows, options={"round_limit": 2}, turn=3)
    act(state, 3, END_TURN)
    assert state.dump()["result"]["ranks"] == [3, 1, 1, 4]


def test_who_completed_need_not_win() -> None:
    """KZ-85."""
    rival = player(up=[tile.replace("fire", "stone") for tile in EIGHT])
    state = table(player([NINTH], down=EIGHT, units=PLENTY), rival)
    act(state, 0, play(NINTH))
    result = state.dump()["result"]
    assert result["completed_by"] == 0
    assert result["ranks"] == [2, 1]
