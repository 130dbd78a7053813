"""Section 16: what implementations get wrong, in the book's order. Number 15 is in test_draw_five."""

from __future__ import annotations

from arena.kernel.chance import Extreme
from tests.arena.games.poison.table import cards, last_card, new, play, position, refusal, taken_by
from tests.arena.games.poison.test_scoring import majorities, points, some

TWELVE = ["red-7", "red-5"]


def overflows(state: object, card: str, cauldron: int = 0) -> bool:
    return any("overflowed" in event for event in play(state, card, cauldron))  # type: ignore[arg-type]


def test_1_thirteen_is_safe_and_fourteen_overflows() -> None:
    assert not overflows(position(TWELVE, hand=["red-1"]), "red-1")
    assert overflows(position(TWELVE, hand=["red-2"]), "red-2")


def test_2_the_causing_card_stays_and_is_not_taken() -> None:
    state = position(TWELVE, hand=["red-4"])
    play(state, "red-4", 0)
    assert (cards(state, 0), taken_by(state, 2)) == (["red-4"], ["red-5", "red-7"])


def test_3_a_poison_that_overflows_leaves_no_colour() -> None:
    state = position(TWELVE, hand=["poison"], others={3: ["red-1", "blue-1"]})
    play(state, "poison", 0)
    assert state.view(None)["cauldrons"][0]["colour"] == "none"
    assert refusal(state, "red-1", 1) is None
    play(state, "blue-1", 0)
    assert state.view(None)["cauldrons"][0]["colour"] == "blue"


def test_4_a_potion_that_overflows_poison_leaves_its_own_colour() -> None:
    state = position(["poison"] * 3, hand=["blue-2"])
    play(state, "blue-2", 0)
    assert state.view(None)["cauldrons"][0] == {"cards": ["blue-2"], "colour": "blue", "sum": 2}
    assert taken_by(state, 3) == ["poison"] * 3


def test_5_the_fourth_poison_overflows() -> None:
    assert not overflows(position(["poison"] * 2, hand=["poison"]), "poison")
    assert overflows(position(["poison"] * 3, hand=["poison"]), "poison")


def test_6_a_second_cauldron_without_colour_frees_no_colour() -> None:
    state = position(["red-1"], ["poison"], hand=["red-2"])
    assert [refusal(state, "red-2", cauldron) for cauldron in range(3)] == [
        None,
        "colour-elsewhere",
        "colour-elsewhere",
    ]


def test_7_the_wrong_colour_stays_illegal_where_it_would_overflow() -> None:
    assert refusal(position(TWELVE, hand=["blue-7"]), "blue-7", 0) == "wrong-colour"


def test_8_a_tie_does_not_pass_the_exemption_on() -> None:
    assert points(some(3, 0, 0, 0), some(3, 0, 0, 0), some(2, 0, 0, 0)) == [3, 3, 2]
    assert majorities(some(3, 0, 0, 0), some(3, 0, 0, 0), some(2, 0, 0, 0)) == [(), (), ()]


def test_9_the_majority_counts_taken_cards_not_values_nor_cards_left_behind() -> None:
    assert majorities(["red-1", "red-1"], ["red-7"]) == [("red",), ()]
    # Seat 0 has one blue card and seat 1 none; that eleven lie elsewhere, or in a cauldron, is nothing to them.
    state = last_card(
        "poison",
        2,
        cauldrons=(["red-1"], ["blue-1", "blue-1", "blue-1", "blue-2", "blue-2"], ["purple-1"]),
        taken={1: ["red-1", "red-1"]},
        rest_to=2,
    )
    assert [player["scores"][0] for player in state.dump()["players"]][:2] == [0, 2]


def test_10_the_most_poison_is_no_majority() -> None:
    assert points(["poison"] * 7, ["poison"]) == [14, 2]


def test_11_the_last_card_of_a_round_can_overflow_and_counts() -> None:
    full = (["red-7", "red-5"], ["blue-1"], ["purple-1"])
    state = last_card("red-4", 0, cauldrons=full, rest_to=0)
    scores = [player["scores"][0] for player in state.dump()["players"]]
    # It is the 50th card, so seat 1 plays it and takes two red ones: no majority.
    assert scores == [16, 2, 0, 0]


def test_12_three_seats_play_six_rounds() -> None:
    state = new(3)
    assert state.view(0)["rounds"] == 6
    while state.round < 3:
        state.apply(state.to_act[0], state.autopilot(state.to_act[0]))
    assert state.result is None


def test_13_seat_0_begins_only_rounds_0_n_2n() -> None:
    state = new(3)
    begins = [state.to_act[0]]
    while state.to_act:
        round_number = state.round
        state.apply(state.to_act[0], state.autopilot(state.to_act[0]))
        if state.round > round_number:
            begins.append(state.to_act[0])
    assert begins == [0, 1, 2, 0, 1, 2]


def test_14_each_shuffle_starts_from_the_canonical_order() -> None:
    """The same draws give the same heaps in each round, however the last one went."""
    state = new(4, Extreme())
    heaps = []
    for round_number in range(4):
        heaps.append(sorted(player["hand"] for player in state.dump()["players"]))
        while state.to_act and state.round == round_number:
            state.apply(state.to_act[0], list(state.legal(state.to_act[0]))[-1])
    assert heaps[1:] == heaps[:-1]


def test_16_one_card_of_a_name_leaves_the_hand() -> None:
    state = position(["red-1"], hand=["red-7", "red-7", "red-7"])
    play(state, "red-7", 0)
    assert state.dump()["players"][1]["hand"].count("red-7") == 2
    assert state.ply == 2


def test_17_the_lowest_total_has_rank_1() -> None:
    over = last_card("red-7", 0, round_number=3, scores=[[0] * 3, [1] * 3, [30] * 3, [2] * 3])
    assert over.result is not None
    assert over.result.scores == (16, 3, 90, 6)
    assert over.result.ranks == (3, 1, 4, 2)
