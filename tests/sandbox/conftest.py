"""The drivers as this machine has them, and what must be as it was when a test is over.

Docker: an engine that answers (DOCKER_HOST, or the usual socket) is used as it is; otherwise root starts one of
its own for the session, without a bridge, and ends it by its process id. The runtime image is built if missing.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import docker
import pytest

from sandbox.drivers.bubblewrap import Bubblewrap
from sandbox.drivers.docker import Docker
from sandbox.drivers.plain import Plain
from sandbox.engine import connect
from sandbox.interface import Driver
from sandbox.runtimes import debian, images, recipes, shelf
from tests.sandbox.daemon.engines import answers, dockerd, program
from tests.sandbox.daemon.running import daemon

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
def in_memory() -> Iterator[Path]:
    """A folder in a tmpfs for what boxes of an ordinary user share, whoever that is."""
    folder = Path(tempfile.mkdtemp(prefix="athanor-test-", dir="/dev/shm"))
    folder.chmod(0o1777)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def engine() -> Iterator[str]:
    """A Docker engine that has the runtime image."""
    with any_engine() as host, pytest.MonkeyPatch.context() as patch:
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


@contextlib.contextmanager
def any_engine() -> Iterator[str]:
    """The engine that answers, or one of our own."""
    named = os.environ.get("DOCKER_HOST", "unix:///var/run/docker.sock")
    if answers(named):
        yield named
        return
    if program() is None or os.geteuid() != 0:
        lacking("no Docker engine answers, and none can be started: install docker.io and run as root")
    with contextlib.ExitStack() as stack:
        try:
            one = stack.enter_context(dockerd())
        except AssertionError as problem:
            lacking(f"dockerd did not come up: {problem}")
        yield one.host


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
