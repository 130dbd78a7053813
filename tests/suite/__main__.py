"""Runs the suite, or a part of it. `make test` calls it with the servers running; `--help` says the rest."""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import signal
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from tests.suite import coverage, durations, history, parts
from tests.suite.parts import PARTS, Unit
from tests.suite.processes import Running, alone, left_by
from tests.suite.recording import REVERSED
from tests.suite.results import FAILED, MACHINE, WHOLE, Result, blank, keep, kept, log_of, summary

NEWS: Final = 60.0
"""Seconds between two lines about what is still running."""
REFUSED: Final = 2
INTERRUPTED: Final = 130
SQLITE_ALONE: Final = "no PostgreSQL server is here: the tests marked `database` run on SQLite alone"


class Run:
    """Units, so many at once: the one that is expected to take longest first, once what it needs is there."""

    def __init__(self, units: Iterable[Unit], jobs: int) -> None:
        self.pending = sorted(units, key=lambda unit: -unit.expected)
        self.jobs = jobs
        self.running: dict[asyncio.Task[Result], Running] = {}
        self.results: list[Result] = []
        self.stopping = False
        self.mark = secrets.token_hex(8)
        self.temporary = Path(tempfile.mkdtemp(prefix="at-"))
        self.temporary.chmod(0o755)

    async def all(self) -> list[Result]:
        while self.running or (self.pending and not self.stopping):
            self._start_what_can()
            done, _ = await asyncio.wait(self.running, timeout=NEWS, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                self._ended(task.result(), self.running.pop(task).unit)
            if not done:
                say(f"running: {', '.join(sorted(one.unit.name for one in self.running.values()))}")
        self.results += map(blank, self.pending)
        return self.results

    def stop(self) -> None:
        if not self.stopping:
            say("stopping: every unit ends what it has begun, this takes some seconds")
        self.stopping = True
        for running in self.running.values():
            running.stop()

    def _start_what_can(self) -> None:
        busy = {running.unit.name for running in self.running.values()}
        to_come = busy | {unit.name for unit in self.pending}
        for unit in list(self.pending):
            if len(self.running) >= self.jobs or self.stopping:
                return
            if not unit.needs & to_come:
                self.pending.remove(unit)
                running = Running(unit, self.temporary, self.mark)
                self.running[asyncio.create_task(running.ended())] = running

    def _ended(self, result: Result, unit: Unit) -> None:
        self.results.append(result)
        tests = f"{len(result.tests)} tests, " if unit.is_pytest else ""
        verdict = "ok" if result.ok else "stopped" if self.stopping else "RED"
        say(f"{unit.name}: {verdict}, {tests}{result.wall:.0f} s, {result.cpu:.0f} s of CPU")
        if not result.ok and not self.stopping:
            print(log_of(unit).read_text(errors="replace")[-20_000:], flush=True)


async def until_stopped(run: Run) -> list[Result]:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, run.stop)
    return await run.all()


def say(what: str) -> None:
    print(f"suite: {what}", flush=True)


def chosen(arguments: argparse.Namespace, jobs: int) -> list[Unit]:
    known = durations.recorded()
    if arguments.failed:
        return list(again(kept()))
    if arguments.quick:
        return list(parts.quick_units(known, jobs))
    named = dict.fromkeys(arguments.part or PARTS)
    units = [unit for part in named for unit in parts.units_of(part, known)]
    if any(unit.needs for unit in units):
        units.append(parts.runtimes())
    if not arguments.part:
        units.append(parts.checks())
    return units


