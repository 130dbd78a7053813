"""A warm slot becomes the bot that it is told, and cannot be told from a box that was made for it."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from sandbox.drivers.box import CommonBox
from sandbox.interface import Box, Driver, NotReady
from sandbox.pool import Handed, Pool
from sandbox.slot import State
from tests.sandbox.contract.test_traces import boxes, traces
from tests.sandbox.playing import BOTS, bundle, event, launch_of, launching, over, running, talking
from tests.waiting import reached

SHOWS = """
import json, os, sys, threading
def kinds():
    for name in sorted(os.listdir("/proc/self/fd"), key=int):
        try:
            yield os.readlink("/proc/self/fd/" + name)
        except OSError:
            pass
def choose(ask):
    ask.note(json.dumps({
        "argv": sys.argv, "cwd": os.getcwd(), "files": sorted(os.listdir("/bot")), "environment": dict(os.environ),
        "main": sys.modules["__main__"].__name__, "thread": threading.current_thread() is threading.main_thread(),
        "door": sorted(os.listdir("/run/athanor")), "path": sys.path, "stdin": os.readlink("/proc/self/fd/0"),
        "descriptors": sorted(kind.partition(":")[0] for kind in kinds()),
    }))
    return 0
"""


async def shown(driver: Driver, files: Path) -> dict[str, Any]:
    async with running(driver, launch_of(files / "main.py")) as up, talking(up.box) as bot:
        await bot.welcomed()
        await bot.answer()
        return dict(json.loads(bot.notes[0]))


@pytest.mark.parametrize("name", ["first.py", "loop.py", "thinker.py"])
async def test_a_slot_becomes_a_bot_of_any_kind(pool: Pool, name: str) -> None:
    async with running(pool, launch_of(BOTS / name)) as up, talking(up.box) as bot:
        assert isinstance(up.box, Handed)
        assert (await bot.welcomed()).WhichOneof("kind") == "ready"
        for number in range(1, 4):
            await bot.say(event())
            assert (await bot.answer(number)).number == number
        await bot.part(over())
    health = pool.health()
    assert (health.handed_over, health.cold, health.failed) == (1, 0, 0)
    assert up.remains is not None
    assert up.remains.log == b""


async def test_a_bot_sees_no_difference_but_the_time(pool: Pool, tmp_path: Path) -> None:
    files = bundle(tmp_path / "bot", {"main.py": SHOWS, "data/book.txt": "e4"})
    warm, cold = await shown(pool, files), await shown(pool.driver, files)
    assert pool.health().handed_over == 1
    # What gRPC opens for itself comes and goes.
    assert set(warm.pop("descriptors")) <= {*cold.pop("descriptors"), "anon_inode", "socket"}
    assert warm == cold
    assert warm["door"] == ["bot.sock"]


async def test_a_program_with_its_own_server_is_run_here(pool: Pool, tmp_path: Path) -> None:
    source = "import athanor_bot\n\nif __name__ == '__main__':\n    athanor_bot.run(lambda ask: 1)\n"
    files = bundle(tmp_path / "bot", {"main.py": source})
    launch = launching(files, "python", ("python3", "main.py"), "grpc")
    async with running(pool, launch) as up, talking(up.box) as bot:
        await bot.welcomed()
        assert (await bot.answer()).index == 1


async def test_a_program_may_import_its_own_file_of_a_name_that_is_known(pool: Pool, tmp_path: Path) -> None:
    """`python3 main.py` finds what lies beside it first: then a new interpreter is needed, and taken."""
    source = "import random, athanor_bot\nathanor_bot.run(lambda ask: random.place())\n"
    files = bundle(tmp_path / "bot", {"main.py": source, "random.py": "def place():\n    return 1\n"})
    launch = launching(files, "python", ("python3", "main.py"), "grpc")
    async with running(pool, launch) as up, talking(up.box) as bot:
        await bot.welcomed()
        assert (await bot.answer()).index == 1
    assert pool.health().handed_over == 1


async def test_another_program_is_executed_with_nothing_left_over(pool: Pool, tmp_path: Path) -> None:
    files = bundle(tmp_path / "bot", {"main.py": EXECUTED})
    launch = launching(files, "python", ("python3", "-E", "main.py", "a b"), "grpc")
    box = await pool.prepare(launch)
    await box.start()
    with pytest.raises(NotReady, match="ended with exit code 7"):
        await box.wait_ready(60)
    told = json.loads((await box.kill()).log)
    assert told == {"argv": ["main.py", "a b"], "descriptors": ["0", "1", "2"], "door": [], "ignored": 0}
    assert pool.health().handed_over == 1


EXECUTED = """
import json, os, sys
ignored = [line for line in open("/proc/self/status") if line.startswith("SigIgn")]
inherited = [name for name in os.listdir("/proc/self/fd") if os.path.exists("/proc/self/fd/" + name)]
# Python ignores SIGPIPE and SIGXFSZ itself, and the C library lets nobody set its own two, 32 and 33.
mask = int(ignored[0].split()[1], 16) & ~sum(1 << number - 1 for number in (13, 25, 32, 33))
said = {"argv": sys.argv, "descriptors": sorted(inherited), "door": os.listdir("/run/athanor"), "ignored": mask}
sys.stderr.write(json.dumps(said))
sys.exit(7)
"""


async def test_a_bot_that_falls_over_says_what_it_would_say_anywhere(pool: Pool, tmp_path: Path) -> None:
    source = "def helper():\n    raise KeyError('no book')\n\n\nhelper()\n"
    files = bundle(tmp_path / "bot", {"main.py": source})
    said = []
    for driver in (pool, pool.driver):
        box = await driver.prepare(launching(files, "python", ("python3", "main.py"), "grpc"))
        await box.start()
        with pytest.raises(NotReady, match=r"ended with exit code 1 .* KeyError: 'no book'"):
            await box.wait_ready(60)
        said.append((await box.kill()).log.replace(b"/bot/main.py", b"main.py"))
    assert said[0] == said[1]


async def test_a_command_that_is_not_there_is_named(pool: Pool) -> None:
    box = await pool.prepare(launching(BOTS, "python", ("no-such-program", "x"), "grpc"))
    await box.start()
    with pytest.raises(NotReady, match=r"exit code 127 .*'no-such-program' cannot be run"):
        await box.wait_ready(60)
    await box.kill()


async def test_what_it_took_to_warm_is_not_the_bot_s(pool: Pool) -> None:
    async with running(pool, launch_of(BOTS / "first.py")) as up:
        warm = up.box.stats().cpu_ms
    async with running(pool.driver, launch_of(BOTS / "first.py")) as up:
        cold = up.box.stats().cpu_ms
    assert warm is not None
    assert cold is not None
    assert warm < cold / 2


# --- whose fault


def first_process(box: Box) -> int:
    """The launcher's number outside."""
    assert isinstance(box, CommonBox)
    assert box._group is not None
    return max(box._group.members())


