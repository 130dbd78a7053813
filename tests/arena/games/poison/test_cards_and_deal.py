"""Sections 1 to 3: the cards, the seats, the options, rounds and the deal."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from arena.games.poison.material import NAMES, bag_of, names, size
from arena.kernel.chance import Extreme, Seeded
from arena.kernel.options import BadOptions
from tests.arena.games.poison.table import GAME, ROUNDS, SEED, last_card, new, position


def whole_deck(state_document: dict[str, Any]) -> Counter[str]:
    heaps = [state_document["pile"], state_document["aside"]]
    heaps += [heap for player in state_document["players"] for heap in (player["hand"], player["taken"])]
    return Counter(card for heap in heaps for card in heap)


def test_there_are_42_potions_and_8_poisons() -> None:
    """PO-1, PO-2."""
    deck = whole_deck(new().dump())
    assert sum(deck.values()) == 50
    assert deck.pop("poison") == 8
    for colour in ("red", "blue", "purple"):
        values = sorted(int(name[-1]) for name in deck.elements() if name.startswith(colour))
        assert values == [1, 1, 1, 2, 2, 2, 4, 4, 5, 5, 5, 7, 7, 7]


def test_a_poison_has_the_value_4_and_no_colour() -> None:
    """PO-3."""
    state = position(["poison", "poison"])
    view = state.view(None)["cauldrons"][0]
    assert (view["sum"], view["colour"]) == (8, "none")


def test_a_multiset_is_written_in_canonical_order_and_read_in_any() -> None:
    """PO-4."""
    document = new().dump()
    shuffled = new().dump()
    for player in shuffled["players"]:
        player["hand"].reverse()
    assert GAME.load(shuffled, Seeded(SEED)).dump() == document
    expected = [f"{colour}-{value}" for colour in ("red", "blue", "purple") for value in (1, 2, 4, 5, 7)]
    assert [*expected, "poison"] == list(NAMES)
    for player in document["players"]:
        assert player["hand"] == sorted(player["hand"], key=NAMES.index)


def test_a_bag_gives_back_its_cards_in_canonical_order() -> None:
    """PO-4."""
    cards = ["poison"] * 8 + ["purple-7", "red-1", "red-1", "red-1", "blue-4"]
    assert list(names(bag_of(cards))) == sorted(cards, key=NAMES.index)
    assert size(bag_of(cards)) == len(cards)


def test_three_empty_cauldrons_stand_at_the_start_of_a_round() -> None:
    """PO-5."""
    for state in (new(), last_card("red-7", 0)):
        assert state.dump()["cauldrons"] == [{"cards": []}, {"cards": []}, {"cards": []}]


def test_two_to_six_seats_play() -> None:
    """PO-6, PO-7."""
    assert list(GAME.seats) == [2, 3, 4, 5, 6]
    for seats in (1, 7):
        with pytest.raises(BadOptions, match=f"poison is for 2 to 6 seats, not {seats}"):
            new(seats)


def test_the_options_and_their_defaults() -> None:
    """PO-8, PO-9: a state's options hold every option."""
    assert new().dump()["options"] == {"variant": "deal-all", "taken": "open"}
    assert new(variant="draw-five").dump()["options"] == {"variant": "draw-five", "taken": "open"}
    assert new(taken="hidden").dump()["options"] == {"variant": "deal-all", "taken": "hidden"}
    with pytest.raises(BadOptions, match="option variant is deal-all or draw-five, not 'deal-some'"):
        new(variant="deal-some")


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_dealer_of_round_r_is_seat_n_minus_1_plus_r(seats: int) -> None:
    """PO-10, PO-11, PO-18."""
    state = new(seats)
    for round_number in range(ROUNDS[seats]):
        document = state.dump()
        assert document["round"] == round_number
        assert document["dealer"] == (seats - 1 + round_number) % seats
        assert document["to_act"] == [round_number % seats]
        while state.to_act and state.round == round_number:
            state.apply(state.to_act[0], next(iter(state.legal(state.to_act[0]))))


def test_each_round_takes_49_draws_from_the_canonical_order() -> None:
    """PO-12: with the highest draws a shuffle changes nothing, in the second round either."""
    state = new(4, Extreme(highest=True))
    first = state.dump()
    assert first["drawn"] == {"deck": 49}
    while state.round == 0:
        state.apply(state.to_act[0], next(iter(state.legal(state.to_act[0]))))
    second = state.dump()
    assert second["drawn"] == {"deck": 98}
    turned = [*second["players"][1:], second["players"][0]]
    assert [player["hand"] for player in turned] == [player["hand"] for player in first["players"]]


def test_cards_are_dealt_one_at_a_time_from_the_seat_after_the_dealer() -> None:
    """PO-13: of the canonical deck, seat s gets every fourth card from card s on."""
    deck = [name for name in NAMES for _ in range(8 if name == "poison" else 2 if name.endswith("4") else 3)]
    hands = [player["hand"] for player in new(4, Extreme(highest=True)).dump()["players"]]
    assert hands == [deck[seat::4] for seat in range(4)]


@pytest.mark.parametrize(
    ("seats", "sizes", "aside"),
    [
        (2, [13, 13], 24),
        (3, [13, 13, 12], 12),
        (4, [13, 13, 12, 12], 0),
        (5, [10] * 5, 0),
        (6, [9, 9, 8, 8, 8, 8], 0),
    ],
)
def test_hand_sizes_and_cards_aside(seats: int, sizes: list[int], aside: int) -> None:
    """PO-13 to PO-17: sizes from the dealer's next seat on; the absent hands come after the dealer."""
    document = new(seats).dump()
    assert [len(player["hand"]) for player in document["players"]] == sizes
    assert len(document["aside"]) == aside
    assert document["pile"] == []
    assert sum(whole_deck(document).values()) == 50


def test_with_three_seats_the_absent_fourth_comes_after_the_dealer() -> None:
    """PO-14, PO-15: in each round another hand is aside, and each seat has the short one equally often."""
    state = new(3)
    short, asides = [], []
    for round_number in range(6):
        document = state.dump()
        sizes = [len(player["hand"]) for player in document["players"]]
        short.append(sizes.index(12))
        asides.append(document["aside"])
        assert short[-1] == document["dealer"]
        while state.to_act and state.round == round_number:
            state.apply(state.to_act[0], next(iter(state.legal(state.to_act[0]))))
    assert short == [2, 0, 1, 2, 0, 1]
    assert len({tuple(aside) for aside in asides}) == 6


def test_cards_aside_are_seen_by_nobody_and_score_for_nobody() -> None:
    """PO-17."""
    start = GAME.new(3, {}, Seeded(SEED))
    told = [GAME.facts.document(event.fact) for event in start.events]
    assert told[0]["dealt"]["aside"] == 12
    for viewer in (None, 0, 1, 2):
        assert "aside" not in start.state.view(viewer)
    state = start.state
    cards_scored = 0
    while state.round == 0:
        for event in state.apply(state.to_act[0], next(iter(state.legal(state.to_act[0])))):
            document = GAME.facts.document(event.fact)
            cards_scored += sum(len(row["taken"]) for row in document.get("scored", {}).get("players", []))
    assert 0 < cards_scored <= 38
