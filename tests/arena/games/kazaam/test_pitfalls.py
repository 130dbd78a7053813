"""Section 22: what implementations get wrong, one test an item, in the book's order."""

import pytest

from arena.games.kazaam.material import TILES
from tests.arena.games.kazaam.tables import (
    CANCEL,
    DECLINE,
    DRAW,
    END_TURN,
    KAZAAM,
    NINE_OF_FIRE,
    PASS,
    PLENTY,
    act,
    acts,
    extract,
    legal,
    new,
    play,
    player,
    refused,
    table,
    take,
    use,
)

SIX = ["fire-head", "wood-head", "fur-head", "bone-head", "stone-head", "insect-head"]
TORSO = use("torso", take={"mercury": 3})
LIMIT = {"round_limit": 2}


def test_a_face_down_head_and_the_user_are_not_asked_but_the_user_about_the_head_that_cancels() -> None:
    state = table(player(up=["fire-torso", "fire-head"]), player(down=["wood-head"]), player(up=["fur-head"]))
    act(state, 0, TORSO)
    assert state.to_act == (2,)
    act(state, 2, CANCEL)
    assert state.to_act == (0,)


def test_after_a_cancelled_head_the_seats_left_are_asked_and_those_who_passed_are_not() -> None:
    heads = [player(up=[head]) for head in SIX[:4]]
    heads[0] = player(up=["fire-head", "fire-torso"])
    state = table(*heads)
    acts(state, (0, TORSO), (1, PASS), (2, CANCEL), (3, PASS), (0, CANCEL), (1, PASS), (3, PASS))
    # Seat 2's head is cancelled. Seat 1 passed on the torso long ago; seat 3 has not been asked about it.
    assert (state.to_act, len(state.pending)) == ((3,), 1)
    act(state, 3, PASS)
    assert state.units[0] == 3


def test_whether_a_tail_turns_or_discards_is_not_fixed_when_it_is_declared() -> None:
    for user_cancels in (False, True):
        state = table(player(up=["fire-tail", "fire-head"]), player(up=["wood-head"]))
        acts(state, (0, use("tail", 1, "head")), (1, CANCEL), (0, CANCEL if user_cancels else PASS))
        assert state.dump()["discard"] == (["wood-head"] if user_cancels else [])


def test_a_cancelled_ability_gets_neither_its_tile_nor_its_action_back() -> None:
    state = table(player(up=["fire-torso"]), player(up=["wood-head"]))
    acts(state, (0, TORSO), (1, CANCEL))
    assert (state.actions_left, state.up[0]) == (2, 0)


def test_the_turn_does_not_pass_while_the_third_action_waits() -> None:
    mine = player(up=["fire-left-leg"])
    state = table(mine, player(up=["wood-head"]), discard=["bone-tail"], actions_left=1)
    for seat, action in ((0, use("left-leg")), (1, PASS)):
        act(state, seat, action)
        assert state.turn == 0
    act(state, 0, DECLINE)
    assert state.turn == 1


def test_taking_the_last_tile_of_the_deck_does_not_shuffle() -> None:
    state = table(player(), player(), deck=["bone-tail"], discard=[tile for tile in TILES if tile != "bone-tail"])
    act(state, 0, DRAW)
    assert (state.dump()["deck"], len(state.discard), state.dump()["drawn"]["reshuffle"]) == ([], 69, 0)


def test_the_shuffle_goes_from_the_back_the_deal_by_threes_and_the_draw_from_the_top() -> None:
    state = new(2, {"deck": [0] * 69})  # every tile moves one place down, the first to the end
    moved = [*TILES[1:], TILES[0]]
    assert [each["hand"] for each in state.dump()["players"]] == [moved[:3], moved[3:6]]
    assert act(state, 0, DRAW)[1]["drew_tile"]["tile"] == moved[6]


def test_a_face_down_tile_fills_its_part_and_left_and_right_are_two() -> None:
    state = table(player(["wood-left-leg", "wood-right-leg"], down=["fire-left-leg"], units=PLENTY), player())
    assert refused(state, 0, play("wood-left-leg")) == "part-in-play"
    act(state, 0, play("wood-right-leg"))


def test_the_price_is_no_set_a_pair_needs_two_units() -> None:
    one_of_each = dict.fromkeys(PLENTY, 1)
    state = table(player(["fire-torso"], units=one_of_each), player())
    assert refused(state, 0, play("fire-torso")) == "cannot-pay"


def test_symbols_and_favourite_are_counted_together_against_a_short_supply() -> None:
    # Balthasar extracts a tile that shows sulphur: two are due, one is left.
    state = table(
        player(["fire-right-ear"], alchemist="balthasar"), player(units={"sulphur": 15}, alchemist="severus")
    )
    assert act(state, 0, extract("fire-right-ear"))[0]["extracted"]["gained"] == {"mercury": 1, "sulphur": 1}
    state = table(player(["fire-right-ear"], alchemist="balthasar"), player(alchemist="severus"))
    assert act(state, 0, extract("fire-right-ear"))[0]["extracted"]["gained"] == {"mercury": 1, "sulphur": 2}
    rich = dict.fromkeys(PLENTY, 16)
    state = table(player(["fire-right-ear"]), player(units=rich))
    assert act(state, 0, extract("fire-right-ear"))[0]["extracted"]["gained"] == {}


def test_a_torso_takes_neither_fewer_than_it_must_nor_three_of_two() -> None:
    assert refused(table(player(up=["fire-torso"]), player()), 0, use("torso", take={"mercury": 2})) == "bad-take"
    rich = {**dict.fromkeys(PLENTY, 16), "mandrake": 14}
    state = table(player(up=["fire-torso"]), player(units=rich))
    act(state, 0, use("torso", take={"mandrake": 2}))
    assert state.supply == 0


