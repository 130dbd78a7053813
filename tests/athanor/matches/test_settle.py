"""G2: a match has at most one result and is rated exactly once, whatever records come, and however often."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from pytest_django import Settings

from athanor.ladders.models import LedgerEntry, LedgerLine, Standing
from athanor.lifecycles import AttemptState, MatchState
from athanor.matches.models import Attempt, Match
from athanor.matches.services import Settlement, settle
from tests.athanor import world

pytestmark = pytest.mark.django_db


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


def test_the_same_record_twice_changes_nothing_the_second_time(match: Match) -> None:
    said = world.signed(world.record(match))
    assert settle(signed=said) is Settlement.FINISHED
    before = everything()
    assert settle(signed=said) is Settlement.STALE
    assert everything() == before


def test_another_result_for_a_settled_attempt_changes_nothing(match: Match) -> None:
    first = world.record(match, [1, 2, 3, 4])
    settle(signed=world.signed(first))
    before = everything()
    assert settle(signed=world.signed(replace(first, ranks=(4, 3, 2, 1)))) is Settlement.STALE
    assert settle(signed=world.signed(replace(first, outcome="void", reason="worker died"))) is Settlement.STALE
    assert everything() == before


def test_a_record_of_an_older_attempt_changes_nothing(match: Match) -> None:
    late = world.signed(world.record(match))
    assert (
        settle(signed=world.signed(world.record(match, outcome="void", reason="host stalled"))) is Settlement.AGAIN
    )
    before = everything()
    assert settle(signed=late) is Settlement.STALE
    assert everything() == before
    assert world.play(match) is Settlement.FINISHED


@pytest.mark.parametrize(
    "wrong",
    [
        {"token": "guessed"},
        {"attempt": 2},
        {"match": "zzzzzzzzzz"},
    ],
    ids=lambda wrong: next(iter(wrong)),
)
def test_a_record_that_does_not_name_the_open_attempt_changes_nothing(match: Match, wrong: dict[str, Any]) -> None:
    before = everything()
    assert settle(signed=world.signed(replace(world.record(match), **wrong))) is Settlement.STALE
    assert everything() == before


def test_a_record_for_another_match_with_the_token_of_this_one_changes_nothing(match: Match) -> None:
    other = world.order([world.bot() for _ in range(4)], on=match.ladder)[0]
    before = everything()
    said = replace(world.record(match), match=other.public_id)
    assert settle(signed=world.signed(said)) is Settlement.STALE
    assert everything() == before


def test_a_record_signed_with_another_key_changes_nothing(match: Match) -> None:
    before = everything()
    assert settle(signed=world.signed(world.record(match), key=b"x" * 32)) is Settlement.FORGED
    assert everything() == before


def test_a_record_changed_after_signing_changes_nothing(match: Match) -> None:
    said = world.signed(world.record(match, [1, 2, 3, 4]))
    said["body"]["ranks"] = [4, 3, 2, 1]
    before = everything()
    assert settle(signed=said) is Settlement.FORGED
    assert everything() == before


@pytest.mark.parametrize("junk", [None, 1, "x", [], {}, {"body": {}, "signature": "00"}, {"signature": None}])
def test_junk_changes_nothing(match: Match, junk: Any) -> None:
    before = everything()
    assert settle(signed=junk) is Settlement.FORGED
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
    assert settle(signed=world.signed(replace(world.record(match), **unfit))) is Settlement.AGAIN
    assert not LedgerEntry.objects.exists()
    failed = match.attempts.get(number=1)
    assert failed.state == AttemptState.FAILED
    assert failed.reason
    assert world.play(match) is Settlement.FINISHED


def test_a_void_record_is_played_again_until_there_were_attempts_enough(match: Match, settings: Settings) -> None:
    settings.ATTEMPTS = 3
    for expected in (Settlement.AGAIN, Settlement.AGAIN, Settlement.VOID):
        said = world.record(match, outcome="void", reason="the sandbox did not start", ranks=(), replay="")
        assert settle(signed=world.signed(said)) is expected
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
