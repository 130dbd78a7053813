"""Of what a container died whose group the Docker engine removed before it could be read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from athanor_contract.limits.sandbox import Limits
from sandbox.cgroups import Group
from sandbox.drivers import container
from sandbox.drivers.container import KILLED, DockerBox
from sandbox.engine import Engine
from sandbox.leases import Lease
from sandbox.walls import Plan


class Ended:
    """An engine that tells how a container has ended."""

    def __init__(self, code: int, out_of_memory: bool) -> None:
        self.state = {"ExitCode": code, "OOMKilled": out_of_memory}

    def ask(self, what: str, call: Callable[[Any], Any]) -> Any:
        return {"State": self.state}

    def life(self) -> int:
        return 0


@pytest.mark.parametrize(
    ("code", "told", "kills", "by_its_limit", "by_the_host"),
    [
        pytest.param(KILLED, False, 1, False, True, id="the machine had no more"),
        pytest.param(KILLED, True, 1, True, False, id="the engine knows that a limit was met"),
        pytest.param(KILLED, False, 0, False, False, id="nothing was killed for memory"),
        pytest.param(1, False, 1, False, False, id="another process was killed"),
    ],
)
async def test_a_kill_that_no_group_tells_of_is_the_hosts_by_the_machines_own_count(
    code: int,
    told: bool,
    kills: int,
    by_its_limit: bool,
    by_the_host: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(container, "memory_kills", lambda: kills)
    lease = cast(Lease, SimpleNamespace(folder=tmp_path))
    plan = cast(Plan, SimpleNamespace(limits=Limits()))
    box = DockerBox(cast(Engine, Ended(code, told)), lease, "1f", plan)
    box._group = Group(1, {"memory": tmp_path / "removed"})
    box._gone()
    await box._catch_up()
    assert (box._is_out_of_memory(), box._is_host_out_of_memory()) == (by_its_limit, by_the_host)
