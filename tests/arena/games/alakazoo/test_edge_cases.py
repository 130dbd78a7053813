"""Section 24: what implementations get wrong, number by number."""

from __future__ import annotations

from tests.arena.games.alakazoo.tables import (
    PLACE_NOTHING,
    REST,
    STORE,
    act,
    activate,
    acts,
    barter,
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
    trade,
)

MOONLESS = ["basilisk-left-ear", "griffin-left-hand", "griffin-tail"]
ALL_BUT_HEAD = [spell for spell in nine("basilisk") if spell != "basilisk-head"]


def test_1_a_rune_without_a_place_is_dark_even_with_an_empty_supply_and_one_with_a_place_brings_nothing() -> None:
    seats = [player(MOONLESS, magic=3, covered=[2, 3, 4, 5, 8, 9])]
    seats += [player(magic=3, covered=range(6)) for _ in range(2)]
    dark = table(*seats, player(magic=3), chance={"dice": [2]})
    acts(dark, (0, roll(1)))
    assert keys(act(dark, 0, miss("moon")))[:2] == ["missed", "darkened"]
    nothing = table(*seats, player(magic=3), chance={"dice": [1]})
    act(nothing, 0, roll(1))
    assert keys(act(nothing, 0, miss("sun"))) == ["missed", "turn"]


def test_2_runes_of_filled_positions_match_nothing() -> None:
    state = table(player(ALL_BUT_HEAD), player(), chance={"dice": [1, 2, 5]})
    act(state, 0, roll(3))
    assert legal(state, 0) == [miss("sun"), miss("moon"), miss("leaf")]


def test_3_a_wild_on_the_last_rune_makes_the_next_die_miss() -> None:
    dice = {"dice": [0, 3]}
    wild_first = table(player(ALL_BUT_HEAD), player(), chance=dice)
    acts(wild_first, (0, roll(2)), (0, activate("wild", 2)))
    assert legal(wild_first, 0) == [miss("star")]
    star_first = table(player(ALL_BUT_HEAD), player(), chance=dice)
    acts(star_first, (0, roll(2)), (0, activate("star", 2)), (0, activate("wild", 3)))
    assert star_first.dark[0] == 0


def test_4_a_wild_cannot_be_declined_while_a_rune_or_a_slot_is_free() -> None:
    state = table(player(ALL_BUT_HEAD, covered=[2, 3], magic=2), player(), chance={"dice": [0]})
    act(state, 0, roll(1))
    assert refused(state, 0, miss("wild")) == "die-usable"
    assert legal(state, 0) == [STORE]


def test_5_with_a_full_keeper_a_dark_token_first_sends_a_magic_token_back() -> None:
    state = table(player(MOONLESS, magic=3), player(), chance={"dice": [2]})
    acts(state, (0, roll(1)), (0, miss("moon")))
    assert (state.magic[0], state.dark[0], state.magic_supply) == (2, 1, 28)


def test_6_the_fourth_dark_token_of_a_turn_sends_nothing_back() -> None:
    state = table(player(MOONLESS, dark=2, magic=1), player(), chance={"dice": [2, 2]})
    acts(state, (0, roll(2)), (0, miss("moon")))
    assert state.magic[0] == 0
    assert keys(act(state, 0, miss("moon"))) == ["missed", "turn"]
    assert state.dark[0] == 3


def test_7_three_dark_tokens_cost_the_next_turn_and_not_the_rest_of_this_one() -> None:
    spells = [*MOONLESS]
    state = table(player(spells, hand=["dragon-head"], covered=[2, 3], dark=2), player(), chance={"dice": [2]})
    acts(state, (0, roll(1)), (0, miss("moon")))
    assert state.dark[0] == 3
    assert only(act(state, 0, place("dragon-head")), "placed")
    assert keys(act(state, 1, REST))[-3:] == ["skipped", "lightened", "turn"]


def test_8_two_skipped_turns_in_a_row_are_one_step_across_the_end_of_a_round() -> None:
    state = table(player(dark=3), player(), player(dark=3), turn=1)
    events = act(state, 1, REST)
    assert [each["seat"] for each in only(events, "skipped")] == [2, 0]
    assert events[-1] == {"turn": {"seat": 1, "round": 6}}


def test_9_a_skipped_or_rested_last_turn_still_ends_the_game() -> None:
    skipped = table(player(nine("basilisk")), player(), player(dark=3), finisher=0, turn=1)
    assert keys(act(skipped, 1, REST))[-1] == "ended"
    rested = table(player(nine("basilisk")), player(), finisher=0, turn=1)
    assert keys(act(rested, 1, REST))[-1] == "ended"


