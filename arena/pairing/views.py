"""What pages show of a tournament: standings, cross-table, bracket, and the whole field at the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from arena.pairing import tables
from arena.pairing.formats import course_of
from arena.pairing.layout import Layout
from arena.pairing.lines import lines
from arena.pairing.record import Record
from arena.pairing.standings import Row
from arena.pairing.tournament import Tournament


def standings(tournament: Tournament, stage: int) -> tuple[Row, ...]:
    """Those of stage `stage` as they are now, group by group."""
    return tables.rows(_record(tournament, stage), tournament.ratings)


def layout(tournament: Tournament, stage: int) -> Layout | None:
    """The boxes of a stage's bracket; None where it has none."""
    return course_of(tournament.settings, stage).layout(_record(tournament, stage))


@dataclass(frozen=True, slots=True)
class Cell:
    """One meeting of a cross-table, as its row's entrant sees it."""

    pairing: str
    round: int
    result: Fraction | None
    """1 beaten, ½ tied, 0 lost to; None while it is open."""
    was_played: bool


def crosstable(tournament: Tournament, stage: int) -> Mapping[tuple[str, str], tuple[Cell, ...]]:
    """What each did against each, by (row, column); only those who met or will meet."""
    record = _record(tournament, stage)
    cells: dict[tuple[str, str], list[Cell]] = {}
    for line in lines(record, course_of(tournament.settings, stage), tournament.ratings).by_entrant.values():
        for meeting in line.meetings:
            for other, result in meeting.against.items():
                cell = Cell(meeting.match.key, meeting.round, result, meeting.was_played)
                cells.setdefault((line.entrant, other), []).append(cell)
    for match in record.open.values():
        for one in match.players:
            for other in match.players:
                if one != other and not match.play_off:
                    cells.setdefault((one, other), []).append(Cell(match.key, match.round, None, False))
    return {pair: tuple(found) for pair, found in cells.items()}


@dataclass(frozen=True, slots=True)
class FinalRow:
    place: int
    """0: it played out of competition."""
    entrant: str
    stage: int
    """The last one it came to; 0: it withdrew before the draw."""
    row: Row | None


def final_standings(tournament: Tournament) -> tuple[FinalRow, ...]:
    """The whole field: who came to the last stage by its order there, then who came to the one before."""
    found: list[FinalRow] = []
    seen: set[str] = set()
    base = 0
    for record in reversed(tournament.stages):
        new = [row for row in standings(tournament, record.number) if row.entrant not in seen]
        # In groups a place is the same in each; a shared place is shared here too.
        new.sort(key=lambda row: (row.guest, row.place))
        for row in new:
            better = sum(other.place < row.place for other in new if not other.guest)
            place = 0 if row.guest else base + better + 1
            found.append(FinalRow(place, row.entrant, record.number, row))
        seen.update(row.entrant for row in new)
        base += sum(not row.guest for row in new)
    found += [
        FinalRow(base + 1 if one.competes else 0, key, 0, None)
        for key, one in tournament.entrants.items()
        if key not in seen
    ]
    return tuple(found)


def _record(tournament: Tournament, stage: int) -> Record:
    if not 1 <= stage <= len(tournament.stages):
        raise ValueError(f"stage {stage} is not drawn; there are {len(tournament.stages)}")
    return tournament.stages[stage - 1]
