"""What holds for every test: with ATHANOR_REQUIRE_ALL=1 a test that is skipped has failed."""

from __future__ import annotations

import os
from collections.abc import Generator
from typing import TypeVar

import pytest

R = TypeVar("R", pytest.TestReport, pytest.CollectReport)

REQUIRE_ALL = os.environ.get("ATHANOR_REQUIRE_ALL") == "1"


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
