"""Sections 5 to 9: the turn, draw, play, extract, refresh."""

import pytest

from arena.games.kazaam.material import PARTS, TILES
from tests.arena.games.kazaam.tables import (
    CANCEL,
    DECLINE,
    DRAW,
    END_TURN,
    NINE_OF_FIRE,
    PASS,
    PLENTY,
    REFRESH,
    act,
    acts,
    extract,
    legal,
    new,
    part_of,
    play,
    player,
    refused,
    table,
    take,
    use,
)

SIX = ["fire-head", "wood-head", "fur-head", "bone-head", "stone-head", "insect-head"]


def test_a_seat_does_three_actions_the_same_one_more_than_once() -> None:
    """KZ-18."""
    state = new(2)
    assert [act(state, 0, DRAW)[-1] for _ in range(3)][-1] == {"turn": {"seat": 1, "round": 1}}
    assert [len(hand) for hand in state.hands] == [6, 3]


def test_a_turn_can_be_ended_before_its_first_action() -> None:
    """KZ-19."""
    state = new(2)
    assert act(state, 0, END_TURN) == [{"turn": {"seat": 1, "round": 1}}]
    assert (state.turn, state.actions_left, state.ply) == (1, 3, 1)


def test_the_turn_waits_for_the_answers_to_the_third_action() -> None:
    """KZ-20."""
    state = table(player(up=["fire-torso"]), player(up=["fire-head"]), actions_left=1)
    act(state, 0, use("torso", take={"mercury": 3}))
    assert (state.turn, state.to_act, state.actions_left) == (0, (1,), 0)
    assert act(state, 1, PASS)[-1] == {"turn": {"seat": 1, "round": 2}}


def test_the_turn_waits_for_the_choice_of_the_leg() -> None:
    """KZ-20."""
    state = table(player(up=["fire-left-leg"]), player(), discard=["fur-tail"], actions_left=1)
    act(state, 0, use("left-leg"))
    assert (state.turn, state.to_act, state.actions_left) == (0, (0,), 0)
    assert act(state, 0, DECLINE) == [{"declined": {"seat": 0}}, {"turn": {"seat": 1, "round": 2}}]


def test_each_of_the_five_actions_counts_one_and_nothing_else_counts() -> None:
    """KZ-21."""
    answering = player(up=["bone-head"])
    mine = player(["fire-tail", "fur-tail"], ["wood-left-leg"], ["wood-left-ear"], PLENTY)
    for action in (DRAW, play("fire-tail"), extract("fur-tail"), REFRESH, use("left-leg")):
        state = table(mine, answering, discard=["fur-torso"])
        act(state, 0, action)
        assert state.actions_left == 2
    for answers in ([(1, PASS), (0, take("fur-torso"))], [(1, PASS), (0, DECLINE)], [(1, CANCEL)]):
        state = table(mine, answering, discard=["fur-torso"])
        acts(state, (0, use("left-leg")), *answers)
        assert state.actions_left == 2


def test_a_cancelled_ability_is_spent_and_its_tile_stays_down() -> None:
    """KZ-22."""
    state = table(player(up=["fire-torso"]), player(up=["fire-head"]))
    acts(state, (0, use("torso", take={"mercury": 3})), (1, CANCEL))
    assert state.actions_left == 2
    assert state.dump()["players"][0]["board"]["torso"]["face"] == "down"
    assert refused(state, 0, use("torso", take={"mercury": 3})) == "face-down"


def test_the_top_tile_goes_to_the_end_of_the_hand_and_only_its_seat_sees_it() -> None:
    """KZ-23."""
    state = table(player(["fire-head"]), player(), deck=["stone-tail", "fire-tail"])
    events = act(state, 0, DRAW)
    assert events == [{"drew": {"seat": 0}}, {"drew_tile": {"seat": 0, "tile": "stone-tail", "to": [0]}}]
    assert state.dump()["players"][0]["hand"] == ["fire-head", "stone-tail"]
    assert state.dump()["deck"][0] == "fire-tail"


def test_no_hand_ever_has_a_seventh_tile() -> None:
    """KZ-24."""
    state = table(player(SIX, ["fire-left-hand", "fire-left-leg"]), player(["fire-tail"]), discard=["fur-tail"])
    for action in (DRAW, use("left-hand", 1), use("left-leg")):
        assert refused(state, 0, action) == "hand-full"
    assert not {"draw", "use"} & {key for each in legal(state, 0) for key in each}


