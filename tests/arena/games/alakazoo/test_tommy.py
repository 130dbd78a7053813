"""Section 16: Tommy the ferret."""

from __future__ import annotations

from typing import Any

import pytest

from arena.games.alakazoo.state import AlakazooState
from tests.arena.games.alakazoo.tables import (
    REST,
    TOMMY,
    act,
    activate,
    acts,
    drafted,
    fetch,
    identity,
    keys,
    legal,
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

WITH = {"tommy": True}


def comes_up(card: str, *players: dict[str, Any], **more: Any) -> tuple[AlakazooState, list[dict[str, Any]]]:
    """Seat 0 takes the first column, and the card is the first to come up."""
    more.setdefault("columns", [["hydra-right-leg"]])
    deck = [card, "hydra-head", "hydra-torso", "hydra-tail", "hydra-left-leg"]
    state = table(*players, options=WITH, deck=deck, **more)
    return state, act(state, 0, take(0))


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_AZ_141_three_cards_a_seat_are_shuffled_into_the_deck_after_the_columns(seats: int) -> None:
    state = new(seats, tommy=True)
    drafted(state)
    document = state.dump()
    assert sum(card.startswith("tommy-") for card in document["deck"]) == 3 * seats
    assert document["drawn"]["tommy"] == 23
    assert document["tommy"] == {"active": [], "gone": []}
    assert "tommy" in state.view(None)
    assert "deck" not in state.view(0)


def test_AZ_141_the_first_of_the_shuffled_cards_are_drawn_and_then_all_is_shuffled_from_order() -> None:
    state = new(
        2,
        {
            "setup": [*identity(8), *identity(6)],
            "deck": [*identity(36), *identity(26)],
            "tommy": identity(24),
        },
        tommy=True,
    )
    events = drafted(state)
    assert only(events, "tommy_shuffled") == [{"count": 6}]
    assert state.dump()["deck"][-6:] == TOMMY[:6]


def test_AZ_142_AZ_144_a_single_use_card_takes_effect_leaves_the_game_and_another_card_comes() -> None:
    state, events = comes_up("tommy-yawn", player(dark=1), player(dark=2))
    assert events[1:5] == [
        {"tommy": {"card": "tommy-yawn", "column": 0}},
        {"lightened": {"seat": 0, "count": 1}},
        {"lightened": {"seat": 1, "count": 2}},
        {"laid": {"column": 0, "card": "hydra-head"}},
    ]
    assert state.dump()["tommy"] == {"active": [], "gone": ["tommy-yawn"]}
    assert state.dark == [0, 0]


def test_AZ_143_a_permanent_card_holds_to_the_end() -> None:
    state, events = comes_up("tommy-lost-die", player(), player())
    assert keys(events)[:3] == ["took", "tommy", "laid"]
    assert state.dump()["tommy"] == {"active": ["tommy-lost-die"], "gone": []}
    assert refused(state, 1, roll(3)) == "dice-count"
    assert roll(3) not in legal(state, 1)
    act(state, 1, roll(2))


def test_AZ_145_a_card_drawn_into_a_hand_is_discarded_without_effect_and_another_drawn() -> None:
    state = table(
        player(hand=["basilisk-head"]),
        player(),
        options=WITH,
        deck=["tommy-sweep", "tommy-lost-die", "dragon-head"],
    )
    events = act(state, 0, {"redraw": {"cards": ["basilisk-head"]}})
    assert events[1:5] == [
        {"discarded": {"seat": 0, "cards": ["tommy-sweep"]}},
        {"discarded": {"seat": 0, "cards": ["tommy-lost-die"]}},
        {"drew": {"seat": 0}},
        {"got": {"seat": 0, "cards": ["dragon-head"], "to": [0]}},
    ]
    assert state.dump()["discard"] == ["basilisk-head", "tommy-sweep", "tommy-lost-die"]


def test_AZ_145_it_cannot_be_taken_from_the_discard_pile() -> None:
    state = table(
        player(["basilisk-head"], magic=1, abilities=["swap-discard"]),
        player(),
        options=WITH,
        discard=["tommy-yawn", "dragon-head"],
    )
    assert refused(state, 0, {"swap_discard": {"card": "tommy-yawn"}}) == "unknown-card"
    swaps = [each for each in legal(state, 0) if "swap_discard" in each]
    assert swaps == [{"swap_discard": {"card": "dragon-head"}}]


def test_AZ_146_shadow_brings_each_seat_a_dark_token_from_the_seat_on_turn() -> None:
    more: dict[str, Any] = {"columns": [["hydra-right-leg"]], "options": WITH, "turn": 1}
    state = table(player(magic=3), player(), player(dark=3), deck=["tommy-shadow"], **more)
    events = act(state, 1, take(0))
    assert only(events, "darkened") == [{"seat": 1, "magic_back": 0}, {"seat": 0, "magic_back": 1}]


def test_AZ_146_gift_fills_a_slot_while_the_supply_lasts() -> None:
    state, events = comes_up("tommy-gift", player(magic=1), player(magic=2, dark=1), player())
    assert only(events, "stored") == [{"seat": 0}, {"seat": 2}]
    assert state.magic == [2, 2, 1]
    portals = [player(covered=range(9), magic=3) for _ in range(2)]
    poor, events = comes_up("tommy-gift", player(covered=range(5)), *portals, player())
    assert poor.magic_supply == 0
    assert only(events, "stored") == [{"seat": 0}]


def test_AZ_146_toll_takes_a_magic_token_of_each_keeper_that_has_one() -> None:
    state, events = comes_up("tommy-toll", player(magic=2), player())
    assert only(events, "paid") == [{"seat": 0, "count": 1}]
    assert (state.magic, state.magic_supply) == ([1, 0], 29)


def test_AZ_146_gnaw_takes_the_token_of_the_lowest_covered_rune() -> None:
    state, events = comes_up("tommy-gnaw", player(covered=[7, 5, 16]), player())
    assert only(events, "uncovered") == [{"seat": 0, "runes": [5]}]
    assert state.magic_supply == 28


def test_AZ_146_AZ_149_sweep_discards_all_columns_and_lays_one_card_each_then_the_refill_goes_on() -> None:
    columns = [["hydra-right-leg"], ["griffin-head", "griffin-tail"], nine("griffin")[2:6]]
    deck = ["tommy-sweep", *nine("hydra")[:8]]
    state = table(player(), player(), options=WITH, columns=columns, deck=deck)
    events = act(state, 0, take(0))
    assert only(events, "swept") == [{"columns": [1, 2]}]
    assert [each["column"] for each in only(events, "laid")] == [0, 1, 2, 3, 0, 1, 2, 3]
    assert len(state.discard) == 6


def test_AZ_146_muddle_passes_a_random_card_of_each_hand_to_the_next_seat() -> None:
    state, events = comes_up(
        "tommy-muddle",
        player(hand=["dragon-head", "dragon-tail"]),
        player(),
        player(hand=["griffin-head"]),
        chance={"tommy": [2, 0]},
    )
    assert only(events, "passed_on") == [{"seat": 0, "other": 1}, {"seat": 2, "other": 0}]
    assert only(events, "got") == [
        {"seat": 1, "cards": ["hydra-right-leg"], "to": [0, 1]},
        {"seat": 0, "cards": ["griffin-head"], "to": [0, 2]},
    ]
    hands = [each["hand"] for each in state.dump()["players"]]
    assert hands == [["dragon-head", "dragon-tail", "griffin-head"], ["hydra-right-leg"], []]


def test_AZ_146_muddle_does_nothing_in_the_solo_mode() -> None:
    more: dict[str, Any] = {"columns": [["griffin-right-leg"]], "options": WITH}
    state = table(player(hand=["dragon-head"]), deck=["tommy-muddle", "griffin-head"], **more)
    assert only(act(state, 0, take(0)), "passed_on") == []
    assert state.dump()["drawn"]["tommy"] == 0


def test_AZ_146_stir_shuffles_deck_and_discard_together_from_canonical_order() -> None:
    state = table(
        player(),
        player(),
        options=WITH,
        columns=[["hydra-right-leg"]],
        deck=["tommy-stir"],
        discard=["griffin-head", "tommy-yawn"],
        chance={"deck": identity(40)},
    )
    events = act(state, 0, take(0))
    assert only(events, "reshuffled") == [{"count": 40}]  # 35 spells, five of Tommy's cards
    assert [each["card"] for each in only(events, "laid")] == nine("basilisk")[:4]
    assert state.discard == []
    assert state.dump()["deck"][-5:] == ["tommy-yawn", "tommy-yawn", "tommy-shadow", "tommy-shadow", "tommy-gift"]


@pytest.mark.parametrize(
    ("card", "cards"),
    [("tommy-small-hands", 3), ("tommy-big-hands", 5)],
)
def test_AZ_147_hands_are_smaller_or_bigger(card: str, cards: int) -> None:
    state = table(
        player(hand=nine("dragon")[:4]), player(), active=[card], options=WITH, columns=[nine("griffin")[:2]]
    )
    act(state, 0, take(0))
    assert state.question(0) == "discard"
    assert len(legal(state, 0)[0]["discard"]["cards"]) == 6 - cards


@pytest.mark.parametrize(("card", "tokens"), [("tommy-cold-portals", 5), ("tommy-warm-portals", 7)])
def test_AZ_147_portals_hold_less_or_more(card: str, tokens: int) -> None:
    state = table(player(covered=range(6)), player(), active=[card], options=WITH, chance={"dice": [0, 0]})
    acts(state, (0, roll(2)), (0, activate("wild", 10)), (0, activate("wild", 12)))
    assert state.question(0) == "trim"
    assert len(legal(state, 0)[0]["trim"]["runes"]) == 8 - tokens


def test_AZ_147_dear_keepers_cost_one_magic_token_more() -> None:
    state = table(
        player(hand=["dragon-head"], magic=2),
        player(hand=["dragon-tail"], magic=1),
        active=["tommy-dear-keepers"],
        options=WITH,
        columns=[["griffin-head", "griffin-tail"]],
    )
    events = act(state, 0, fetch("dragon-head", "griffin-head"))
    assert events[0] == {"paid": {"seat": 0, "count": 2}}
    assert refused(state, 1, fetch("dragon-tail", "griffin-tail")) == "no-magic-token"


def test_AZ_147_tall_shelves_hold_one_card_more() -> None:
    columns = [["hydra-right-leg"], nine("griffin")[:4], nine("dragon")[:5]]
    state = table(
        player(), player(), active=["tommy-tall-shelves"], options=WITH, columns=columns, deck=nine("basilisk")
    )
    act(state, 0, take(0))
    assert [len(column["cards"]) for column in state.dump()["columns"]] == [1, 5, 5, 1]


def test_AZ_147_a_loud_crowd_gives_the_first_at_a_position_two_points() -> None:
    state = table(
        player(hand=["dragon-head"], covered=[2, 3]),
        player(),
        active=["tommy-loud-crowd"],
        options=WITH,
        columns=[["griffin-tail"]],
        deck=nine("basilisk")[2:],
    )
    act(state, 0, take(0))
    assert only(act(state, 0, place("dragon-head")), "placed")[0]["points"] == 2


def test_AZ_148_changes_add_up() -> None:
    state = table(
        player(hand=nine("dragon")[:4], magician="archivist"),
        player(),
        active=["tommy-big-hands"],
        options={"tommy": True, "university": True},
        columns=[nine("griffin")[:3]],
        deck=nine("basilisk"),
    )
    act(state, 0, take(0))
    assert len(legal(state, 0)[0]["discard"]["cards"]) == 1
    even = table(player(), player(), active=["tommy-big-hands", "tommy-small-hands"], options=WITH)
    assert even.hand_limits[0] == 4


def test_AZ_148_limits_are_only_checked_at_the_end_of_the_own_turn() -> None:
    state, _ = comes_up("tommy-small-hands", player(), player(hand=nine("dragon")[:4]))
    assert (state.question(1), state.to_act) == ("action", (1,))
    acts(state, (1, REST), (0, REST))
    assert len(state.hands[1]) == 4


def test_AZ_149_a_card_within_a_card_is_dealt_with_first() -> None:
    deck = ["tommy-sweep", "tommy-toll", *nine("hydra")[:8]]
    state = table(
        player(magic=1), player(), options=WITH, columns=[["hydra-right-leg"], ["griffin-head"]], deck=deck
    )
    events = act(state, 0, take(0))
    assert keys(events)[:6] == ["took", "tommy", "swept", "tommy", "paid", "laid"]
    assert [each["column"] for each in only(events, "laid")] == [0, 1, 2, 3, 0, 1, 2, 3]


def test_AZ_150_with_nothing_but_tommy_left_nothing_is_drawn() -> None:
    spells = {creature: nine(creature) for creature in ("basilisk", "dragon", "griffin", "hydra")}
    state = table(
        player(spells["basilisk"][:8], hand=["basilisk-right-leg", "dragon-right-leg"], magic=1, keeper="study"),
        player(spells["dragon"][:8], hand=["griffin-right-leg", "hydra-right-leg"]),
        options={"tommy": True, "university": True},
        columns=[spells["griffin"][:4], spells["griffin"][4:8], spells["hydra"][:4], spells["hydra"][4:8]],
        deck=["tommy-yawn", "tommy-stir"],
        discard=["tommy-toll"],
    )
    assert keys(act(state, 0, {"study": {}})) == ["paid", "turn"]
    assert len(state.deck) == 5


def test_the_fifth_dark_token_of_the_solo_mode_stops_a_refill() -> None:
    more: dict[str, Any] = {"columns": [["griffin-right-leg"]], "options": WITH}
    state = table(player(dark=4), deck=["tommy-shadow", "griffin-head"], **more)
    events = act(state, 0, take(0))
    assert keys(events) == ["took", "tommy", "darkened", "ended"]
    assert state.dump()["tommy"]["gone"] == ["tommy-shadow"]
