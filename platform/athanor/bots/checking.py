"""The check of an upload: built and tried out by a worker, accepted or refused by its signed record.

The steps are those of a match (`athanor.matches.services`): a row, an attempt with token and deadline, a
message after the commit, a record that counts only while its attempt is the open one, and a sweeper.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from arena.orders.envelopes import packed, verified
from arena.orders.ladders import QUICK
from arena.orders.lanes import Lane
from arena.orders.queues import CHECK_BUNDLE
from arena.orders.verdicts import BUILD_SECONDS
from athanor import lost_orders, messages
from athanor.attempts import heard, waits
from athanor.bots import events
from athanor.bots.models import Bot, Check, Version
from athanor.lifecycles import ATTEMPT_IS_OPEN, OPEN_VERSION, VERSION_IS_OPEN, AttemptState, VersionState, moved
from athanor.storage import blobs
from athanorpb.farm.codec import BadMessage
from athanorpb.farm.values import Attempt, CheckOrder, CheckRecord, Trial

log = logging.getLogger(__name__)

NOT_CHECKED = "not-checked"
"""The code of an upload that could not be checked, which is our fault."""
MATCHES_A_TRIAL = 2
"""At most: against itself, and against a bot of the house."""
SLACK = timedelta(minutes=1)
"""To fetch, unpack, pack and store."""
LOG_KEPT = 256 * 1024
A_ROUND = 100


class Verdict(Enum):
    ACCEPTED = "it plays"
    REFUSED = "it does not, and its author is told why"
    AGAIN = "our fault: another attempt is open"
    STALE = "another attempt is open, or it is decided: nothing changed"
    FORGED = "not signed with our key, or no record at all: nothing changed"


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


def open_check(*, version: Version, now: datetime) -> Check:
    """The version's next attempt; its message is sent once the transaction has committed."""
    patience = timedelta(seconds=settings.QUEUE_PATIENCE)
    number = version.checks.count() + 1
    check = Check.objects.create(
        version=version, number=number, opened_at=now, deadline=now + patience + check_time(version)
    )
    transaction.on_commit(partial(publish, check.pk))
    return check


def publish(check_id: int) -> bool:
    """Sends an open attempt's order, and writes down that it was sent. May be repeated."""
    check = Check.objects.filter(ATTEMPT_IS_OPEN, pk=check_id).select_related("version").first()
    if check is None or not messages.send(CHECK_BUNDLE, packed(order_of(check)), Lane.CHECKS.queue):
        return False
    Check.objects.filter(pk=check.pk, sent_at=None).update(sent_at=timezone.now())
    return True


def order_of(check: Check) -> CheckOrder:
    return CheckOrder(
        upload=str(check.version_id),
        attempt=Attempt(check.number, check.token),
        bundle=check.version.digest,
        trials=trials(check.version),
        deadline=check.deadline.timestamp(),
        seconds=check_time(check.version).total_seconds(),
    )


@transaction.atomic
def begin(*, token: str, now: datetime | None = None) -> bool:
    """A worker has begun this attempt, or goes on with it. True: that is news, and the attempt is open."""
    now = now or timezone.now()
    check = Check.objects.filter(token=token).select_related("version").first()
    if check is None:
        return False
    if check.started_at is None:
        # The version before its check, as everywhere: nobody waits for a row while another waits for ours.
        Version.objects.select_for_update(no_key=True).get(pk=check.version_id)
    if not heard(Check.objects.all(), check, check_time(check.version), now):
        return False
    moved(Version.objects.filter(pk=check.version_id), VersionState.CHECKING)
    return True


def wait(*, token: str, now: datetime | None = None) -> bool:
    """A worker holds the order of this attempt, which waits for its turn: whether it is the token of one."""
    return waits(Check.objects.all(), token, now or timezone.now())


def settle(*, signed: Any, now: datetime | None = None) -> Verdict:
    now = now or timezone.now()
    try:
        record = verified(CheckRecord, signed, settings.RECORD_KEY)
    except BadMessage as error:
        log.warning("a check record was not taken: %s", error)
        return Verdict.FORGED
    built_bytes = blobs().size(record.built) if record.built else None
    with transaction.atomic():
        return _settle(record, built_bytes, now)


def _settle(record: CheckRecord, built_bytes: int | None, now: datetime) -> Verdict:
    check = (
        Check.objects.filter(token=record.attempt.token, number=record.attempt.number)
        .select_related("version")
        .first()
    )
    if check is None or str(check.version_id) != record.upload:
        return Verdict.STALE
    # The bot before the version, as everywhere: `make_current` holds the bot's row too.
    Bot.objects.select_for_update(no_key=True).get(pk=check.version.bot_id)
    version = Version.objects.select_for_update(no_key=True).get(pk=check.version_id)
    this = Check.objects.filter(pk=check.pk)
    closing: dict[str, Any] = {"closed_at": now, "worker": record.worker[:128]}
    fault = _fault(record, has_built=built_bytes is not None)
    if fault:
        if not moved(this, AttemptState.FAILED, reason=fault[:200], **closing):
            return Verdict.STALE
        return again_or_give_up(version=version, fault=fault, now=now)
    if not moved(this, AttemptState.SETTLED, **closing):
        return Verdict.STALE
    # The record may have overtaken the news that the check had begun.
    moved(Version.objects.filter(pk=version.pk), VersionState.CHECKING)
    if record.outcome == "refused":
        return _refuse(version, record.reason, record.message, record.log, now)
    return _accept(version, record, 0 if record.built == version.digest else built_bytes, now)


