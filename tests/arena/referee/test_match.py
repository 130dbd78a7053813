"""The match without I/O: no bot, no sleep, no socket."""

from __future__ import annotations

from typing import Any

import pytest

from arena.referee.conduct import STRIKES, Answer, Failed, Late, Out, Refusal, Reply
from arena.referee.match import entropy_of
from tests.arena.referee.matches import ILLEGAL, POISON, SEED, first, only, played_out, poison, sealed


def test_a_match_of_legal_answers_goes_to_the_game_s_own_end() -> None:
    match = played_out(poison(4))
    assert match.over
    assert len(match.decisions) == 200
    assert match.result.reason == "rounds-played"
    assert all(account.out == "" and account.answers == 50 for account in match.accounts())


def test_an_ask_shows_its_seat_s_view_and_the_listed_actions() -> None:
    match = poison()
    ask = only(match)
    assert ask.view == match.state.view(ask.seat)
    assert list(ask.legal) == [POISON.actions.document(action) for action in match.state.legal(ask.seat)]
    assert ask.legal[0] == ask.legal[:1][0]
    assert len(ask.legal) == len(ask.actions)


def test_an_index_and_the_action_it_stands_for_are_the_same_answer() -> None:
    by_index, by_document = poison(), poison()
    ask = only(by_index)
    by_index.answer(ask.seat, Answer(1, 3), 0.0)
    by_document.answer(ask.seat, Answer(1, only(by_document).legal[3]), 0.0)
    assert by_index.decisions == by_document.decisions
    assert by_index.log == by_document.log


def test_before_each_ask_a_seat_hears_what_it_saw_and_nothing_else() -> None:
    match = poison()
    heard: dict[int, list[Any]] = {0: [], 1: [], 2: []}
    while asks := match.asks(0.0):
        for ask in asks:
            heard[ask.seat] += ask.happenings
            match.answer(ask.seat, first(ask), 0.0)
    for seat in range(3):
        heard[seat] += match.last_words(seat).happenings
        assert heard[seat] == [entry for entry in match.log if entry.to is None or seat in entry.to]


def test_ask_numbers_of_a_seat_count_up_from_one() -> None:
    match = poison()
    numbers: dict[int, list[int]] = {}
    while asks := match.asks(0.0):
        numbers.setdefault(asks[0].seat, []).append(asks[0].number)
        match.answer(asks[0].seat, first(asks[0]), 0.0)
    assert all(row == list(range(1, len(row) + 1)) for row in numbers.values())


# --- seats that decide at once


def test_seats_that_decide_at_once_are_all_asked() -> None:
    assert [ask.seat for ask in sealed().asks(0.0)] == [0, 1, 2]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_the_order_of_arrival_changes_nothing(order: tuple[int, ...]) -> None:
    match, bids = sealed(), {0: 3, 1: 1, 2: 2}
    while match.asks(0.0):
        for seat in order:
            match.answer(seat, Answer(match.clocks[seat].answers + 1, {"bid": {"number": bids[seat]}}), 0.0)
    assert [decision.seat for decision in match.decisions] == [0, 1, 2, 0, 1, 2]
    assert match.result.scores == (6, 2, 4)
    assert [entry.ply for entry in match.log] == [1, 2, 3, 3, 4, 5, 6, 6]


def test_until_all_have_answered_the_others_are_still_asked() -> None:
    match = sealed()
    match.asks(0.0)
    match.answer(1, Answer(1, 0), 0.0)
    assert [ask.seat for ask in match.asks(1.0)] == [0, 2]
    assert match.decisions == []


def test_one_that_fails_among_those_asked_at_once_is_settled_by_the_autopilot() -> None:
    match = sealed()
    match.asks(0.0)
    match.answer(0, Answer(1, {"bid": {"number": 3}}), 0.0)
    match.answer(1, Failed(Out.DEAD, "gone"), 0.0)
    match.answer(2, Answer(1, {"bid": {"number": 2}}), 0.0)
    assert [(decision.seat, decision.by_bot) for decision in match.decisions] == [(0, True), (1, False), (2, True)]
    assert [ask.seat for ask in match.asks(0.0)] == [0, 2]


# --- conduct


def test_an_illegal_answer_is_told_back_with_its_code_and_changes_nothing() -> None:
    match = poison()
    ask = only(match)
    before = match.state.dump()
    refusal = match.answer(ask.seat, Answer(1, ILLEGAL), 10.0)
    assert refusal == Refusal(1, "unknown-card", POISON.why("unknown-card"), STRIKES - 1)
    assert match.state.dump() == before
    assert only(match) is ask
    assert ask.refused is refusal


def test_a_corrected_answer_counts() -> None:
    match = poison()
    ask = only(match)
    match.answer(ask.seat, Answer(1, ILLEGAL), 10.0)
    assert match.answer(ask.seat, first(ask), 30.0) is None
    assert match.decisions[0].by_bot
    assert match.decisions[0].charged == 30
    assert match.accounts()[0].strikes == 1


