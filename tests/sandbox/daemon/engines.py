"""A Docker engine of the test's own, to be killed and started again."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandbox.engine import connect
from sandbox.runtimes import images, recipes

PATIENCE = 60.0


class Dockerd:
    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.host = f"unix://{folder}/docker.sock"
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Until it answers."""
        program = shutil.which("dockerd", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
        assert program is not None
        places: list[str | Path] = ["--data-root", self.folder / "data", "--exec-root", self.folder / "exec"]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [program, "--host", self.host, *places, "--pidfile", self.folder / "pid", "--bridge", "none",
                 "--iptables=false", *self._options],
                stdout=log, stderr=log,
            )  # fmt: skip
        until = time.monotonic() + PATIENCE
        while not self.answers():
            assert self._process.poll() is None, self.said()
            assert time.monotonic() < until, self.said()
            time.sleep(0.1)

    def answers(self) -> bool:
        try:
            with pytest.MonkeyPatch.context() as patch:
                patch.setenv("DOCKER_HOST", self.host)
                with contextlib.closing(connect(timeout=5)) as client:
                    return bool(client.ping())
        except Exception:
            return False

    def import_python(self) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("DOCKER_HOST", self.host)
            with contextlib.closing(connect(timeout=300)) as client:
                images.import_missing(client, [recipes.languages()["python"].run])

    def containers(self) -> list[str]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("DOCKER_HOST", self.host)
            with contextlib.closing(connect(timeout=30)) as client:
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
    """One that has the image of Python."""
    folder = Path(tempfile.mkdtemp(prefix="athanor-engine-"))
    one = Dockerd(folder, *options)
    try:
        one.start()
        one.import_python()
        yield one
    finally:
        one.end()
        # Of a life that was killed a mount of the folder on itself stays.
        while f" {folder}/data " in Path("/proc/self/mountinfo").read_text():
            subprocess.run(["umount", "--lazy", folder / "data"], check=True)
        shutil.rmtree(folder)
