"""Sections 4 and 5: deck, discard pile and columns; magic and dark tokens."""

from __future__ import annotations

from arena.games.alakazoo import turns
from tests.arena.games.alakazoo.tables import (
    PLACE_NOTHING,
    act,
    activate,
    acts,
    barter,
    fetch,
    keys,
    legal,
    miss,
    nine,
    only,
    player,
    refused,
    roll,
    table,
    take,
)


def redraw(*cards: str) -> dict[str, object]:
    return {"redraw": {"cards": list(cards)}}


def test_AZ_27_the_discard_pile_is_open_to_all() -> None:
    state = table(player(hand=["dragon-tail"]), player(), deck=["hydra-head"], discard=["griffin-head"])
    assert act(state, 0, redraw("dragon-tail"))[0] == {"discarded": {"seat": 0, "cards": ["dragon-tail"]}}
    assert state.view(None)["discard"] == ["dragon-tail", "griffin-head"]


def test_AZ_28_the_discard_pile_is_shuffled_from_canonical_order_when_the_deck_is_empty() -> None:
    discard = [spell for creature in ("dragon", "griffin", "hydra") for spell in nine(creature)]
    columns = [nine("basilisk")[:4], nine("basilisk")[4:8]]
    state = table(
        player(hand=["basilisk-right-leg"]),
        player(),
        columns=columns,
        deck=[],
        discard=discard[::-1],
        # 28 cards with the one discarded now: it comes first in canonical order, and is drawn last.
        chance={"deck": [0, *range(26, 0, -1)]},
    )
    events = act(state, 0, redraw("basilisk-right-leg"))
    assert only(events, "reshuffled") == [{"count": 28}]
    assert state.dump()["players"][0]["hand"] == ["hydra-right-leg"]
    assert state.dump()["deck"] == [*discard[:-1], "basilisk-right-leg"]
    assert state.dump()["discard"] == []


def test_AZ_28_the_discard_becomes_the_deck_in_the_middle_of_a_refill() -> None:
    spells = [spell for creature in ("basilisk", "dragon", "griffin", "hydra") for spell in nine(creature)]
    gone = ["hydra-tail", "hydra-torso", "hydra-head"]
    rest = [spell for spell in spells if spell not in (*gone, "basilisk-head", "basilisk-tail")]
    state = table(
        player(), player(), columns=[["basilisk-head"], ["basilisk-tail"]], deck=rest[:2], discard=rest[2:] + gone
    )
    assert len(state.deck) == 2
    events = act(state, 0, take(0))
    assert keys(events) == ["took", "laid", "laid", "reshuffled", "laid", "laid", "turn"]
    assert only(events, "reshuffled") == [{"count": 32}]


def test_AZ_29_a_column_of_four_is_left_out_and_no_card_is_drawn_for_it() -> None:
    columns = [nine("griffin")[:4], ["hydra-head"], nine("hydra")[2:6], []]
    state = table(player(), player(), columns=columns, deck=["basilisk-head", "basilisk-tail"])
    events = act(state, 0, take(1))
    assert only(events, "laid") == [
        {"column": 1, "card": "basilisk-head"},
        {"column": 3, "card": "basilisk-tail"},
    ]


def test_AZ_30_a_column_may_become_empty_and_is_refilled_later() -> None:
    state = table(
        player(hand=["dragon-tail"], magic=1),
        player(),
        columns=[["griffin-head"], ["hydra-head"]],
        deck=["basilisk-head"],
    )
    act(state, 0, fetch("dragon-tail", "griffin-head"))
    assert state.dump()["columns"][0] == {"cards": []}
    assert refused(state, 1, take(0)) == "empty-column"
    act(state, 1, take(1))
    assert state.dump()["columns"][0] == {"cards": ["basilisk-head"]}


def test_AZ_31_every_card_of_a_column_can_be_chosen() -> None:
    column = ["griffin-head", "hydra-tail", "basilisk-torso"]
    state = table(player(hand=["dragon-tail"], magic=1), player(), columns=[column])
    assert [each["fetch"]["card"] for each in legal(state, 0) if "fetch" in each] == column
    assert state.dump()["columns"][0]["cards"] == column