def _fault(record: CheckRecord, *, has_built: bool) -> str:
    if record.outcome == "void":
        return record.reason or "the worker gave no reason"
    if record.outcome == "refused":
        return "" if record.reason and record.message else "the record refuses without saying why"
    return "" if has_built else "the record's built bundle is not in the store"


def _accept(version: Version, record: CheckRecord, built_bytes: int | None, now: datetime) -> Verdict:
    accepted = moved(
        Version.objects.filter(pk=version.pk),
        VersionState.ACCEPTED,
        built=record.built,
        built_bytes=built_bytes,
        message=record.message,
        log=kept(record.log),
        decided_at=now,
    )
    assert accepted, f"version {version.pk} had an open check and was decided"
    version.refresh_from_db()
    bot = version.bot
    newer = bot.current is not None and bot.current.number > version.number
    if version.joins and bot.retired_at is None and not newer:
        Bot.objects.filter(pk=bot.pk).update(current=version)
        events.current_changed.call(bot, version, now)
    return Verdict.ACCEPTED


def _refuse(version: Version, reason: str, message: str, text: str, now: datetime) -> Verdict:
    moved(
        Version.objects.filter(pk=version.pk),
        VersionState.REFUSED,
        reason=reason[:64],
        message=message,
        log=kept(text),
        decided_at=now,
    )
    return Verdict.REFUSED


def kept(text: str) -> str:
    """The head and the tail of a log that is too long; PostgreSQL takes no NUL."""
    text = text.replace("\0", "\N{REPLACEMENT CHARACTER}")
    if len(text) <= LOG_KEPT:
        return text
    half = LOG_KEPT // 2
    return f"{text[:half]}\n… {len(text) - 2 * half} characters left out …\n{text[-half:]}"


def again_or_give_up(*, version: Version, fault: str, now: datetime) -> Verdict:
    began = Q(state=AttemptState.FAILED) | Q(state=AttemptState.EXPIRED, started_at__isnull=False)
    patience = timedelta(seconds=settings.NEVER_TAKEN)
    if version.checks.filter(began).count() >= settings.ATTEMPTS or now - version.uploaded_at > patience:
        message = (
            "The site could not check this upload, which is our fault. It does not count as one of your "
            "uploads: please upload it again, and tell the operator if this goes on."
        )
        return _refuse(version, NOT_CHECKED, message, f"the last attempt failed: {fault}", now)
    moved(Version.objects.filter(pk=version.pk), VersionState.UPLOADED)
    open_check(version=version, now=now)
    return Verdict.AGAIN


@dataclass(frozen=True, slots=True)
class Swept:
    sent: int
    overdue: int
    forsaken: int


def sweep(*, now: datetime | None = None, is_attended: bool = True) -> Swept:
    """What makes sure that every upload is decided, whatever died in between. `is_attended`: whether there are
    workers, as far as is known."""
    now = now or timezone.now()
    overdue = list(Check.objects.filter(ATTEMPT_IS_OPEN, deadline__lt=now).values_list("pk", flat=True)[:A_ROUND])
    expired = sum(_expire(pk, now) for pk in overdue)
    open_checks = Check.objects.filter(ATTEMPT_IS_OPEN, version=OuterRef("pk"))
    without = Version.objects.filter(VERSION_IS_OPEN, ~Exists(open_checks)).values_list("pk", flat=True)
    forsaken = sum(_take_up(pk, now) for pk in list(without[:A_ROUND]))
    sent = 0
    ended = Check.objects.filter(closed_at__gte=now - lost_orders.QUIET)
    checks = Check.objects.all()
    still_open = checks.filter(ATTEMPT_IS_OPEN)
    to_send = lost_orders.to_send(still_open, checks, ended, now=now, is_attended=is_attended)
    for pk in list(to_send.values_list("pk", flat=True)[:A_ROUND]):
        if not publish(pk):
            break
        Check.objects.filter(pk=pk, started_at=None).update(sent_at=now)
        sent += 1
    return Swept(sent=sent, overdue=expired, forsaken=forsaken)


@transaction.atomic
def _expire(check_id: int, now: datetime) -> bool:
    check = Check.objects.get(pk=check_id)
    version = Version.objects.select_for_update(no_key=True).get(pk=check.version_id)
    began = check.started_at is not None
    fault = "the worker that had it stopped responding" if began else "no worker took it in time"
    rows = Check.objects.filter(pk=check_id, deadline__lt=now)
    if not moved(rows, AttemptState.EXPIRED, closed_at=now, reason=fault):
        return False
    again_or_give_up(version=version, fault=fault, now=now)
    return True


@transaction.atomic
def _take_up(version_id: int, now: datetime) -> bool:
    version = Version.objects.select_for_update(no_key=True).get(pk=version_id)
    if version.state not in OPEN_VERSION or version.checks.filter(ATTEMPT_IS_OPEN).exists():
        return False
    again_or_give_up(version=version, fault="it had no attempt", now=now)
    return True