def again(results: Iterable[Result]) -> Iterable[Unit]:
    """A unit for each that was red, with only those tests that failed or did not run."""
    for result in results:
        if result.ok or result.part == MACHINE:
            continue
        command, environment = tuple(result.command), dict(result.environment)
        if result.is_pytest and (tests := result.to_run_again()):
            command = parts.pytest(tests)
        if parts.DATABASE_URL in environment and (url := os.environ.get(parts.POSTGRESQL)):
            environment[parts.DATABASE_URL] = url  # the server of that run has ended
        needs = parts.NEEDS_RUNTIMES if result.is_pytest else frozenset[str]()
        yield Unit(result.unit, result.part, command, 60, needs, environment, result.is_pytest)


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.suite",
        description="Runs the tests, several processes at once, and says what failed and what did not run.",
        epilog="example: python -m tests.suite --part arena --part athanor",
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--part", action="append", choices=PARTS, help="only this part; may be repeated")
    which.add_argument("--quick", action="store_true", help="the fast tier")
    which.add_argument("--failed", action="store_true", help="only what failed or did not run last time")
    parser.add_argument("--reversed", action="store_true", help="backwards, to find tests that need an order")
    parser.add_argument("--coverage", action="store_true", help="and say what of the product was run")
    parser.add_argument("--services", action="store_true", help="print the servers that are needed, and end")
    parser.add_argument(
        "--jobs", type=int, default=0, help="processes at once (default: cores + 2; fast tier: cores)"
    )
    arguments = parser.parse_args()
    if arguments.jobs < 0:
        parser.error(f"argument --jobs: {arguments.jobs} is no number of processes")
    return arguments


def main() -> int:
    arguments = read_arguments()
    if arguments.services:
        print(" ".join(needed_services(arguments)))
        return 0
    with alone() as is_alone:
        if not is_alone:
            say("another run is under way in this checkout: wait until it has ended, or use another clone")
            return REFUSED
        return run_suite(arguments)


def run_suite(arguments: argparse.Namespace) -> int:
    cores = os.cpu_count() or 1
    jobs = arguments.jobs or (cores if arguments.quick else cores + 2)
    units = chosen(arguments, jobs)
    if not units:
        say("nothing failed last time: there is nothing to run" if kept() else "no run is recorded here")
        return 0
    lacking = not arguments.failed and runs_on_sqlite_alone(units)
    if lacking and os.environ.get("ATHANOR_REQUIRE_ALL") == "1":
        say(SQLITE_ALONE)
        return 1
    if arguments.reversed:
        os.environ[REVERSED] = "1"
    if arguments.coverage:
        units = [coverage.measured(unit) for unit in units]
    began, load = time.monotonic(), history.load_now()
    run = Run(units, jobs)
    results = asyncio.run(until_stopped(run))
    if left := left_by(run.mark, run.temporary):
        results.append(Result("the machine afterwards", MACHINE, [], {}, False, code=1, left=left))
    wall = time.monotonic() - began
    tier = tier_of(arguments)
    keep(results, tier, is_complete=not run.stopping)
    if not run.stopping:
        history.note(history.entry(tier, results, backwards=arguments.reversed, jobs=jobs, load=load, wall=wall))
    print(summary(results, wall, interrupted=run.stopping), flush=True)
    if lacking:
        say(SQLITE_ALONE)
    if arguments.coverage:
        print(coverage.report(), flush=True)
    if run.stopping:
        return INTERRUPTED
    return 0 if all(result.ok for result in results) else 1


def runs_on_sqlite_alone(units: Iterable[Unit]) -> bool:
    """Whether the site's tests are among these, and no PostgreSQL server is there to repeat those that need it."""
    return not os.environ.get(parts.POSTGRESQL) and any(unit.part == "athanor" for unit in units)


def tier_of(arguments: argparse.Namespace) -> str:
    if arguments.failed:
        return FAILED
    if arguments.quick:
        return "quick"
    if arguments.coverage:
        return "coverage"
    return ", ".join(arguments.part) if arguments.part else WHOLE


def needed_services(arguments: argparse.Namespace) -> list[str]:
    if arguments.quick:
        return []
    named = arguments.part or PARTS
    if arguments.failed:
        named = [result.part for result in kept() if not result.ok and result.part in PARTS]
    return sorted({server for part in named for server in parts.SERVICES[part]})


if __name__ == "__main__":
    sys.exit(main())
