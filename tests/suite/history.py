"""One line for each run of the suite: how long it took, how busy the machine was, what came of it."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from tests.suite.results import RUN, Result

HISTORY: Final = RUN / "history.jsonl"
BUSY: Final = 1.0
"""Processes that wanted a core when the run began; with more of them the machine counts as busy."""


@dataclass(frozen=True, slots=True)
class Entry:
    when: str
    tier: str
    backwards: bool
    cores: int
    jobs: int
    load: float
    wall: float
    cpu: float
    tests: int
    red: list[str]

    @property
    def machine(self) -> str:
        return f"{self.cores} cores, {'busy' if self.load > BUSY else 'idle'} (load {self.load:.1f} before it)"


def load_now() -> float:
    """Processes besides this one that run or wait for a core now: an average would still show what has ended."""
    if platform.system() != "Linux":
        return 0.0
    running = Path("/proc/loadavg").read_text().split()[3].partition("/")[0]
    return max(0.0, float(running) - 1)


def entry(tier: str, results: Iterable[Result], *, backwards: bool, jobs: int, load: float, wall: float) -> Entry:
    everything = list(results)
    return Entry(
        when=datetime.now(UTC).isoformat(timespec="seconds"),
        tier=tier,
        backwards=backwards,
        cores=os.cpu_count() or 1,
        jobs=jobs,
        load=round(load, 1),
        wall=round(wall, 1),
        cpu=round(sum(result.cpu for result in everything), 1),
        tests=sum(len(result.tests) for result in everything),
        red=[result.unit for result in everything if not result.ok],
    )


def note(line: Entry, path: Path = HISTORY) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as out:
        out.write(json.dumps(asdict(line)) + "\n")


def noted(path: Path = HISTORY) -> list[Entry]:
    if not path.exists():
        return []
    return [Entry(**json.loads(line)) for line in path.read_text().splitlines()]
