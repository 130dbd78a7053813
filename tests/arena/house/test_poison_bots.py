"""The `thinking` bot of Poison: never illegal, repeatable, right about the rules, and wiser for what it saw.

How strong it is is for `test_strength` and `athanor bench house`.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from arena.games.poison.facts import Scored
from arena.games.registry import GAMES
from arena.kernel.chance import Seeded
from arena.kernel.events import told
from tests.arena.house.samples import NO_HURRY
from tests.arena.house.test_house_bots import bot_of, play

POISON = GAMES["poison"]
NAMES = ("thinking", "random", "random")
SPENT = {"bank": 0, "charged": 0, "move_cap": 5_000}


def names_of(**instead: Any) -> dict[str, Any]:
    """What the bot's file defines."""
    return bot_of("poison", "thinking", instead).choose.__globals__


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize(
    "options", [{}, {"variant": "draw-five", "taken": "hidden"}], ids=["defaults", "otherwise"]
)
def test_it_plays_to_the_end_with_every_option(seats: int, options: dict[str, str]) -> None:
    play(["thinking", *["greedy", "random"] * 3][:seats], bytes([seats] * 32), options, little=True)


def test_the_same_match_is_played_the_same_again_and_from_counted_cards_as_from_open_ones() -> None:
    first = play(NAMES, bytes(32), little=True)
    assert play(NAMES, bytes(32), little=True) == first
    assert play(NAMES, bytes(32), {"taken": "hidden"}, little=True) == first


def test_with_nothing_left_in_the_bank_it_still_answers_after_one_world() -> None:
    """The first world of the first stage is looked at whatever the time; the rest is left out."""
    hurried = play(NAMES, bytes(32), clock=SPENT, instead={"EFFORT": 1})
    assert hurried == play(NAMES, bytes(32), clock=SPENT, instead={"EFFORT": 1_000_000, "MOST_WORLDS": 9})
    assert hurried != play(NAMES, bytes(32), clock=NO_HURRY, instead={"EFFORT": 1})


def test_an_answer_takes_no_more_than_its_share_of_the_bank() -> None:
    """A match's moves at this limit leave something in the bank, however slow the machine is."""
    bot = names_of()
    bank, moves = 10_000.0, 100  # the most there are: three seats with a pile
    for _ in range(moves):
        watch = bot["Watch"]({"bank": bank, "move_cap": 5_000})
        took = (watch.until - bot["thread_time"]()) * 1000
        assert 0 < took <= 150
        bank -= took
    assert bank > 1_000


def endings() -> Iterator[tuple[Any, Any]]:
    """The last card of a round, before it is played: the position, and the events up to there."""
    for number in range(6):
        random = Random(number)
        start = POISON.new(3 + number % 4, {}, Seeded(bytes([number] * 32)))
        state, events = start.state, list(start.events)
        while sum(view["hand_count"] for view in state.view(0)["players"]) > 1:
            (seat,) = state.to_act
            events += state.apply(seat, random.choice(list(state.legal(seat))))
        yield state, events


def test_what_it_counts_for_the_last_card_of_a_round_is_what_the_engine_counts() -> None:
    bot = names_of()
    tried = 0
    for state, events in endings():
        (seat,) = state.to_act
        view = state.view(seat)
        memory = bot["_memory"]
        for event in told(events, seat):
            memory.hear(POISON.facts.document(event.fact), state.seats)
        assert [sum(row) for row in memory.taken] == [player["taken_count"] for player in view["players"]]
        hands, pile = bot["Deal"](view, seat, Random(0)).world()
        table = bot["Table"](view, hands, pile)
        for action in state.legal(seat):
            after = state.copy().apply(seat, action)
            (scored,) = [event.fact for event in after if isinstance(event.fact, Scored)]
            points = table.played_on(seat, bot["CARD"][action.card], action.cauldron)
            assert points == [player.points for player in scored.players]
            tried += 1
    assert tried > 6


def test_the_hands_it_deals_are_what_is_unseen() -> None:
    bot = names_of()
    state = POISON.new(4, {}, Seeded(bytes(32))).state
    view = state.view(0)
    bot["_memory"].begin(4)
    hands, pile = bot["Deal"](view, 0, Random(0)).world()
    assert [sum(hand) for hand in hands] == [player["hand_count"] for player in view["players"]]
    assert [sum(column) for column in zip(*hands, strict=True)] == list(bot["DECK"])
    assert pile == []


PAID = [
    {"dealt": {"round": 0, "dealer": 3, "counts": [13, 13, 12, 12], "pile": 0, "aside": 0}},
    {"played": {"seat": 0, "card": "red-7", "cauldron": 0, "sum": 7}},
    {"played": {"seat": 1, "card": "red-7", "cauldron": 0, "sum": 14}},
    {"overflowed": {"seat": 1, "cauldron": 0, "cards": ["red-7"]}},
]
"""A majority by one card: it costs nothing, and tells nothing."""
FORCED = [
    PAID[0],
    {"played": {"seat": 0, "card": "poison", "cauldron": 0, "sum": 4}},
    {"played": {"seat": 1, "card": "red-7", "cauldron": 0, "sum": 11}},
    {"played": {"seat": 2, "card": "red-7", "cauldron": 0, "sum": 18}},
    {"overflowed": {"seat": 2, "cauldron": 0, "cards": ["poison", "red-7"]}},
]
"""A poison costs, and whatever else seat 2 has would have fitted in another cauldron, or as red of 1 or 2."""


def dealt_to_seat_2(bot: dict[str, Any], cards: list[int]) -> int:
    """How many of the cards it is dealt in a hundred worlds, seen by seat 3 after those events."""
    view = POISON.new(4, {}, Seeded(bytes(32))).state.view(3)
    for event in FORCED:
        bot["_memory"].hear(event, 4)
    for player in view["players"][:3]:
        player["hand_count"] -= 1
    deal = bot["Deal"](view, 3, Random(1))
    return sum(hands[2][card] for hands, _ in (deal.world() for _ in range(100)) for card in cards)


def test_who_paid_for_an_overflow_is_rather_dealt_what_would_not_have_fitted() -> None:
    red_4_5_7, fitted = [2, 3, 4], [0, 1, *range(5, 16)]
    bot = names_of()
    assert dealt_to_seat_2(bot, red_4_5_7) > 1.5 * dealt_to_seat_2(names_of(DOUBT=0.0), red_4_5_7)
    assert [card for card, doubt in enumerate(bot["_memory"].doubts[2]) if doubt] == fitted


def test_a_free_overflow_tells_nothing_and_who_plays_a_doubted_card_is_doubted_no_more() -> None:
    bot = names_of()
    for event in PAID:
        bot["_memory"].hear(event, 4)
    assert not any(map(any, bot["_memory"].doubts))
    for event in [*FORCED, {"played": {"seat": 2, "card": "blue-1", "cauldron": 1, "sum": 1}}]:
        bot["_memory"].hear(event, 4)
    assert not any(map(any, bot["_memory"].doubts))


def test_what_is_known_of_a_hand_fades_as_it_is_drawn_anew() -> None:
    bot = names_of()
    for event in [*FORCED, {"drew": {"seat": 2, "pile": 20}}]:
        bot["_memory"].hear(event, 4)
    assert 0 < bot["_memory"].doubts[2][0] < bot["DOUBT"]
