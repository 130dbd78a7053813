"""G2: a match has at most one result and is rated exactly once, whatever records come, and however often."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from pytest_django import Settings

from arena.orders.envelopes import sign
from athanor.jobs.models import Attempt
from athanor.jobs.services import Settlement
from athanor.ladders.models import LedgerEntry, LedgerLine, Standing
from athanor.lifecycles import AttemptState, MatchState
from athanor.matches import figures
from athanor.matches.models import Match
from athanor.matches.queries import match_page
from athanorpb.farm.values import SeatRecord, Spent, Spread
from tests.athanor import world

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def match() -> Match:
    ladder = world.ladder()
    bots = [world.bot() for _ in range(4)]
    (ordered,) = world.order(bots, on=ladder)
    return ordered


def everything() -> dict[str, list[Any]]:
    """All that a record could change."""
    return {
        "matches": list(Match.objects.order_by("pk").values()),
        "attempts": list(Attempt.objects.order_by("pk").values()),
        "standings": list(Standing.objects.order_by("pk").values()),
        "ledger": list(LedgerEntry.objects.order_by("pk").values()),
        "lines": list(LedgerLine.objects.order_by("pk").values()),
    }


def test_it_works(match: Match) -> None:
    assert world.play(match, [2, 1, 4, 2]) is Settlement.FINISHED
    match.refresh_from_db()
    assert (match.state, match.reason, match.plies) == (MatchState.FINISHED, "rounds-played", 48)
    assert list(match.seats.order_by("seat").values_list("rank", "score", "answers")) == [
        (2, 20, 12),
        (1, 10, 12),
        (4, 40, 12),
        (2, 20, 12),
    ]
    assert LedgerEntry.objects.get().match == match
    best, *level, last = LedgerLine.objects.order_by("rank").values_list("mu", flat=True)
    assert best > max(level) > min(level) > last
    assert match.seed


def test_what_each_bot_took_is_kept_with_its_seat(match: Match) -> None:
    charged, wall = Spread(12, 1.25, 4.5, 9.0), Spread(12, 2.0, 8.0, 11.5)
    took = SeatRecord(answers=12, withheld=70, spent=Spent(charged, wall, heard=41_000, said=9_000))
    said = world.record(match)
    world.settle(signed=world.signed(replace(said, seats=(took, *said.seats[1:]))))
    accounts = match_page(match.public_id).accounts
    assert (accounts[0].withheld, accounts[0].spent) == (70, took.spent)
    assert accounts[1].spent == Spent()


def test_every_figure_of_a_seats_record_has_a_column_and_is_shown_but_for_the_digest_of_its_log(
    match: Match,
) -> None:
    spent = Spent(Spread(1, 2.5, 3.5, 4.5, (5, 6)), Spread(7, 8.5), idle=9, heard=10, said=11)
    took = SeatRecord("dead", "why", 3, 1, 12, 900, 90, 80, 70, 60, 5_000_000_000, spent, "ab" * 32)
    default = SeatRecord()
    assert all(getattr(took, name) != getattr(default, name) for name in figures.COLUMNS), "each is told apart"
    said = world.record(match)
    world.settle(signed=world.signed(replace(said, seats=(took, *said.seats[1:]))))
    shown = match_page(match.public_id).accounts[0]
    assert {name: getattr(shown, name) for name in figures.COLUMNS} == {**figures_as(took), "log": ""}
    assert match.seats.get(seat=0).log == took.log


def figures_as(record: SeatRecord) -> dict[str, Any]:
    return {name: getattr(record, name) for name in figures.COLUMNS}


def test_a_seat_of_before_such_figures_were_kept_is_read(match: Match) -> None:
    world.play(match)
    match.seats.update(spent={})
    assert [account.spent for account in match_page(match.public_id).accounts] == [Spent()] * 4


def test_the_whole_sentence_of_why_a_bot_was_out_is_kept(match: Match) -> None:
    said = world.record(match)
    longest = "x" * 500 + " (its program ended with exit code -11)"
    out = replace(said.seats[0], out="dead", out_detail=longest, out_ply=3)
    world.settle(signed=world.signed(replace(said, seats=(out, *said.seats[1:]))))
    assert match.seats.get(seat=0).out_detail == longest


def test_the_same_record_twice_changes_nothing_the_second_time(match: Match) -> None:
    said = world.signed(world.record(match))
    assert world.settle(signed=said) is Settlement.FINISHED
    before = everything()
    assert world.settle(signed=said) is Settlement.STALE
    assert everything() == before


def test_another_result_for_a_settled_attempt_changes_nothing(match: Match) -> None:
    first = world.record(match, [1, 2, 3, 4])
    world.settle(signed=world.signed(first))
    before = everything()
    assert world.settle(signed=world.signed(replace(first, ranks=(4, 3, 2, 1)))) is Settlement.STALE
    assert (
        world.settle(signed=world.signed(replace(first, outcome="void", reason="worker died"))) is Settlement.STALE
    )
    assert everything() == before


def test_a_record_of_an_older_attempt_changes_nothing(match: Match) -> None:
    late = world.signed(world.record(match))
    assert (
        world.settle(signed=world.signed(world.record(match, outcome="void", reason="host stalled")))
        is Settlement.AGAIN
    )
    before = everything()
    assert world.settle(signed=late) is Settlement.STALE
    assert everything() == before
    assert world.play(match) is Settlement.FINISHED


@pytest.mark.parametrize("wrong", ["token", "number", "match"])
def test_a_record_that_does_not_name_the_open_attempt_changes_nothing(match: Match, wrong: str) -> None:
    before, record = everything(), world.record(match)
    said = {
        "token": replace(record, attempt=replace(record.attempt, token="guessed")),
        "number": replace(record, attempt=replace(record.attempt, number=2)),
        "match": replace(record, match="zzzzzzzzzz"),
    }
    assert world.settle(signed=world.signed(said[wrong])) is Settlement.STALE
    assert everything() == before


def test_a_record_for_another_match_with_the_token_of_this_one_changes_nothing(match: Match) -> None:
    other = world.order([world.bot() for _ in range(4)], on=match.ladder)[0]
    before = everything()
    said = replace(world.record(match), match=other.public_id)
    assert world.settle(signed=world.signed(said)) is Settlement.STALE
    assert everything() == before


def test_a_record_signed_with_another_key_changes_nothing(match: Match) -> None:
    before = everything()
    assert world.settle(signed=world.signed(world.record(match), key=b"x" * 32)) is Settlement.FORGED
    assert everything() == before


def test_a_record_changed_after_signing_changes_nothing(match: Match) -> None:
    said = world.signed(world.record(match, [1, 2, 3, 4]))
    other = world.signed(world.record(match, [4, 3, 2, 1]))
    before = everything()
    assert world.settle(signed=said | {"statement": other["statement"]}) is Settlement.FORGED
    assert everything() == before


def test_a_record_signed_with_an_empty_key_changes_nothing_even_where_the_site_has_no_other(
    match: Match, settings: Settings
) -> None:
    said = sign(world.record(match, [1, 2, 3, 4]), b"")
    for key in (settings.RECORD_KEY, b""):
        settings.RECORD_KEY = key
        before = everything()
        assert world.settle(signed=said) is Settlement.FORGED
        assert everything() == before


@pytest.mark.parametrize(
    "junk",
    [
        None,
        1,
        "x",
        [],
        {},
        {"body": {}, "signature": "00"},
        {"signature": None},
        {"statement": 1, "signature": "é"},
    ],
)
def test_junk_changes_nothing(match: Match, junk: Any) -> None:
    before = everything()
    assert world.settle(signed=junk) is Settlement.FORGED
    assert everything() == before


@pytest.mark.parametrize(
    "unfit",
    [
        {"ranks": (1, 2, 3)},
        {"ranks": (0, 1, 2, 3)},
        {"ranks": (2, 2, 3, 4)},
        {"ranks": (1, 2, 3, 5)},
        {"scores": (1, 2, 3, 4, 5)},
        {"seats": ()},
        {"reason": ""},
        {"chain": ""},
        {"replay": ""},
        {"replay": "00" * 32},
    ],
    ids=str,
)
def test_a_signed_record_that_cannot_be_one_is_a_fault_of_ours_and_rates_nobody(
    match: Match, unfit: dict[str, Any]
) -> None:
    assert world.settle(signed=world.signed(replace(world.record(match), **unfit))) is Settlement.AGAIN
    assert not LedgerEntry.objects.exists()
    failed = match.attempts.get(number=1)
    assert failed.state == AttemptState.FAILED
    assert failed.reason
    assert world.play(match) is Settlement.FINISHED


def test_a_void_record_is_played_again_until_there_were_attempts_enough(match: Match, settings: Settings) -> None:
    settings.ATTEMPTS = 3
    for expected in (Settlement.AGAIN, Settlement.AGAIN, Settlement.VOID):
        said = world.record(match, outcome="void", reason="the sandbox did not start", ranks=(), replay="")
        assert world.settle(signed=world.signed(said)) is expected
    match.refresh_from_db()
    assert (match.state, match.reason) == (MatchState.VOID, "the sandbox did not start")
    assert match.seed, "the deal of a void match is published too"
    assert not LedgerEntry.objects.exists()
    assert not match.attempts.filter(state__in=(AttemptState.SENT, AttemptState.STARTED)).exists()


def test_an_unrated_match_has_a_result_and_no_ledger_entry() -> None:
    world.ladder()
    (match,) = world.order([world.bot() for _ in range(3)])
    before = list(Standing.objects.order_by("pk").values())
    assert world.play(match) is Settlement.FINISHED
    assert not LedgerEntry.objects.exists()
    assert list(Standing.objects.order_by("pk").values()) == before


def test_replay_and_seed_of_a_set_are_hidden_until_its_last_match_has_ended() -> None:
    ladder = world.ladder(seats=3)
    first, second, third = world.order([world.bot() for _ in range(3)], on=ladder, rotations=3)
    world.play(first)
    world.play(second)
    for match in (first, second):
        match.refresh_from_db()
        assert match.state == MatchState.FINISHED
        assert not match.is_public
    world.play(third)
    seeds = set(Match.objects.values_list("seed", flat=True))
    assert len(seeds) == 1
    assert len(seeds.pop()) == 64
