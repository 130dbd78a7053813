"""The drivers as this machine has them, and what must be as it was when a test is over.

Docker: an engine that answers (DOCKER_HOST, or the usual socket) is used as it is; otherwise root starts one of
its own for the session, without a bridge, and ends it by its process id. The runtime image is built if missing.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import docker
import pytest
from docker.errors import DockerException

from sandbox.drivers.bubblewrap import Bubblewrap
from sandbox.drivers.docker import Docker
from sandbox.drivers.plain import Plain
from sandbox.engine import connect
from sandbox.interface import Driver
from sandbox.runtimes import debian, images, recipes, shelf
from tests.sandbox.daemon.running import daemon

PATIENCE = 60.0
WALLED = ("bubblewrap", "docker")
THROUGH = ("sandboxd-bubblewrap", "sandboxd-docker")
"""The same, run by a sandboxd that is a process of its own."""


def lacking(reason: str) -> NoReturn:
    """A skip; with ATHANOR_REQUIRE_ALL=1 that is a failure (see the conftest of all tests)."""
    pytest.skip(reason)


@pytest.fixture(scope="session")
def state() -> Iterator[Path]:
    """A folder that the users of the boxes can reach: pytest's own are private."""
    folder = Path(tempfile.mkdtemp(prefix="athanor-test-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def engine() -> Iterator[str]:
    """A Docker engine that has the runtime image."""
    with AnyEngine() as host, pytest.MonkeyPatch.context() as patch:
        patch.setenv("DOCKER_HOST", host)
        with contextlib.closing(connect(timeout=300)) as client:
            try:
                have_images(client)
            except debian.CannotBuild as problem:
                lacking(str(problem))
        yield host


def have_images(client: docker.APIClient) -> None:
    """Of what the bots of these tests are written in. Raises CannotBuild."""
    needed = [recipes.languages()[name].run for name in ("python", "sh")]
    debian.build(shelf.own(), needed)
    images.import_missing(client, needed)


class AnyEngine:
    """The engine that answers, or one of our own."""

    def __init__(self) -> None:
        self.started: subprocess.Popen[bytes] | None = None
        self.folder: Path | None = None

    def __enter__(self) -> str:
        named = os.environ.get("DOCKER_HOST", "unix:///var/run/docker.sock")
        if _answers(named):
            return named
        dockerd = shutil.which("dockerd", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
        if dockerd is None or os.geteuid() != 0:
            lacking("no Docker engine answers, and none can be started: install docker.io and run as root")
        self.folder = folder = Path(tempfile.mkdtemp(prefix="athanor-docker-"))
        host = f"unix://{folder}/docker.sock"
        options = ["--data-root", f"{folder}/data", "--exec-root", f"{folder}/exec", "--pidfile", f"{folder}/pid"]
        with (folder / "log").open("wb") as log:
            self.started = subprocess.Popen(
                [dockerd, "--host", host, *options, "--bridge", "none", "--iptables=false"], stdout=log, stderr=log
            )
        until = time.monotonic() + PATIENCE
        while not _answers(host):
            if self.started.poll() is not None or time.monotonic() > until:
                lacking(f"dockerd did not come up: {(folder / 'log').read_text()[-500:]}")
            time.sleep(0.1)
        return host

    def __exit__(self, *_: object) -> None:
        if self.started is not None:
            self.started.terminate()
            self.started.wait(PATIENCE)
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)


def _answers(host: str) -> bool:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DOCKER_HOST", host)
        try:
            with contextlib.closing(connect(timeout=5)) as client:
                return bool(client.ping())
        except (DockerException, OSError):
            return False


@pytest.fixture(scope="session")
def made(state: Path, request: pytest.FixtureRequest) -> Iterator[Callable[[str], Driver]]:
    """Makes each driver once; what does not work here is lacking."""
    drivers: dict[str, Driver] = {}

    def make(name: str) -> Driver:
        if name not in drivers and name in THROUGH:
            drivers[name] = through(name.removeprefix("sandboxd-"))
        if name not in drivers:
            if name == "docker":
                request.getfixturevalue("engine")
            kind = {"bubblewrap": Bubblewrap, "docker": Docker, "none": Plain}[name]
            drivers[name] = driver = kind(state)
            if (trouble := driver.trouble()) is not None:
                lacking(f"the driver {name} does not work here: {trouble}")
        return drivers[name]

    def through(name: str) -> Driver:
        # What does not work here is lacking, and no daemon need try.
        make(name)
        return daemons.enter_context(daemon(name)).start()

    with contextlib.ExitStack() as daemons:
        yield make


@pytest.fixture(params=(*WALLED, *THROUGH))
def driver(request: pytest.FixtureRequest, made: Callable[[str], Driver]) -> Driver:
    """Each driver that has walls."""
    return made(request.param)


@pytest.fixture(params=(*WALLED, *THROUGH, "none"))
def any_driver(request: pytest.FixtureRequest, made: Callable[[str], Driver]) -> Driver:
    return made(request.param)
