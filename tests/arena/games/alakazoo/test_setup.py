"""Sections 2 and 3: options, and the setup up to the first turn."""

from __future__ import annotations

from typing import Any

import pytest

from arena.kernel.chance import Scripted, Seeded
from arena.kernel.options import BadOptions
from tests.arena.games.alakazoo.tables import (
    GAME,
    IN_PLAY,
    SEED,
    act,
    drafted,
    identity,
    keys,
    legal,
    new,
    only,
    refused,
)

seats_of_the_base_game = pytest.mark.parametrize("seats", [2, 3, 4])


def begun(seats: int, **options: Any) -> list[dict[str, Any]]:
    start = GAME.new(seats, options, Seeded(SEED))
    return [GAME.facts.document(event.fact) for event in start.events]


def test_AZ_13_a_state_holds_every_option() -> None:
    assert new(2).dump()["options"] == {
        "portals": "deal",
        "round_limit": 60,
        "book": "off",
        "tommy": False,
        "university": False,
    }


@pytest.mark.parametrize(
    ("seats", "options", "what"),
    [
        (2, {"round_limit": 0}, "round_limit is a whole number from 1 to 1000"),
        (2, {"round_limit": 1001}, "round_limit"),
        (2, {"tommy": 1}, "tommy is false or true"),
        (2, {"portals": "draw"}, "portals is deal or choose"),
        (2, {"book": "goal"}, "book is off, bonus or instead with 2 seats, not 'goal'"),
        (1, {"book": "bonus"}, "book is off or goal with one seat, not 'bonus'"),
        (1, {"book": "instead"}, "book is off or goal"),
    ],
)
def test_AZ_13_other_values_start_no_game(seats: int, options: dict[str, Any], what: str) -> None:
    with pytest.raises(BadOptions, match=what):
        GAME.new(seats, options, Seeded(SEED))


@seats_of_the_base_game
def test_AZ_14_AZ_15_portals_are_dealt_and_all_different(seats: int) -> None:
    state = new(seats, {"setup": [7, 6, 5, 0, 3, 2, 1]})  # places 4 and 0 change
    portals = [each["portal"] for each in state.dump()["players"]]
    assert portals == ["kraken", "dragon", "griffin", "hydra"][:seats]


def test_AZ_16_portals_are_chosen_in_turn_order() -> None:
    state = new(3, portals="choose")
    assert (state.question(0), state.to_act) == ("portal", (0,))
    assert state.dump()["creatures"] == []
    assert len(legal(state, 0)) == 8
    assert act(state, 0, {"choose_portal": {"portal": "yeti"}}) == [{"portal": {"seat": 0, "portal": "yeti"}}]
    assert state.to_act == (1,)
    assert {"choose_portal": {"portal": "yeti"}} not in legal(state, 1)
    act(state, 1, {"choose_portal": {"portal": "hydra"}})
    assert keys(act(state, 2, {"choose_portal": {"portal": "dragon"}})) == ["portal", "creatures", *["pack"] * 3]
    assert state.question(0) == "draft"


@seats_of_the_base_game
def test_AZ_17_each_seat_begins_with_three_magic_tokens(seats: int) -> None:
    document = new(seats).dump()
    assert [each["magic"] for each in document["players"]] == [3] * seats
    assert document["magic_supply"] == 30 - 3 * seats


@seats_of_the_base_game
def test_AZ_18_some_creatures_without_a_portal_go_to_the_box(seats: int) -> None:
    state = new(seats, {"setup": [*identity(8), *identity(8 - seats)]})
    creatures = state.dump()["creatures"]
    in_box = 8 - IN_PLAY[seats]
    names = ["basilisk", "dragon", "griffin", "hydra", "kraken", "phoenix", "unicorn", "yeti"]
    assert creatures == names[:seats] + names[seats + in_box :]


def test_AZ_18_the_shuffle_says_which_go_to_the_box() -> None:
    # Of kraken, phoenix, unicorn, yeti the last comes first: it and phoenix go.
    state = new(4, {"setup": [*identity(8), 0, 2, 1]})
    assert state.dump()["creatures"] == ["basilisk", "dragon", "griffin", "hydra", "kraken", "unicorn"]


def test_AZ_19_four_cards_are_dealt_one_at_a_time() -> None:
    state = new(2, {"setup": [*identity(8), *identity(6)], "deck": identity(36)})
    packs = [each["pack"] for each in state.dump()["players"]]
    assert packs[0] == ["basilisk-left-ear", "basilisk-right-ear", "basilisk-torso", "basilisk-left-leg"]
    assert packs[1] == ["basilisk-head", "basilisk-left-hand", "basilisk-right-hand", "basilisk-tail"]
    assert state.dump()["deck"][0] == "basilisk-right-leg"


def test_AZ_19_the_first_of_the_shuffled_list_is_the_top() -> None:
    state = new(2, {"setup": [*identity(8), *identity(6)], "deck": [0, *identity(35)]})
    assert "yeti-right-leg" in state.dump()["players"][0]["pack"]


