"""What pages and the API read of solo ladders: seasons, their boards, and a bot's runs.

What a season that is on hides of a run is left out here, once: of one that is not complete, all but how many deals
are played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Q, QuerySet

from arena.games.registry import GAMES
from arena.kernel.game import Measure
from athanor import paging
from athanor.bots.models import Bot
from athanor.ladders import runs
from athanor.ladders.models import Ladder, Run, Season
from athanor.ladders.queries import BOARD_PAGE
from athanor.ladders.runs import Mark
from athanor.ladders.success import Interval, wilson
from athanor.paging import Page
from athanor.refusals import NotFound, Refusal


@dataclass(frozen=True, slots=True)
class SeasonRow:
    ladder: str
    title: str
    number: int
    seeds: int
    entries: int
    """Versions that an author may enter."""
    options: dict[str, Any]
    commitment: str
    key: str
    """Empty until the season is revealed."""
    committed_at: datetime
    starts_at: datetime
    ends_at: datetime
    begun_at: datetime | None
    revealed_at: datetime | None
    bots: int
    """On its board."""

    @property
    def address(self) -> str:
        return f"/ladders/{self.ladder}/seasons/{self.number}/"


@dataclass(frozen=True, slots=True)
class RunRow:
    season: int
    rank: int | None
    """None: its result is not told yet, or it is on no board any more."""
    owner: str
    slug: str
    name: str
    house: bool
    version: int
    seeds: int
    played: int
    solved: int | None
    interval: Interval | None
    """Of the share of deals it would solve."""
    progress: Mapping[str, int] | None
    """The sums of the game's measures, the weightiest first."""
    marks: str
    """A letter a deal: `ladders.runs.Mark`."""
    merit: str
    run: int

    @property
    def address(self) -> str:
        return f"/bots/{self.owner}/{self.slug}/"

    @property
    def is_told(self) -> bool:
        """Whether what it came to is: it has played every deal, or its season is over."""
        return bool(self.merit)


def measures_of(ladder: Ladder) -> Sequence[Measure]:
    return GAMES[ladder.game].measures


def solo_ladder(ladder: Ladder) -> Ladder:
    """Raises Refusal for one that is rated."""
    if not ladder.is_solo:
        wrong = f"the ladder {ladder.slug} is rated match by match, and has no seasons"
        raise Refusal("not-solo", wrong, "its board has the ratings", status=404)
    return ladder


def seasons(*, ladder: Ladder) -> list[SeasonRow]:
    """Those that have begun, the last one first."""
    return _season_rows(Season.objects.filter(ladder=ladder, begun_at__isnull=False).order_by("-number"))


def to_come(*, ladder: Ladder) -> SeasonRow | None:
    """The one whose key is fixed already."""
    rows = _season_rows(Season.objects.filter(ladder=ladder, begun_at=None))
    return rows[0] if rows else None


def present(*, ladder: Ladder) -> Season | None:
    """The season that began last, also when it is over and nothing has followed it yet."""
    return Season.objects.filter(ladder=ladder, begun_at__isnull=False).order_by("-number").first()


def season(*, ladder: Ladder, number: int) -> Season:
    begun = Season.objects.filter(ladder=ladder, begun_at__isnull=False)
    found = begun.filter(number=number).first() if number < 2**31 else None
    if found is None:
        raise NotFound(f"the ladder {ladder.slug} has had no season {number}", "its page lists those there were")
    return found


def season_row(found: Season) -> SeasonRow:
    (row,) = _season_rows(Season.objects.filter(pk=found.pk))
    return row


def _season_rows(found: QuerySet[Season]) -> list[SeasonRow]:
    counted = found.select_related("ladder").annotate(bots=Count("runs", filter=Q(runs__listed=True)))
    return [
        SeasonRow(
            ladder=each.ladder.slug,
            title=each.ladder.title,
            number=each.number,
            seeds=each.seeds,
            entries=each.entries,
            options=each.options,
            commitment=each.commitment,
            key=each.revealed_key,
            committed_at=each.committed_at,
            starts_at=each.starts_at,
            ends_at=each.ends_at,
            begun_at=each.begun_at,
            revealed_at=each.revealed_at,
            bots=each.bots,
        )
        for each in counted
    ]


