"""The public beacon: which of its rounds a match waits for, and what happens when that is out.

Who holds an epoch's key could compute every deal of the day before it is played. With ATHANOR_BEACON a match
names, when it is ordered, a round that comes out later, and its seed has that round's value in it
(`arena.replay.seeds`).

1. `round_for` names the round, by the beacon's timetable; its number is in the transparency log from then on.
2. Until the value is here the match is not sent, and its attempt does not become overdue.
3. `read_due` reads what is out, writes it down and sends the matches. A beacon that does not answer is asked
   again, less and less often, and a round that it does not have holds up no other; nothing is dealt without it.
   What waited for too long is void (`jobs.sweeping`).
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db.models import F, QuerySet

from athanor.environment import Beacon
from athanor.jobs import services as jobs
from athanor.lifecycles import MATCH_IS_OPEN
from athanor.matches.beacon_source import Absent, Silent, value_of
from athanor.matches.models import WAITS_FOR_BEACON, BeaconRound, Match

log = logging.getLogger(__name__)

AHEAD: Final = timedelta(seconds=3)
"""So much later than the order its round comes out at least: by then the order is committed and in the log."""
LATE: Final = timedelta(seconds=15)
"""After the time of a round it is said to be late."""
LEAST_PAUSE: Final = timedelta(seconds=1)
LONGEST_PAUSE: Final = timedelta(seconds=60)
MOST_MISSED: Final = 5
"""Rounds that may be missing in one go. If nothing was read meanwhile, the source counts as unreachable."""


@dataclass(frozen=True, slots=True)
class Status:
    name: str
    late_since: datetime | None
    """When the round should have come out that matches wait for in vain; None: nothing is late."""


def round_for(*, now: datetime) -> BeaconRound | None:
    """The round that what is ordered now waits for; None: this site uses no beacon. Inside a transaction."""
    beacon: Beacon | None = settings.BEACON
    if beacon is None:
        return None
    number = beacon.timetable.first_after(now + AHEAD)
    due_at = beacon.timetable.time_of(number)
    found, _ = BeaconRound.objects.get_or_create(name=beacon.name, number=number, defaults={"due_at": due_at})
    return found


def status(*, now: datetime) -> Status | None:
    """What everybody may know; None: this site uses no beacon, and no match waits for one."""
    # A hidden match is not told of by this either.
    waiting = Match.objects.filter(MATCH_IS_OPEN, WAITS_FOR_BEACON, hidden=False)
    late = BeaconRound.objects.filter(pk__in=waiting.values("beacon_round"), due_at__lt=now - LATE)
    first = late.order_by("due_at").first()
    if first is not None:
        return Status(first.name, first.due_at)
    beacon: Beacon | None = settings.BEACON
    return None if beacon is None else Status(beacon.name, None)


def read_due(*, now: datetime) -> int:
    """Reads the rounds that are out and awaited, and sends their matches. How many rounds."""
    beacon: Beacon | None = settings.BEACON
    if beacon is None:
        return 0
    awaited = _awaited(beacon.name, now)
    if _source_pauses(awaited, now):
        return 0
    read = missed = 0
    for round_ in awaited:
        if _pauses(round_, now):
            continue
        try:
            value = value_of(beacon.source, round_.number)
        except Silent as silence:
            missed += 1
            log.warning("%s cannot be read, and its matches wait: %s", round_, silence)
            unreachable = not isinstance(silence, Absent) or (not read and missed == MOST_MISSED)
            BeaconRound.objects.filter(pk=round_.pk).update(tried_at=now, unreachable=unreachable)
            if unreachable or missed == MOST_MISSED:
                break
            continue
        _keep(round_, value, now)
        read += 1
    return read


def _awaited(name: str, now: datetime) -> list[BeaconRound]:
    """Whichever was asked for least recently comes first, so that none that is missing keeps others waiting."""
    waiting = Match.objects.filter(MATCH_IS_OPEN, WAITS_FOR_BEACON).values("beacon_round")
    found: QuerySet[BeaconRound] = BeaconRound.objects.filter(pk__in=waiting, name=name, due_at__lte=now)
    return list(found.order_by(F("tried_at").asc(nulls_first=True), "due_at"))


def _source_pauses(awaited: list[BeaconRound], now: datetime) -> bool:
    """Whether it is too early to ask a source again that could not be reached the last time."""
    tried = [round_ for round_ in awaited if round_.tried_at]
    last = max(tried, key=lambda round_: (round_.tried_at, round_.unreachable), default=None)
    if last is None or not last.unreachable:
        return False
    first = min(awaited, key=lambda round_: round_.due_at)
    return _is_early(last.tried_at, first.due_at, now)


def _pauses(round_: BeaconRound, now: datetime) -> bool:
    return _is_early(round_.tried_at, round_.due_at, now)


def _is_early(tried_at: datetime | None, due_at: datetime, now: datetime) -> bool:
    """The longer nothing came, the longer the pause."""
    if tried_at is None:
        return False
    return now < tried_at + min(LONGEST_PAUSE, max(LEAST_PAUSE, (tried_at - due_at) / 2))


def _keep(round_: BeaconRound, value: str, now: datetime) -> None:
    """Whoever dies in between: the sweeper sends what was not sent."""
    BeaconRound.objects.filter(pk=round_.pk, randomness="").update(randomness=value)
    # One job at a time: two that are held together would be held in any order.
    for match in list(Match.objects.filter(MATCH_IS_OPEN, beacon_round=round_).select_related("job")):
        jobs.release(job=match.job, now=now)