@seats_of_the_base_game
def test_AZ_20_packs_go_to_the_next_seat(seats: int) -> None:
    state = new(seats)
    before = [set(each["pack"]) for each in state.dump()["players"]]
    chosen = [legal(state, seat)[0]["pick"]["card"] for seat in range(seats)]
    for seat in range(seats):
        act(state, seat, {"pick": {"card": chosen[seat]}})
    after = state.dump()["players"]
    for seat in range(seats):
        assert set(after[(seat + 1) % seats]["pack"]) == before[seat] - {chosen[seat]}
        assert after[seat]["hand"] == [chosen[seat]]
    drafted(state)
    assert [len(each["hand"]) for each in state.dump()["players"]] == [4] * seats


def test_AZ_21_a_seat_that_has_chosen_cannot_change_its_mind() -> None:
    state = new(3)
    assert state.dump()["to_act"] == [0, 1, 2]
    first, second = legal(state, 1)[:2]
    assert act(state, 1, first) == [{"picked": {"seat": 1}}]
    assert state.dump()["to_act"] == [0, 2]
    assert refused(state, 1, second) == "not-your-turn"
    assert state.dump()["players"][1]["pick"] == first["pick"]["card"]
    assert "pick" not in state.view(0)["players"][1]
    assert state.view(1)["players"][1]["pick"] == first["pick"]["card"]


def test_AZ_21_packs_are_told_to_their_seats_alone() -> None:
    events = GAME.new(3, {}, Seeded(SEED)).events
    packs = [event for event in events if "pack" in GAME.facts.document(event.fact)]
    assert [event.to for event in packs] == [(0,), (1,), (2,)]


def test_AZ_22_the_last_card_comes_without_a_question() -> None:
    state = new(2)
    questions = 0
    while state.question(0) == "draft":
        for seat in state.to_act:
            last = act(state, seat, legal(state, seat)[0])
            questions += 1
    assert questions == 6
    assert [len(each["cards"]) for each in only(last, "got")] == [1, 1]
    assert [each["to"] for each in only(last, "got")] == [[0], [1]]


def test_AZ_23_AZ_26_two_cards_in_each_of_four_columns_then_abilities_then_the_first_turn() -> None:
    state = new(2)
    last = drafted(state)
    assert keys(last) == ["picked", "got", "got", *["laid"] * 8, "ability", "ability", "turn"]
    assert [each["column"] for each in only(last, "laid")] == [0, 1, 2, 3, 0, 1, 2, 3]
    columns = state.dump()["columns"]
    assert [len(column["cards"]) for column in columns] == [2, 2, 2, 2]
    assert [column["cards"][0] for column in columns] == [each["card"] for each in only(last, "laid")[:4]]


def test_AZ_24_abilities_are_dealt_by_the_stream_keepers() -> None:
    state = new(3, {"keepers": [0, 3, 2, 1]})  # the last of the five comes first
    drafted(state)
    assert [each["abilities"] for each in state.dump()["players"]] == [["trade-two"], ["swap-discard"], ["mimic"]]
    assert [each["abilities"] for each in state.view(0)["players"]][1] == ["swap-discard"]


def test_AZ_25_seat_0_begins() -> None:
    state = new(4)
    drafted(state)
    assert (state.to_act, state.turn, state.round, state.question(0)) == ((0,), 0, 0, "action")


def test_AZ_26_with_every_expansion_tommy_comes_first_then_the_university_then_the_book() -> None:
    state = new(2, tommy=True, university=True, book="bonus")
    last = drafted(state)
    assert keys(last)[-4:] == ["ability", "tommy_shuffled", "school_offer", "school_offer"]
    for seat in (0, 1):
        last = act(state, seat, legal(state, seat)[0])
    assert keys(last) == ["enrolled", "school", "school", "book_offer", "book_offer"]
    for seat in (0, 1):
        last = act(state, seat, legal(state, seat)[0])
    assert keys(last) == ["kept", "turn"]


def test_the_streams_of_the_setup_are_those_of_the_book() -> None:
    state = GAME.new(2, {}, Scripted({}, SEED)).state
    assert state.dump()["drawn"] == {"setup": 12, "deck": 35, "keepers": 0, "dice": 0, "steal": 0}
    drafted(state)
    assert state.dump()["drawn"] == {"setup": 12, "deck": 35, "keepers": 4, "dice": 0, "steal": 0}
    with_all = new(2, tommy=True, university=True, book="bonus")
    assert list(with_all.dump()["drawn"])[5:] == ["tommy", "university", "book"]


def test_the_events_of_a_beginning() -> None:
    assert keys(begun(2)) == ["portal", "portal", "creatures", "pack", "pack"]
    assert begun(2, portals="choose") == []
    solo = begun(1)
    assert keys(solo) == ["portal", "creatures", *["laid"] * 8, "hand", "ability", "turn"]