def test_the_strikes_are_counted_over_the_whole_match() -> None:
    match = poison()
    left = []
    while match.outs[0] is None:
        ask = only(match)
        if ask.seat == 0:
            refusal = match.answer(0, Answer(ask.number, ILLEGAL), 0.0)
            left.append(None if refusal is None else refusal.strikes_left)
            if refusal is None:
                break
        match.answer(ask.seat, first(ask), 0.0)
    assert left == [2, 1, 0, None]
    account = match.accounts()[0]
    assert account.out == "illegal"
    assert account.strikes == STRIKES + 1
    assert account.out_detail == (
        "at ask 4 (play), after 9 moves:"
        f" its illegal answer number 4, 3 allowed a match: unknown-card: {POISON.why('unknown-card')}"
    )
    assert account.out_ply == 9


NO_ACTIONS: list[object] = [
    {"play": {"card": 7}}, {"fly": {}}, {}, {"play": {}, "fly": {}}, -1, 10_000, True, None, "play", [0], 1.5,
]  # fmt: skip


@pytest.mark.parametrize("choice", NO_ACTIONS, ids=repr)
def test_what_is_no_action_is_refused_as_malformed(choice: object) -> None:
    match = poison()
    ask = only(match)
    refusal = match.answer(ask.seat, Answer(1, choice), 0.0)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "malformed"


@pytest.mark.parametrize("number", [0, 2, -1])
def test_an_answer_to_another_ask_than_the_open_one_is_malformed(number: int) -> None:
    match = poison()
    ask = only(match)
    assert match.answer(ask.seat, Answer(number, 0), 0.0) is None
    assert match.outs[0] is not None
    assert match.outs[0][0] is Out.MALFORMED


ENDS: list[tuple[Reply, float, Out]] = [
    (Late(), 10_001.0, Out.SILENT),
    (Answer(1, 0), 10_001.0, Out.SILENT),
    (Answer(1, ILLEGAL), 10_001.0, Out.SILENT),
    (Failed(Out.DEAD, "x"), 1.0, Out.DEAD),
    (Failed(Out.MALFORMED, "x"), 1.0, Out.MALFORMED),
]


@pytest.mark.parametrize(("reply", "now", "out"), ENDS)
def test_a_fault_has_the_bot_out_and_the_autopilot_plays_its_seat_to_the_end(
    reply: Reply, now: float, out: Out
) -> None:
    match = poison()
    ask = only(match)
    assert match.answer(ask.seat, reply, now) is None
    while asks := match.asks(now):
        assert asks[0].seat != 0
        match.answer(asks[0].seat, first(asks[0]), now)
    account = match.accounts()[0]
    assert (account.out, account.out_ply, account.answers) == (out.value, 0, 0)
    assert all(not decision.by_bot for decision in match.decisions if decision.seat == 0)
    assert match.last_words(0).out == out.value
    assert match.last_words(1).out == ""


def test_the_others_result_stands_and_whoever_is_out_ranks_last() -> None:
    whole, cut = played_out(poison()), poison()
    best = whole.result.ranks.index(1)
    while asks := cut.asks(0.0):
        ask = asks[0]
        reply: Reply = Failed(Out.DEAD, "gone") if ask.seat == best else first(ask)
        cut.answer(ask.seat, reply, 0.0)
    assert cut.state.result is not None
    assert cut.result.scores == cut.state.result.scores
    assert cut.result.ranks[best] == 3
    assert sorted(cut.result.ranks) == [1, 2, 3]


def test_of_two_that_are_out_the_earlier_ranks_lower() -> None:
    match = poison()
    while asks := match.asks(0.0):
        ask = asks[0]
        gone = (ask.seat == 1 and len(match.decisions) > 20) or (ask.seat == 2 and len(match.decisions) > 10)
        match.answer(ask.seat, Failed(Out.DEAD, "gone") if gone else first(ask), 0.0)
    assert match.result.ranks == (1, 2, 3)


def test_a_match_whose_bots_are_all_out_ends_by_the_autopilot() -> None:
    match = poison()
    for seat in range(3):
        match.failed(seat, Failed(Out.NEVER_READY, "x"))
    assert match.asks(0.0) == ()
    assert match.over
    assert match.result.ranks == (1, 1, 1)


def test_what_a_bot_says_of_its_failure_is_cut_to_one_printable_line() -> None:
    match = poison()
    ask = only(match)
    match.answer(ask.seat, Failed(Out.DEAD, "a\n\x1b[31m" + "b" * 5000), 0.0)
    detail = match.accounts()[0].out_detail
    assert len(detail) <= 500
    assert detail.startswith("at ask 1 (play), after 0 moves: a ?[31m")
    assert detail.isprintable()


# --- entropy


def test_a_bot_s_entropy_is_the_documented_function_of_seed_and_seat() -> None:
    # HMAC-SHA256(00 01 .. 1f, "bot entropy:0"), computed by openssl dgst -mac hmac.
    assert entropy_of(SEED, 0) == ENTROPY_0
    assert len({entropy_of(SEED, seat) for seat in range(6)}) == 6
    assert poison().welcomes[0].entropy == ENTROPY_0


ENTROPY_0 = "ec1a170ea5538c35ac05c1a944118455"
