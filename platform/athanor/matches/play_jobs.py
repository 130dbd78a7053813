"""A match as a job: what a worker is sent to play it, and what its signed record comes to."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from arena.games.registry import game_named
from arena.orders.envelopes import packed
from arena.orders.queues import PLAY_MATCH
from athanor.jobs import kinds, workers
from athanor.jobs.kinds import RecordHandler, Stored
from athanor.jobs.models import LEVELS, Attempt, Job, Kind
from athanor.lifecycles import MatchState, moved
from athanor.matches import epochs, events, figures, services, transparency_log
from athanor.matches.models import Match, Seat
from athanorpb.farm.values import Attempt as AttemptMessage
from athanorpb.farm.values import Clock, Entrant, MatchOrder, MatchRecord
from athanorpb.isolation import isolation_of

log = logging.getLogger(__name__)

SEEDED: Final = ("epoch", "season__ladder", "beacon_round")
"""What the seed of a match is made of."""


def play_time(match: Match) -> timedelta:
    """How long a worker may take from its first heartbeat to its record."""
    clock = Clock(**match.clock)
    return timedelta(milliseconds=clock.startup + clock.match_cap, seconds=settings.ATTEMPT_SLACK)


def order_of(attempt: Attempt) -> MatchOrder:
    match = Match.objects.select_related(*SEEDED).get(job=attempt.job_id)
    least = isolation_of(match.least_isolation)
    seats = tuple(
        Entrant(
            bot=f"{seat.bot.owner.username}/{seat.bot.slug}",
            version=seat.version.number,
            bundle=seat.version.built,
        )
        for seat in match.seats.select_related("version", "bot__owner").order_by("seat")
    )
    return MatchOrder(
        match=match.public_id,
        attempt=AttemptMessage(attempt.number, attempt.token),
        game=match.game,
        options=match.options,
        seed=epochs.seed_of_match(match),
        clock=Clock(**match.clock),
        seats=seats,
        deadline=attempt.deadline.timestamp(),
        seconds=play_time(match).total_seconds(),
        set_id=match.duplicate_set,
        sealed=match.is_sealed,
        beacon=epochs.beacon_of(match.beacon_round),
        least_isolation=least,
        hosts=workers.hosts(least, now=timezone.now()),
        alone=attempt.alone,
    )


class MatchHandler(RecordHandler[Match, MatchRecord]):
    kind = Kind.MATCH
    model = Match
    task = PLAY_MATCH
    record = MatchRecord
    postponed = Q(match__beacon_round__randomness="")
    """The round of the beacon that its seed needs is not out, or could not be read yet."""
    stopped = "the worker that played it stopped responding"

    def held(self, job: Job) -> Match:
        return services.held(self.subject(job))

    def message(self, attempt: Attempt) -> Mapping[str, Any] | None:
        is_postponed = Job.objects.filter(self.postponed, pk=attempt.job_id).exists()
        return None if is_postponed else packed(order_of(attempt))

    def longest(self, subject: Match) -> timedelta:
        return play_time(subject)

    def why_postponed(self, subject: Match) -> str:
        return f"{subject.beacon_round} did not come"

    def untaken(self, job: Job, now: datetime) -> str:
        missing = workers.missing(isolation_of(self.subject(job).least_isolation), now=now)
        return f"no worker took it in time: {missing}" if missing else "no worker took it in time"

    def began(self, subject: Match, now: datetime) -> None:
        moved(Match.objects.filter(pk=subject.pk), MatchState.RUNNING, started_at=now)

    def names(self, record: MatchRecord, subject: Match) -> bool:
        return record.match == subject.public_id

    def digests(self, record: MatchRecord) -> Iterator[str]:
        yield record.replay
        yield from (seat.log for seat in record.seats)

    def has_stalled(self, record: MatchRecord) -> bool:
        return record.stalled

    def fault(self, record: MatchRecord, subject: Match, stored: Stored) -> str:
        if record.outcome == "void":
            return record.reason or "the worker gave no reason"
        if not isolation_of(record.isolation).reaches(isolation_of(subject.least_isolation)):
            said = f"isolation level {record.isolation[:20]}" if record.isolation else "no isolation level"
            return f"the record says {said}, and the ladder requires {subject.least_isolation}"
        seats = subject.seats.count()
        if not len(record.ranks) == len(record.scores) == len(record.seats) == seats:
            return f"the record does not have {seats} seats"
        if any(rank not in range(1, seats + 1) for rank in record.ranks) or 1 not in record.ranks:
            return "the record's ranks are invalid"
        if subject.season_id is not None and len(record.progress) != len(game_named(subject.game).measures):
            return "the record does not say how far the bot came"
        if not record.reason or not record.chain:
            return "the record has no reason or no chain"
        has_replay = stored.get(record.replay) is not None
        return "" if has_replay else "the record's replay is not in the store"

    def settle(self, record: MatchRecord, subject: Match, stored: Stored, now: datetime) -> None:
        _finish(subject, record, stored, now)
        services.reveal_set(match=subject)

    def waits_again(self, subject: Match, attempt: Attempt, fault: str, now: datetime) -> None:
        moved(Match.objects.filter(pk=subject.pk), MatchState.ORDERED, started_at=None)
        transparency_log.repeated(match=subject, attempt=attempt.number, reason=fault, now=now)

    def given_up(self, subject: Match, fault: str, now: datetime) -> None:
        void = moved(Match.objects.filter(pk=subject.pk), MatchState.VOID, reason=fault[:200], ended_at=now)
        assert void, f"match {subject.public_id} had an open job and was not open itself"
        transparency_log.voided(match=subject, reason=fault, now=now)
        services.reveal_set(match=subject)
        events.voided.call(subject)
        log.warning("match %s is void: %s", subject.public_id, fault)


def _finish(match: Match, record: MatchRecord, stored: Stored, now: datetime) -> None:
    finished = moved(
        Match.objects.filter(pk=match.pk),
        MatchState.FINISHED,
        started_at=match.started_at or now,
        ended_at=now,
        reason=record.reason[:200],
        plies=record.plies,
        replay=record.replay,
        replay_bytes=stored[record.replay],
        chain=record.chain,
        worker=record.worker[:128],
        sandbox=record.sandbox[:32],
        container_runtime=record.container_runtime[:32],
        isolation=record.isolation if record.isolation in LEVELS else "",
    )
    assert finished, f"match {match.public_id} had an open job and was not open itself"
    seats = list(match.seats.order_by("seat"))
    for seat, rank, score, account in zip(seats, record.ranks, record.scores, record.seats, strict=True):
        seat.rank, seat.score = rank, score
        figures.keep(seat, account)
        seat.log_bytes = stored.get(account.log)
    Seat.objects.bulk_update(seats, ("rank", "score", *figures.COLUMNS, "log_bytes"))
    events.finished.call(match, seats, record.progress, now)


kinds.register(MatchHandler())
