"""The program behind the adapter, looked at while another thread waits for its line."""

from __future__ import annotations

import importlib
import select
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from sandbox.runtimes import library
from tests.waiting import PATIENCE

sys.path += map(str, library.OURS.values())
behind = importlib.import_module("athanor_adapter.program")


@pytest.fixture
def program() -> Iterator[Any]:
    """One that prints half a line, and then waits for its input to end."""
    made = behind.Program([sys.executable, "-c", "print('half', end='', flush=True); input()"])
    yield made
    made.close_input()
    made.wait()


def test_what_it_printed_is_told_though_the_thread_that_takes_it_is_late(program: Any) -> None:
    """As on a busy machine: it was printed, and nobody has taken it out of the pipe yet."""
    select.select([program._stdout], [], [])
    with ThreadPoolExecutor(2) as threads:
        try:
            told = threads.submit(program.half_said, PATIENCE)
            taking = threads.submit(program.line)
            assert told.result() == b"half"
        finally:
            program.close_input()
        with pytest.raises(behind.Ended, match="in the middle of a line: b'half'"):
            taking.result()