async def test_a_slot_that_dies_while_it_waits_is_replaced_and_nobody_s_fault(pool: Pool) -> None:
    slot = next(iter(pool._slots))
    names = boxes(pool.driver)
    os.kill(first_process(slot.box), signal.SIGKILL)
    await reached(lambda: pool.health().failed, "the slot to be lost")
    await pool.full()
    assert slot.state is State.DESTROYED
    assert len(boxes(pool.driver) & names) == 1
    async with running(pool, launch_of(BOTS / "first.py")) as up, talking(up.box) as bot:
        await bot.welcomed()


async def test_a_slot_that_dies_just_before_the_word_costs_the_bot_nothing(pool: Pool) -> None:
    box = await pool.prepare(launch_of(BOTS / "first.py"))
    assert isinstance(box, Handed)
    os.kill(first_process(box._slot.box), signal.SIGKILL)
    await box.start()
    await box.wait_ready(60)
    async with talking(box) as bot:
        await bot.welcomed()
        assert (await bot.answer()).index == 0
    assert (await box.kill()).log == b""
    health = pool.health()
    assert (health.handed_over, health.cold) == (0, 1)


async def test_a_pool_that_is_closed_leaves_nothing(pool: Pool) -> None:
    names = boxes(pool.driver)
    assert len(names) >= 2
    await pool.close()
    assert list(traces(names, pool.driver)) == []


async def test_a_box_that_was_handed_over_leaves_nothing(pool: Pool) -> None:
    async with running(pool, launch_of(BOTS / "loop.py")) as up:
        assert isinstance(up.box, Handed)
        name = up.box._slot.box._lease.id  # type: ignore[attr-defined]
        assert list(traces({name}, pool.driver))
    assert list(traces({name}, pool.driver)) == []


async def test_a_sweep_leaves_warm_slots_alone(pool: Pool) -> None:
    assert await pool.sweep() == 0
    async with running(pool, launch_of(BOTS / "first.py")):
        assert pool.health().handed_over == 1
