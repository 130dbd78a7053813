"""What pages and the API read of matches: typed rows, and never a query a row.

What a match hides until its set has ended is left out here, once, so that no page has to think of it: the
seed, the replay, and what the referee measured. A match of a season that is not over is sealed: no list has it,
and of itself it tells who plays and nothing more. One of a tournament that tells its results later is hidden: as
if it were not there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from arena.blobs.store import Corrupt, Missing
from athanor import paging
from athanor.accounts.models import User
from athanor.bots.models import Bot
from athanor.lifecycles import MATCH_IS_OPEN, OPEN_MATCH, MatchState
from athanor.matches import events, workers
from athanor.matches.events import PairingOf
from athanor.matches.figures import figures_of
from athanor.matches.models import IS_SEALED, SEAT_IS_SEALED, Match, Purpose, Seat
from athanor.matches.rows import MatchRow, listed, seats_of
from athanor.paging import Page
from athanor.refusals import NotFound, Refusal
from athanor.storage import blobs
from athanorpb.farm.values import SeatRecord
from athanorpb.isolation import isolation_of

MATCH_PAGE = 25


@dataclass(frozen=True, slots=True, kw_only=True)
class Account(SeatRecord):
    """What the referee measured of a seat, and what the match did to its rating. `spent` is for the bot's author
    only, and `log` is empty."""

    seat: int
    has_log: bool
    log_removed_at: datetime | None
    mu_before: float | None
    sigma_before: float | None
    mu: float | None
    sigma: float | None


@dataclass(frozen=True, slots=True)
class SeasonOf:
    """The season that a match belongs to."""

    number: int
    ladder: str
    title: str
    ends_at: datetime

    @property
    def address(self) -> str:
        return f"/ladders/{self.ladder}/seasons/{self.number}/"


@dataclass(frozen=True, slots=True)
class BeaconOf:
    """The round of the public beacon that is in the seed of a match."""

    name: str
    round: int
    due_at: datetime
    randomness: str
    """Empty: the match waits for it."""


@dataclass(frozen=True, slots=True)
class MatchPage:
    match: MatchRow
    ladder_title: str
    """Empty: it is played on none."""
    options: dict[str, Any]
    clock: dict[str, Any]
    duplicate_set: str
    siblings: Sequence[str]
    """The other matches of the set."""
    epoch: date | None
    """None: the key is that of the season."""
    season: SeasonOf | None
    commitment: str
    epoch_key: str
    """Of the day or of the season; empty until it is revealed."""
    seed: str
    replay: str
    """Both empty until the set has ended; the replay also when it was removed."""
    replay_removed_at: datetime | None
    chain: str
    worker: str
    sandbox: str
    container_runtime: str
    isolation: str
    """Empty: it was not played yet, or its record did not say."""
    least_isolation: str
    is_unserved: bool
    """Whether it waits, and there is no worker that may play it."""
    is_alone: bool
    """Whether a host has stalled, and nothing else was or is played beside its last attempt."""
    attempts: int
    accounts: Sequence[Account]
    tournament: PairingOf | None = None
    beacon: BeaconOf | None = None


def _rows(matches: QuerySet[Match]) -> list[MatchRow]:
    return listed(list(matches.values_list("pk", flat=True)))


def finished(
    *,
    ladder_id: int | None = None,
    season_id: int | None = None,
    game: str = "",
    cursor: str = "",
    limit: int = MATCH_PAGE,
) -> Page[MatchRow]:
    """Finished matches, the last one first; of a ladder, of one of its seasons, or of a game."""
    matches = Match.objects.filter(~IS_SEALED, state=MatchState.FINISHED)
    if season_id is not None:
        matches = matches.filter(season=season_id)
    elif ladder_id is not None:
        matches = matches.filter(ladder=ladder_id)
    elif game:
        matches = matches.filter(game=game)
    matches = matches.order_by("-ended_at", "-pk")
    if cursor:
        text, last = paging.read(cursor, str, int)
        ended = _moment(text)
        matches = matches.filter(Q(ended_at__lte=ended), Q(ended_at__lt=ended) | Q(pk__lt=last))
    keys = list(matches.values_list("pk", "ended_at")[: limit + 1])
    rows = listed([pk for pk, _ in keys[:limit]])
    if len(keys) <= limit:
        return Page(rows, "")
    pk, ended_at = keys[limit - 1]
    assert ended_at is not None
    return Page(rows, paging.written(ended_at.isoformat(), pk))


def _moment(text: str) -> datetime:
    moment: datetime | None
    try:
        moment = parse_datetime(text)
        # The database keeps UTC, where the first and the last day of all have no room for every time zone.
        moment = None if moment is None or moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        moment = None
    if moment is None:
        raise Refusal("bad-cursor", f"{text[:60]!r} is not a date with a time", "begin without a cursor")
    return moment


def of_bot(*, bot: Bot, against: Bot | None = None, cursor: str = "", limit: int = MATCH_PAGE) -> Page[MatchRow]:
    """A bot's matches of every state, the last ordered first; with `against`, those in which both sat."""
    seats = Seat.objects.filter(~SEAT_IS_SEALED, bot=bot).order_by("-match")
    if against is not None:
        seats = seats.filter(match__in=Seat.objects.filter(bot=against).values("match"))
    if cursor:
        (last,) = paging.read(cursor, int)
        seats = seats.filter(match__lt=last)
    # A bot may sit at a table twice: its match is listed once.
    keys = list(seats.values_list("match", flat=True).distinct()[: limit + 1])
    rows = listed(keys[:limit])
    return Page(rows, paging.written(keys[limit - 1]) if len(keys) > limit else "")


