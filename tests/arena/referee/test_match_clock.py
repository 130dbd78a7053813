"""What an answer costs, and which limits it may meet, in a match without I/O."""

from __future__ import annotations

from arena.games.registry import game_named
from arena.orders.bins import MOST_BINS, bin_of, end_of_bin
from arena.referee.conduct import Answer, Late, Out
from arena.referee.match import Match
from athanorpb.farm.values import Clock, Spent, Spread
from tests.arena.referee.matches import first, only, poison

SEED = bytes(range(32))
POISON = game_named("poison")
ILLEGAL = {"play": {"card": "green-9", "cauldron": 0}}


def test_the_share_of_the_match_that_was_used_up_is_told_with_its_figures() -> None:
    match = Match(
        POISON, seats=2, options={}, seed=SEED, clock=Clock(bank=60_000, move_cap=5_000, match_cap=6_000)
    )
    for seat in (0, 1):
        match.ready(seat, 0.0, 0.0)
    ask = only(match)
    match.answer(ask.seat, Late(), 3_001.0, 1.0)
    account = match.accounts()[ask.seat]
    assert account.out == "out-of-time"
    assert account.out_detail == (
        "at ask 1 (play), after 0 moves: 3001 ms of wall time for this answer,"
        " 3000 ms were left of its share of the match (3000 ms)"
    )


def test_ready_after_the_start_up_budget_is_never_ready() -> None:
    match = Match(POISON, seats=2, options={}, seed=SEED, clock=Clock(startup=1000))
    match.ready(0, 1000.0)
    match.ready(1, 1000.5)
    assert match.outs[0] is None
    assert match.outs[1] is not None
    assert match.outs[1][0] is Out.NEVER_READY
    assert match.outs[1][1] == "while it started: ready after 1000.5 ms, 1000 allowed"


def test_wall_time_is_charged_where_nobody_measures_cpu_time() -> None:
    match = poison(clock=Clock(bank=1000, increment=10))
    ask = only(match)
    match.answer(ask.seat, first(ask), 200.0)
    assert match.clocks[0].bank == 810.0
    assert match.decisions[0].charged == match.decisions[0].wall == 200


def test_cpu_time_is_charged_where_it_is_measured() -> None:
    match = Match(POISON, seats=2, options={}, seed=SEED, clock=Clock(bank=1000, increment=0))
    match.ready(0, 5.0, cpu=300.0)
    match.ready(1, 5.0)
    ask = only(match)
    match.answer(0, first(ask), 45.0, cpu=340.0)
    assert match.clocks[0].bank == 960.0
    assert match.decisions[0][3:] == (40, 45)
    assert match.accounts()[0].cpu == 340


def test_idle_time_costs_a_quarter_of_what_thinking_costs() -> None:
    """Of 900 ms it ran for 40, and 10 are for messages to go their way."""
    match = Match(POISON, seats=2, options={}, seed=SEED, clock=Clock(bank=1000, increment=0))
    match.ready(0, 5.0, cpu=300.0)
    match.ready(1, 5.0)
    ask = only(match)
    match.answer(0, first(ask), 900.0, cpu=340.0)
    assert match.clocks[0].bank == 1000 - 40 - 850 / 4
    assert match.accounts()[0].spent.idle == 850


def test_a_bot_that_sleeps_holds_nobody_for_longer_than_four_times_its_bank() -> None:
    match = Match(POISON, seats=2, options={}, seed=SEED, clock=Clock(bank=1000, increment=0))
    for seat in (0, 1):
        match.ready(seat, 0.0, cpu=0.0)
    now = 0.0
    while match.outs[0] is None:
        ask = only(match, now)
        now += 810.0 if ask.seat == 0 else 0.0
        match.answer(ask.seat, first(ask), now, cpu=0.0)
    assert now == 6 * 810.0
    account = match.accounts()[0]
    assert account.out == "out-of-time"
    assert account.out_detail.endswith(
        "200 ms charged for this answer (200 of them for 800 ms in which it was idle),"
        " 0 ms were left in the bank (1000 ms for the match, and 0 more an answer)"
    )


def test_what_the_host_kept_from_a_bot_is_neither_idle_nor_counted_by_any_limit() -> None:
    clock = Clock(bank=1000, increment=0, move_cap=1000, match_cap=2000)
    match = Match(POISON, seats=2, options={}, seed=SEED, clock=clock)
    for seat in (0, 1):
        match.ready(seat, 0.0, cpu=0.0)
    now, cpu = 0.0, [0.0, 0.0]
    for _ in range(20):
        ask = only(match, now)
        now += 5000.0
        cpu[ask.seat] += 80.0
        match.answer(ask.seat, first(ask), now, cpu=cpu[ask.seat], withheld=4920.0)
    assert match.outs == [None, None]
    assert [clock.bank for clock in match.clocks] == [200.0, 200.0]