def test_discard_first_throws_a_tile_away_for_all_to_see_and_draws() -> None:
    """KZ-25."""
    state = table(player(SIX), player(), options={"full_hand": "discard-first"}, deck=["stone-tail"])
    events = act(state, 0, {"draw": {"discard": "fur-head"}})
    assert events == [
        {"discarded": {"seat": 0, "tile": "fur-head", "source": "hand"}},
        {"drew": {"seat": 0}},
        {"drew_tile": {"seat": 0, "tile": "stone-tail", "to": [0]}},
    ]
    assert state.actions_left == 2
    assert state.dump()["discard"] == ["fur-head"]
    assert not state.units[0]


def test_blocked_takes_no_discard_and_fewer_than_six_tiles_take_none() -> None:
    """KZ-25."""
    assert refused(table(player(SIX), player()), 0, {"draw": {"discard": "fur-head"}}) == "no-discard"
    state = table(player(SIX[:5]), player(), options={"full_hand": "discard-first"})
    assert refused(state, 0, {"draw": {"discard": "fur-head"}}) == "no-discard"


def test_the_tile_thrown_away_is_in_the_deck_that_it_makes() -> None:
    """KZ-25."""
    state = table(
        *(player(SIX), player()),
        options={"full_hand": "discard-first"},
        deck=[],
        discard=["stone-tail"],
    )
    everything = len(state.discard) + 1
    events = act(state, 0, {"draw": {"discard": "fur-head"}})
    assert events[1] == {"reshuffled": {"count": everything}}
    assert [next(iter(event)) for event in events] == ["discarded", "reshuffled", "drew", "drew_tile"]
    assert state.dump()["drawn"]["reshuffle"] == everything - 1


def test_the_discard_becomes_the_deck_only_when_a_draw_finds_none() -> None:
    """KZ-26."""
    hands = [player(SIX), player()]
    last = next(tile for tile in TILES if tile not in SIX)
    rest = [tile for tile in TILES if tile not in SIX and tile != last]
    state = table(*hands, deck=[last], discard=rest, turn=1, actions_left=3)
    assert [next(iter(event)) for event in act(state, 1, DRAW)] == ["drew", "drew_tile"]
    assert (len(state.deck), len(state.discard)) == (0, 63)
    assert act(state, 1, DRAW)[0] == {"reshuffled": {"count": 63}}
    assert (len(state.deck), len(state.discard)) == (62, 0)


def test_the_discard_is_shuffled_oldest_first() -> None:
    """KZ-26."""
    state = table(player(), player(), deck=[], discard=["stone-tail"], chance={"reshuffle": [0] * 69})
    oldest_first = state.dump()["discard"]
    act(state, 0, DRAW)
    # Always place 0: every tile moves one place down, the oldest ends last.
    assert state.dump()["players"][0]["hand"] == [oldest_first[1]]
    assert state.dump()["deck"] == [*oldest_first[2:], oldest_first[0]]


def test_with_deck_and_discard_empty_a_draw_is_refused() -> None:
    """KZ-27."""
    # On every board one tile of each part but the left ear: 8 x 5; the other 30 fill five hands.
    by_part = {part: [tile for tile in TILES if part_of(tile) == part] for part in PARTS[1:]}
    boards = [[tiles[seat] for tiles in by_part.values()] for seat in range(5)]
    held = [tile for tile in TILES if not any(tile in board for board in boards)]
    hands = [held[6 * seat : 6 * seat + 6] for seat in range(5)]
    players = [player(hand, board) for hand, board in zip(hands, boards, strict=True)]
    options = {"full_hand": "discard-first"}
    state = table(*players, options=options, deck=[])
    assert refused(state, 0, {"draw": {"discard": hands[0][0]}}) == "deck-empty"
    act(state, 0, extract(hands[0][0]))
    assert refused(state, 0, {"draw": {"discard": hands[0][1]}}) == "no-discard"
    assert act(state, 0, DRAW)[0] == {"reshuffled": {"count": 1}}


def test_the_price_goes_to_the_supply() -> None:
    """KZ-28."""
    state = table(player(["fire-torso"], units=PLENTY), player())
    events = act(state, 0, play("fire-torso"))
    paid = {"sulphur": 1, "dragon-blood": 1, "phoenix-feather": 2}
    assert events == [{"played": {"seat": 0, "part": "torso", "tile": "fire-torso", "paid": paid}}]
    after = state.dump()
    assert after["supply"] == {name: 13 + paid.get(name, 0) for name in PLENTY}
    assert after["players"][0]["ingredients"] == {name: 3 - paid.get(name, 0) for name in PLENTY}


def test_a_pair_costs_two_and_nothing_stands_in_for_another() -> None:
    """KZ-29."""
    lacking = {**PLENTY, "phoenix-feather": 1}
    state = table(player(["fire-torso"], units=lacking), player())
    assert refused(state, 0, play("fire-torso")) == "cannot-pay"
    assert refused(state, 0, play("fire-head")) == "not-in-hand"


