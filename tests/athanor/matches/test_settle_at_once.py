"""G2 against real concurrency: threads with connections of their own, on whichever database the tests run on."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import TypeVar

import pytest
from django.db import connection
from pytest_django import Settings

from athanor.jobs import sweeping
from athanor.jobs.services import Settlement
from athanor.ladders import ledger
from athanor.ladders.matchmaker import matchmake
from athanor.ladders.models import LedgerEntry
from athanor.lifecycles import MatchState
from athanor.matches.models import Match
from tests.athanor import world

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database, pytest.mark.slow]

T = TypeVar("T")


def at_once(*jobs: Callable[[], T]) -> list[T]:
    together = Barrier(len(jobs))

    def run(job: Callable[[], T]) -> T:
        together.wait()
        try:
            return job()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return [future.result() for future in [pool.submit(run, job) for job in jobs]]


@pytest.mark.slow
def test_of_the_same_record_settled_in_four_threads_one_counts() -> None:
    ladder = world.ladder()
    bots = [world.bot() for _ in range(4)]
    for _ in range(5):
        (match,) = world.order(bots, on=ladder)
        said = world.signed(world.record(match))
        settled = at_once(*[lambda said=said: world.settle(signed=said)] * 4)
        assert sorted(result.name for result in settled) == ["FINISHED", "STALE", "STALE", "STALE"]
    assert LedgerEntry.objects.count() == 5
    assert not ledger.rebuild(ladder=ladder, write=False)


def test_matches_of_the_same_bots_settled_at_once_are_rated_one_after_another() -> None:
    ladder = world.ladder()
    bots = [world.bot() for _ in range(4)]
    matches = [world.order(bots, on=ladder)[0] for _ in range(4)]
    said = [world.signed(world.record(match)) for match in matches]
    settled = at_once(*[lambda one=one: world.settle(signed=one) for one in said])
    assert set(settled) == {Settlement.FINISHED}
    assert list(LedgerEntry.objects.order_by("sequence").values_list("sequence", flat=True)) == [1, 2, 3, 4]
    assert not ledger.rebuild(ladder=ladder, write=False)


def test_the_rotations_of_a_set_settled_at_once_reveal_its_seed() -> None:
    ladder = world.ladder(seats=3)
    matches = world.order([world.bot() for _ in range(3)], on=ladder, rotations=3)
    said = [world.signed(world.record(match)) for match in matches]
    at_once(*[lambda one=one: world.settle(signed=one) for one in said])
    assert not Match.objects.filter(seed="").exists()


def test_the_rotations_of_a_set_given_up_at_once_reveal_its_seed(settings: Settings) -> None:
    settings.NEVER_TAKEN = 1
    ladder = world.ladder(seats=3)
    bots = [world.bot() for _ in range(3)]
    for _ in range(5):
        matches = world.order(bots, on=ladder, rotations=3)
        attempts = [world.attempt_of(match) for match in matches]
        later = attempts[0].deadline.replace(year=attempts[0].deadline.year + 1)
        at_once(*[lambda pk=attempt.pk, now=later: sweeping._expire(pk, now) for attempt in attempts])
        assert not Match.objects.filter(seed="").exists()


def test_of_a_record_and_the_sweeper_at_once_one_wins_and_the_match_goes_on() -> None:
    ladder = world.ladder()
    bots = [world.bot() for _ in range(4)]
    for _ in range(5):
        (match,) = world.order(bots, on=ladder)
        attempt = world.attempt_of(match)
        said = world.signed(world.record(match))
        later = attempt.deadline.replace(year=attempt.deadline.year + 1)
        at_once(partial(world.settle, signed=said), partial(sweeping.sweep, now=later))
        match.refresh_from_db()
        if match.state == MatchState.FINISHED:
            assert match.ledger_entry.sequence
        else:
            assert match.state == MatchState.VOID
            assert not LedgerEntry.objects.filter(match=match).exists()
    assert not ledger.rebuild(ladder=ladder, write=False)


def test_two_matchmakers_at_once_keep_one_backlog() -> None:
    ladder = world.ladder()
    for _ in range(6):
        world.bot()
    at_once(*[matchmake] * 3)
    assert Match.objects.filter(ladder=ladder).count() == 6
    assert Match.objects.values("duplicate_set").distinct().count() == 6
