"""What is left of a box: nothing."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from sandbox import files
from sandbox.drivers.bubblewrap import Bubblewrap
from sandbox.drivers.docker import Docker
from sandbox.interface import Driver, SandboxFault
from tests.sandbox.conftest import WALLED
from tests.sandbox.playing import BOTS, HOSTILE, launch_of, running, talking
from tests.waiting import other_tasks_run, reached, until

ROOT = Path(__file__).parents[3]
LEAVES = """
import asyncio, json, os, signal, sys
from pathlib import Path
from sandbox.drivers import driver_named
from tests.sandbox.conftest import WALLED
from tests.sandbox.playing import launch_of

async def main():
    driver = driver_named(sys.argv[1], Path(sys.argv[2]))
    box = await driver.prepare(launch_of(Path(sys.argv[3])))
    await box.start()
    await box.wait_ready(60)
    print("up", flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""


DIES = """
import asyncio, os, signal, sys, threading
from pathlib import Path
from sandbox.drivers.bubblewrap import Bubblewrap
from tests.sandbox.conftest import WALLED
from tests.sandbox.playing import launch_of

async def main():
    box = await Bubblewrap(Path(sys.argv[1])).prepare(launch_of(Path(sys.argv[2])))
    threading.Timer(int(sys.argv[3]) / 1000, lambda: os.kill(os.getpid(), signal.SIGKILL)).start()
    await box.start()
    await asyncio.sleep(60)

asyncio.run(main())
"""


@pytest.fixture(params=WALLED)
def driver(request: pytest.FixtureRequest, made: Callable[[str], Driver]) -> Driver:
    """Those that run in this process; what a sandboxd leaves is looked for in `tests.sandbox.daemon`."""
    return made(request.param)


def boxes(driver: Driver) -> set[str]:
    assert isinstance(driver, Bubblewrap | Docker)
    folder = driver.home / "boxes" / driver.name
    return {path.name for path in folder.iterdir()} if folder.is_dir() else set()


def traces(names: set[str], driver: Driver) -> Iterator[str]:
    """Of boxes by their names: processes, cgroups, mounts, folders, containers."""
    assert isinstance(driver, Bubblewrap | Docker)
    for name in names:
        # Not by a glob: the groups of other tests come and go meanwhile.
        found = (Path(folder, each) for folder, groups, _ in os.walk("/sys/fs/cgroup") for each in groups)
        yield from (str(path) for path in found if path.match(f"athanor-*{name}"))
        yield from (line for line in Path("/proc/self/mountinfo").read_text().splitlines() if name in line)
        yield from (f"process {number}" for number in living({name}))
    yield from boxes(driver) & names
    if isinstance(driver, Docker):
        for container in driver.engine.ask("list containers", lambda client: client.containers(all=True)):
            if container["Labels"].get("athanor.box") in names:
                yield f"container {container['Id']}"


async def test_a_killed_box_leaves_nothing(driver: Driver) -> None:
    async with running(driver, launch_of(HOSTILE / "daemons.py")) as up, talking(up.box) as bot:
        await bot.welcomed()
        await bot.answer()
        names = boxes(driver)
        assert names, "a living box has a folder"
        assert list(traces(names, driver))
    assert list(traces(names, driver)) == []


async def test_a_box_that_ended_by_itself_leaves_nothing(driver: Driver, tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("import sys\n\ndef choose(ask): ...\n\nsys.exit(3)\n")
    box = await driver.prepare(launch_of(tmp_path / "main.py"))
    names = boxes(driver)
    await box.start()
    with pytest.raises(Exception, match="exit code 3"):
        await box.wait_ready(60)
    assert (await box.kill()).exit_code == 3
    assert list(traces(names, driver)) == []


async def test_a_sweep_leaves_living_boxes_alone(driver: Driver) -> None:
    async with running(driver, launch_of(BOTS / "first.py")) as up:
        assert await driver.sweep() == 0
        async with talking(up.box) as bot:
            await bot.welcomed()


@contextmanager
def left_behind(driver: Driver, state: Path) -> Iterator[set[str]]:
    """The names of the boxes of a process that was killed while one of its bots was up."""
    before = boxes(driver)
    parent = subprocess.Popen(
        [sys.executable, "-c", LEAVES, driver.name, str(state), str(BOTS / "first.py")],
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env={"PYTHONPATH": f"{ROOT}:{ROOT}/proto", "PATH": "/usr/bin:/bin:/usr/sbin", **docker_host()},
    )
    with parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"up\n"
        left = boxes(driver) - before
        assert len(left) == 1
        parent.kill()
        parent.wait()
    yield left


async def test_a_sweep_removes_what_a_killed_parent_left(driver: Driver, state: Path) -> None:
    with left_behind(driver, state) as left:
        assert await driver.sweep() == 1
        assert list(traces(left, driver)) == []
        assert await driver.sweep() == 0


async def test_a_death_at_any_moment_of_a_start_leaves_nothing_to_stay(
    made: Callable[[str], Driver], state: Path, tmp_path: Path
) -> None:
    """A parent that is killed at one moment after another of a start: a sweep finds all that it leaves."""
    driver = made("bubblewrap")
    before = boxes(driver)
    (tmp_path / "main.py").write_text("def choose(ask): ...\n")
    for moment in range(12):
        parent = subprocess.Popen(  # noqa: ASYNC220 - nothing else is to run meanwhile
            [sys.executable, "-c", DIES, str(state), str(tmp_path / "main.py"), str(moment * 2)],
            cwd=ROOT,
            env={"PYTHONPATH": f"{ROOT}:{ROOT}/proto", "PATH": "/usr/bin:/bin"},
        )
        assert parent.wait() == -9
    left = boxes(driver) - before
    assert left
    await driver.sweep()
    until(lambda: not any(living(left)), "their processes to go")
    assert list(traces(left, driver)) == []


async def test_a_start_that_is_called_off_at_any_moment_leaves_nothing(made: Callable[[str], Driver]) -> None:
    """Process 1 of a box may come to be while its box is ended."""
    driver = made("bubblewrap")
    for moment in range(50):
        before = boxes(driver)
        box = await driver.prepare(launch_of(BOTS / "first.py"))
        names = boxes(driver) - before
        starting = asyncio.ensure_future(box.start())
        await other_tasks_run(moment * 4)
        starting.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await starting
        await box.kill()
        assert list(traces(names, driver)) == [], f"after {moment * 4} turns of the loop"


async def test_an_end_goes_on_when_nobody_waits_for_it_any_more(driver: Driver) -> None:
    before = boxes(driver)
    box = await driver.prepare(launch_of(BOTS / "first.py"))
    names = boxes(driver) - before
    await box.start()
    used = box.stats().memory_peak
    ending = asyncio.ensure_future(box.kill())
    await other_tasks_run()
    ending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await ending
    with pytest.raises(SandboxFault, match="started once"):
        await box.start()
    await reached(lambda: not any(traces(names, driver)), "nothing to be left of it")
    remains = await box.kill()
    assert remains == await box.kill()
    assert (remains.exit_code, remains.out_of_memory) == (None, False)
    assert used is not None
    assert (box.stats().memory_peak or 0) >= used, "what was measured last stays"


async def test_a_bot_dies_with_the_process_that_started_it(made: Callable[[str], Driver], state: Path) -> None:
    """With bubblewrap; a container lives until the sweep."""
    driver = made("bubblewrap")
    with left_behind(driver, state) as left:
        until(lambda: not any(living(left)), "its bot to die with it")
        await driver.sweep()


def living(names: set[str]) -> Iterator[str]:
    for process in Path("/proc").glob("[0-9]*"):
        try:
            told = (process / "cgroup").read_text() + (process / "cmdline").read_text()
        except OSError:
            continue
        if any(name in told for name in names):
            yield process.name


def docker_host() -> dict[str, str]:
    return {"DOCKER_HOST": os.environ["DOCKER_HOST"]} if "DOCKER_HOST" in os.environ else {}


@pytest.mark.parametrize("kind", WALLED)
async def test_a_box_that_breaks_down_while_it_is_laid_out_leaves_nothing(
    kind: str, made: Callable[[str], Driver], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever breaks it: a mistake of ours must not keep its folder, its user and its descriptors for ever."""

    def breaks(source: Path, into: Path) -> None:
        raise KeyError("nobody foresaw this")

    driver: Any = made(kind)
    monkeypatch.setattr(files, "fill", breaks)
    with pytest.raises(KeyError, match="nobody foresaw this"):
        await driver.prepare(launch_of(BOTS / "first.py"))
    folder = driver._leases.folder
    assert not folder.exists() or list(folder.iterdir()) == []
