"""What the Docker engine says of a container that has ended before it knew."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import docker
import pytest
from docker.errors import APIError, NotFound

from sandbox import engine as engines
from sandbox.drivers.docker import Docker
from sandbox.engine import Engine, remove
from sandbox.interface import Driver, SandboxFault
from tests.waiting import until

IN_VAIN = "Could not kill running container 1f, cannot remove - Container 1f is not running"


class Unaware:
    """An engine's client that has not noticed for some calls that the container has ended."""

    def __init__(self, calls: float, says: str = IN_VAIN) -> None:
        self.left = calls
        self.says = says
        self.removed = 0

    def remove_container(self, container: str, *, force: bool, v: bool) -> None:
        assert (container, force, v) == ("1f", True, True)
        if self.left > 0:
            self.left -= 1
            raise APIError("500 Server Error", explanation=self.says)
        self.removed += 1


@pytest.fixture
def engine_of(monkeypatch: pytest.MonkeyPatch) -> Callable[[Unaware], Engine]:
    def made(client: Unaware) -> Engine:
        monkeypatch.setattr(engines, "connect", lambda: cast(docker.APIClient, client))
        monkeypatch.setattr(engines, "NOTICED", 0.2)
        client.close = lambda: None  # type: ignore[attr-defined]
        return Engine()

    return made


def test_it_is_asked_again_until_it_has_noticed(engine_of: Callable[[Unaware], Engine]) -> None:
    client = Unaware(3)
    remove(engine_of(client), "1f")
    assert (client.left, client.removed) == (0, 1)


def test_one_that_never_notices_has_failed(engine_of: Callable[[Unaware], Engine]) -> None:
    with pytest.raises(SandboxFault, match=r"did not remove a container: .*is not running"):
        remove(engine_of(Unaware(float("inf"))), "1f")


def test_any_other_failure_is_told_at_once(engine_of: Callable[[Unaware], Engine]) -> None:
    client = Unaware(3, "no space left on device")
    with pytest.raises(SandboxFault, match="no space left on device"):
        remove(engine_of(client), "1f")
    assert client.left == 2


def test_containers_that_end_as_they_are_removed_are_removed(made: Callable[[str], Driver]) -> None:
    """For real: at the moment, when its process has gone, and when the engine knows of it."""
    driver = cast(Docker, made("docker"))
    image, _ = driver.image("python")
    for moment in ("now", "gone", "gone", "gone", "known"):
        container = driver.engine.ask("make a container", lambda client: one(client, image))
        try:
            first = first_of(driver.engine, container)
            assert first > 0, "it has ended by itself"
            os.kill(first, signal.SIGKILL)
            await_end(driver.engine, container, first, moment)
        finally:
            remove(driver.engine, container)
        with pytest.raises(NotFound):
            first_of(driver.engine, container)


def await_end(engine: Engine, container: str, first: int, moment: str) -> None:
    if moment != "now":
        until(lambda: not Path(f"/proc/{first}").exists(), "its process to go")
    if moment == "known":
        until(lambda: not first_of(engine, container), "the engine to notice")


def one(client: docker.APIClient, image: str) -> str:
    quiet = client.create_host_config(network_mode="none")
    container = str(
        client.create_container(image, ["python3", "-c", "import time; time.sleep(600)"], host_config=quiet)["Id"]
    )
    client.start(container)
    return container


def first_of(engine: Engine, container: str) -> int:
    told: Any = engine.ask("tell of a container", lambda client: client.inspect_container(container))
    return int(told["State"]["Pid"])
