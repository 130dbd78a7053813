"""How one figure of ours is compared with one of a reference.

An absolute time says more about the machine and its neighbours than about us, so every budget is a ratio:

1. the process, and with it every child it starts, is pinned to one core (`pinned`): two processes on two idle
   cores wake each other through the hypervisor, which costs five times what it costs on one core;
2. ours and the reference run in turns, in this process tree, at least five times (`in_turns`): what slows the
   machine slows both;
3. the medians are compared.

A benchmark is a module with `measure() -> Iterable[Measurement]`, entered in `registry.BENCHMARKS`.
"""

from __future__ import annotations

import importlib
import os
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median
from types import ModuleType
from typing import Any, Literal

REPETITIONS = 5


class MissingReference(Exception):
    """A package to compare with is not installed: says how to get it."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """One line of a benchmark's table. Build it by `rate`, `cost` or `speedup`, which know what the ratio is."""

    name: str
    what: str
    reference: str
    ours: float
    theirs: float
    ratio: float
    budget: float | None
    """None: shown, and judged by nobody."""
    stretch: float | None
    better: Literal["higher", "lower"]
    unit: str
    """Of `ours` and `theirs`; the ratio has none."""

    @property
    def met(self) -> bool:
        return self.budget is None or self._reaches(self.budget)

    @property
    def stretched(self) -> bool:
        return self.stretch is not None and self._reaches(self.stretch)

    def _reaches(self, goal: float) -> bool:
        return self.ratio >= goal if self.better == "higher" else self.ratio <= goal


Figures = tuple[float, float]
"""Ours and the reference's."""


def rate(
    name: str, what: str, reference: str, figures: Figures, unit: str,
    budget: float | None, stretch: float | None = None,
) -> Measurement:  # fmt: skip
    """Figures of which more is better, such as decisions/s: the ratio is ours over theirs, and should be high."""
    ours, theirs = figures
    return Measurement(name, what, reference, ours, theirs, ours / theirs, budget, stretch, "higher", unit)


def cost(
    name: str, what: str, reference: str, figures: Figures, unit: str,
    budget: float | None, stretch: float | None = None,
) -> Measurement:  # fmt: skip
    """Figures of which less is better, such as bytes: the ratio is ours over theirs, and should be low."""
    ours, theirs = figures
    return Measurement(name, what, reference, ours, theirs, ours / theirs, budget, stretch, "lower", unit)


def speedup(
    name: str, what: str, reference: str, figures: Figures, unit: str,
    budget: float | None, stretch: float | None = None,
) -> Measurement:  # fmt: skip
    """Times, where the budget says "x times faster": the ratio is theirs over ours, and should be high."""
    ours, theirs = figures
    return Measurement(name, what, reference, ours, theirs, theirs / ours, budget, stretch, "higher", unit)


def in_turns(ours: Callable[[], float], theirs: Callable[[], float], repetitions: int = REPETITIONS) -> Figures:
    """The medians of what both return, run alternately. Each is called once before that counts."""
    ours()
    theirs()
    pairs = [(ours(), theirs()) for _ in range(repetitions)]
    return median(pair[0] for pair in pairs), median(pair[1] for pair in pairs)


def many_in_turns(
    ours: Callable[[], tuple[float, ...]],
    theirs: Callable[[], tuple[float, ...]],
    repetitions: int = REPETITIONS,
) -> list[Figures]:
    """The same for work that gives several figures at once, such as wall and CPU time: one pair a figure."""
    ours()
    theirs()
    rounds = [(ours(), theirs()) for _ in range(repetitions)]
    return [
        (median(one[0][place] for one in rounds), median(one[1][place] for one in rounds))
        for place in range(len(rounds[0][0]))
    ]


def seconds(work: Callable[[], object]) -> Callable[[], float]:
    """How long the work takes, by the wall."""

    def timed() -> float:
        begun = time.perf_counter()
        work()
        return time.perf_counter() - begun

    return timed


def each(work: Callable[[], object], times: int) -> Callable[[], float]:
    """Microseconds that the work takes, done `times` times over."""

    def timed() -> float:
        begun = time.perf_counter()
        for _ in range(times):
            work()
        return (time.perf_counter() - begun) / times * 1e6

    return timed


@contextmanager
def pinned() -> Iterator[int | None]:
    """One core for this process and all that it starts meanwhile; None where the system cannot pin."""
    if not hasattr(os, "sched_setaffinity"):
        yield None
        return
    before = os.sched_getaffinity(0)
    core = max(before)
    os.sched_setaffinity(0, {core})
    try:
        yield core
    finally:
        os.sched_setaffinity(0, before)


def reference(module: str, package: str | None = None) -> ModuleType | Any:
    """The package to compare with. Raises MissingReference."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what an old package's source makes the compiler say is not our error
            return importlib.import_module(module)
    except ImportError as error:
        raise MissingReference(
            f"the reference {package or module} is not installed ({error}); "
            "`infra/scripts/setup bench` or `make bench` installs it; or: pip install 'athanor[bench]'"
        ) from error
