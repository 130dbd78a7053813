"""The board of a solo ladder as it is drawn: the rows of `solo` with a bar for the share, and a strip of deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from athanor.bots.models import Bot
from athanor.design import charts
from athanor.ladders import solo
from athanor.ladders.models import Ladder
from athanor.ladders.runs import Mark
from athanor.ladders.solo import Place, RunRow, SeasonRow

WHOLE = charts.Axis(0.0, 1.0)

LOOKS = {
    Mark.WAITING: ("waiting", 6, 4, "not played yet"),
    Mark.HIDDEN: ("hidden", 4, 8, "played"),
    Mark.SOLVED: ("solved", 0, 16, "solved"),
    Mark.FAILED: ("failed", 11, 5, "not solved"),
    Mark.OUT: ("out", 11, 5, "the bot was out"),
}
"""The class of a mark, from where and how high it is, and what it says."""
STEP = 5


class Deal(NamedTuple):
    """The mark of one deal in a strip."""

    css: str
    x: int
    y: int
    height: int
    title: str


class Strip(NamedTuple):
    deals: Sequence[Deal]
    width: int
    words: str
    """The same for who cannot see it."""


class RunLine(NamedTuple):
    row: RunRow
    bar: charts.Bar | None
    percent: str
    """The share with its interval: "23 % (12 to 41)"; empty until it is told."""
    progress: Sequence[tuple[str, int | None]]
    """What a measure is called, and its sum."""
    strip: Strip


class Head(NamedTuple):
    """A solo ladder in a list of ladders."""

    season: SeasonRow | None
    lines: Sequence[RunLine]


class Career(NamedTuple):
    """A bot on one solo ladder."""

    place: Place
    line: RunLine | None
    earlier: Sequence[RunLine]


def lines(rows: Sequence[RunRow], ladder: Ladder) -> list[RunLine]:
    return [_line(row, ladder) for row in rows]


def _line(row: RunRow, ladder: Ladder) -> RunLine:
    progress = row.progress or {}
    sums = [(measure.title, progress.get(measure.name)) for measure in solo.measures_of(ladder)]
    if row.solved is None or row.interval is None:
        return RunLine(row, None, "", sums, strip_of(row.marks))
    share, (low, high) = row.solved / max(row.played, 1), row.interval
    percent = f"{100 * share:.0f} % ({100 * low:.0f} to {100 * high:.0f})"
    return RunLine(row, WHOLE.between(low, share, high), percent, sums, strip_of(row.marks))


def strip_of(marks: str) -> Strip:
    deals = []
    for place, mark in enumerate(marks):
        css, y, height, title = LOOKS[Mark(mark)]
        deals.append(Deal(css, STEP * place, y, height, f"deal {place + 1}: {title}"))
    counted = [(marks.count(mark), LOOKS[mark][3]) for mark in Mark]
    words = ", ".join(f"{count} {title}" for count, title in counted if count)
    return Strip(deals, STEP * len(marks), f"{len(marks)} deals: {words}")


def head(ladder: Ladder, limit: int) -> Head:
    season = solo.present(ladder=ladder)
    if season is None:
        return Head(None, [])
    return Head(solo.season_row(season), lines(solo.board(season=season, limit=limit).rows, ladder))


def careers(bot: Bot) -> list[Career]:
    found = {ladder.slug: ladder for ladder in Ladder.objects.filter(seats=1)}
    return [
        Career(
            place,
            _line(place.run, found[place.ladder]) if place.run else None,
            lines(place.earlier, found[place.ladder]),
        )
        for place in solo.places_of(bot)
    ]
