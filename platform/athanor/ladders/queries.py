"""What pages and the API read of ladders: typed rows, each list one query and one index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Q, Sum

from athanor import paging
from athanor.bots.models import Bot
from athanor.ladders.models import Ladder, LedgerLine, Run, Season, Standing
from athanor.lifecycles import MATCH_IS_OPEN
from athanor.matches.models import Match
from athanor.paging import Page
from athanor.refusals import NotFound

BOARD_PAGE = 50


@dataclass(frozen=True, slots=True)
class LadderRow:
    slug: str
    title: str
    about: str
    game: str
    seats: int
    least_seats: int
    options: dict[str, Any]
    open: bool
    bots: int
    matches: int
    """Rated so far; on a solo ladder: played in all its seasons."""
    waiting: int
    """Matches ordered and not yet ended."""
    least_isolation: str
    """What workers' sandboxes have to come up to."""

    @property
    def is_solo(self) -> bool:
        return self.seats == 1


@dataclass(frozen=True, slots=True)
class RatedRow:
    """A bot on a ladder, by the version that plays there."""

    rank: int
    version: int
    mu: float
    sigma: float
    exposure: float
    games: int
    wins: int
    trend: float
    recent: Sequence[Sequence[float]]
    """The last ten matches, oldest first: [rank, seats, exposure after it]."""
    standing: int


@dataclass(frozen=True, slots=True)
class BoardRow(RatedRow):
    owner: str
    slug: str
    name: str
    house: bool

    @property
    def address(self) -> str:
        return f"/bots/{self.owner}/{self.slug}/"


@dataclass(frozen=True, slots=True)
class HistoryPoint:
    """A rating after one match."""

    sequence: int
    match: str
    at: datetime
    version: int
    rank: int
    seats: int
    mu: float
    sigma: float

    @property
    def exposure(self) -> float:
        return self.mu - 3 * self.sigma


def ladders() -> list[LadderRow]:
    """Every ladder. The number of its matches is the ledger's length, or its runs': none of them is counted."""
    bots = dict(Standing.objects.filter(listed=True).values_list("ladder").annotate(Count("pk")).order_by())
    waiting = dict(
        Match.objects.filter(MATCH_IS_OPEN, ladder__isnull=False)
        .values_list("ladder")
        .annotate(Count("pk"))
        .order_by()
    )
    return [
        _solo_row(ladder, waiting.get(ladder.pk, 0))
        if ladder.is_solo
        else _ladder_row(ladder, bots.get(ladder.pk, 0), ladder.sequence, waiting.get(ladder.pk, 0))
        for ladder in Ladder.objects.all()
    ]


def ladder(slug: str) -> Ladder:
    found = Ladder.objects.filter(slug=slug).first()
    if found is None:
        raise NotFound(f"there is no ladder called {slug!r}", "the list of ladders has those there are")
    return found


def ladder_row(found: Ladder) -> LadderRow:
    waiting = Match.objects.filter(MATCH_IS_OPEN, ladder=found).count()
    if found.is_solo:
        return _solo_row(found, waiting)
    bots = Standing.objects.filter(ladder=found, listed=True).count()
    return _ladder_row(found, bots, found.sequence, waiting)


def _solo_row(ladder: Ladder, waiting: int) -> LadderRow:
    season = Season.objects.filter(ladder=ladder, begun_at__isnull=False).order_by("-number").values("pk")[:1]
    bots = Run.objects.filter(season__in=season, listed=True).count()
    played = Run.objects.filter(season__ladder=ladder).aggregate(matches=Sum("played"))["matches"]
    return _ladder_row(ladder, bots, played or 0, waiting)


def _ladder_row(ladder: Ladder, bots: int, matches: int, waiting: int) -> LadderRow:
    return LadderRow(
        slug=ladder.slug,
        title=ladder.title,
        about=ladder.about,
        game=ladder.game,
        seats=ladder.seats,
        least_seats=ladder.least_seats,
        options=ladder.options,
        open=ladder.open,
        bots=bots,
        matches=matches,
        waiting=waiting,
        least_isolation=ladder.least_isolation,
    )


BOARD_FIELDS = (
    *("version__number", "mu", "sigma", "exposure", "games", "wins", "trend", "recent", "pk"),
    *("bot__owner__username", "bot__slug", "bot__name", "bot__owner__is_house"),
)


def board(*, ladder: Ladder, cursor: str = "", limit: int = BOARD_PAGE) -> Page[BoardRow]:
    """A page of the leaderboard, best first; the standing that was there longer wins a tie."""
    rows = Standing.objects.filter(ladder=ladder, listed=True).order_by("-exposure", "pk")
    rank = 0
    if cursor:
        exposure, last, rank = paging.read(cursor, float, int, int)
        # The first condition is implied by the second; it is the one that an index can begin from.
        rows = rows.filter(Q(exposure__lte=exposure), Q(exposure__lt=exposure) | Q(pk__gt=last))
    found = [
        BoardRow(rank + place, *row) for place, row in enumerate(rows.values_list(*BOARD_FIELDS)[: limit + 1], 1)
    ]
    return paging.page_of(found, limit, lambda row: (row.exposure, row.standing, row.rank))


def rank_of(standing: Standing) -> int:
    """The place on the board, counted from its top."""
    above = Standing.objects.filter(ladder=standing.ladder_id, listed=True, exposure__gt=standing.exposure).count()
    level = Standing.objects.filter(
        ladder=standing.ladder_id, listed=True, exposure=standing.exposure, pk__lt=standing.pk
    ).count()
    return 1 + above + level


@dataclass(frozen=True, slots=True)
class PlaceRow(RatedRow):
    ladder: str
    title: str
    game: str
    of: int


def places_of(bot: Bot) -> list[PlaceRow]:
    """Where a bot stands, on every ladder it takes part in."""
    standings = Standing.objects.filter(bot=bot, listed=True).select_related("ladder", "version")
    return [
        PlaceRow(
            ladder=standing.ladder.slug,
            title=standing.ladder.title,
            game=standing.ladder.game,
            rank=rank_of(standing),
            of=Standing.objects.filter(ladder=standing.ladder_id, listed=True).count(),
            version=standing.version.number,
            mu=standing.mu,
            sigma=standing.sigma,
            exposure=standing.exposure,
            games=standing.games,
            wins=standing.wins,
            trend=standing.trend,
            recent=standing.recent,
            standing=standing.pk,
        )
        for standing in standings.order_by("ladder__place", "ladder__slug")
    ]


def history(*, bot: Bot, ladder: Ladder, limit: int = 500) -> list[HistoryPoint]:
    """The ratings of all the bot's versions on a ladder, oldest first, the last `limit` matches."""
    rows = (
        LedgerLine.objects.filter(standing__bot=bot, standing__ladder=ladder)
        .order_by("-entry")
        .values_list(
            *("entry__sequence", "entry__match__public_id", "entry__entered_at", "standing__version__number"),
            *("rank", "entry", "mu", "sigma"),
        )[:limit]
    )
    found = list(rows)
    seats = dict(
        LedgerLine.objects.filter(entry__in=[row[5] for row in found])
        .values_list("entry")
        .annotate(Count("pk"))
        .order_by()
    )
    points = [
        HistoryPoint(sequence, match, at, version, rank, seats[entry], mu, sigma)
        for sequence, match, at, version, rank, entry, mu, sigma in found
    ]
    return points[::-1]
