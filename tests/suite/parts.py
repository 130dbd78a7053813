"""What the suite consists of: parts, what each needs, and how its tests are divided among processes.

A *part* is what `make test PART=...` names. A *unit* is one process: a share of a part's test files, or a command
such as the linter. Units are independent of each other, so any number of them can run at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.suite.durations import Durations, shares

ROOT: Final = Path(__file__).resolve().parents[2]
SHARE: Final = 130.0
"""Recorded seconds of one unit: small enough to spread well, and much more than a process takes to start."""
RUNTIMES: Final = "runtimes"
POSTGRESQL: Final = "ATHANOR_TEST_POSTGRES"
"""The variable in which `with-services` says where its PostgreSQL server is."""
DATABASE_URL: Final = "ATHANOR_DATABASE_URL"
SHAPES: Final = ("embedded", "postgresql-rabbitmq", "postgresql-redis")
"""The set-ups of the platform that the end-to-end tests run on; each is the first id of their parameters."""


@dataclass(frozen=True, slots=True)
class Area:
    """Test files that need the same."""

    paths: tuple[str, ...]
    without: tuple[str, ...] = ()
    needs: frozenset[str] = frozenset()

    def files(self) -> list[str]:
        found = (file for path in self.paths for file in _test_files(ROOT / path))
        names = (file.relative_to(ROOT).as_posix() for file in found)
        return sorted(name for name in names if not name.startswith(self.without))


def _test_files(path: Path) -> Iterable[Path]:
    return [path] if path.is_file() else path.rglob("test_*.py")


@dataclass(frozen=True, slots=True)
class Unit:
    name: str
    part: str
    command: tuple[str, ...]
    expected: float
    needs: frozenset[str] = frozenset()
    environment: Mapping[str, str] = field(default_factory=dict)
    is_pytest: bool = True


NEEDS_RUNTIMES: Final = frozenset({RUNTIMES})
STARTS_BOTS: Final = ("tests/arena/cli/", "tests/arena/house/", "tests/arena/live/", "tests/arena/worker/")
OF_THE_TREE: Final = tuple(f"tests/{path.name}" for path in sorted((ROOT / "tests").glob("test_*.py")))
PURE_ARENA: Final = Area(
    ("tests/arena", "tests/proto", "tests/suite", "tests/plugin", *OF_THE_TREE), without=STARTS_BOTS
)
ARENA: Final = (PURE_ARENA, Area(STARTS_BOTS, needs=NEEDS_RUNTIMES))
SANDBOX: Final = Area(("tests/sandbox",), needs=NEEDS_RUNTIMES)
SITE: Final = Area(("tests/athanor",))
BROWSER: Final = Area(("tests/end_to_end/browser",))
DOCUMENTED: Final = "tests/end_to_end/test_documented.py"
"""Dozens of commands, which need a site and nothing that other tests did to it."""
END_TO_END: Final = Area(
    ("tests/end_to_end",), without=("tests/end_to_end/browser/", DOCUMENTED), needs=NEEDS_RUNTIMES
)
ONE_MATCH: Final = "tests/sandbox/test_one_match.py"
"""What the fast tier has of the sandbox."""

SERVICES: Final[Mapping[str, tuple[str, ...]]] = {
    "arena": (),
    "sandbox": ("docker",),
    "athanor": ("postgres",),
    "browser": (),
    "end_to_end": ("postgres", "redis", "rabbitmq", "docker"),
}
"""The servers that a part's tests need."""
PARTS: Final = tuple(SERVICES)


def units_of(part: str, durations: Durations) -> Iterator[Unit]:
    if part == "arena":
        for area in ARENA:
            yield from _shared_out(part, area, durations)
    elif part == "sandbox":
        yield from _shared_out(part, SANDBOX, durations)
    elif part == "athanor":
        yield from _shared_out(part, SITE, durations)
        if url := os.environ.get(POSTGRESQL):
            yield on_postgresql(url, SITE.paths, durations.of_name("athanor on PostgreSQL"))
    elif part == "browser":
        yield from _shared_out(part, BROWSER, durations)
    else:
        for shape in SHAPES:
            name = f"end_to_end on {shape}"
            selection = (*END_TO_END.files(), "-k", f"[{shape}")
            yield Unit(name, part, pytest(selection), durations.of_name(name), NEEDS_RUNTIMES)
        documented = "end_to_end documented"
        yield Unit(documented, part, pytest((DOCUMENTED,)), durations.of_name(documented), NEEDS_RUNTIMES)
        own = "end_to_end on its own"
        selection = (*END_TO_END.files(), "-k", " and ".join(f"not [{shape}" for shape in SHAPES))
        yield Unit(own, part, pytest(selection), durations.of_name(own), NEEDS_RUNTIMES)


def on_postgresql(url: str, selection: Iterable[str], expected: float) -> Unit:
    """The tests that the database matters to, on PostgreSQL."""
    command = pytest((*selection, "-m", "database"))
    return Unit("athanor on PostgreSQL", "athanor", command, expected, environment={DATABASE_URL: url})


def quick_units(durations: Durations, processes: int) -> Iterator[Unit]:
    """The fast tier: no server, no browser, no Docker, and no test that is marked as slow."""
    files = [*PURE_ARENA.files(), *SITE.files(), ONE_MATCH]
    for number, share in enumerate(shares(files, durations.quick, processes), 1):
        seconds = sum(map(durations.quick, share))
        yield Unit(f"quick {number}", "quick", pytest((*share, "-m", "not slow")), seconds)


def checks() -> Unit:
    command = ("infra/scripts/check",)
    return Unit("check", "check", command, 60, is_pytest=False)


def runtimes() -> Unit:
    """The trees that bots run in and are built in, and their images where a Docker engine answers."""
    return Unit("runtimes", "runtimes", ("infra/scripts/build-runtimes",), 600, is_pytest=False)


def pytest(selection: Iterable[str]) -> tuple[str, ...]:
    return (sys.executable, "-m", "pytest", "-q", "-p", "tests.suite.recording", *selection)


def _shared_out(part: str, area: Area, durations: Durations) -> Iterator[Unit]:
    files = area.files()
    count = max(1, round(sum(map(durations.of_file, files)) / SHARE))
    for number, share in enumerate(shares(files, durations.of_file, count), 1):
        seconds = sum(map(durations.of_file, share))
        name = f"{part} {'with bots ' if area.needs and part == 'arena' else ''}{number}/{count}"
        yield Unit(name, part, pytest(share), seconds, area.needs)
