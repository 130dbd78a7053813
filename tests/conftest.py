"""What holds for every test: with ATHANOR_REQUIRE_ALL=1 a test that is skipped has failed.

Nothing comes by chance: each run has the same examples and the same deals. `ATHANOR_CHANCE=word` has
others: the deals of that word, and examples that hypothesis itself tells how to repeat.

And how tests are spread over processes (`pytest -n 2`): a file's tests stay together, in order; those that start a
platform all go to one process, since each wants the machine for itself, and begin first, since they take
longest; those that need a browser go to one, too.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Generator
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, settings
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

R = TypeVar("R", pytest.TestReport, pytest.CollectReport)

# How busy the machine is proves nothing.
settings.register_profile(
    "athanor",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=not os.environ.get("ATHANOR_CHANCE"),
)
settings.load_profile("athanor")

REQUIRE_ALL = os.environ.get("ATHANOR_REQUIRE_ALL") == "1"


@pytest.fixture(autouse=True, scope="module")
def swept() -> None:
    """What the files before have left is looked through once: else a collection of it, half a second of it, would
    fall into whatever a test measures."""
    gc.collect()
    gc.freeze()


def must_not_skip(report: R) -> R:
    if REQUIRE_ALL and report.skipped:
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        report.outcome = "failed"
        report.longrepr = f"ATHANOR_REQUIRE_ALL=1, and this was left out: {reason}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    return must_not_skip((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    return must_not_skip((yield))


class ByFile(LoadScopeScheduling):
    """(xdist's groups by mark are lost on this pytest: it keeps a test's id where xdist does not write it.)"""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.split("::", 1)[0]
        folder = file.rpartition("/")[0]
        return folder if "/end_to_end" in folder else file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ByFile:
    config.option.loadscopereorder = False
    return ByFile(config, log)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: "end_to_end" not in item.path.parts)