def test_10_nothing_is_placed_after_a_rest() -> None:
    state = table(player(hand=["dragon-head"], covered=[2, 3]), player())
    act(state, 0, REST)
    assert state.to_act == (1,)


def test_11_the_limits_are_checked_after_placing() -> None:
    state = table(player(hand=["dragon-head"], covered=[2, 3, 0, 4, 6, 8]), player(), chance={"dice": [0, 0]})
    acts(state, (0, roll(2)), (0, activate("wild", 10)), (0, activate("wild", 12)))
    assert state.covered[0].bit_count() == 8
    assert keys(act(state, 0, place("dragon-head"))) == ["placed", "turn"]


def test_12_one_dark_token_for_any_number_of_tokens_and_another_for_any_number_of_cards() -> None:
    state = table(player(covered=range(6)), player(), chance={"dice": [0, 0, 0]})
    acts(state, (0, roll(3)), *((0, activate("wild", rune)) for rune in (6, 8, 10)))
    act(state, 0, legal(state, 0)[0])
    assert state.dark[0] == 1
    cards = table(player(hand=nine("dragon")[:4]), player(), columns=[nine("griffin")[:4]])
    act(cards, 0, take(0))
    act(cards, 0, legal(cards, 0)[0])
    assert cards.dark[0] == 1


def test_13_the_refill_goes_to_the_empty_column_too_and_skips_those_with_four() -> None:
    columns = [["dragon-head"], nine("griffin")[:4], [], ["dragon-tail"]]
    state = table(player(), player(), columns=columns)
    assert [each["column"] for each in only(act(state, 0, take(0)), "laid")] == [0, 2, 3]


def test_14_the_deck_can_run_out_in_a_redraw_and_cards_just_discarded_come_back() -> None:
    discard = [spell for creature in ("griffin", "hydra") for spell in nine(creature)]
    state = table(
        player(hand=["dragon-head"]),
        player(nine("dragon")[2:]),
        columns=[nine("basilisk")[:4], nine("basilisk")[4:8], ["basilisk-right-leg", "dragon-left-ear"]],
        deck=[],
        discard=discard,
        chance={"deck": identity(19)},
    )
    events = act(state, 0, {"redraw": {"cards": ["dragon-head"]}})
    assert keys(events) == ["discarded", "reshuffled", "drew", "got", "turn"]
    assert state.dump()["players"][0]["hand"] == ["dragon-head"]


def test_15_nothing_to_draw_is_no_error() -> None:
    spells = {creature: nine(creature) for creature in ("basilisk", "dragon", "griffin", "hydra")}
    state = table(
        player(spells["basilisk"][:8], hand=[spells["hydra"][8]]),
        player(spells["dragon"][:8], hand=[spells["basilisk"][8], spells["dragon"][8], spells["griffin"][8]]),
        columns=[spells["griffin"][:4], spells["griffin"][4:8], spells["hydra"][:4], spells["hydra"][4:8]],
    )
    assert (state.deck, state.discard) == ([], [])
    assert keys(act(state, 0, take(0)))[0] == "took"
    assert state.dump()["columns"][0]["cards"] == []


def test_16_the_token_is_paid_before_the_dark_one_comes() -> None:
    state = table(player(hand=["dragon-head"], magic=3), player(hand=["hydra-head"]))
    events = act(state, 0, trade(1, "hydra", "dragon-head"))
    assert only(events, "darkened") == [{"seat": 0, "magic_back": 0}]
    assert (state.magic[0], state.dark[0]) == (2, 1)


def test_17_a_trade_for_a_creature_that_is_not_there_is_random_and_the_other_seat_chooses_among_several() -> None:
    state = table(player(hand=["dragon-head"], magic=1), player(hand=["hydra-head"]))
    assert trade(1, "griffin", "dragon-head") in legal(state, 0)
    several = table(player(hand=["dragon-head"], magic=1), player(hand=["hydra-head", "hydra-tail"]))
    act(several, 0, trade(1, "hydra", "dragon-head"))
    assert several.to_act == (1,)


def test_18_a_swapped_card_keeps_the_place_and_the_column_is_not_refilled() -> None:
    state = table(
        player(["griffin-head"], magic=1, abilities=["swap-column"]),
        player(),
        columns=[["hydra-tail", "dragon-head", "hydra-torso"]],
    )
    act(state, 0, {"swap_column": {"card": "dragon-head"}})
    assert state.dump()["columns"][0]["cards"] == ["hydra-tail", "griffin-head", "hydra-torso"]


def test_19_exchanges_on_portals_give_no_points_and_do_not_ask_for_runes() -> None:
    state = table(player(["griffin-head"], magic=1), player(["basilisk-head"]))
    act(state, 0, barter(1, "head"))
    assert state.points == [0, 0]


