"""A board as it is drawn: the rows of `queries` with their bars, marks and lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from athanor.bots.models import Bot
from athanor.design import charts
from athanor.ladders import queries, solo_board
from athanor.ladders.models import Ladder
from athanor.ladders.queries import LadderRow, PlaceRow, RatedRow

HEAD = 5


class Mark(NamedTuple):
    """One of the last matches: how it looks, and what it says."""

    css: str
    title: str


class Line(NamedTuple):
    row: RatedRow
    bar: charts.Bar
    marks: Sequence[Mark]
    spark: charts.Spark | None

    @property
    def half(self) -> float:
        """Half of the band: the rating lies in mu ± this."""
        return 3 * self.row.sigma

    @property
    def high(self) -> float:
        return self.row.mu + self.half


def lines(rows: Sequence[RatedRow]) -> list[Line]:
    axis = charts.axis([(row.mu, row.sigma) for row in rows])
    return [
        Line(
            row, axis.bar(row.mu, row.sigma), marks(row.recent), charts.spark([after for *_, after in row.recent])
        )
        for row in rows
    ]


def marks(recent: Sequence[Sequence[float]]) -> list[Mark]:
    """Of the last ten matches: [rank, seats, exposure after it], oldest first."""
    return [
        Mark("first" if rank == 1 else "last" if rank == seats else "middle", f"{rank:.0f} of {seats:.0f}")
        for rank, seats, _after in recent
    ]


class Head(NamedTuple):
    ladder: LadderRow
    lines: Sequence[Line]
    solo: solo_board.Head | None
    """In place of the lines, on a solo ladder."""


def heads() -> list[Head]:
    """Every ladder with its first few bots."""
    found = {ladder.slug: ladder for ladder in Ladder.objects.all()}
    return [_head(row, found[row.slug]) for row in queries.ladders()]


def _head(row: LadderRow, ladder: Ladder) -> Head:
    if row.is_solo:
        return Head(row, [], solo_board.head(ladder, limit=HEAD))
    return Head(row, lines(queries.board(ladder=ladder, limit=HEAD).rows), None)


class Career(NamedTuple):
    """A bot on one ladder, with the way it came."""

    line: Line
    history: charts.History | None


def careers(bot: Bot) -> list[Career]:
    found = {ladder.slug: ladder for ladder in Ladder.objects.all()}
    return [
        Career(line, history(bot, found[line.row.ladder]))
        for line in lines(queries.places_of(bot))
        if isinstance(line.row, PlaceRow)
    ]


def history(bot: Bot, ladder: Ladder) -> charts.History | None:
    points = queries.history(bot=bot, ladder=ladder)
    return charts.history([charts.Point(point.mu, point.sigma, point.version) for point in points])
