"""What holds for every test.

With ATHANOR_REQUIRE_ALL=1 a test that is skipped has failed.

Nothing comes by chance: each run has the same examples and the same deals. `ATHANOR_CHANCE=word` has
others: the deals of that word, and examples that hypothesis itself tells how to repeat.

Garbage is not collected while tests are imported and collected: what is made then stays. Together with the freeze
before each file this keeps a collection of everything, half a second of it, out of whatever a test looks at.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Generator
from typing import TypeVar

import _pytest.runner
import pytest
from hypothesis import HealthCheck, settings

gc.disable()  # until everything is collected

# pytest writes the name of each test into the environment and takes it out again, in the middle of whatever reads
# the environment in a thread that outlives one test: what is started there would break down now and then.
_pytest.runner._update_current_test_var = lambda item, when: None

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


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()
