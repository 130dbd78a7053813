"""G1 and G2 in disorder: messages that are lost, doubled or late, workers that die, records that come twice.

A farm is simulated: what the site sends lies in a queue, and chance says what becomes of each message. Then the
disorder ends, and every job has to end too, each with one result at most.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from arena.orders.queues import SITE_QUEUE
from athanor import messages
from athanor.jobs import kinds, services, sweeping
from athanor.jobs.models import Attempt, Job
from athanor.ladders import ledger
from athanor.ladders.models import Ladder, LedgerEntry
from athanor.lifecycles import OPEN_JOB, AttemptState, JobState
from tests.athanor.jobs.rigs import RIGS

pytestmark = [pytest.mark.django_db, pytest.mark.database, pytest.mark.slow]

STEP = timedelta(seconds=7)


class Farm:
    """What is on its way, and the workers, whose luck is bad."""

    def __init__(self, seed: int) -> None:
        self.chance, self.now = Random(seed), timezone.now()
        self.sent: list[tuple[str, Mapping[str, Any]]] = []
        self.records: list[Callable[[datetime], object]] = []
        self.met: set[str] = set()

    def send(self, task: str, document: Mapping[str, Any], queue: str) -> bool:
        if queue == SITE_QUEUE:
            return True
        if self.lot("broker away", 0.1):
            return False
        if not self.lot("message lost", 0.2):
            self.sent += [(task, document)] * (2 if self.lot("message doubled", 0.2) else 1)
        return True

    def lot(self, what: str, probability: float) -> bool:
        if drawn := self.chance.random() < probability:
            self.met.add(what)
        return drawn

    def step(self) -> None:
        self.now += STEP
        self.chance.shuffle(self.sent)
        for _ in range(min(len(self.sent), 3)):
            self.work(*self.sent.pop())
        for say in self.records[:]:
            if self.lot("record late", 0.3):
                continue
            say(self.now)
            if not self.lot("record doubled", 0.3):
                self.records.remove(say)
        sweeping.sweep(now=self.now)

    def work(self, task: str, document: Mapping[str, Any]) -> None:
        rig = next(each for each in RIGS if kinds.handler_of(Job(kind=each.kind)).task == task)
        token = rig.token(document)
        if self.lot("worker waits", 0.2):
            services.wait(token=token, now=self.now)
        if self.lot("worker killed before it began", 0.1):
            return
        if not self.lot("heartbeat lost", 0.2):
            services.begin(token=token, now=self.now)
        if self.lot("worker killed at work", 0.2):
            return
        also = {"outcome": "void", "reason": "the host stalled"} if self.lot("our fault", 0.3) else {}
        self.records.append(rig.said(Attempt.objects.get(token=token), **also))

    def calm(self, now: datetime) -> None:
        """From here on nothing is lost, and nobody dies."""
        self.now, self.chance = now, Random(0)
        self.lot = lambda what, probability: False  # type: ignore[method-assign]


@pytest.mark.parametrize("seed", range(3))
def test_every_job_ends_once_whatever_is_lost_doubled_late_or_killed(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    farm = Farm(seed)
    monkeypatch.setattr(messages, "send", farm.send)
    monkeypatch.setattr(transaction, "on_commit", lambda do, **how: do())
    jobs = [rig.order() for rig in RIGS for _ in range(4)]
    for _ in range(25):
        farm.step()
    assert len(farm.met) >= 7, farm.met
    farm.calm(farm.now)
    for _ in range(80):
        farm.step()
        if not Job.objects.filter(state__in=OPEN_JOB).exists():
            break
    for job, rig in zip(jobs, [rig for rig in RIGS for _ in range(4)], strict=True):
        job.refresh_from_db()
        assert job.state in (JobState.DONE, JobState.VOID)
        assert rig.state(job) == rig.states[JobState(job.state)]
        assert job.attempts.filter(state=AttemptState.SETTLED).count() == (job.state == JobState.DONE)
        assert not job.attempts.filter(closed_at=None).exists()
    assert {job.state for job in jobs} >= {JobState.DONE}
    ladder = Ladder.objects.get()
    rated = Job.objects.filter(kind="match", state=JobState.DONE).count()
    assert LedgerEntry.objects.filter(ladder=ladder).count() == rated
    assert not ledger.rebuild(ladder=ladder, write=False)
