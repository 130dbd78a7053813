"""How one figure of ours is compared with one of a reference.

An absolute time says more about the machine and its neighbours than about us, so every budget is a ratio:

1. the process, and with it every child it starts, is pinned to one core (`pinned`): two processes on two idle
   cores wake each other through the hypervisor, which costs five times what it costs on one core;
2. ours and the reference run in turns, in this process tree, at least five times (`in_turns`): what slows the
   machine slows both;
3. the medians are compared.

A benchmark is a module with `measure(effort) -> Iterable[Line]`, entered in `registry.BENCHMARKS`. It repeats its
work as often as the effort says: `SHORT` does everything once, in small numbers, and shows that it still works.
"""

from __future__ import annotations

import importlib
import os
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median
from types import ModuleType
from typing import Any, NamedTuple

from arena.cli.bench.lines import CannotRun, Compared, Figures, Line, NotRun, Uncompared


class Effort(NamedTuple):
    """How often the work is repeated."""

    repetitions: int
    """How often the product and the reference are timed in turn, after a first warm-up."""
    short: bool

    def of(self, full: int, short: int = 1) -> int:
        """A number of times, of boards, of matches: as many in full, so many in short."""
        return short if self.short else full


FULL = Effort(repetitions=5, short=False)
SHORT = Effort(repetitions=0, short=True)


def in_turns(ours: Callable[[], float], theirs: Callable[[], float], effort: Effort) -> Figures:
    """The medians of what both return, run alternately."""
    (figures,) = many_in_turns(lambda: (ours(),), lambda: (theirs(),), effort, 1)
    return figures


def many_in_turns(
    ours: Callable[[], tuple[float, ...]], theirs: Callable[[], tuple[float, ...]], effort: Effort, number: int = 2
) -> list[Figures]:
    """The same for work that gives several figures at once, such as wall and CPU time: so many pairs.

    Each is called once before that counts; in short that call is all there is. Where it finds that the reference
    is missing, there is ours alone.
    """
    alone = ours()
    try:
        first = alone, theirs()
    except CannotRun as reason:
        return [Uncompared(alone[place], reason) for place in range(number)]
    rounds = [first] if effort.short else [(ours(), theirs()) for _ in range(effort.repetitions)]
    return [
        Compared(median(one[0][place] for one in rounds), median(one[1][place] for one in rounds))
        for place in range(number)
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
    """The package to compare with. Raises CannotRun."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what an old package's source makes the compiler say is not our error
            return importlib.import_module(module)
    except ImportError as error:
        raise CannotRun(
            f"reference not installed: {package or module} ({error})",
            "`infra/scripts/setup bench` or `make bench` installs it; or: pip install 'athanor[bench]'",
        ) from error


def or_not_run(name: str, what: str, measured: Callable[[], Line]) -> Line:
    """For a benchmark in which nothing of the product can run without its reference."""
    try:
        return measured()
    except CannotRun as missing:
        return NotRun(name, what, missing.reason, missing.remedy)