@pytest.mark.parametrize("full_hand", ["blocked", "discard-first"])
def test_no_hand_or_leg_makes_a_seventh_tile_whatever_the_option(full_hand: str) -> None:
    mine = player(SIX, ["fire-left-hand", "fire-left-leg"])
    state = table(mine, player(["bone-tail"]), discard=["fur-tail"], options={"full_hand": full_hand})
    assert refused(state, 0, use("left-hand", 1)) == refused(state, 0, use("left-leg")) == "hand-full"


def test_a_tail_may_strike_another_seats_tail_and_any_own_tile_but_itself() -> None:
    state = table(player(up=["fire-tail", "fire-left-ear"], down=["fire-torso"]), player(up=["bone-tail"]))
    aims = [
        (each["use"]["target"], each["use"]["target_part"])
        for each in legal(state, 0)
        if each.get("use", {}).get("part") == "tail"
    ]
    assert aims == [(0, "left-ear"), (0, "torso"), (1, "tail")]


def test_a_look_shows_no_order_is_not_brought_up_to_date_and_is_shown_to_nobody_else() -> None:
    state = table(player(up=["fire-left-ear"]), player(["stone-tail", "fire-head"]), player())
    act(state, 0, use("left-ear", 1))
    acts(state, (0, END_TURN), (1, extract("stone-tail")))
    looks = [state.view(viewer)["players"][0].get("seen") for viewer in (0, 1, 2, None)]
    assert looks == [{"hands": [{"seat": 1, "ply": 21, "tiles": ["fire-head", "stone-tail"]}]}, None, None, None]


def test_the_discard_is_in_no_view_but_the_choosers() -> None:
    state = table(player(up=["fire-left-leg"]), player(), discard=["bone-tail"])
    views = []
    for step in (use("left-leg"), take("bone-tail")):
        views.append(["discard" in state.view(viewer) for viewer in (0, 1, None)])
        act(state, 0, step)
    views.append(["discard" in state.view(viewer) for viewer in (0, 1, None)])
    assert views == [[False] * 3, [True, False, False], [False] * 3]


def test_the_stolen_tile_is_told_to_the_two_it_passes_between_and_in_no_public_event() -> None:
    state = table(player(up=["fire-left-hand"]), player(["bone-tail"]), player())
    events = state.apply(0, next(action for action in state.legal(0) if "target=1" in repr(action)))
    assert [event.to for event in events] == [None, None, (0, 1)]


def test_after_the_ninth_tile_nothing_is_played_out_and_not_all_need_be_face_up() -> None:
    state = table(player([NINE_OF_FIRE[0], "bone-tail"], down=NINE_OF_FIRE[1:], units=PLENTY), player())
    act(state, 0, play(NINE_OF_FIRE[0]))
    assert (state.to_act, legal(state, 0), legal(state, 1)) == ((), [], [])


def test_the_bonus_of_one_homunculus_is_for_every_seat_and_for_face_up_tiles_there_are() -> None:
    rows = [player(), player(up=["fur-head"], down=["bone-tail"]), player(down=["stone-tail"])]
    state = table(*rows, options=LIMIT, turn=2)
    act(state, 2, END_TURN)
    assert [row["same"] for row in state.dump()["result"]["breakdown"]] == [0, 1, 0]


def test_who_completed_is_not_the_winner_by_that_and_after_1_1_comes_3() -> None:
    rival = player(up=[tile.replace("fire", "stone") for tile in NINE_OF_FIRE[1:]])
    twins = [rival, player(up=[tile.replace("fire", "bone") for tile in NINE_OF_FIRE[1:]])]
    state = table(player([NINE_OF_FIRE[0]], down=NINE_OF_FIRE[1:], units=PLENTY), *twins)
    act(state, 0, play(NINE_OF_FIRE[0]))
    assert state.dump()["result"]["ranks"] == [3, 1, 1]


def test_the_round_limit_counts_when_its_last_turn_ends_and_completes_nobody() -> None:
    state = table(player(), player(), options=LIMIT, round=1, turn=1)
    assert [next(iter(event)) for event in act(state, 1, END_TURN)] == ["turn"]
    assert [next(iter(event)) for event in act(state, 0, END_TURN)] == ["turn"]
    assert [next(iter(event)) for event in act(state, 1, END_TURN)] == ["ended"]
    assert [row["completion"] for row in state.dump()["result"]["breakdown"]] == [0, 0]


def test_spoken_a_complete_board_neither_ends_the_game_nor_passes_after_three_actions() -> None:
    state = table(
        player([NINE_OF_FIRE[0]], NINE_OF_FIRE[1:], units=PLENTY),
        player(),
        options={"kazaam": "spoken"},
        actions_left=1,
    )
    act(state, 0, play(NINE_OF_FIRE[0]))
    assert (state.result, state.to_act) == (None, (0,))
    act(state, 0, KAZAAM)
    assert state.result is not None


def test_a_refused_hand_draws_nothing_from_steal() -> None:
    state = table(player(up=["fire-left-hand"]), player(), player(["bone-tail"]))
    refused(state, 0, use("left-hand", 1))
    assert state.dump()["drawn"]["steal"] == 0


def test_the_two_copies_of_a_tile_are_two() -> None:
    state = table(player(["fire-torso-2"], units=PLENTY), player(["fire-torso"]))
    assert refused(state, 0, play("fire-torso")) == refused(state, 0, extract("fire-torso")) == "not-in-hand"
    act(state, 0, play("fire-torso-2"))
    assert state.dump()["players"][0]["board"]["torso"]["tile"] == "fire-torso-2"
