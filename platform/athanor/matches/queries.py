"""What pages and the API read of matches: typed rows, and never a query a row.

What a match hides until its set has ended is left out here, once, so that no page has to think of it: the
seed, the replay, and what the referee measured.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.dateparse import parse_datetime

from athanor import paging
from athanor.accounts.models import User
from athanor.bots.models import Bot
from athanor.ladders.models import Ladder, LedgerLine
from athanor.lifecycles import MATCH_IS_OPEN, OPEN_MATCH, MatchState
from athanor.matches.models import Epoch, Match, Seat
from athanor.paging import Page
from athanor.refusals import NotFound, Refusal

MATCH_PAGE = 25


@dataclass(frozen=True, slots=True)
class SeatRow:
    seat: int
    owner: str
    slug: str
    name: str
    version: int
    rank: int | None
    score: int | None
    out: str
    """Why its bot was out; empty: it was not."""

    @property
    def address(self) -> str:
        return f"/bots/{self.owner}/{self.slug}/"


@dataclass(frozen=True, slots=True)
class MatchRow:
    public_id: str
    game: str
    ladder: str
    """Its slug; empty: an unrated match."""
    purpose: str
    state: str
    reason: str
    ordered_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    plies: int
    is_public: bool
    seats: Sequence[SeatRow]
    """By seat."""

    @property
    def address(self) -> str:
        return f"/matches/{self.public_id}/"

    @property
    def by_rank(self) -> list[SeatRow]:
        return sorted(self.seats, key=lambda seat: (seat.rank or 0, seat.seat))


@dataclass(frozen=True, slots=True)
class Account:
    """What the referee measured of a seat, and what the match did to its rating."""

    seat: int
    out: str
    out_detail: str
    out_ply: int
    strikes: int
    answers: int
    charged: int
    slowest: int
    startup: int
    cpu: int
    memory: int
    has_log: bool
    mu_before: float | None
    sigma_before: float | None
    mu: float | None
    sigma: float | None


@dataclass(frozen=True, slots=True)
class MatchPage:
    match: MatchRow
    options: dict[str, Any]
    clock: dict[str, Any]
    duplicate_set: str
    siblings: Sequence[str]
    """The other matches of the set."""
    epoch: date
    commitment: str
    epoch_key: str
    """Empty until it is revealed."""
    seed: str
    replay: str
    """Both empty until the set has ended."""
    chain: str
    worker: str
    sandbox: str
    attempts: int
    accounts: Sequence[Account]


ROW = (
    *("pk", "public_id", "game", "ladder__slug", "purpose", "state", "reason"),
    *("ordered_at", "started_at", "ended_at", "plies", "seed"),
)


def _rows(matches: QuerySet[Match]) -> list[MatchRow]:
    return _listed(list(matches.values_list("pk", flat=True)))


def _listed(keys: Sequence[int]) -> list[MatchRow]:
    """The rows of matches, in the order of their keys: two queries, and no sorting in the database."""
    found = {row[0]: row for row in Match.objects.filter(pk__in=keys).order_by().values_list(*ROW)}
    seats = _seats(keys)
    return [_row(found[key], seats[key]) for key in keys]


def _row(row: tuple[Any, ...], seats: Sequence[SeatRow]) -> MatchRow:
    _, public_id, game, ladder, purpose, state, reason, ordered, started, ended, plies, seed = row
    return MatchRow(
        public_id=public_id,
        game=game,
        ladder=ladder or "",
        purpose=purpose,
        state=state,
        reason=reason,
        ordered_at=ordered,
        started_at=started,
        ended_at=ended,
        plies=plies,
        is_public=bool(seed),
        seats=seats,
    )


def _seats(matches: Iterable[int]) -> defaultdict[int, list[SeatRow]]:
    seats: defaultdict[int, list[SeatRow]] = defaultdict(list)
    rows = Seat.objects.filter(match__in=list(matches)).order_by("match", "seat")
    for match, *row in rows.values_list(
        *("match", "seat", "bot__owner__username", "bot__slug", "bot__name", "version__number"),
        *("rank", "score", "out"),
    ):
        seats[match].append(SeatRow(*row))
    return seats


def finished(
    *,
    ladder: Ladder | None = None,
    game: str = "",
    cursor: str = "",
    limit: int = MATCH_PAGE,
) -> Page[MatchRow]:
    """Finished matches, the last one first; of a ladder or of a game."""
    matches = Match.objects.filter(state=MatchState.FINISHED)
    if ladder is not None:
        matches = matches.filter(ladder=ladder)
    elif game:
        matches = matches.filter(game=game)
    matches = matches.order_by("-ended_at", "-pk")
    if cursor:
        text, last = paging.read(cursor, str, int)
        ended = _moment(text)
        matches = matches.filter(Q(ended_at__lte=ended), Q(ended_at__lt=ended) | Q(pk__lt=last))
    keys = list(matches.values_list("pk", "ended_at")[: limit + 1])
    rows = _listed([pk for pk, _ in keys[:limit]])
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
        raise Refusal("bad-cursor", f"{text[:60]!r} is no moment", "begin without a cursor")
    return moment


def of_bot(*, bot: Bot, against: Bot | None = None, cursor: str = "", limit: int = MATCH_PAGE) -> Page[MatchRow]:
    """A bot's matches of every state, the last ordered first; with `against`, those in which both sat."""
    seats = Seat.objects.filter(bot=bot).order_by("-match")
    if against is not None:
        seats = seats.filter(match__in=Seat.objects.filter(bot=against).values("match"))
    if cursor:
        (last,) = paging.read(cursor, int)
        seats = seats.filter(match__lt=last)
    # A bot may sit at a table twice: its match is listed once.
    keys = list(seats.values_list("match", flat=True).distinct()[: limit + 1])
    rows = _listed(keys[:limit])
    return Page(rows, paging.written(keys[limit - 1]) if len(keys) > limit else "")


