"""The check of an upload as a job: its bundle is built and tried out by a worker, and accepted or refused by its
signed record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from arena.orders.envelopes import packed
from arena.orders.ladders import QUICK
from arena.orders.lanes import Lane
from arena.orders.queues import CHECK_BUNDLE
from arena.orders.verdicts import BUILD_SECONDS
from athanor.bots import events, verdicts
from athanor.bots.models import Bot, Version
from athanor.jobs import kinds, services
from athanor.jobs.kinds import RecordHandler, Stored
from athanor.jobs.models import Attempt, Job, Kind
from athanor.lifecycles import VersionState, moved
from athanorpb.farm.values import Attempt as AttemptMessage
from athanorpb.farm.values import CheckOrder, CheckRecord, Trial

MATCHES_A_TRIAL: Final = 2
"""At most: against itself, and against a bot of the house."""
SLACK: Final = timedelta(minutes=1)
"""To fetch, unpack, pack and store."""


@events.uploaded.register
def order(version: Version, now: datetime) -> None:
    job = services.order(kind=Kind.CHECK, queue=Lane.CHECKS.queue, version=version, now=now)
    services.open_attempt(job=job, subject=version, now=now)


def check_time(version: Version) -> timedelta:
    """How long a worker may take: for the build, and in each game for the slowest matches of the clock."""
    clocks = [trial.clock for trial in trials(version)]
    matches = sum(MATCHES_A_TRIAL * (clock.startup + clock.match_cap) for clock in clocks)
    return SLACK + timedelta(seconds=BUILD_SECONDS, milliseconds=matches)


def trials(version: Version) -> tuple[Trial, ...]:
    """Each game by the clocks of the ladders that it will enter: what passes here is not out of time there."""
    found = dict.fromkeys(trial for some in events.trials.call(version) for trial in some)
    without = [Trial(game, QUICK) for game in version.games if game not in {trial.game for trial in found}]
    return (*found, *without)


def order_of(attempt: Attempt) -> CheckOrder:
    version = Version.objects.get(job=attempt.job)
    return CheckOrder(
        upload=str(version.pk),
        attempt=AttemptMessage(attempt.number, attempt.token),
        bundle=version.digest,
        trials=trials(version),
        deadline=attempt.deadline.timestamp(),
        seconds=check_time(version).total_seconds(),
    )


class CheckHandler(RecordHandler[Version, CheckRecord]):
    kind = Kind.CHECK
    model = Version
    task = CHECK_BUNDLE
    record = CheckRecord

    def held(self, job: Job) -> Version:
        # The bot before the version, as everywhere: `make_current` holds the bot's row too.
        Bot.objects.select_for_update(no_key=True, of=("self",)).get(versions__job=job)
        return super().held(job)

    def message(self, attempt: Attempt) -> Mapping[str, Any]:
        return packed(order_of(attempt))

    def longest(self, subject: Version) -> timedelta:
        return check_time(subject)

    def began(self, subject: Version, now: datetime) -> None:
        moved(Version.objects.filter(pk=subject.pk), VersionState.CHECKING)

    def names(self, record: CheckRecord, subject: Version) -> bool:
        return record.upload == str(subject.pk)

    def digests(self, record: CheckRecord) -> Iterator[str]:
        yield record.built

    def fault(self, record: CheckRecord, subject: Version, stored: Stored) -> str:
        if record.outcome == "void":
            return record.reason or "the worker gave no reason"
        if record.outcome == "refused":
            return "" if record.reason and record.message else "the record refuses without saying why"
        has_built = stored.get(record.built) is not None
        return "" if has_built else "the record's built bundle is not in the store"

    def settle(self, record: CheckRecord, subject: Version, stored: Stored, now: datetime) -> None:
        # The record may have overtaken the heartbeat.
        self.began(subject, now)
        if record.outcome == "refused":
            verdicts.refuse(subject, record.reason, record.message, record.log, now)
        else:
            built_bytes = 0 if record.built == subject.digest else stored[record.built]
            verdicts.accept(subject, record.built, built_bytes, record.message, record.log, now)

    def waits_again(self, subject: Version, attempt: Attempt, fault: str, now: datetime) -> None:
        moved(Version.objects.filter(pk=subject.pk), VersionState.UPLOADED)

    def given_up(self, subject: Version, fault: str, now: datetime) -> None:
        verdicts.not_checked(subject, fault, now)


kinds.register(CheckHandler())
