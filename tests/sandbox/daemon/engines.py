"""A Docker engine of our own, which may be killed and started again. It has no bridge; its process id ends it."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import docker
import pytest
from docker.errors import DockerException

from sandbox.engine import connect
from sandbox.runtimes import images, recipes
from tests.waiting import PATIENCE, until


def program() -> str | None:
    return shutil.which("dockerd", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


@contextlib.contextmanager
def asked_at(host: str, timeout: int = 300) -> Iterator[docker.APIClient]:
    """A client of the engine there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DOCKER_HOST", host)
        with contextlib.closing(connect(timeout=timeout)) as client:
            yield client


def answers(host: str) -> bool:
    try:
        with asked_at(host, timeout=30) as client:
            return bool(client.ping())
    except (DockerException, OSError):
        return False


class Dockerd:
    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.host = f"unix://{folder}/docker.sock"
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Until it answers."""
        command = program()
        assert command is not None
        places: list[str | Path] = ["--data-root", self.folder / "data", "--exec-root", self.folder / "exec"]
        with (self.folder / "log").open("ab") as log:
            process = self._process = subprocess.Popen(
                [command, "--host", self.host, *places, "--pidfile", self.folder / "pid", "--bridge", "none",
                 "--iptables=false", *self._options],
                stdout=log, stderr=log,
            )  # fmt: skip
        until(lambda: process.poll() is not None or answers(self.host), f"an answer of dockerd at {self.host}")
        assert process.poll() is None, self.said()

    def import_python(self) -> None:
        with asked_at(self.host) as client:
            images.import_missing(client, [recipes.languages()["python"].run])

    def containers(self) -> list[str]:
        with asked_at(self.host) as client:
            return [str(one["Id"]) for one in client.containers(all=True)]

    def end(self, number: signal.Signals = signal.SIGTERM) -> None:
        if self._process is not None:
            self._process.send_signal(number)
            self._process.wait(PATIENCE)
            self._process = None
            # The next one will not start beside it, nor beside its child, dead as it may be: who would reap it?
            for left in ("pid", "exec/containerd/containerd.pid"):
                (self.folder / left).unlink(missing_ok=True)

    def said(self) -> str:
        return (self.folder / "log").read_text()[-2000:]


@contextlib.contextmanager
def dockerd(*options: str) -> Iterator[Dockerd]:
    """One that runs, without any image."""
    folder = Path(tempfile.mkdtemp(prefix="athanor-engine-"))
    one = Dockerd(folder, *options)
    try:
        one.start()
        yield one
    finally:
        one.end()
        removed(folder)


def removed(folder: Path) -> None:
    """With the mounts that stay of a life that was killed: of the folder on itself, of a container's network."""
    while mounted := _mounted_in(folder):
        subprocess.run(["umount", "--lazy", mounted[-1]], check=True)
    shutil.rmtree(folder)


def _mounted_in(folder: Path) -> list[str]:
    places = [line.split()[4] for line in Path("/proc/self/mountinfo").read_text().splitlines()]
    return [place for place in places if place.startswith(f"{folder}/")]
