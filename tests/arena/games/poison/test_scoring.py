"""Sections 7 and 8: the end of a round and of the game."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from arena.games.poison.material import bag_of
from arena.games.poison.scoring import reckon, result_of
from arena.kernel.chance import Seeded
from tests.arena.games.poison.table import GAME, ROUNDS, SEED, last_card, new, position


def points(*taken: Sequence[str]) -> list[int]:
    return [row.points for row in reckon([bag_of(cards) for cards in taken])]


def majorities(*taken: Sequence[str]) -> list[tuple[str, ...]]:
    return [row.majorities for row in reckon([bag_of(cards) for cards in taken])]


def some(red: int, blue: int, purple: int, poison: int) -> list[str]:
    deck = {"red": red, "blue": blue, "purple": purple}
    order = ("1", "1", "1", "2", "2", "2", "4", "4")
    return [f"{colour}-{order[i]}" for colour, n in deck.items() for i in range(n)] + ["poison"] * poison


def test_a_round_ends_when_all_cards_have_been_played() -> None:
    """PO-34."""
    state = last_card("red-7", 0)
    assert state.round == 1
    assert all(len(player["scores"]) == 1 for player in state.dump()["players"])


def test_cards_in_cauldrons_count_for_nobody() -> None:
    """PO-35: in the cauldrons lie four cards, taken are the other 46."""
    state = last_card("red-7", 0, taken={1: ["red-2"] * 3})
    assert sum(player["scores"][0] for player in state.dump()["players"]) == 3 + 8 * 2


def test_potions_are_a_point_each_whatever_their_value() -> None:
    """PO-36."""
    assert points(["red-7", "blue-1"], ["red-1", "blue-7"]) == [2, 2]


def test_poison_is_two_points_each_and_has_no_majority() -> None:
    """PO-37."""
    assert points(["poison"] * 5, ["poison"] * 3) == [10, 6]
    assert majorities(["poison"] * 5, ["poison"] * 3) == [(), ()]


def test_a_majority_makes_its_colour_free() -> None:
    """PO-38."""
    assert points(some(5, 0, 0, 0), some(4, 0, 0, 0), some(1, 0, 0, 0)) == [0, 4, 1]


def test_a_tie_for_the_most_exempts_nobody() -> None:
    """PO-39."""
    assert points(some(4, 0, 0, 0), some(4, 0, 0, 0), some(1, 0, 0, 0)) == [4, 4, 1]


def test_majorities_are_judged_by_number_colour_by_colour_and_one_card_is_enough() -> None:
    """PO-40."""
    assert majorities(["red-1", "red-1", "blue-1"], ["red-7"]) == [("red", "blue"), ()]
    assert points(["red-1", "red-1", "blue-1"], ["red-7"]) == [0, 1]


def test_the_published_example() -> None:
    """PO-36 to PO-39: Patrick, Arnaud, Charlotte, Fred."""
    assert points(some(2, 3, 0, 1), some(6, 0, 2, 0), some(5, 2, 6, 2), some(1, 6, 6, 4)) == [7, 2, 17, 15]


def test_scoring_and_the_next_deal_are_one_step_that_asks_nobody() -> None:
    """PO-41: the events in their order; the taken cards are shown to all."""
    state = position(
        ["red-1"],
        ["blue-1"],
        ["purple-1"],
        hand=["red-2"],
        taken={0: [*["red-1"] * 2, *["red-2"] * 2, "red-4", "red-4", *["red-5"] * 3, *["red-7"] * 3]
               + [f"{c}-{v}" for c in ("blue", "purple") for v in (1, 1, 2, 2, 2, 4, 4, 5, 5, 5, 7, 7, 7)]
               + ["poison"] * 8},
    )  # fmt: skip
    seat = state.to_act[0]
    events = state.apply(seat, next(iter(state.legal(seat))))
    documents = [GAME.facts.document(event.fact) for event in events]
    assert [next(iter(document)) for document in documents] == ["played", "scored", "dealt", *["hand"] * 4]
    scored = documents[1]["scored"]
    assert scored["round"] == 0
    assert scored["players"][0]["points"] == 16
    assert scored["players"][0]["majorities"] == ["red", "blue", "purple"]
    assert len(scored["players"][0]["taken"]) == 46
    assert scored["players"][1] == {"taken": [], "majorities": [], "points": 0}
    assert [event.to for event in events] == [None, None, None, (0,), (1,), (2,), (3,)]
    document = state.dump()
    assert [player["scores"] for player in document["players"]] == [[16], [0], [0], [0]]
    assert [player["taken"] for player in document["players"]] == [[], [], [], []]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("variant", ["deal-all", "draw-five"])
def test_each_seat_deals_once_with_two_or_three_seats_twice(seats: int, variant: str) -> None:
    """PO-42, PO-43, PO-44, PO-53."""
    state = new(seats, variant=variant)
    dealers = [state.dealer]
    while state.to_act:
        round_number = state.round
        state.apply(state.to_act[0], state.autopilot(state.to_act[0]))
        if state.round != round_number:
            dealers.append(state.dealer)
    assert len(dealers) == ROUNDS[seats] == state.view(None)["rounds"]
    assert {dealers.count(seat) for seat in range(seats)} == {2 if seats < 4 else 1}


def test_the_fewest_points_win_and_equal_totals_share_a_rank() -> None:
    """PO-45, PO-46, PO-47."""
    result = result_of([(10, 2), (3, 4), (5, 2), (9, 9)])
    assert result.document() == {"scores": [12, 7, 7, 18], "ranks": [3, 1, 1, 4], "reason": "rounds-played"}


def test_the_end_of_the_game_as_event_and_state() -> None:
    """PO-47: after the last round nobody is to act, and the taken cards stay."""
    state = last_card("red-7", 0, round_number=3)
    document = state.dump()
    assert (document["phase"], document["to_act"], document["round"]) == ("over", [], 3)
    assert document["result"]["scores"] == [sum(player["scores"]) for player in document["players"]]
    assert sum(len(player["taken"]) for player in document["players"]) == 46
    assert GAME.load(document, Seeded(SEED)).dump() == document


@pytest.mark.parametrize(
    ("variant", "lengths"), [("deal-all", [104, 228, 200, 250, 300]), ("draw-five", [200, 300, 200, 250, 300])]
)
def test_the_length_is_fixed(variant: str, lengths: list[int]) -> None:
    """PO-54."""
    for seats, length in zip(range(2, 7), lengths, strict=True):
        assert GAME.longest(seats, {"variant": variant}) == length
        state = new(seats, variant=variant)
        asked = 0
        while state.to_act:
            assert len(list(state.legal(state.to_act[0]))) <= 48
            state.apply(state.to_act[0], next(iter(state.legal(state.to_act[0]))))
            asked += 1
        assert asked == length == state.ply
