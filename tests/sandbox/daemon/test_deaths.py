"""Whoever dies, and however: bots, daemon, worker, engine. Nothing stays, and the fault is ours."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sandbox import cgroup_tree
from sandbox.cgroups import Group
from sandbox.daemon.client import RemoteBox, Sandboxd
from sandbox.drivers.bubblewrap import NAME
from sandbox.interface import Driver, SandboxFault
from sandbox.leases import Leases
from tests.sandbox.conftest import lacking
from tests.sandbox.daemon.engines import Dockerd, dockerd
from tests.sandbox.daemon.leaving import left_at
from tests.sandbox.daemon.running import ROOT, Daemon, daemon, living, traces
from tests.sandbox.playing import BOTS, launch_of, running, talking
from tests.waiting import until

WORKER = """
import asyncio, sys
from pathlib import Path
from sandbox.daemon.client import Sandboxd
from tests.sandbox.playing import launch_of

async def main():
    driver = Sandboxd(Path(sys.argv[1]))
    boxes = await asyncio.gather(*(driver.prepare(launch_of(Path(sys.argv[2]))) for _ in range(3)))
    for box in boxes:
        await box.start()
        await box.wait_ready(60)
    print("up", flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""
HIDING = """
import os, signal, time

for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        for number in range(1, 32):
            if number not in (signal.SIGKILL, signal.SIGSTOP):
                signal.signal(number, signal.SIG_IGN)
        if os.fork() == 0:
            while True:
                time.sleep(1)
        os._exit(0)

def choose(ask):
    return 0
"""


@pytest.fixture
def hiding(tmp_path: Path) -> Path:
    """A bot that leaves processes behind which do not want to end."""
    (tmp_path / "main.py").write_text(HIDING)
    return tmp_path / "main.py"


async def started(driver: Sandboxd, bot: Path = BOTS / "first.py") -> RemoteBox:
    box = await driver.prepare(launch_of(bot))
    try:
        await box.start()
        await box.wait_ready(60)
    except BaseException:
        box.hang_up()
        raise
    return box


@contextlib.contextmanager
def a_worker(one: Daemon) -> Iterator[subprocess.Popen[bytes]]:
    """With three bots that are up."""
    worker = subprocess.Popen(
        [sys.executable, "-c", WORKER, one.socket, BOTS / "first.py"], stdout=subprocess.PIPE, cwd=ROOT
    )
    with worker:
        assert worker.stdout is not None
        assert worker.stdout.readline() == b"up\n"
        yield worker
        worker.kill()


async def test_a_daemon_that_is_told_to_end_ends_every_bot_first(fresh: Daemon, hiding: Path) -> None:
    before = fresh.marks()
    driver = fresh.start()
    box = await started(driver, hiding)
    names = fresh.marks() - before
    assert traces(names)
    assert await asyncio.to_thread(fresh.terminate) == 0
    assert traces(names) == []
    assert fresh.boxes() == set()
    assert fresh.marks() == before
    assert not fresh.socket.exists()
    with pytest.raises(SandboxFault, match="sandboxd"):
        box.stats()
    with pytest.raises(SandboxFault, match="sandboxd"):
        await box.kill()


async def test_a_daemon_that_stands_still_holds_up_all_matches_for_a_second_only(
    made: Callable[[str], Driver], hiding: Path
) -> None:
    made("bubblewrap")
    with daemon("bubblewrap", "--warm", "0") as one:
        box = await started(one.start(), hiding)
        os.kill(one.pid, signal.SIGSTOP)
        try:
            with pytest.raises(SandboxFault, match="sandboxd failed: it did not stat within 1 seconds"):
                box.stats()
            # From then on the connection counts as broken: nobody waits for it again.
            with pytest.raises(SandboxFault, match="sandboxd failed: it did not stat"):
                await box.kill()
        finally:
            os.kill(one.pid, signal.SIGCONT)
        until(lambda: one.boxes() == set(), "the daemon to end what nobody holds")


async def test_what_a_killed_daemon_leaves_is_gone_before_the_next_one_listens(
    fresh: Daemon, hiding: Path
) -> None:
    before = fresh.marks()
    box = await started(fresh.start(), hiding)
    names = fresh.marks() - before
    fresh.kill()
    with pytest.raises(SandboxFault, match="sandboxd failed"):
        await box.kill()
    if fresh.driver == "bubblewrap":
        until(lambda: not any(map(living, names)), "its bots to die with it")
    driver = fresh.start()
    assert not fresh.boxes() & names
    assert traces(names) == []
    async with running(driver, launch_of(BOTS / "first.py")) as up, talking(up.box) as bot:
        await bot.welcomed()
    assert await asyncio.to_thread(fresh.terminate) == 0
    assert fresh.marks() == before


async def test_a_killed_daemon_is_no_fault_of_the_bots(fresh: Daemon) -> None:
    """The line ends without a word about the bot, and nobody can be asked how it ended."""
    driver = fresh.start()
    box = await started(driver)
    async with talking(box) as bot:
        await bot.welcomed()
        fresh.kill()
        with pytest.raises(Exception, match="the guard of a bot's connection ended without a word"):
            await bot.answer()
    with pytest.raises(SandboxFault, match="sandboxd failed"):
        await box.kill()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
async def test_a_worker_that_dies_takes_its_bots_with_it(fresh: Daemon, number: signal.Signals) -> None:
    before = fresh.marks()
    driver = fresh.start()
    with a_worker(fresh) as worker:
        assert driver.health()["used"] == 3
        names = fresh.marks() - before
        worker.send_signal(number)
        worker.wait()
        await asyncio.to_thread(until, lambda: driver.health()["used"] == 0, "every slot to be given back")
    assert driver.health()["unburied"] == 0
    await asyncio.to_thread(
        until, lambda: len(fresh.boxes() & names) <= driver.health()["warm"]["size"], "its boxes to go"
    )
    async with running(driver, launch_of(BOTS / "first.py")) as up, talking(up.box) as bot:
        await bot.welcomed()
    assert await asyncio.to_thread(fresh.terminate) == 0
    assert traces(names) == []


async def test_a_worker_that_stands_still_does_not_keep_others_from_playing(only_bubblewrap: Daemon) -> None:
    driver = only_bubblewrap.start()
    with a_worker(only_bubblewrap) as worker:
        worker.send_signal(signal.SIGSTOP)
        async with running(driver, launch_of(BOTS / "first.py")) as up, talking(up.box) as bot:
            await bot.welcomed()
        worker.send_signal(signal.SIGCONT)


async def test_a_daemon_that_is_killed_again_and_again_leaves_nothing(only_bubblewrap: Daemon) -> None:
    names: set[str] = set()
    for moment in (1, 5, 6, 7, 9, 11):
        driver = only_bubblewrap.start()

        def die(driver: Sandboxd = driver) -> None:
            driver.health()
            names.update(only_bubblewrap.boxes())
            only_bubblewrap.kill()

        with left_at(moment, die) as passed:
            task = asyncio.create_task(started(driver))
            await asyncio.wait([task])
        assert len(passed) >= moment
        assert task.cancelled() or isinstance(task.exception(), SandboxFault)
    only_bubblewrap.start()
    assert names
    until(lambda: not traces(names), "nothing to be left of their boxes")
    assert only_bubblewrap.terminate() == 0
    assert only_bubblewrap.boxes() == set()


async def test_groups_of_a_killed_daemon_whose_folder_is_gone_go_and_those_of_a_living_one_stay(
    made: Callable[[str], Driver],
) -> None:
    """The next daemon, wherever it works: of the one that is gone nothing says where that was."""
    made("bubblewrap")
    if cgroup_tree.trouble() is not None:
        lacking("there are no cgroups to be left here")
    with daemon("bubblewrap", "--warm", "0") as gone, daemon("bubblewrap", "--warm", "0") as living:
        lost, kept = await started(gone.start()), await started(living.start())
        # Of a bot that has ended the group is empty, and its box is not over.
        for group in groups(living):
            group.kill()
        orphans = groups(gone)
        gone.kill()
        lost.hang_up()
        shutil.rmtree(gone.state)
        assert len(orphans) == len(groups(living)) == 1
        await asyncio.to_thread(until, lambda: not any(group.members() for group in orphans), "its bot to end")
        for group in orphans:
            for place in group._places():
                # A group that was made a moment ago would be left alone.
                os.utime(place, (0, 0))
        with daemon("bubblewrap", "--warm", "0") as another:
            another.start()
        assert [group for group in orphans if group.exists()] == []
        assert len(groups(living)) == 1, "that is somebody's"
        assert (await kept.kill()).exit_code is not None
        await asyncio.to_thread(until, lambda: not groups(living), "its group to go")


def groups(one: Daemon) -> list[Group]:
    label = Leases(one.home, "bubblewrap").label
    return [Group.named(name) for name in Group.names(f"{NAME}{label}-")]


def test_there_is_one_daemon_a_folder(only_bubblewrap: Daemon) -> None:
    only_bubblewrap.start()
    second = Daemon(only_bubblewrap.folder, "bubblewrap")
    second.socket = only_bubblewrap.folder / "other.sock"
    with pytest.raises(AssertionError, match="another sandboxd works in"):
        second.start()
    assert second.process is not None
    assert second.process.wait() == 1
    second.process = None


@pytest.fixture(scope="module")
def own_engine(made: Callable[[str], Driver]) -> Iterator[Dockerd]:
    """One for all who kill it: each starts it again."""
    if os.geteuid() != 0:
        lacking("only root can start a Docker engine of its own")
    made("docker")
    with dockerd() as engine:
        engine.import_python()
        yield engine


async def test_an_engine_that_is_killed_and_started_again_costs_a_match_and_nothing_else(
    own_engine: Dockerd, hiding: Path
) -> None:
    with daemon("docker", "--warm", "0") as one:
        driver = one.start({"DOCKER_HOST": own_engine.host})
        box = await started(driver, hiding)
        names = one.boxes()
        own_engine.end(signal.SIGKILL)

        with pytest.raises(SandboxFault, match="the Docker engine did not"):
            await box.kill()
        for _ in range(10):
            with contextlib.suppress(SandboxFault):
                await driver.prepare(launch_of(BOTS / "first.py"))
        assert driver.health()["breaker"] == "open"
        with pytest.raises(SandboxFault, match=r"was not asked to .* rests"):
            await driver.prepare(launch_of(BOTS / "first.py"))
        assert driver.weaknesses(), "the operator is told"

        await asyncio.to_thread(own_engine.start)
        await asyncio.to_thread(until, lambda: driver.health()["breaker"] == "closed", "the breaker to close")
        await asyncio.to_thread(until, lambda: driver.health()["unburied"] == 0, "all boxes to be removed")
        assert traces(names) == []
        async with running(driver, launch_of(BOTS / "first.py")) as up, talking(up.box) as bot:
            await bot.welcomed()
        assert own_engine.containers() == []
        assert one.boxes() == set()
        assert await asyncio.to_thread(one.terminate) == 0


async def test_a_bot_that_its_engine_ended_is_not_to_blame(own_engine: Dockerd) -> None:
    """An engine that is told to end ends its containers: nobody can see by whose will a bot went."""
    with daemon("docker", "--warm", "0") as one:
        driver = one.start({"DOCKER_HOST": own_engine.host})
        box = await started(driver)
        await asyncio.to_thread(own_engine.end)
        await asyncio.to_thread(own_engine.start)
        with pytest.raises(SandboxFault, match=r"engine (failed or was restarted|did not|was not)"):
            await box.kill()
        await asyncio.to_thread(until, lambda: driver.health()["unburied"] == 0, "all boxes to be removed")
        assert own_engine.containers() == []
        assert await asyncio.to_thread(one.terminate) == 0


def test_what_an_earlier_version_kept_is_removed(only_bubblewrap: Daemon) -> None:
    left = only_bubblewrap.state / "parcels" / "some"
    left.mkdir(parents=True)
    only_bubblewrap.start()
    assert not left.parent.exists()
    assert only_bubblewrap.terminate() == 0