def under_way(*, limit: int = MATCH_PAGE) -> list[MatchRow]:
    """What is being played right now, and behind it what waits for a worker."""
    open_ones = Match.objects.filter(MATCH_IS_OPEN)
    running = _rows(open_ones.filter(state=MatchState.RUNNING).order_by("-pk")[:limit])
    if len(running) == limit:
        return running
    return running + _rows(open_ones.filter(state=MatchState.ORDERED).order_by("pk")[: limit - len(running)])


def of_user(*, user: User, limit: int = MATCH_PAGE) -> list[MatchRow]:
    """The matches that somebody asked for."""
    return _rows(Match.objects.filter(ordered_by=user).order_by("-ordered_at", "-pk")[:limit])


def voided(*, limit: int = MATCH_PAGE) -> list[MatchRow]:
    return _rows(Match.objects.filter(state=MatchState.VOID).order_by("-pk")[:limit])


def match(public_id: str) -> Match:
    found = Match.objects.filter(public_id=public_id).select_related("epoch", "ladder").first()
    if found is None:
        raise NotFound(f"there is no match {public_id[:20]!r}", "an id has ten letters and digits")
    return found


def match_page(public_id: str) -> MatchPage:
    found = match(public_id)
    (row,) = _listed([found.pk])
    in_set = Match.objects.filter(duplicate_set=found.duplicate_set).order_by()
    return MatchPage(
        match=row,
        options=found.options,
        clock=found.clock,
        duplicate_set=found.duplicate_set,
        siblings=[other for pk, other in sorted(in_set.values_list("pk", "public_id")) if pk != found.pk],
        epoch=found.epoch.day,
        commitment=found.epoch.commitment,
        epoch_key=found.epoch.revealed_key,
        seed=found.seed,
        replay=found.replay if found.is_public else "",
        chain=found.chain,
        worker=found.worker,
        sandbox=found.sandbox,
        attempts=found.attempts.count(),
        accounts=_accounts(found),
    )


def _accounts(found: Match) -> list[Account]:
    if found.state in OPEN_MATCH:
        return []
    lines = {line.seat: line for line in LedgerLine.objects.filter(entry__match=found)}
    return [
        Account(
            seat=seat.seat,
            out=seat.out,
            out_detail=seat.out_detail,
            out_ply=seat.out_ply,
            strikes=seat.strikes,
            answers=seat.answers,
            charged=seat.charged,
            slowest=seat.slowest,
            startup=seat.startup,
            cpu=seat.cpu,
            memory=seat.memory,
            has_log=bool(seat.log),
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
    return list(match.seats.order_by("seat").values_list("bot__name", flat=True))


def log_of_seat(*, user: User, public_id: str, seat: int) -> str:
    """The digest of a bot's stderr, for its author alone. Raises NotFound, to others too."""
    found = Seat.objects.filter(match__public_id=public_id, seat=seat, bot__owner=user).first()
    if found is None or not found.log:
        raise NotFound("there is no log of yours here", "a bot's log is what it wrote to its standard error")
    return found.log


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Finished matches in which both sat."""

    matches: int
    ahead: int
    level: int
    behind: int


def head_to_head(*, bot: Bot, other: Bot, limit: int = 1000) -> HeadToHead:
    """Of the last matches, how often the bot ranked before the other."""
    mine = Seat.objects.filter(bot=bot, rank__isnull=False, match__seats__bot=other).order_by("-match")
    pairs = list(mine.values_list("rank", "match__seats__rank")[:limit])
    margins = [theirs - rank for rank, theirs in pairs if rank is not None and theirs is not None]
    ahead, level = sum(margin > 0 for margin in margins), margins.count(0)
    return HeadToHead(len(margins), ahead, level, len(margins) - ahead - level)


@dataclass(frozen=True, slots=True)
class EpochRow:
    day: date
    commitment: str
    key: str
    """Empty until it is revealed."""
    opened_at: datetime
    revealed_at: datetime | None
    sets: int


def epochs(*, cursor: str = "", limit: int = 30) -> Page[EpochRow]:
    rows = Epoch.objects.order_by("-day")
    if cursor:
        (text,) = paging.read(cursor, str)
        try:
            rows = rows.filter(day__lt=date.fromisoformat(text))
        except ValueError:
            raise Refusal("bad-cursor", f"{text[:60]!r} is no day", "begin without a cursor") from None
    found = [
        EpochRow(epoch.day, epoch.commitment, epoch.revealed_key, epoch.opened_at, epoch.revealed_at, epoch.sets)
        for epoch in rows[: limit + 1]
    ]
    return paging.page_of(found, limit, lambda row: (row.day.isoformat(),))


@dataclass(frozen=True, slots=True)
class Queue:
    """How busy the workers are."""

    ordered: int
    running: int
    per_hour: int
    """Matches that ended within the last hour."""


def queue(*, now: datetime) -> Queue:
    unsettled = Match.objects.filter(MATCH_IS_OPEN).values_list("state", flat=True)
    states = list(unsettled)
    ended = Match.objects.filter(state=MatchState.FINISHED, ended_at__gt=now - timedelta(hours=1)).count()
    running = states.count(MatchState.RUNNING)
    return Queue(ordered=len(states) - running, running=running, per_hour=ended)