def test_a_face_down_tile_still_fills_its_part_and_left_is_not_right() -> None:
    """KZ-30."""
    hand = ["wood-left-ear", "wood-right-ear"]
    state = table(player(hand, down=["fire-left-ear"], units=PLENTY), player())
    assert refused(state, 0, play("wood-left-ear")) == "part-in-play"
    act(state, 0, play("wood-right-ear"))
    assert set(state.dump()["players"][0]["board"]) == {"left-ear", "right-ear"}


def test_the_tiles_of_a_board_may_be_of_any_homunculi() -> None:
    """KZ-31."""
    state = table(player(["wood-tail"], ["fire-left-ear", "stone-torso"], units=PLENTY), player())
    act(state, 0, play("wood-tail"))
    assert state.dump()["players"][0]["board"]["tail"]["tile"] == "wood-tail"


def test_a_tile_is_played_face_up_and_of_use_at_once() -> None:
    """KZ-32."""
    state = table(player(["fire-torso"], units=PLENTY), player())
    act(state, 0, play("fire-torso"))
    assert state.dump()["players"][0]["board"]["torso"]["face"] == "up"
    act(state, 0, use("torso", take={"mercury": 3}))
    assert state.units[0] & 0xFF == 6


def test_a_tile_in_play_is_neither_extracted_nor_replaced() -> None:
    """KZ-33."""
    state = table(player(["wood-tail"], ["fire-tail"], units=PLENTY), player())
    assert refused(state, 0, extract("fire-tail")) == "not-in-hand"
    assert refused(state, 0, play("wood-tail")) == "part-in-play"


def test_an_extracted_tile_goes_to_the_discard_for_its_symbols() -> None:
    """KZ-34."""
    state = table(player(["wood-tail"]), player(), discard=["fur-tail"])  # Severus
    events = act(state, 0, extract("wood-tail"))
    gained = {"mercury": 1, "mandrake": 1, "dragon-blood": 2, "phoenix-feather": 1}
    assert events == [{"extracted": {"seat": 0, "tile": "wood-tail", "gained": gained}}]
    assert state.dump()["discard"] == ["fur-tail", "wood-tail"]


@pytest.mark.parametrize(("alchemist", "units"), [("cordula", 3), ("lazarus", 2)])
def test_the_favourite_unit_is_on_top_of_those_shown(alchemist: str, units: int) -> None:
    """KZ-35."""
    state = table(player(["fire-head"], alchemist=alchemist), player(alchemist="ottilia"))
    act(state, 0, extract("fire-head"))  # shows mandrake twice, dragon blood never
    held = state.dump()["players"][0]["ingredients"]
    assert held["mandrake"] == units
    assert held["dragon-blood"] == (alchemist == "lazarus")


def test_what_the_supply_lacks_is_lost() -> None:
    """KZ-36."""
    rich = {"mandrake": 14, "mercury": 16, "sulphur": 16, "unicorn-horn": 16}
    state = table(player(["fire-head"], alchemist="cordula"), player(alchemist="severus", units=rich))
    assert act(state, 0, extract("fire-head"))[0]["extracted"]["gained"] == {"mandrake": 2}


def test_extracting_is_legal_even_if_nothing_is_got() -> None:
    """KZ-36."""
    rich = dict.fromkeys(PLENTY, 16)
    state = table(player(["fire-head"]), player(units=rich))
    assert extract("fire-head") in legal(state, 0)
    assert act(state, 0, extract("fire-head"))[0]["extracted"]["gained"] == {}
    assert state.dump()["discard"] == ["fire-head"]


def test_all_see_the_tile_that_is_extracted() -> None:
    """KZ-37."""
    state = table(player(["fire-head"]), player())
    (event,) = state.apply(0, next(action for action in state.legal(0) if "Extract" in repr(action)))
    assert event.to is None


def test_a_refresh_turns_all_tiles_of_the_own_board_up() -> None:
    """KZ-38."""
    state = table(player(up=["fire-tail"], down=["fur-head", "fur-left-ear"]), player(down=["bone-head"]))
    events = act(state, 0, REFRESH)
    assert events == [{"refreshed": {"seat": 0, "parts": ["left-ear", "head"]}}]
    faces = [{item["face"] for item in each["board"].values()} for each in state.dump()["players"]]
    assert faces == [{"up"}, {"down"}]


def test_with_no_tile_face_down_a_refresh_is_refused() -> None:
    """KZ-39."""
    state = table(player(up=["fire-tail"]), player(down=["bone-head"]))
    assert refused(state, 0, REFRESH) == "nothing-face-down"
    assert REFRESH not in legal(state, 0)


def test_the_least_action_is_always_legal() -> None:
    """KZ-91."""
    state = table(player(SIX, down=NINE_OF_FIRE[:1]), player())
    assert END_TURN in legal(state, 0)