FIELDS = (
    *("season__number", "season__seeds"),
    *("bot__owner__username", "bot__slug", "bot__name", "bot__owner__is_house", "version__number"),
    *("played", "solved", "progress", "marks", "merit", "pk"),
)


def board(*, season: Season, cursor: str = "", limit: int = BOARD_PAGE) -> Page[RunRow]:
    """A page of a season's board, best first, the older of two alike; behind them those that still play."""
    found = Run.objects.filter(season=season, listed=True).order_by("-merit", "pk")
    rank = 0
    if cursor:
        merit, last, rank = paging.read(cursor, str, int, int)
        found = found.filter(Q(merit__lte=merit), Q(merit__lt=merit) | Q(pk__gt=last))
    measures = [measure.name for measure in measures_of(season.ladder)]
    rows = [
        _row(row, rank + place, measures) for place, row in enumerate(found.values_list(*FIELDS)[: limit + 1], 1)
    ]
    return paging.page_of(rows, limit, lambda row: (row.merit, row.run, row.rank or 0))


def _row(row: tuple[Any, ...], rank: int | None, measures: Sequence[str]) -> RunRow:
    season, seeds, owner, slug, name, house, version, played, solved, progress, marks, merit, pk = row
    is_told = bool(merit)
    return RunRow(
        season=season,
        rank=rank if is_told else None,
        owner=owner,
        slug=slug,
        name=name,
        house=house,
        version=version,
        seeds=seeds,
        played=played,
        solved=solved if is_told else None,
        interval=wilson(solved, played) if is_told else None,
        progress=dict(zip(measures, progress or [0] * len(measures), strict=True)) if is_told else None,
        marks=marks if is_told else untold(marks),
        merit=merit,
        run=pk,
    )


def untold(marks: str) -> str:
    return "".join(Mark.WAITING if mark == Mark.WAITING else Mark.HIDDEN for mark in marks)


def rank_of(run: Run) -> int:
    """The place on the board of a run whose result is told."""
    others = Run.objects.filter(season=run.season_id, listed=True)
    above = others.filter(merit__gt=run.merit).count()
    return 1 + above + others.filter(merit=run.merit, pk__lt=run.pk).count()


@dataclass(frozen=True, slots=True)
class Place:
    """A bot on one solo ladder: the run that stands for it in the present season, and what it did before."""

    ladder: str
    title: str
    measures: Sequence[Measure]
    season: SeasonRow
    run: RunRow | None
    faults: Mapping[str, int]
    """How often the bot was out in that run, by reason, once the result is told."""
    entries_left: int
    """Versions that its author may still enter in this season."""
    earlier: Sequence[RunRow]
    """Of older versions and seasons, the last one first; with the rank, where the season is over."""


EARLIER = 12


def places_of(bot: Bot) -> list[Place]:
    """On every solo ladder that the bot was ever on."""
    ladders = Ladder.objects.filter(seats=1, seasons__runs__bot=bot).distinct()
    places = []
    for ladder in ladders.order_by("place", "slug"):
        now = present(ladder=ladder)
        assert now is not None
        found = list(Run.objects.filter(bot=bot, season__ladder=ladder).order_by("-pk").select_related("season"))
        measures = [measure.name for measure in measures_of(ladder)]
        rows = dict(zip(found, _rows_of(found, measures), strict=True))
        standing = next((run for run in found if run.season_id == now.pk and run.listed), None)
        places.append(
            Place(
                ladder=ladder.slug,
                title=ladder.title,
                measures=measures_of(ladder),
                season=season_row(now),
                run=rows[standing] if standing else None,
                faults=standing.faults if standing and standing.merit else {},
                entries_left=runs.entries_left(season=now, bot=bot),
                earlier=[row for run, row in rows.items() if run != standing][:EARLIER],
            )
        )
    return places


def _rows_of(found: Sequence[Run], measures: Sequence[str]) -> list[RunRow]:
    fields = {row[-1]: row for row in Run.objects.filter(pk__in=[run.pk for run in found]).values_list(*FIELDS)}
    return [_row(fields[run.pk], rank_of(run) if run.listed and run.merit else None, measures) for run in found]
