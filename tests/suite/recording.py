"""A pytest plugin that writes down, line by line, which tests there are and what came of each.

It is ours because what exists writes its report at the end (`--junitxml`, lost when the process is killed), or
leaves out which tests were collected (`pytest-reportlog`), which is what tells the tests that did not run.
With `SUITE_REVERSED=1` the tests run backwards. SIGTERM ends a run as Ctrl-C does, with every fixture finalised.

What is under test may catch Ctrl-C for itself; so the runner also leaves a file beside the log, and no test begins
once it is there.
"""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from types import FrameType
from typing import Any, Final

import pytest

LOG: Final = "SUITE_LOG"
REVERSED: Final = "SUITE_REVERSED"


def stop_file(log: Path) -> Path:
    """While it is there no test begins."""
    return log.with_suffix(".stop")


class Recorder:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.seconds: dict[str, float] = {}
        self.slow: set[str] = set()

    def told_to_end(self, number: int, frame: FrameType | None) -> None:
        stop_file(self.path).touch()
        signal.default_int_handler(number, frame)

    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        if stop_file(self.path).exists():
            raise KeyboardInterrupt

    def write(self, line: dict[str, Any]) -> None:
        with self.path.open("a") as out:
            out.write(json.dumps(line) + "\n")

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.slow = {item.nodeid for item in session.items if item.get_closest_marker("slow")}
        self.write({"collected": [item.nodeid for item in session.items]})

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.write({"test": report.nodeid, "outcome": "failed", "seconds": 0.0, "slow": False})

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration
        if report.when == "teardown" or report.outcome != "passed":
            self.write(
                {
                    "test": report.nodeid,
                    "outcome": report.outcome,
                    "seconds": round(self.seconds[report.nodeid], 3),
                    "slow": report.nodeid in self.slow,
                }
            )


def pytest_configure(config: pytest.Config) -> None:
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if path := os.environ.get(LOG):
        recorder = Recorder(Path(path))
        config.pluginmanager.register(recorder)
        signal.signal(signal.SIGTERM, recorder.told_to_end)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Backwards; what builds on each other puts itself in order again afterwards (end_to_end/conftest.py)."""
    if os.environ.get(REVERSED) == "1":
        items.reverse()
