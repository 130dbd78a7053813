"""What the pages of the ladders show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import Count, Q, QuerySet

from athanor.ladders.models import Ladder, LedgerLine, Standing
from athanor.pages import charts

PAGE = 50
HEAD = 5


class Mark(NamedTuple):
    """One of the last matches: how it looks, and what it says."""

    css: str
    title: str


class Row(NamedTuple):
    rank: int
    standing: Standing
    bar: charts.Bar
    marks: Sequence[Mark]
    spark: charts.Spark | None

    @property
    def low(self) -> float:
        return self.standing.exposure

    @property
    def high(self) -> float:
        return self.standing.mu + 3 * self.standing.sigma

    @property
    def half(self) -> float:
        """Half of the band: the rating lies in mu ± this."""
        return 3 * self.standing.sigma


def standings(ladder: Ladder) -> QuerySet[Standing]:
    return (
        Standing.objects.filter(ladder=ladder, listed=True)
        .select_related("bot__owner", "version")
        .order_by("-exposure", "id")
    )


def rows(given: Iterable[Standing], before: int = 0) -> list[Row]:
    """Standings in their order, the first after so many others."""
    listed = list(given)
    axis = charts.axis([(standing.mu, standing.sigma) for standing in listed])
    return [
        Row(
            rank,
            standing,
            axis.bar(standing.mu, standing.sigma),
            marks(standing.recent),
            charts.spark([after for _rank, _seats, after in standing.recent]),
        )
        for rank, standing in enumerate(listed, before + 1)
    ]


def marks(recent: Sequence[Sequence[float]]) -> list[Mark]:
    """Of `Standing.recent`: [rank, seats, exposure after it], oldest first."""
    drawn = []
    for rank, seats, _after in recent:
        css = "first" if rank == 1 else "last" if rank == seats else "middle"
        drawn.append(Mark(css, f"{rank:.0f} of {seats:.0f}"))
    return drawn


class Head(NamedTuple):
    ladder: Ladder
    rows: Sequence[Row]
    bots: int


def heads() -> list[Head]:
    """Every ladder with its first few bots."""
    ladders = Ladder.objects.annotate(listed=Count("standings", filter=Q(standings__listed=True)))
    return [Head(ladder, rows(standings(ladder)[:HEAD]), ladder.listed) for ladder in ladders]


def history(standing_ids: Sequence[int]) -> charts.History | None:
    """The ratings of a bot's versions on one ladder, in the order of its matches."""
    lines = (
        LedgerLine.objects.filter(standing_id__in=standing_ids)
        .order_by("entry__sequence")
        .values_list("mu", "sigma", "standing__version__number")
    )
    return charts.history([charts.Point(*line) for line in lines])
