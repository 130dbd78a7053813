"""How lines are shown to people: a table, what could not run, what failed, and how many of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from arena.cli.bench.lines import Failed, Line, Measurement, NotRun

DETAILED = ("what", "ours", "theirs", "reference", "ratio", "budget", "goal", "")
SUMMARY = ("what", "reference", "ratio", "budget", "goal", "")
VERDICTS = ("met", "MISSED", "shown", "not judged", "not run", "FAILED")


def detailed(lines: Iterable[Line], judged: bool = True) -> list[str]:
    """Every figure of these lines, as they come from one benchmark."""
    return _shown(lines, DETAILED, {1, 2, 4, 5, 6}, lambda one: _details(one, judged))


def summary(lines: Sequence[Line], judged: bool = True) -> list[str]:
    """All ratios with their budgets, what was not run and what failed, and how many of each."""
    return [*_shown(lines, SUMMARY, {2, 3, 4}, lambda one: _ratio(one, judged)), "", counted(lines, judged)]


def counted(lines: Iterable[Line], judged: bool = True) -> str:
    counts = Counter(verdict(line, judged) for line in lines)
    return ", ".join(f"{counts[word]} {word}" for word in VERDICTS if counts[word]) or "nothing was measured"


def verdict(line: Line, judged: bool = True) -> str:
    if isinstance(line, NotRun):
        return "not run"
    if isinstance(line, Failed):
        return "FAILED"
    if line.budget is None:
        return "shown"
    if not judged:
        return "not judged"
    return "met" if line.met else "MISSED"


def figure(value: float) -> str:
    """Three figures that count."""
    if value == 0 or 0.001 <= abs(value) < 1000:
        return f"{value:.3g}"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.1e}"


def _shown(
    lines: Iterable[Line],
    headings: tuple[str, ...],
    numbers: set[int],
    row: Callable[[Measurement], tuple[str, ...]],
) -> list[str]:
    lines = list(lines)
    measured = [line for line in lines if isinstance(line, Measurement)]
    rows = _aligned([headings, *map(row, measured)], numbers) if measured else []
    return rows + [_told(line) for line in lines if not isinstance(line, Measurement)]


def _told(line: NotRun | Failed) -> str:
    if isinstance(line, Failed):
        return f"{line.name} FAILED: {line.reason}"
    ours = "" if line.ours is None else f"ours alone: {figure(line.ours)} {line.unit}; "
    return f"{line.name}: {line.what}: not run: {ours}{line.reason}; to run it: {line.remedy}"


def _details(one: Measurement, judged: bool) -> tuple[str, ...]:
    error = "" if one.error is None else f" ± {figure(one.error)}"
    ours, theirs = f"{figure(one.ours)}{error} {one.unit}", f"{figure(one.theirs)} {one.unit}"
    what, *rest = _ratio(one, judged)
    return (what, ours.rstrip(), theirs.rstrip(), *rest)


def _ratio(one: Measurement, judged: bool) -> tuple[str, ...]:
    sign = ">=" if one.better == "higher" else "<="
    reached = "met, goal too" if judged and one.met and one.goal_met else verdict(one, judged)
    return (
        f"{one.name}: {one.what}",
        one.reference,
        f"{figure(one.ratio)}x",
        "-" if one.budget is None else f"{sign} {figure(one.budget)}x",
        "-" if one.goal is None else f"{sign} {figure(one.goal)}x",
        reached,
    )


def _aligned(rows: Sequence[Sequence[str]], numbers: set[int]) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            cell.rjust(width) if column in numbers else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
