"""Of what a container died whose group the Docker engine removed before it could be read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from athanor_contract.limits.sandbox import MIB, Limits
from sandbox.cgroups import Group
from sandbox.drivers.container import KILLED, DockerBox
from sandbox.engine import Engine
from sandbox.interface import Driver
from sandbox.kernel_log import KernelLog
from sandbox.leases import Lease
from sandbox.walls import Plan
from tests.sandbox.playing import HOSTILE, Broken, ask, bundle, launch_of, running, talking
from tests.waiting import until


class Ended:
    """An engine that tells how a container has ended."""

    def __init__(self, code: int, out_of_memory: bool) -> None:
        self.state = {"ExitCode": code, "OOMKilled": out_of_memory}

    def ask(self, what: str, call: Callable[[Any], Any]) -> Any:
        return {"State": self.state}

    def life(self) -> int:
        return 0


FIRST = 4711
"""The number of a container's first process."""
OF_THE_MACHINE = "3,91,4200,-;Out of memory: Killed process {} (python3) total-vm:4kB\n"
OF_A_GROUP = "3,91,4200,-;Memory cgroup out of memory: Killed process {} (python3) total-vm:4kB\n"


@pytest.mark.parametrize(
    ("code", "told", "logged", "by_its_limit", "by_the_host"),
    [
        pytest.param(KILLED, False, OF_THE_MACHINE.format(FIRST), False, True, id="the machine had no more"),
        pytest.param(
            KILLED, True, OF_THE_MACHINE.format(FIRST), False, True, id="the engine takes it for a limit"
        ),
        pytest.param(KILLED, True, OF_A_GROUP.format(FIRST), True, False, id="the engine knows of a limit"),
        pytest.param(KILLED, False, "", False, False, id="it ended with that code by itself"),
        pytest.param(
            KILLED, False, OF_A_GROUP.format(12), False, False, id="by itself, while another met its own limit"
        ),
        pytest.param(
            KILLED, False, OF_THE_MACHINE.format(12), False, False, id="by itself, while another was killed"
        ),
        pytest.param(1, False, OF_THE_MACHINE.format(FIRST), False, False, id="with another code"),
    ],
)
async def test_a_kill_that_no_group_tells_of_is_the_hosts_only_where_the_kernels_log_names_the_process(
    code: int, told: bool, logged: str, by_its_limit: bool, by_the_host: bool, tmp_path: Path
) -> None:
    lease = cast(Lease, SimpleNamespace(folder=tmp_path))
    plan = cast(Plan, SimpleNamespace(limits=Limits()))
    box = DockerBox(cast(Engine, Ended(code, told)), lease, "1f", plan)
    box._group = Group(1, {"memory": tmp_path / "removed"})
    (tmp_path / "log").touch()
    box._pid, box._kernel_log = FIRST, KernelLog(tmp_path / "log")
    (tmp_path / "log").write_text(logged)
    box._gone()
    await box._catch_up()
    assert (box._is_out_of_memory(), box._is_host_out_of_memory()) == (by_its_limit, by_the_host)
    box._kernel_log.close()


QUITS = "import os\n\ndef choose(ask):\n    os._exit(137)\n"


@pytest.mark.slow
async def test_a_bot_that_ends_as_if_it_was_killed_makes_nothing_void_though_another_box_meets_its_limit(
    made: Callable[[str], Driver], tmp_path: Path
) -> None:
    """This process is busy until the engine has removed the group, as it may be."""
    driver = made("docker")
    losing = launch_of(bundle(tmp_path / "bot", {"bot.py": QUITS}) / "bot.py")
    greedy = launch_of(HOSTILE / "memory.py", Limits(memory=128 * MIB))
    async with running(driver, losing) as up, talking(up.box) as bot:
        box: Any = up.box
        await bot.welcomed()
        asyncio.get_running_loop().remove_reader(box._watch)
        async with running(driver, greedy) as colluder, talking(colluder.box) as another:
            await another.welcomed()
            with pytest.raises(Broken, match="dead"):
                await another.answer()
        assert colluder.remains is not None
        assert colluder.remains.out_of_memory
        await bot.say(ask())
        await asyncio.to_thread(until, lambda: not box.group.exists(), "the engine to remove the group")
    assert up.remains is not None
    assert (up.remains.exit_code, up.remains.out_of_memory) == (KILLED, False)