def test_20_first_at_the_position_looks_at_all_other_portals_at_the_moment_of_placing() -> None:
    state = table(
        player(hand=["dragon-head"], covered=[2, 3]), player(), player(["hydra-head"]), columns=[["griffin-tail"]]
    )
    act(state, 0, take(0))
    assert only(act(state, 0, place("dragon-head")), "placed")[0]["points"] == 0


def test_21_the_finishing_point_goes_to_one_seat_only() -> None:
    state = table(
        player(nine("basilisk")),
        player(
            [spell for spell in nine("dragon") if spell != "dragon-head"], hand=["dragon-head"], covered=[2, 3]
        ),
        columns=[["griffin-tail"]],
        turn=1,
        finisher=0,
    )
    act(state, 1, take(0))
    events = act(state, 1, place("dragon-head"))
    assert "finished" not in keys(events)
    assert state.points[1] == 1


def test_22_a_seat_after_the_finisher_cannot_trade_or_barter_with_it() -> None:
    state = table(
        player(nine("basilisk"), hand=["hydra-head"]),
        player(["dragon-tail"], hand=["hydra-tail"], magic=1),
        turn=1,
        finisher=0,
    )
    kinds = {next(iter(each)) for each in legal(state, 1)}
    assert not kinds & {"trade", "barter"}
    assert refused(state, 1, barter(0, "tail")) == "protected"


def test_23_the_point_for_a_pure_portal_needs_no_full_portal_but_a_spell() -> None:
    state = table(player(["basilisk-head"]), player(), turn=1, round=59)
    assert [each["pure"] for each in only(act(state, 1, REST), "judged")] == [1, 0]


def test_24_a_line_of_two_and_one_gives_nothing_and_neither_does_an_incomplete_line() -> None:
    spells = ["dragon-left-ear", "dragon-head", "griffin-right-ear", "dragon-left-hand", "dragon-torso"]
    judged = only(act(table(player(spells), player(), turn=1, round=59), 1, REST), "judged")[0]
    assert (judged["same"], judged["different"]) == (0, 0)


def test_25_the_tie_break_counts_any_creature() -> None:
    state = table(
        player(["dragon-head", "griffin-tail"], points=1),
        player(["hydra-head", "hydra-tail"], points=1),
        turn=1,
        round=59,
    )
    assert only(act(state, 1, REST), "ended")[0]["ranks"] == [2, 1]


def test_26_mimic_alone_gives_nothing_and_does_not_see_its_own() -> None:
    state = table(
        player(["griffin-head"], hand=nine("dragon")[:2], magic=1, abilities=["mimic"]),
        player(hand=["hydra-head", "hydra-tail"], abilities=["fetch-two"]),
        columns=[["dragon-torso", "dragon-tail"]],
    )
    kinds = {next(iter(each)) for each in legal(state, 0)}
    assert "fetch_two" in kinds
    assert not kinds & {"swap_column", "swap_discard", "trade_two"}


def test_27_in_the_draft_a_pick_is_secret_until_all_have_picked() -> None:
    state = new(2)
    assert act(state, 0, legal(state, 0)[0]) == [{"picked": {"seat": 0}}]
    assert "pick" not in state.view(1)["players"][0]
    assert state.dump()["players"][0]["hand"] == []


def test_28_reshuffles_start_from_canonical_order() -> None:
    hands = []
    for discard in (nine("griffin"), nine("griffin")[::-1]):
        state = table(
            player(hand=["hydra-head"]),
            player(),
            columns=[nine("basilisk")[:4], nine("basilisk")[4:8]],
            deck=[],
            discard=discard,
        )
        act(state, 0, {"redraw": {"cards": ["hydra-head"]}})
        hands.append(state.dump()["players"][0]["hand"])
    assert hands[0] == hands[1]


def test_29_alone_the_fifth_dark_token_ends_the_game_among_the_dice_and_nothing_is_placed() -> None:
    spells = ["basilisk-left-ear", "dragon-left-hand", "griffin-tail"]
    state = table(player(spells, hand=["dragon-head"], covered=[2, 3], dark=4), chance={"dice": [2]})
    act(state, 0, roll(1))
    assert keys(act(state, 0, miss("moon"))) == ["missed", "darkened", "ended"]
    assert refused(state, 0, PLACE_NOTHING) == "game-over"


def test_30_alone_filling_the_portal_wins_before_a_seventh_token_is_counted() -> None:
    hand = ["dragon-head", *nine("griffin")[2:5]]
    state = table(player(ALL_BUT_HEAD, hand=hand, covered=[2, 3], dark=4), columns=[nine("griffin")[5:8]])
    act(state, 0, take(0))
    assert keys(act(state, 0, place("dragon-head"))) == ["placed", "ended"]
    assert state.result is not None
    assert state.result.reason == "won"
