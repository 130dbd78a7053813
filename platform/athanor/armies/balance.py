"""How Alkemy's factions do against each other, from matches of a house bot: `data/balance.json`.

`infra/scripts/measure-balance` plays the matches and writes the file. The unit of all errors is a table:
two matches with sides and armies exchanged and the same chance.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

from arena.games.alkemy.material import FACTION_NAMES, PRESETS

DATA: Final = files("athanor.armies") / "data" / "balance.json"
SURE: Final = 1.96
WIDTH: Final = 200
"""Of a bar: from 0 to 100 per cent."""
SHADES: Final = ((25, "low"), (45, "lower"), (55, "even"), (75, "higher"), (101, "high"))
ENDINGS: Final = {
    "victory-points": "by victory points",
    "wipe-out": "by a wipe-out",
    "turn-limit": "at the turn limit",
    "ply-limit": "at the limit of actions",
}


class Table(NamedTuple):
    """Two matches: the first army in the south, then in the north. A win is 1, a tie a half."""

    first: str
    second: str
    south: float
    north: float
    reasons: tuple[str, str]

    @property
    def share(self) -> float:
        return (self.south + self.north) / 2


class Estimate(NamedTuple):
    """In per cent, with half the width of its interval of 95 %."""

    share: int
    half: int
    tables: int


class FactionRow(NamedTuple):
    faction: str
    name: str
    matches: int
    share: int
    half: int
    low: int
    width: int
    at: int


class Cell(NamedTuple):
    text: str
    shade: str


class PresetRow(NamedTuple):
    preset: str
    cells: Sequence[Cell]
    share: int
    half: int


def estimate(shares: Iterable[float]) -> Estimate:
    """Of the shares of independent tables. A table won and one lost are added before the spread is taken: few
    tables that happen to go alike are no certainty."""
    found = list(shares)
    spread = stdev([*found, 0, 1]) / sqrt(len(found) + 2)
    return Estimate(round(100 * fmean(found)), round(100 * SURE * spread), len(found))


@cache
def measured() -> Mapping[str, Any]:
    document: Mapping[str, Any] = json.loads(DATA.read_text(encoding="utf-8"))
    return document


def tables_of(document: Mapping[str, Any]) -> list[Table]:
    return [
        Table(first, second, south, north, (one, two))
        for first, second, south, north, one, two in document["tables"]
    ]


def faction_rows(tables: Sequence[Table]) -> list[FactionRow]:
    """Each faction against all others, the best first; armies of one faction say nothing of it."""
    shares: dict[str, list[float]] = defaultdict(list)
    for table in tables:
        one, two = PRESETS[table.first].faction, PRESETS[table.second].faction
        if one != two:
            shares[one].append(table.share)
            shares[two].append(1 - table.share)
    rows = []
    for faction, found in shares.items():
        share, half, count = estimate(found)
        low, high = max(0, share - half), min(100, share + half)
        scale = WIDTH // 100
        rows.append(
            FactionRow(
                faction,
                FACTION_NAMES[faction],
                2 * count,
                share,
                half,
                low * scale,
                max(2, (high - low) * scale),
                share * scale,
            )
        )
    return sorted(rows, key=lambda row: -row.share)


def preset_rows(tables: Sequence[Table]) -> list[PresetRow]:
    against: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for table in tables:
        against[table.first][table.second].append(table.share)
        against[table.second][table.first].append(1 - table.share)
    rows = []
    for preset in (name for name in PRESETS if name in against):
        found = against[preset]
        overall = estimate(share for shares in found.values() for share in shares)
        cells = [_cell(found.get(other)) for other in PRESETS if other in against]
        rows.append(PresetRow(preset, cells, overall.share, overall.half))
    return rows


def _cell(shares: Sequence[float] | None) -> Cell:
    if not shares:
        return Cell("·", "none")
    share = round(100 * fmean(shares))
    return Cell(str(share), next(shade for top, shade in SHADES if share < top))


def told() -> Mapping[str, object]:
    document = measured()
    tables = tables_of(document)
    rows = preset_rows(tables)
    pairs = Counter((table.first, table.second) for table in tables)
    each = min(pairs.values())
    ends = Counter(reason for table in tables for reason in table.reasons)
    south = estimate((table.south + 1 - table.north) / 2 for table in tables)
    cells = stdev(table.share for table in tables) if len(tables) > 1 else 0.5
    return {
        "bot": document["bot"],
        "date": document["date"],
        "command": document["command"],
        "revision": document["revision"],
        "tables": each,
        "per_pair": 2 * each,
        "cell_half": round(100 * SURE * cells / sqrt(each)),
        "matches": 2 * len(tables),
        "factions": faction_rows(tables),
        "presets": [row.preset for row in rows],
        "rows": rows,
        "endings": ", ".join(
            f"{round(100 * ends[reason] / (2 * len(tables)))} % ended {words}"
            for reason, words in ENDINGS.items()
            if ends[reason]
        ),
        "south": south.share,
        "south_half": south.half,
    }
