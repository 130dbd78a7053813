"""What a benchmark has to say, line by line: a comparison, what cannot run here, or what failed."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias

Better = Literal["higher", "lower"]


class CannotRun(Exception):
    """Something that this machine does not have: why not, and what would make it run."""

    def __init__(self, reason: str, remedy: str) -> None:
        super().__init__(f"{reason}; {remedy}")
        self.reason = reason
        self.remedy = remedy


class Compared(NamedTuple):
    """Ours and the reference's."""

    ours: float
    theirs: float


class Uncompared(NamedTuple):
    """Ours, run once, and why there is no reference."""

    ours: float
    missing: CannotRun


Figures: TypeAlias = Compared | Uncompared


@dataclass(frozen=True, slots=True)
class Measurement:
    """Ours against a reference. Build it by `rate`, `cost` or `speedup`, which know what the ratio is."""

    kind: ClassVar[str] = "measured"
    name: str
    what: str
    reference: str
    ours: float
    theirs: float
    ratio: float
    budget: float | None
    """What the ratio must reach. None: shown, and judged by nobody."""
    goal: float | None
    """What we aim for."""
    better: Better
    unit: str
    """Of `ours` and `theirs`; the ratio has none."""
    error: float | None = None
    """Ours is known to lie within so much of its figure, with 95 % confidence. None: nobody has worked it out."""

    @property
    def met(self) -> bool:
        return self.budget is None or self._reaches(self.budget)

    @property
    def goal_met(self) -> bool:
        return self.goal is not None and self._reaches(self.goal)

    def _reaches(self, limit: float) -> bool:
        return self.ratio >= limit if self.better == "higher" else self.ratio <= limit


@dataclass(frozen=True, slots=True)
class NotRun:
    """Something that cannot be measured here."""

    kind: ClassVar[str] = "not run"
    name: str
    what: str
    reason: str
    remedy: str
    ours: float | None = None
    """Ours, where only the reference is missing: it was run once."""
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Failed:
    """A benchmark that stopped with an error, after the lines before this one."""

    kind: ClassVar[str] = "failed"
    name: str
    reason: str


Line: TypeAlias = Measurement | NotRun | Failed


def document(line: Line) -> dict[str, Any]:
    found = {"kind": line.kind, **dataclasses.asdict(line)}
    if isinstance(line, Measurement):
        found |= {"met": line.met, "goal_met": line.goal_met}
    return found


def rate(
    name: str, what: str, reference: str, figures: Figures, unit: str,
    budget: float | None, goal: float | None = None,
) -> Line:  # fmt: skip
    """Figures of which more is better, such as decisions/s: the ratio is ours over theirs, and should be high."""
    return _line(name, what, reference, figures, unit, budget, goal, better="higher", inverse=False)


def cost(
    name: str, what: str, reference: str, figures: Figures, unit: str,
    budget: float | None, goal: float | None = None,
) -> Line:  # fmt: skip
    """Figures of which less is better, such as bytes: the ratio is ours over theirs, and should be low."""
    return _line(name, what, reference, figures, unit, budget, goal, better="lower", inverse=False)


def speedup(
    name: str, what: str, reference: str, figures: Figures, unit: str,
    budget: float | None, goal: float | None = None,
) -> Line:  # fmt: skip
    """Times, where the budget says "x times faster": the ratio is theirs over ours, and should be high."""
    return _line(name, what, reference, figures, unit, budget, goal, better="higher", inverse=True)


def _line(
    name: str, what: str, reference: str, figures: Figures, unit: str,
    budget: float | None, goal: float | None, *, better: Better, inverse: bool,
) -> Line:  # fmt: skip
    if isinstance(figures, Uncompared):
        missing = figures.missing
        return NotRun(name, f"{what}, against {reference}", missing.reason, missing.remedy, figures.ours, unit)
    ours, theirs = figures
    ratio = theirs / ours if inverse else ours / theirs
    return Measurement(name, what, reference, ours, theirs, ratio, budget, goal, better, unit)