def under_way(*, limit: int = MATCH_PAGE) -> list[MatchRow]:
    """What is being played right now, and behind it what waits for a worker."""
    playing = running(limit=limit)
    return playing + waiting(limit=limit - len(playing))


def running(*, limit: int = MATCH_PAGE) -> list[MatchRow]:
    """What is being played right now, the last begun first."""
    return _rows(Match.objects.filter(MATCH_IS_OPEN, ~IS_SEALED, state=MatchState.RUNNING).order_by("-pk")[:limit])


def waiting(*, limit: int = MATCH_PAGE) -> list[MatchRow]:
    """What waits for a worker, the next one first."""
    return _rows(Match.objects.filter(MATCH_IS_OPEN, ~IS_SEALED, state=MatchState.ORDERED).order_by("pk")[:limit])


def of_user(*, user: User, limit: int = MATCH_PAGE) -> list[MatchRow]:
    """The matches that somebody asked for."""
    return _rows(Match.objects.filter(ordered_by=user).order_by("-ordered_at", "-pk")[:limit])


def voided(*, limit: int = MATCH_PAGE) -> list[MatchRow]:
    return _rows(Match.objects.filter(~IS_SEALED, state=MatchState.VOID).order_by("-pk")[:limit])


def match(public_id: str) -> Match:
    found = (
        Match.objects.filter(public_id=public_id)
        .select_related("epoch", "ladder", "season", "beacon_round")
        .first()
    )
    if found is None or found.hidden:
        raise NotFound(f"there is no match {public_id[:20]!r}", "an id has ten letters and digits")
    return found


def match_page(public_id: str) -> MatchPage:
    found = match(public_id)
    (row,) = listed([found.pk])
    in_set = Match.objects.filter(duplicate_set=found.duplicate_set, season=None).order_by()
    key = found.season or found.epoch
    assert key is not None
    attempts = list(found.attempts.values_list("alone", flat=True))
    return MatchPage(
        match=row,
        ladder_title=found.ladder.title if found.ladder else "",
        options=found.options,
        clock=found.clock,
        duplicate_set="" if found.is_sealed else found.duplicate_set,
        siblings=[other for pk, other in sorted(in_set.values_list("pk", "public_id")) if pk != found.pk],
        epoch=found.epoch.day if found.epoch else None,
        season=_season_of(found),
        commitment=key.commitment,
        epoch_key=key.revealed_key,
        seed=found.seed,
        replay=found.replay if found.has_replay else "",
        replay_removed_at=found.replay_removed_at,
        chain="" if found.is_sealed else found.chain,
        worker="" if found.is_sealed else found.worker,
        sandbox="" if found.is_sealed else found.sandbox,
        container_runtime="" if found.is_sealed else found.container_runtime,
        isolation="" if found.is_sealed else found.isolation,
        least_isolation=found.least_isolation,
        is_unserved=_is_unserved(found),
        is_alone=any(attempts) and not found.is_sealed,
        attempts=0 if found.is_sealed else len(attempts),
        accounts=_accounts(found),
        tournament=_pairing_of(found),
        beacon=_beacon_of(found),
    )


def _is_unserved(found: Match) -> bool:
    least = isolation_of(found.least_isolation)
    return found.state == MatchState.ORDERED and not workers.is_served(least, now=timezone.now())


def _beacon_of(found: Match) -> BeaconOf | None:
    round_ = found.beacon_round
    if round_ is None:
        return None
    return BeaconOf(round_.name, round_.number, round_.due_at, round_.randomness)


def _pairing_of(found: Match) -> PairingOf | None:
    if found.purpose != Purpose.TOURNAMENT:
        return None
    return next((pairing for pairing in events.pairing.call(found) if pairing), None)


def _season_of(found: Match) -> SeasonOf | None:
    if found.season is None or found.ladder is None:
        return None
    return SeasonOf(found.season.number, found.ladder.slug, found.ladder.title, found.season.ends_at)


def _accounts(found: Match) -> list[Account]:
    if found.state in OPEN_MATCH or found.is_sealed:
        return []
    lines = {seat: change for changes in events.rating_changes.call(found) for seat, change in changes.items()}
    return [
        Account(
            seat=seat.seat,
            **figures_of(seat),
            has_log=bool(seat.log) and seat.log_removed_at is None,
            log_removed_at=seat.log_removed_at,
            mu_before=line.mu_before if line else None,
            sigma_before=line.sigma_before if line else None,
            mu=line.mu if line else None,
            sigma=line.sigma if line else None,
        )
        for seat in found.seats.order_by("seat")
        for line in [lines.get(seat.seat)]
    ]


def names_of(match: Match) -> list[str]:
    """What the bots of a match are called, by seat: records and feeds know only their addresses."""
    return [seat.title for seat in seats_of([match.pk])[match.pk]]


def log_of_seat(*, user: User, public_id: str, seat: int) -> bytes:
    """A bot's stderr, for its author alone. Raises NotFound, to others too."""
    found = (
        Seat.objects.filter(match__public_id=public_id, match__hidden=False, seat=seat, bot__owner=user)
        .select_related("match")
        .first()
    )
    if found is not None and found.match.is_sealed:
        raise NotFound(
            "the logs of a season are sealed until it is over",
            "what a bot could write down of a deal would be known to its next version; try it with `athanor play`",
        )
    if found is None or not found.log:
        raise NotFound("there is no log of yours here", "a bot's log is what it wrote to its standard error")
    if found.log_removed_at is not None:
        raise Refusal(
            "removed",
            f"this log was removed on {found.log_removed_at:%Y-%m-%d}",
            "logs are kept for a while, and the oldest go earlier where an author has more than the quota",
            status=410,
        )
    try:
        return blobs().get(found.log)
    except (Missing, Corrupt):
        raise NotFound("the log is lost", "tell the operator") from None
