"""How measurements are shown: as a table for people, as JSON for programs."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from typing import Any

from arena.cli.bench.measure import Measurement

HEADINGS = ("what", "ours", "theirs", "reference", "ratio", "budget", "stretch", "")


def document(measurement: Measurement) -> dict[str, Any]:
    return {**dataclasses.asdict(measurement), "met": measurement.met, "stretched": measurement.stretched}


def lines(measurements: Iterable[Measurement]) -> list[str]:
    rows = [HEADINGS, *map(_row, measurements)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    return [_aligned(row, widths) for row in rows]


def _row(one: Measurement) -> tuple[str, ...]:
    sign = ">=" if one.better == "higher" else "<="
    return (
        f"{one.name}: {one.what}",
        f"{figure(one.ours)} {one.unit}",
        f"{figure(one.theirs)} {one.unit}",
        one.reference,
        f"{figure(one.ratio)}x",
        "-" if one.budget is None else f"{sign} {figure(one.budget)}x",
        "-" if one.stretch is None else f"{sign} {figure(one.stretch)}x",
        verdict(one),
    )


def verdict(one: Measurement) -> str:
    if one.budget is None:
        return "shown"
    if not one.met:
        return "MISSED"
    return "met, stretch too" if one.stretched else "met"


def figure(value: float) -> str:
    """Three figures that count."""
    if value == 0 or 0.001 <= abs(value) < 1000:
        return f"{value:.3g}"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.1e}"


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    numbers = {1, 2, 4, 5, 6}
    cells = [
        cell.rjust(width) if column in numbers else cell.ljust(width)
        for column, (cell, width) in enumerate(zip(row, widths, strict=True))
    ]
    return "  ".join(cells).rstrip()
