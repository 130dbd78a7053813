"""What is withheld from a box, from what the kernel noted before and after."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from sandbox import waits
from sandbox.waits import Reading, withheld
from tests.waiting import until


def reading(
    at: float, threads: dict[int, float], throttled: float = 0.0, ours: float = 0.0, stolen: float = 0.0
) -> Reading:
    return Reading(at, {1: threads}, throttled, ours, stolen, at / 10)


def test_the_thread_that_waited_longest_counts_and_not_their_sum() -> None:
    told = withheld(reading(0, {1: 10, 2: 20}), reading(1000, {1: 410, 2: 320}))
    assert (told.ms, told.used) == (400, 100)
    assert "in 1000 ms its bot was ready and kept waiting 400, used 100" in told.evidence


def test_processes_that_hand_work_to_each_other_wait_one_after_the_other() -> None:
    before = replace(reading(0, {}), processes={1: {1: 0.0}, 2: {2: 0.0, 3: 0.0}})
    after = replace(reading(1000, {}), processes={1: {1: 200.0}, 2: {2: 300.0, 3: 100.0}}, used=10.0)
    assert withheld(before, after).ms == 200 + 300 - 10


def test_a_crowd_of_processes_is_granted_no_more_than_one_of_them_was_kept_waiting() -> None:
    """Sixty that wake together and run for a tenth of a millisecond each wait for each other, not for the host."""
    crowd = {pid: {pid: 0.1 * pid} for pid in range(60)}
    before = replace(reading(0, {}), processes={pid: {pid: 0.0} for pid in crowd})
    assert withheld(before, replace(reading(1000, {}), processes=crowd, used=6.0)).ms == 0.1 * 59


def test_a_thread_that_came_later_counts_from_its_beginning() -> None:
    assert withheld(reading(0, {1: 10}), reading(1000, {1: 10, 7: 250})).ms == 250


def test_threads_that_keep_each_other_waiting_are_kept_from_nothing_by_the_host() -> None:
    """Thirty on one processor: each waits nearly all the time, and the box has used all that it may."""
    crowd = dict.fromkeys(range(30), 0.0)
    waiting = dict.fromkeys(range(30), 970.0)
    before, after = reading(0, crowd), reading(1000, waiting)
    assert withheld(before, replace(after, used=1000.0)).ms == 0
    assert withheld(before, replace(after, used=1100.0)).ms == 0, "its limit is kept over more than a moment"
    assert withheld(before, replace(after, used=600.0)).ms == 400, "of this the host has had the rest"
    told = withheld(before, replace(after, used=600.0, cores=2.0))
    assert (told.ms, told.used) == (700, 300), "of two it may use two at a time"
    told = withheld(before, replace(after, used=None))
    assert (told.ms, told.used) == (970, 0), "where nobody can tell what it used"


def test_a_bot_that_sleeps_was_kept_from_nothing() -> None:
    assert withheld(reading(0, {1: 10, 2: 20}), reading(1000, {1: 10, 2: 20})).ms == 0


def test_what_its_own_limit_kept_it_from_is_its_own_affair() -> None:
    assert withheld(reading(0, {1: 0}), reading(1000, {1: 700}, throttled=650)).ms == 50
    assert withheld(reading(0, {1: 0}), reading(1000, {1: 700}, throttled=900)).ms == 0


def test_what_our_own_process_waited_is_ours() -> None:
    assert withheld(reading(0, {}), reading(1000, {}, ours=30)).ms == 30


def test_what_was_stolen_from_the_machine_is_nobody_s_here() -> None:
    assert withheld(reading(0, {1: 0}), reading(1000, {1: 100}, stolen=200)).ms == 300


def test_no_more_is_withheld_than_time_has_passed() -> None:
    assert withheld(reading(0, {1: 0}), reading(1000, {1: 990}, ours=500, stolen=500)).ms == 1000


def test_a_process_that_is_gone_is_no_figure() -> None:
    assert waits.of_threads(2**22 + 1) == {}


def test_the_kernel_tells_of_a_process_that_waits_and_of_one_that_sleeps() -> None:
    """Two burners on one core keep each other waiting; who sleeps waits for nobody."""
    core = {max(os.sched_getaffinity(0))}
    commands = ["while True: pass", "while True: pass", "import time; time.sleep(600)"]
    processes = [
        subprocess.Popen([sys.executable, "-c", f"print(flush=True)\n{command}"], stdout=subprocess.PIPE)
        for command in commands
    ]
    try:
        for process in processes:
            os.sched_setaffinity(process.pid, core)
        for process in processes:
            assert process.stdout is not None
            assert process.stdout.readline() == b"\n", "it is up"
        until(lambda: is_asleep(processes[2].pid), "the sleeper to sleep")
        before = [waited(process.pid) for process in processes]

        def waited_since(place: int) -> float:
            return waited(processes[place].pid) - before[place]

        until(lambda: waited_since(0) > 250 and waited_since(1) > 250, "both burners to be kept waiting")
        assert waited_since(2) < 50
    finally:
        for process in processes:
            process.kill()
            process.communicate()


def waited(pid: int) -> float:
    """Milliseconds so far."""
    told = waits.of_threads(pid)
    assert told, "this kernel does not tell how long a thread has waited (CONFIG_SCHED_INFO)"
    return sum(told.values())


def is_asleep(pid: int) -> bool:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "S"
