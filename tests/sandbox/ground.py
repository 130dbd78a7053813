"""Where one siege takes place: a file system of its own, so that what is left there can be counted exactly.

Nobody else on the machine writes to it: what it holds before and after must be equal, to the block and to the
inode. Also what has no name any more is counted, as long as somebody has it open. Only root may mount one; for
anybody else it is a folder of its own, and what can be seen in it is counted.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sandbox.drivers.docker import Docker
from tests.waiting import PATIENCE, until

SIZE: Final = "192m"
INODES: Final = 8192


@dataclass(frozen=True, slots=True)
class Held:
    """What a file system holds."""

    bytes: int
    files: int


class Ground:
    """Of a state folder that others use, too: the trees that boxes are made of are made there once for all."""

    def __init__(self, state: Path) -> None:
        self._state = state
        self.folder = Path()
        self._before = Held(0, 0)

    def __enter__(self) -> Ground:
        self.folder = Path(tempfile.mkdtemp(prefix="siege-", dir=self._state))
        self.folder.chmod(0o755)
        if os.geteuid() == 0:
            told = ["-t", "tmpfs", "-o", f"size={SIZE},nr_inodes={INODES},mode=0755", "athanor-siege"]
            subprocess.run(["mount", *told, self.folder], check=True)
        trees = self._state / "sandbox" / "runtimes"
        trees.mkdir(parents=True, exist_ok=True)
        (self.folder / "sandbox").mkdir()
        (self.folder / "sandbox" / "runtimes").symlink_to(trees)
        return self

    def __exit__(self, *_: object) -> None:
        if os.path.ismount(self.folder):
            self._unmount()
        shutil.rmtree(self.folder)

    def _unmount(self) -> None:
        command = ["umount", str(self.folder)]
        try:
            until(lambda: _succeeds(command), "unmounting", PATIENCE)
        except AssertionError as problem:
            users = list(_users(self.folder))
            subprocess.run(["umount", "--lazy", self.folder], check=True)
            raise AssertionError(f"the file system of a siege is still used by {users}") from problem

    def reckon(self) -> None:
        """What is here now is what is to be here afterwards."""
        self._before = self.held()

    def held(self) -> Held:
        if not os.path.ismount(self.folder):
            return _seen(self.folder)
        told = os.statvfs(self.folder)
        return Held((told.f_blocks - told.f_bfree) * told.f_frsize, told.f_files - told.f_ffree)

    def traces(self) -> Iterator[str]:
        now = self.held()
        if now != self._before:
            more = f"{now.bytes - self._before.bytes:+d} bytes, {now.files - self._before.files:+d} inodes"
            yield f"in the file system of the siege: {more}: {' '.join(_names(self.folder)) or 'without a name'}"


def _succeeds(command: list[str]) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _seen(folder: Path) -> Held:
    paths = [path for path in folder.rglob("*") if not path.is_symlink()]
    return Held(sum(path.lstat().st_size for path in paths if path.is_file()), len(paths))


def _users(folder: Path) -> Iterator[str]:
    """Who has something of it open, or works there: what keeps it from being unmounted."""
    device = folder.stat().st_dev
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            for link in (process / "cwd", process / "root", *(process / "fd").iterdir()):
                with contextlib.suppress(OSError):
                    if link.stat().st_dev == device:
                        said = (process / "cmdline").read_text(errors="replace").replace("\0", " ")
                        yield f"{link} -> {link.readlink()} of {said[:200]!r}"


def _names(folder: Path) -> list[str]:
    return [str(path.relative_to(folder)) for path in sorted(folder.rglob("*")) if not path.is_dir()][:5]


class Stored:
    """What an engine stores for containers, by their numbers: folders and layers; and volumes, which have none."""

    def __init__(self, driver: Docker) -> None:
        self._driver = driver
        told = driver.engine.ask("tell of itself", lambda client: client.info())
        self._root, self._kind = Path(told["DockerRootDir"]), str(told["Driver"])
        self._volumes = self._named_volumes()
        self._layers: dict[str, list[Path]] = {}

    def note(self, container: str) -> None:
        """While it is there: which layers are its own stands in no place that outlives it."""
        mount = self._root / "image" / self._kind / "layerdb" / "mounts" / container
        layer = (mount / "mount-id").read_text().strip()
        layers = [self._root / self._kind / name for name in (layer, f"{layer}-init")]
        places = [mount, self._root / "containers" / container, *layers]
        missing = [place for place in places if not place.exists()]
        assert not missing, f"the engine stores a container elsewhere: {missing}"
        self._layers[container] = places

    def traces(self) -> Iterator[str]:
        for places in self._layers.values():
            yield from (f"stored {place}" for place in places if place.exists())
        yield from (f"volume {name}" for name in sorted(self._named_volumes() - self._volumes))

    def _named_volumes(self) -> set[str]:
        told: dict[str, Any] = self._driver.engine.ask("list volumes", lambda client: client.volumes())
        with contextlib.suppress(TypeError):
            return {str(volume["Name"]) for volume in told["Volumes"]}
        return set()