def test_how_a_seats_times_lie_is_kept_of_what_was_charged_and_of_wall_time() -> None:
    match = Match(POISON, seats=2, options={}, seed=SEED, clock=Clock())
    match.ready(0, 5.0, cpu=100.0)
    match.ready(1, 5.0)
    cpu, now = 100.0, 0.0
    for number in range(20):
        for _ in range(2):
            ask = only(match, now)
            if ask.seat == 0:
                cpu += 0.25 + number
                now += 1.25 * number + 30
                match.answer(0, first(ask), now, cpu, withheld=30.0)
            else:
                match.answer(1, first(ask), now)
    spent = match.accounts()[0].spent
    # 0.25 | 1.25 | none | 2.25 | 3.25 | 4.25, 5.25 | 6.25, 7.25 | 8.25 to 11.25 | 12.25 to 15.25 | 16.25 to 19.25
    bins = (1, 1, 0, 1, 1, 2, 2, 4, 4, 4)
    assert spent.charged == Spread(count=20, median=9.25, p95=18.25, longest=19.25, bins=bins)
    assert (spent.wall.count, spent.wall.median, spent.wall.p95, spent.wall.longest) == (20, 11.25, 22.5, 23.75)
    assert (spent.heard, spent.said) == (-1, -1)
    assert match.accounts()[1].spent.wall == Spread(count=20, bins=(20,))


def test_a_step_of_the_counted_times_begins_where_the_one_before_it_ends() -> None:
    for place in range(MOST_BINS - 1):
        end = end_of_bin(place)
        assert bin_of(end * 0.999_999) == place
        assert bin_of(end * 1.000_001) == place + 1
    assert bin_of(0.0) == 0
    assert bin_of(1e12) == MOST_BINS - 1


def test_an_answer_that_was_lost_is_counted_and_one_of_the_autopilot_is_not() -> None:
    match = poison(2, Clock(bank=100, increment=0))
    match.answer(only(match).seat, Late(), 100.5)
    for _ in range(2):
        ask = only(match, 200.0)
        match.answer(ask.seat, first(ask), 200.0)
    assert match.accounts()[0].spent.wall == Spread(1, 100.5, 100.5, 100.5, (*[0] * 14, 1))
    assert match.accounts()[1].spent.wall.count == 2


def test_a_bot_that_never_answered_has_spent_nothing() -> None:
    match = poison(2)
    assert match.accounts()[0].spent == Spent()


def test_a_bank_that_is_used_up_has_the_bot_out_of_time() -> None:
    match = poison(clock=Clock(bank=100, increment=0, move_cap=1000))
    ask = only(match)
    assert ask.allowed == 100.0
    match.answer(ask.seat, Late(), 100.5)
    assert match.outs[0] is not None
    assert match.outs[0][0] is Out.OUT_OF_TIME


def test_cpu_time_beyond_the_bank_has_the_bot_out_of_time_however_fast_it_was() -> None:
    match = Match(POISON, seats=2, options={}, seed=SEED, clock=Clock(bank=100, increment=0))
    match.ready(0, 5.0, cpu=0.0)
    match.ready(1, 5.0)
    ask = only(match)
    match.answer(0, first(ask), 80.0, cpu=100.5)
    assert match.outs[0] is not None
    assert match.outs[0][0] is Out.OUT_OF_TIME


def test_the_time_of_an_illegal_answer_is_charged_with_its_correction() -> None:
    match = poison(clock=Clock(bank=100, increment=0, move_cap=1000))
    ask = only(match)
    match.answer(ask.seat, Answer(1, ILLEGAL), 99.0)
    match.answer(ask.seat, first(ask), 101.0)
    assert match.outs[0] is not None
    assert match.outs[0][0] is Out.OUT_OF_TIME


def test_all_answers_of_a_seat_together_take_no_more_than_its_share_of_the_match() -> None:
    match = Match(POISON, seats=2, options={}, seed=SEED, clock=Clock(bank=10**6, move_cap=1000, match_cap=3000))
    for seat in range(2):
        match.ready(seat, 0.0, cpu=0.0)
    now = 0.0
    while match.outs[0] is None:
        ask = only(match, now)
        slow = ask.seat == 0
        now += 600.0 if slow else 1.0
        match.answer(ask.seat, first(ask) if now <= ask.deadline else Late(), now, cpu=0.0)
    assert match.outs[0][0] is Out.OUT_OF_TIME
    assert match.outs[1] is None
    assert match.accounts()[0].answers == 2


def test_an_ask_tells_the_clock_as_the_referee_sees_it() -> None:
    match = poison(2, Clock(bank=1000, increment=10, move_cap=500))
    ask = only(match)
    assert ask.clock == {"bank": 1000, "charged": 0, "move_cap": 500}
    match.answer(0, first(ask), 200.4)
    match.answer(1, first(only(match)), 0.0)
    assert only(match).clock == {"bank": 809, "charged": 200, "move_cap": 500}
