"""G1: every job ends, done or void, of whatever kind it is: each event in each state, by one table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django import Settings

from athanor.jobs import kinds, services, sweeping
from athanor.jobs.models import Attempt, Job
from athanor.jobs.services import Settlement
from athanor.lifecycles import OPEN_ATTEMPT, OPEN_JOB, AttemptState, JobState
from tests.athanor.jobs.rigs import RIGS, Rig

pytestmark = [pytest.mark.django_db, pytest.mark.database, pytest.mark.slow]

WAITING, RUNNING, DONE, VOID = JobState
VOIDED: Final = {"outcome": "void", "reason": "the sandbox did not start"}


def newest(job: Job) -> Attempt:
    return job.attempts.latest("number")


# How a job comes into each state


def sent(rig: Rig, job: Job) -> None:
    job.attempts.update(sent_at=timezone.now())


def begun(rig: Rig, job: Job) -> None:
    assert services.begin(token=newest(job).token)


def failed(rig: Rig, job: Job) -> None:
    begun(rig, job)
    assert rig.settle(newest(job), **VOIDED) is Settlement.AGAIN


def last(rig: Rig, job: Job) -> None:
    failed(rig, job)
    begun(rig, job)


def done(rig: Rig, job: Job) -> None:
    assert rig.settle(newest(job)) is Settlement.FINISHED


def void(rig: Rig, job: Job) -> None:
    assert services.give_up(job=job, fault="nobody could do it", now=timezone.now())


STATES: Final[Mapping[str, Callable[[Rig, Job], None]]] = {
    "ordered": lambda rig, job: None,
    "sent": sent,
    "begun": begun,
    "tried again": failed,
    "begun for the last time": last,
    "done": done,
    "void": void,
}


# What happens to it: events that are news


def heartbeat(rig: Rig, job: Job) -> None:
    services.begin(token=newest(job).token)


def waits(rig: Rig, job: Job) -> None:
    services.wait(token=newest(job).token)


def result(rig: Rig, job: Job) -> None:
    rig.settle(newest(job))


def failure(rig: Rig, job: Job) -> None:
    rig.settle(newest(job), **VOIDED)


def overdue(rig: Rig, job: Job) -> None:
    sweeping.sweep(now=newest(job).deadline + timedelta(seconds=1))


def given_up(rig: Rig, job: Job) -> None:
    services.give_up(job=job, fault="nobody wants it", now=timezone.now())


EVENTS: Final = (heartbeat, waits, result, failure, overdue, given_up)
TABLE: Final[Mapping[str, tuple[JobState, ...]]] = {
    # .                         heartbeat waits    result failure  overdue  given up
    "ordered": (RUNNING, WAITING, DONE, WAITING, WAITING, VOID),
    "sent": (RUNNING, WAITING, DONE, WAITING, WAITING, VOID),
    "begun": (RUNNING, RUNNING, DONE, WAITING, WAITING, VOID),
    "tried again": (RUNNING, WAITING, DONE, VOID, WAITING, VOID),
    "begun for the last time": (RUNNING, RUNNING, DONE, VOID, VOID, VOID),
    "done": (DONE,) * 6,
    "void": (VOID,) * 6,
}


# And those that never change anything


def guessed(rig: Rig, job: Job) -> None:
    attempt = newest(job)
    attempt.token = "guessed"
    assert rig.settle(attempt) is Settlement.STALE
    assert not services.begin(token="guessed")
    assert not services.wait(token="guessed")


def of_another_number(rig: Rig, job: Job) -> None:
    attempt = newest(job)
    attempt.number = 7
    assert rig.settle(attempt) is Settlement.STALE


def forged(rig: Rig, job: Job) -> None:
    said = rig.signed(newest(job))
    signature = "0" * len(said["signature"])
    assert services.settle(kind=rig.kind, signed=said | {"signature": signature}) is Settlement.FORGED


def of_earlier_attempts(rig: Rig, job: Job) -> None:
    for attempt in job.attempts.exclude(pk=newest(job).pk):
        assert rig.settle(attempt) is Settlement.STALE
        assert rig.settle(attempt, **VOIDED) is Settlement.STALE
        assert not services.begin(token=attempt.token)


NO_NEWS: Final = (guessed, of_another_number, forged, of_earlier_attempts)


@pytest.fixture(autouse=True)
def two_attempts(settings: Settings) -> None:
    settings.ATTEMPTS = 2


def rows(job: Job) -> Any:
    attempts = list(job.attempts.order_by("pk").values())
    return Job.objects.filter(pk=job.pk).values().get(), attempts


def check(rig: Rig, job: Job, expected: JobState, why: str) -> None:
    job.refresh_from_db()
    assert job.state == expected, why
    assert rig.state(job) == rig.states[expected], why
    open_ones = [each for each in job.attempts.all() if each.state in OPEN_ATTEMPT]
    assert len(open_ones) == (expected in OPEN_JOB), why
    assert job.attempts.filter(state=AttemptState.SETTLED).count() == (expected is DONE), why
    assert (job.ended_at is None) == (expected in OPEN_JOB), why


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("rig", RIGS, ids=lambda rig: rig.kind)
def test_each_event_leads_from_each_state_to_that_of_the_table(rig: Rig, state: str) -> None:
    job = rig.order()
    STATES[state](rig, job)
    job.refresh_from_db()
    check(rig, job, JobState(job.state), state)
    for event, expected in zip(EVENTS, TABLE[state], strict=True):
        point = transaction.savepoint()
        event(rig, job)
        check(rig, job, expected, f"{state}: {event.__name__}")
        if event is not overdue and expected in (DONE, VOID):
            before = rows(job)
            event(rig, job)
            assert rows(job) == before, f"{event.__name__}, a second time"
        transaction.savepoint_rollback(point)
    before = rows(job)
    for event in NO_NEWS if rig.is_signed else (guessed, of_earlier_attempts):
        event(rig, job)
        assert rows(job) == before, f"{state}: {event.__name__}"


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("rig", RIGS, ids=lambda rig: rig.kind)
def test_each_job_ends_if_nothing_but_time_passes(rig: Rig, state: str, settings: Settings) -> None:
    settings.NEVER_TAKEN = 600
    job = rig.order()
    STATES[state](rig, job)
    job.refresh_from_db()
    expected = DONE if job.state == DONE else VOID
    now = until(job)
    for _ in range(12):
        sweeping.sweep(now=now)
        now = max(now, until(job))
    check(rig, job, expected, state)


def until(job: Job) -> datetime:
    return newest(job).deadline + timedelta(seconds=1)


def test_there_is_a_rig_for_every_kind_and_the_table_has_every_state_and_event() -> None:
    assert {rig.kind for rig in RIGS} == {handler.kind for handler in kinds.handlers()}
    assert set(TABLE) == set(STATES)
    assert {len(row) for row in TABLE.values()} == {len(EVENTS)}
    assert {state for row in TABLE.values() for state in row} == set(JobState)
