"""One sandboxd for the tests that do not end it, and one of its own for each that does."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sandbox.interface import Driver
from tests.sandbox.conftest import WALLED
from tests.sandbox.daemon.running import Daemon, daemon


@pytest.fixture(scope="module")
def shared(made: Callable[[str], Driver]) -> Iterator[Daemon]:
    """A daemon over bubblewrap that outlives each test. Nothing stands ready: what there is was asked for."""
    made("bubblewrap")
    with daemon("bubblewrap", "--warm", "0") as one:
        one.start()
        yield one
        assert one.terminate() == 0, one.log.read_text()


@pytest.fixture(params=WALLED)
def fresh(request: pytest.FixtureRequest, made: Callable[[str], Driver]) -> Iterator[Daemon]:
    """A daemon that the test may end as it likes, over each driver. Not started yet."""
    made(request.param)
    with daemon(request.param) as one:
        yield one


@pytest.fixture
def only_bubblewrap(made: Callable[[str], Driver]) -> Iterator[Daemon]:
    made("bubblewrap")
    with daemon("bubblewrap") as one:
        yield one


def descriptors(pid: int) -> int:
    with contextlib.suppress(OSError):
        return len(list(Path(f"/proc/{pid}/fd").iterdir()))
    return 0


def memory(pid: int) -> int:
    """Resident bytes."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
