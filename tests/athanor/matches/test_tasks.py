"""The tasks: their names are those that workers and schedule send, and each may run twice."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Literal

import pytest
from django.db import OperationalError

from arena.orders import queues
from athanor.celery import app
from athanor.jobs import services as jobs
from athanor.jobs import tasks as job_tasks
from athanor.ladders.models import LedgerEntry
from athanor.ladders.tasks import matchmake
from athanor.lifecycles import MatchState
from athanor.matches import tasks
from athanor.matches.models import Epoch, Match
from tests.athanor import world

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_it_works() -> None:
    """From order to settlement by the tasks alone."""
    (match,) = world.order([world.bot() for _ in range(4)], on=world.ladder())
    assert job_tasks.heartbeat(world.heartbeat(world.attempt_of(match), "waiting"))
    assert job_tasks.heartbeat(world.heartbeat(world.attempt_of(match), "working"))
    match.refresh_from_db()
    assert match.state == MatchState.RUNNING
    said = world.signed(world.record(match))
    assert job_tasks.settle_match(said) == "FINISHED"
    assert job_tasks.settle_match(said) == "STALE"
    assert LedgerEntry.objects.count() == 1


def test_every_name_that_is_sent_is_a_task_of_the_site() -> None:
    app.loader.import_default_modules()
    sent = {queues.SETTLE_MATCH, queues.SETTLE_CHECK, queues.HEARTBEAT}
    sent.add(queues.WORKER_IS_HERE)
    scheduled = {entry["task"] for entry in app.conf.beat_schedule.values()}
    assert sent | scheduled <= set(app.tasks)
    assert app.conf.task_default_queue == queues.SITE_QUEUE
    assert app.conf.task_acks_late


def test_junk_from_the_queue_ends_no_worker() -> None:
    junk: object
    for junk in (None, "x", [], {"body": None}, {"statement": 1, "signature": "ab"}):
        assert job_tasks.settle_match(junk) == "FORGED"
        assert job_tasks.settle_check(junk) == "FORGED"
        assert not job_tasks.heartbeat(junk)


@pytest.mark.parametrize("state", ["waiting", "working"])
def test_a_heartbeat_that_is_not_signed_with_our_key_renews_no_lease(state: Literal["waiting", "working"]) -> None:
    (match,) = world.order([world.bot() for _ in range(3)])
    attempt = world.attempt_of(match)
    before = (attempt.sent_at, attempt.started_at, attempt.deadline)
    assert not job_tasks.heartbeat(world.heartbeat(attempt, state, key=bytes(32)))
    attempt.refresh_from_db()
    assert (attempt.sent_at, attempt.started_at, attempt.deadline) == before


def test_a_database_that_is_away_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    (match,) = world.order([world.bot() for _ in range(3)])
    real, asked = jobs.settle, []

    def away_at_first(**given: Any) -> jobs.Settlement:
        asked.append(given)
        if len(asked) < 3:
            raise OperationalError("server closed the connection unexpectedly")
        return real(**given)

    monkeypatch.setattr(jobs, "settle", away_at_first)
    job_tasks.settle_match.apply(args=(world.signed(world.record(match)),))
    match.refresh_from_db()
    assert match.state == MatchState.FINISHED
    assert len(asked) == 3


def test_the_periodic_tasks_disturb_nothing_when_there_is_nothing_to_do() -> None:
    for _ in range(2):
        job_tasks.sweep()
        tasks.turn_epochs()
        matchmake()
    assert not Match.objects.exists()
    assert Epoch.objects.count() == 2


def test_epochs_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    tasks.turn_epochs()
    today = datetime.now().astimezone()
    monkeypatch.setattr("django.utils.timezone.now", lambda: today + timedelta(days=2))
    tasks.turn_epochs()
    assert Epoch.objects.filter(revealed_at__isnull=False).count() >= 1
    assert Epoch.objects.count() == 4