def test_AZ_32_magic_tokens_come_from_the_supply_and_a_rune_holds_one() -> None:
    state = table(player(covered=[0]), player(), chance={"dice": [1, 1]})
    act(state, 0, roll(2))
    assert refused(state, 0, activate("sun", 0)) == "rune-covered"
    act(state, 0, activate("sun", 4))
    assert state.magic_supply == 28
    assert state.covered[0] == 0b10001


def test_AZ_33_without_a_magic_token_in_the_supply_none_is_taken() -> None:
    full = [player(magic=3, covered=range(6)) for _ in range(3)]
    state = table(*full, player(magic=3), chance={"dice": [2]})
    assert state.magic_supply == 0
    act(state, 0, roll(1))
    assert refused(state, 0, activate("moon", 14)) == "supply-empty"
    events = act(state, 0, miss("moon"))
    assert keys(events)[:1] == ["missed"]
    assert "darkened" not in keys(events)


def test_AZ_34_a_dark_token_sends_a_magic_token_back_when_no_slot_is_free() -> None:
    spells = ["basilisk-left-ear", "griffin-left-hand", "griffin-tail"]  # all moons of the basilisk's portal
    state = table(player(spells, magic=2, dark=1), player(), chance={"dice": [2, 2]})
    act(state, 0, roll(2))
    assert only(act(state, 0, miss("moon")), "darkened") == [{"seat": 0, "magic_back": 1}]
    assert (state.magic[0], state.dark[0], state.magic_supply) == (1, 2, 29)


def test_AZ_35_AZ_50_a_fourth_dark_token_is_not_taken() -> None:
    spells = ["basilisk-left-ear", "griffin-left-hand", "griffin-tail"]
    state = table(player(spells, magic=1, dark=1), player(), chance={"dice": [2, 2, 2]})
    act(state, 0, roll(3))
    first, second = act(state, 0, miss("moon")), act(state, 0, miss("moon"))
    assert only(first, "darkened") == [{"seat": 0, "magic_back": 0}]
    assert only(second, "darkened") == [{"seat": 0, "magic_back": 1}]
    third = act(state, 0, miss("moon"))
    assert keys(third) == ["missed", "turn"]
    assert (state.magic[0], state.dark[0]) == (0, 3)


def test_AZ_36_runes_under_a_spell_are_out_of_play() -> None:
    state = table(player(["griffin-left-ear"]), player(), chance={"dice": [0, 1]})
    act(state, 0, roll(2))
    assert refused(state, 0, activate("wild", 0)) == "rune-closed"
    assert refused(state, 0, activate("sun", 0)) == "rune-closed"
    runes = {each["activate"]["rune"] for each in legal(state, 0) if "activate" in each}
    assert runes == set(range(2, 18))


def test_AZ_37_tokens_that_are_returned_go_to_the_supply() -> None:
    state = table(
        player(dark=2, magic=1), player(covered=range(8), magician="dreamer"), options={"university": True}, turn=1
    )
    act(state, 1, roll(1))
    state.dice = ()  # whatever it was: now the limit is checked
    turns.after_action(state, [])
    act(state, 1, {"trim": {"runes": [0, 1]}})
    assert state.covered[1].bit_count() == 6
    assert state.magic_supply == 30 - 1 - 6 - state.magic[1]
    act(state, 0, {"rest": {}})
    assert (state.dark, state.dark_supply) == ([0, 1], 11)


def test_AZ_37_dark_tokens_never_run_out() -> None:
    state = table(player(["basilisk-head"], magic=1, dark=2), player(["dragon-head"], dark=3), player(dark=3))
    assert state.dark_supply == 4
    events = act(state, 0, barter(1, "head"))
    assert len(only(events, "darkened")) == 1
    assert min(state.dark_supply, *state.dark) == 0
    all_dark = table(*(player(dark=3) for _ in range(3)), player(["hydra-head"], dark=2, magic=1), turn=3)
    assert all_dark.dark_supply == 1


def test_placing_nothing_keeps_the_tokens() -> None:
    state = table(player(hand=["dragon-head"], covered=[2]), player(), chance={"dice": [4]})
    acts(state, (0, roll(1)), (0, activate("wave", 3)), (0, PLACE_NOTHING))
    assert state.covered[0] == 0b1100
