"""A real sandboxd as a process of its own, and looks at what is left of it."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from sandbox.daemon.client import Sandboxd
from sandbox.drivers.bubblewrap import Bubblewrap
from sandbox.drivers.docker import HOME_LABEL, Docker
from sandbox.engine import connect
from sandbox.interface import SandboxFault
from tests.waiting import PATIENCE, until

ROOT = Path(__file__).parents[3]


class Daemon:
    """One life after another of a sandboxd in one place."""

    def __init__(
        self, folder: Path, driver: str, *options: str, python: str = sys.executable, user: int | None = None
    ) -> None:
        self.folder = folder
        self.socket = folder / "sandboxd.sock"
        self.state = folder / "state"
        self.log = folder / "log"
        self.driver = driver
        self._command = [
            python, "-m", "sandbox.daemon", "--driver", driver,
            "--socket", str(self.socket), "--state", str(self.state), *options,
        ]  # fmt: skip
        self._user = user
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, environment: Mapping[str, str] | None = None) -> Sandboxd:
        """Until it answers."""
        assert self.process is None
        given = {"PATH": os.environ["PATH"], "PYTHONPATH": f"{ROOT}:{ROOT}/proto", **docker_host()}
        with self.log.open("ab") as log:
            process = self.process = subprocess.Popen(
                self._command, stdout=log, stderr=log, cwd=ROOT, env={**given, **(environment or {})},
                user=self._user, group=self._user, extra_groups=None if self._user is None else [],
            )  # fmt: skip
        client = Sandboxd(self.socket)
        # The socket of an earlier life may still be there.
        until(
            lambda: process.poll() is not None or (self.socket.exists() and client.trouble() is None),
            f"an answer of sandboxd at {self.socket}",
        )
        assert process.poll() is None, self.log.read_text()
        return client

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def terminate(self) -> int:
        """Its exit code."""
        assert self.process is not None
        self.process.terminate()
        return self._ended()

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self._ended()

    def _ended(self) -> int:
        assert self.process is not None
        code = self.process.wait(PATIENCE)
        self.process = None
        return code

    def sweep(self) -> None:
        """What a killed one has left, while its folder still says where."""
        with contextlib.suppress(SandboxFault):
            # An engine that was the test's own may be gone by now, with all that it had.
            driver = Bubblewrap(self.state) if self.driver == "bubblewrap" else Docker(self.state)
            driver._sweep()

    def boxes(self) -> set[str]:
        """The folders of its boxes, by name."""
        folder = self.home / "boxes" / self.driver
        return {path.name for path in folder.iterdir()} if folder.is_dir() else set()

    def marks(self) -> set[str]:
        """What its boxes can be known by outside: their names, and their containers'."""
        return self.boxes() | (containers(Docker(self.state)._leases.label) if self.driver == "docker" else set())

    @property
    def home(self) -> Path:
        return self.state / "sandbox"


@contextlib.contextmanager
def daemon(driver: str, *options: str) -> Iterator[Daemon]:
    with tempfile.TemporaryDirectory(prefix="athanor-daemon-") as folder:
        Path(folder).chmod(0o755)
        one = Daemon(Path(folder), driver, *options)
        try:
            yield one
        finally:
            if one.process is not None:
                one.kill()
            one.sweep()


def docker_host() -> dict[str, str]:
    return {"DOCKER_HOST": os.environ["DOCKER_HOST"]} if "DOCKER_HOST" in os.environ else {}


def containers(label: str) -> set[str]:
    """Those of one installation's boxes that the engine has, living or dead: other tests have theirs meanwhile."""
    with contextlib.closing(connect()) as engine:
        return {str(one["Id"]) for one in engine.containers(all=True, filters={"label": f"{HOME_LABEL}={label}"})}


def living(word: str) -> list[str]:
    """The processes that have the word in their command line or the names of their cgroups."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            told = (process / "cgroup").read_text() + (process / "cmdline").read_text()
            if word in told:
                found.append(f"process {process.name}: {told[-200:]!r}")
    return found


def traces(names: set[str]) -> list[str]:
    """Of boxes by their names: processes, cgroups, mounts."""
    found: list[str] = []
    # Unlike a glob it does not mind what goes meanwhile.
    groups = [f"{where}/{folder}" for where, folders, _ in os.walk("/sys/fs/cgroup") for folder in folders]
    for name in names:
        found += [group for group in groups if name in group]
        found += [line for line in Path("/proc/self/mountinfo").read_text().splitlines() if name in line]
        found += living(name)
    return found
