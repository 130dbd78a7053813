"""Standings and cross-tables as they are drawn, every figure with its arithmetic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from arena.pairing.record import Record as StageRecord
from arena.pairing.settings import Tiebreak
from arena.pairing.standings import Figure, Row, Term
from arena.pairing.tournament import Tournament as Contest
from arena.pairing.views import Cell, crosstable, standings
from athanor.tournaments.meetings import fraction
from athanor.tournaments.plan import TIE_BREAKS
from athanor.tournaments.queries import EntryRow

PAGE = 50
CROSSED = 32
"""Entrants of a cross-table at most: a wider one nobody reads."""


class TermLine(NamedTuple):
    what: str
    opponent: EntryRow | None
    value: str
    counted: bool
    why: str


class FigureLine(NamedTuple):
    title: str
    value: str
    formula: str
    terms: Sequence[TermLine]


class RowLine(NamedTuple):
    row: Row
    who: EntryRow
    points: str
    figures: Sequence[FigureLine]
    by: str
    """What parted it from the next, in words."""


class Table(NamedTuple):
    group: str
    lines: Sequence[RowLine]
    tie_breaks: Sequence[str]
    is_bracket: bool
    most: int
    """Lines on all of its pages."""


def tables(contest: Contest, stage: StageRecord, names: Mapping[str, EntryRow], start: int = 0) -> list[Table]:
    """One, or one a group; of a long one a page."""
    rows = standings(contest, stage.number)
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row.group, []).append(row)
    is_bracket = any(row.reached for row in rows)
    titles = [] if is_bracket else [TIE_BREAKS[one.value] for one in stage.stage.tie_breaks]
    return [
        Table(group, [_line(row, names) for row in found[start : start + PAGE]], titles, is_bracket, len(found))
        for group, found in groups.items()
    ]


def _line(row: Row, names: Mapping[str, EntryRow]) -> RowLine:
    by = TIE_BREAKS.get(row.by, row.by)
    figures = [_figure(figure, names) for figure in row.figures]
    return RowLine(row, names[row.entrant], fraction(row.points), figures, by)


def _figure(figure: Figure, names: Mapping[str, EntryRow]) -> FigureLine:
    value = "–" if figure.value is None else fraction(figure.value)
    is_sum = figure.tie_break is not Tiebreak.PERFORMANCE
    terms = [_term(term, names, is_sum) for term in figure.terms]
    return FigureLine(TIE_BREAKS[figure.tie_break.value], value, figure.formula, terms)


def _term(term: Term, names: Mapping[str, EntryRow], is_sum: bool) -> TermLine:
    """Where nothing is summed up every term counts, by what it says."""
    who = names.get(term.opponent) if term.opponent else None
    return TermLine(term.what, who, fraction(term.value) if is_sum else "", term.counted or not is_sum, term.why)


class CellBox(NamedTuple):
    text: str
    css: str
    told: str
    pairing: str


class CrossRow(NamedTuple):
    place: int
    who: EntryRow
    points: str
    cells: Sequence[CellBox]


class Cross(NamedTuple):
    group: str
    rows: Sequence[CrossRow]
    left_out: int


def crosses(contest: Contest, stage: StageRecord, names: Mapping[str, EntryRow]) -> list[Cross]:
    """One a group, in the order of the standings."""
    cells = crosstable(contest, stage.number)
    groups: dict[str, list[Row]] = {}
    for row in standings(contest, stage.number):
        groups.setdefault(row.group, []).append(row)
    return [
        Cross(
            group,
            [
                CrossRow(
                    row.place,
                    names[row.entrant],
                    fraction(row.points),
                    [_cell(row.entrant, other.entrant, cells, names) for other in rows[:CROSSED]],
                )
                for row in rows[:CROSSED]
            ],
            max(0, len(rows) - CROSSED),
        )
        for group, rows in groups.items()
    ]


def _cell(
    one: str, other: str, cells: Mapping[tuple[str, str], Sequence[Cell]], names: Mapping[str, EntryRow]
) -> CellBox:
    if one == other:
        return CellBox("", "self", "", "")
    met = cells.get((one, other), ())
    if not met:
        return CellBox("", "", "", "")
    results = [cell.result for cell in met]
    known = [result for result in results if result is not None]
    last = met[-1].pairing
    rival = names[other].title
    if not known:
        return CellBox("·", "open", f"{names[one].title} against {rival}: not decided", last)
    total = sum(known, Fraction(0))
    share = total / len(known)
    css = "won" if share > Fraction(1, 2) else "lost" if share < Fraction(1, 2) else "level"
    told = f"{names[one].title} against {rival}: {' and '.join(fraction(result) for result in known)}"
    return CellBox(fraction(total), css, told, last)
