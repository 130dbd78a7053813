"""Many hand-overs in one process, one after the other and several at once: nothing is left of any of them.

A run of CI takes a slice; `ATHANOR_SOAK=1000` makes it as many.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from sandbox.drivers.docker import BOX_LABEL, Docker
from sandbox.interface import Driver, NotReady
from sandbox.pool import Pool, Standable
from tests.sandbox.conftest import WALLED
from tests.sandbox.contract.test_traces import boxes, living
from tests.sandbox.playing import BOTS, bundle, event, launch_of, over, talking

SLICE = 12
AT_ONCE = 3
FALLS = "raise SystemExit(3)\n\n\ndef choose(ask): ...\n"
LINGERS = """
import os, subprocess, sys

def choose(ask):
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
    with open("/tmp/left", "w") as file:
        file.write("something for the next one")
    return 0 if os.path.exists("/tmp/left") and not os.environ.get("LEFT") else 1
"""


def held() -> tuple[int, int, int]:
    """Of this process: descriptors, children, and threads but for those that the event loop keeps for work."""
    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    others = [thread for thread in threading.enumerate() if not thread.name.startswith("asyncio_")]
    return len([*Path("/proc/self/fd").iterdir()]), len(children), len(others)


def left(names: set[str], driver: Driver) -> list[str]:
    """Of boxes by their names, and of nobody else's: whoever works on this machine meanwhile has his own."""
    # Walked, for that takes it well when a group of somebody else goes away under it.
    groups = [
        f"{above}/{group}"
        for above, below, _ in os.walk("/sys/fs/cgroup")
        for group in below
        if group.startswith("athanor-") and group.rpartition("-")[2] in names
    ]
    mounts = [
        line for line in Path("/proc/self/mountinfo").read_text().splitlines() if any(map(line.count, names))
    ]
    found = [*groups, *mounts, *living(names), *(boxes(driver) & names)]
    if isinstance(driver, Docker):
        there = driver.engine.ask("list containers", lambda client: client.containers(all=True))
        found += [entry["Id"] for entry in there if entry["Labels"].get(BOX_LABEL) in names]
    return found


@pytest.mark.parametrize("name", WALLED)
async def test_nothing_is_left_of_many_hand_overs(
    name: str, made: Callable[[str], Driver], tmp_path: Path
) -> None:
    driver = made(name)
    kinds = [
        BOTS / "first.py",
        BOTS / "loop.py",
        bundle(tmp_path / "lingers", {"main.py": LINGERS}) / "main.py",
        bundle(tmp_path / "falls", {"main.py": FALLS}) / "main.py",
    ]
    count = int(os.environ.get("ATHANOR_SOAK", SLICE))
    # What is made once, by the first: the engine's connections.
    await hand_over(driver, kinds, AT_ONCE * len(kinds))
    before = held()
    names = await hand_over(driver, kinds, count)
    assert len(names) >= count
    assert left(names, driver) == []
    assert all(later <= sooner for later, sooner in zip(held(), before, strict=True)), (held(), before)


async def hand_over(driver: Driver, kinds: list[Path], count: int) -> set[str]:
    """So many bots from one pool; the names of their boxes."""
    pool = Pool(cast(Standable, driver), AT_ONCE, busy=lambda: False, lull=0.0)
    names: set[str] = set()
    try:
        for turn in range(0, count, AT_ONCE):
            await pool.full()
            names |= {slot.box._lease.id for slot in pool._slots}  # type: ignore[attr-defined]
            await asyncio.gather(*(_played(pool, kinds[(turn + seat) % len(kinds)]) for seat in range(AT_ONCE)))
        health = pool.health()
        assert (health.failed, health.cold) == (0, 0)
        assert health.handed_over >= count
        return names
    finally:
        await pool.close()


async def _played(pool: Pool, file: Path) -> None:
    box = await pool.prepare(launch_of(file))
    try:
        await box.start()
        if file.parent.name == "falls":
            with pytest.raises(NotReady, match="exit code 3"):
                await box.wait_ready(60)
            return
        await box.wait_ready(60)
        async with talking(box) as bot:
            await bot.welcomed()
            await bot.say(event())
            assert (await bot.answer(1)).number == 1
            await bot.part(over())
    finally:
        await box.kill()
