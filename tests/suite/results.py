"""What came of a run's units: read from what each wrote down, kept for `test-failed` and `test-times`."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from tests.suite.parts import ROOT, Unit

RUN: Final = ROOT / "var" / "test-run"
LAST: Final = RUN / "last.json"
"""What came last of every test."""
LAST_WHOLE: Final = RUN / "whole.json"
"""What came of the last run of everything."""
WHOLE: Final = "all"
FAILED: Final = "what failed"
MACHINE: Final = "machine"
"""The part of what was found on the machine after the tests."""


@dataclass(frozen=True, slots=True)
class Outcome:
    name: str
    outcome: str
    seconds: float
    slow: bool


@dataclass(slots=True)
class Result:
    """Of one unit. `code` is its exit code; None: it never ran."""

    unit: str
    part: str
    command: list[str]
    environment: dict[str, str]
    is_pytest: bool
    code: int | None = None
    wall: float = 0.0
    cpu: float = 0.0
    tests: list[Outcome] = field(default_factory=list)
    not_run: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    complete: bool = False

    @property
    def failed(self) -> list[str]:
        return [test.name for test in self.tests if test.outcome == "failed"]

    @property
    def ok(self) -> bool:
        return self.code == 0 and not self.left

    def to_run_again(self) -> list[str]:
        """Tests that failed, or were to run and did not; every test file where nothing was collected."""
        return [*self.failed, *self.not_run]


def log_of(unit: Unit) -> Path:
    return RUN / f"{slug(unit.name)}.log"


def lines_of(unit: Unit) -> Path:
    return RUN / f"{slug(unit.name)}.jsonl"


def slug(name: str) -> str:
    return name.replace("/", "-of-").replace(" ", "-")


def blank(unit: Unit) -> Result:
    return Result(unit.name, unit.part, list(unit.command), dict(unit.environment), unit.is_pytest)


def read_tests(result: Result, lines: Path) -> None:
    """Adds what the unit's process wrote down, as far as it got."""
    if not lines.exists():
        return
    tests: dict[str, Outcome] = {}
    collected: list[str] = []
    for line in _whole_lines(lines):
        if "collected" in line:
            collected = line["collected"]
            result.complete = True
        elif line["test"] not in tests or line["outcome"] == "failed":
            tests[line["test"]] = Outcome(line["test"], line["outcome"], line["seconds"], line["slow"])
    result.tests = list(tests.values())
    result.not_run = [name for name in collected if name not in tests]


def _whole_lines(path: Path) -> Iterator[dict[str, Any]]:
    for text in path.read_text(errors="replace").splitlines():
        try:
            yield json.loads(text)
        except ValueError:
            return  # a process that was killed leaves half a line


def keep(results: Iterable[Result], tier: str, path: Path = LAST, *, is_complete: bool = True) -> None:
    """The results of a run in place of earlier ones of the same tests."""
    now = list(results)
    units, parts = {result.unit for result in now}, {result.part for result in now}
    if tier == WHOLE:
        earlier: list[Result] = []
        if is_complete:
            _write(now, path.with_name(LAST_WHOLE.name))
    elif tier == FAILED:
        earlier = [result for result in kept(path) if result.unit not in units]
    else:
        earlier = [result for result in kept(path) if result.part not in parts]
    _write([*now, *earlier], path)


def _write(results: list[Result], path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps([asdict(result) for result in results], indent=1))


def kept(path: Path = LAST) -> list[Result]:
    if not path.exists():
        return []
    return [_result(fields) for fields in json.loads(path.read_text())]


def _result(fields: dict[str, Any]) -> Result:
    return Result(**{**fields, "tests": [Outcome(**test) for test in fields["tests"]]})


def summary(results: list[Result], wall: float, *, interrupted: bool = False) -> str:
    began = [result for result in results if result.code is not None]
    lines = [f"{result.unit}: {_why(result)}" for result in began if not result.ok]
    if never := [result.unit for result in results if result.code is None]:
        lines.append(f"suite: did not run at all: {', '.join(sorted(never))}")
    red = [result for result in results if not result.ok]
    verdict = f"{len(red)} of {len(results)} processes are red" if red else "all green"
    if interrupted:
        verdict = "interrupted"
    cpu = sum(result.cpu for result in results)
    lines.append(f"suite: {verdict}: {_counted(results)} in {wall:.0f} s, {cpu:.0f} s of CPU")
    if red:
        lines.append("suite: only what failed or did not run, once more: make test-failed")
    return "\n".join(lines)


def _counted(results: list[Result]) -> str:
    outcomes = [test.outcome for result in results for test in result.tests]
    if skipped := outcomes.count("skipped"):
        return f"{len(outcomes)} tests, {skipped} of them skipped (the logs in var/test-run say why)"
    return f"{len(outcomes)} tests"


def _why(result: Result) -> str:
    said = [f"    {name}" for name in result.failed]
    if result.not_run:
        said.append(f"    did not run: {len(result.not_run)} tests, from {result.not_run[0]} on")
    said += [f"    left behind: {one}" for one in result.left]
    if not said:
        said.append(f"    {shlex.join(result.command)[:300]}")
    return "\n".join([f"exit code {result.code}", *said])
