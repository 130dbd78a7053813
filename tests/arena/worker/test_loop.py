"""The event loop of a worker: matches of several threads side by side, called off together."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor

import pytest

from arena.worker import loop
from arena.worker.loop import LoopThread
from tests.waiting import PATIENCE, other_tasks_run, until

HANGS = """
import asyncio, sys
from arena.worker import loop

loop.LOOK_EVERY = 0.05

async def a_match_that_hangs():
    while True:
        pass

def give_up():
    print("given up", flush=True)
    if sys.argv[1] == "full":
        raise OSError("the disk is full")

thread = loop.LoopThread()
thread.end_process_if_hung(give_up)
thread.run(a_match_that_hangs())
"""


@pytest.fixture
def thread() -> Iterator[LoopThread]:
    here = LoopThread()
    yield here
    here.close()


def test_matches_of_several_threads_are_played_side_by_side(thread: LoopThread) -> None:
    async def met(meeting: asyncio.Barrier) -> int:
        return await meeting.wait()

    async def barrier() -> asyncio.Barrier:
        return asyncio.Barrier(5)

    together = thread.run(barrier())
    with ThreadPoolExecutor(5) as threads:
        assert sorted(threads.map(lambda _: thread.run(met(together)), range(5))) == [0, 1, 2, 3, 4]


def test_what_is_called_off_ends_in_order_and_says_so(thread: LoopThread) -> None:
    begun, ended = threading.Event(), threading.Event()

    async def match() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            await other_tasks_run()
            ended.set()

    with ThreadPoolExecutor(1) as threads:
        played = threads.submit(thread.run, match())
        assert begun.wait(PATIENCE)
        thread.call_off()
        thread.call_off()
        assert isinstance(played.exception(PATIENCE), CancelledError)
    until(ended.is_set, "its sandboxes have gone")


def test_nothing_is_begun_after_all_was_called_off(thread: LoopThread) -> None:
    begun = []

    async def match() -> None:
        await other_tasks_run()
        begun.append(1)

    thread.call_off()
    with pytest.raises(CancelledError):
        thread.run(match())
    assert not begun


def test_an_error_is_that_of_who_waits(thread: LoopThread) -> None:
    async def breaks() -> None:
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        thread.run(breaks())


@pytest.mark.slow
@pytest.mark.parametrize("disk", ["free", "full"])
def test_a_process_whose_loop_hangs_ends_and_says_where_also_where_nothing_can_be_noted(disk: str) -> None:
    told = subprocess.run(
        [sys.executable, "-c", HANGS, disk], capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert told.returncode == loop.HUNG
    assert "a_match_that_hangs" in told.stderr
    assert ("the disk is full" in told.stderr) == (disk == "full")
    assert told.stdout == "given up\n"
