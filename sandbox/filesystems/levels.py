"""How far boxes are kept from noticing each other in the files of their runtime: see the package."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from athanor_contract.limits.sandbox import MIB
from athanorpb.isolation import Isolation
from sandbox import files
from sandbox.filesystems import image, mounting
from sandbox.interface import SandboxFault
from sandbox.runtimes.shelf import Tree
from sandbox.runtimes.table import LIBRARY

MEMORY_FOLDERS: Final = ("/dev/shm", "/run")
"""Beside the user's own runtime folder: where a tmpfs is on most machines."""
SPARE: Final = 256 * MIB
"""What a copy leaves free of the tmpfs that it lies in."""
UNUSED: Final = 2 * 86_400
"""Seconds after which a copy goes that nobody used."""
FILES: Final = {"mode": "0755", "size": str(files.MOST_BYTES + 4 * MIB), "nr_inodes": str(2 * files.MOST_FILES)}
"""How much a bundle may hold, and what its folders take."""
FOR_FILES: Final = mounting.ATTRIBUTE_NOSUID | mounting.ATTRIBUTE_NODEV
READ_ONLY: Final = FOR_FILES | mounting.ATTRIBUTE_READ_ONLY


READ_AHEAD: Final = (
    *("usr/bin/python3.*", "usr/lib/*-linux-gnu/libstdc++.so.6.*", "usr/lib/*-linux-gnu/lib[cm].so.6"),
    *("grpc/_cython/cygrpc.*.so", "google/_upb/_message.*.so"),
)
"""What every box reads at once: where it has a loop device, by one request each, while its walls are made."""


class Ground:
    """What one box is made of: its runtime, and what we bring; and where the bot's own files are put.

    Of its own, they are file systems that are mounted nowhere, each by a descriptor, and end when nobody has them
    any more. Whoever builds a box by paths sees them while they are shown in the folder of its lease.
    """

    def __init__(
        self,
        root: Path,
        library: Path,
        files: Path,
        mounts: Mapping[str, int] | None = None,
        isolation: Isolation = Isolation.DISK,
    ) -> None:
        self.root, self.library, self.files = root, library, files
        self.mounts = dict(mounts or {})
        """By their names in the folder, where they are of its own."""
        self.devices = Path("/dev")
        """Where the devices lie that it is given."""
        self.isolation = isolation
        self.is_own = isolation is Isolation.OWN
        self._lock = threading.Lock()
        """A start may go on in its thread while the box is ended: a descriptor is not used once it is closed."""

    @classmethod
    def of_its_own(cls, folder: Path, mounts: Mapping[str, int]) -> Ground:
        files = Path(f"/proc/self/fd/{mounts['files']}")
        return cls(folder / "root", folder / "library", files, mounts, Isolation.OWN)

    def show(self, folder: Path, *names: str) -> None:
        """All of them, or those; once. Raises OSError."""
        with self._lock:
            for name in names or self.mounts:
                (folder / name).mkdir(exist_ok=True)
                mounting.put(self._held(name), str(folder / name))

    def _held(self, name: str) -> int:
        if name not in self.mounts:
            raise OSError(errno.EBADF, "the box has been ended meanwhile")
        return self.mounts[name]

    def more(self, name: str, size: int) -> Path:
        """A further file system in memory, where they are its own; else a folder beside that of the files."""
        if not self.is_own:
            return self.files.parent
        self.mounts[name] = mounting.detached("tmpfs", FOR_FILES, mode="0755", size=str(size))
        return Path(f"/proc/self/fd/{self.mounts[name]}")

    def make_devices(self, folder: Path, names: Sequence[str]) -> None:
        """Of its own, where this machine lets us: what boxes share they can lock, as they may write to it."""
        if self.is_own:
            try:
                self.mounts["devices"] = mounting.devices(names)
            except OSError:
                self.isolation = Isolation.MEMORY
            else:
                self.devices = folder / "devices"

    def opened(self, name: str, file: str, flags: int) -> int:
        """A file in one of its own. Raises OSError."""
        with self._lock:
            return os.open(file, flags | os.O_CLOEXEC, dir_fd=self._held(name))

    def parts(self) -> list[tuple[int, str]]:
        """For a root that is put together from outside: mounts, for the caller to close, each with its place.
        Raises OSError."""
        made: list[tuple[int, str]] = []
        try:
            with self._lock:
                for name, path, inside in (("root", self.root, ""), ("library", self.library, LIBRARY)):
                    part = os.dup(self._held(name)) if self.is_own else mounting.copied(str(path), READ_ONLY)
                    made.append((part, inside))
        except OSError:
            for mounted, _ in made:
                os.close(mounted)
            raise
        return made

    def close(self) -> None:
        """May be repeated."""
        with self._lock:
            while self.mounts:
                os.close(self.mounts.popitem()[1])


class FileSystems:
    """Of one driver. Thread-safe."""

    def __init__(self, best: Isolation = Isolation.OWN) -> None:
        self._best = best
        self._lock = threading.RLock()
        self._copies: dict[Path, Path] = {}
        self._level: Isolation | None = None
        self._devices: str | None = None
        """What keeps boxes from having devices of their own, once it is known."""
        self._mounts_files = True
        """Since Linux 6.12 EROFS needs no loop device, with which a box reads its runtime at twice the cost."""
        self._why = ""

    def level(self, tree: Tree) -> Isolation:
        """The best that this machine can do. The tree is one to try it with."""
        with self._lock:
            if self._level is None:
                self._level = self._found(tree)
            return self._level

    def devices_trouble(self, names: Sequence[str]) -> str:
        """What keeps this process from making a box devices of its own; "": nothing."""
        with self._lock:
            if self._devices is None:
                try:
                    os.close(mounting.devices(names))
                    self._devices = ""
                except OSError as error:
                    self._devices = str(error)
            return self._devices

    def weakness(self, tree: Tree) -> str:
        """What is missing for a file system of its own for each box, for the doctor; "": nothing."""
        level = self.level(tree)
        if level is Isolation.OWN:
            return ""
        shared = {
            Isolation.MEMORY: "boxes share a copy of their runtime in memory: a bot sees how many map its files",
            Isolation.DISK: "boxes share their runtime's files: a bot can notice what others read there",
        }[level]
        return f"{shared}: {self._why}"

    def ground(self, tree: Tree, folder: Path) -> Ground:
        """For a box whose lease has that folder, with a folder `files` in it. Raises SandboxFault."""
        level = self.level(tree)
        try:
            if level is Isolation.OWN:
                return Ground.of_its_own(folder, self._own(tree))
            if level is Isolation.MEMORY:
                root, library = self._copy(tree.root), self._copy(tree.library)
                return Ground(root, library, folder / "files", isolation=level)
        except (OSError, image.NoImage) as error:
            raise SandboxFault(f"the runtime could not be laid out for a box: {error}") from error
        return Ground(tree.root, tree.library, folder / "files")

    def _own(self, tree: Tree) -> dict[str, int]:
        """Raises OSError, NoImage."""
        made: dict[str, int] = {}
        try:
            for name, source in (("root", tree.root), ("library", tree.library)):
                made[name] = self._mounted(source)
                if not self._mounts_files:
                    _read_ahead(made[name])
            # How full a disk is could be read off its bundle's folder, if that were on one.
            made["files"] = mounting.detached("tmpfs", FOR_FILES, **FILES)
        except (OSError, image.NoImage):
            for mounted in made.values():
                os.close(mounted)
            raise
        return made

    def _mounted(self, source: Path) -> int:
        """The image of a tree, as a file system that is mounted nowhere yet. Raises OSError, NoImage."""
        with image.held(source) as held:
            if self._mounts_files:
                try:
                    return mounting.detached(image.KIND, READ_ONLY, ro="", source=str(held))
                except OSError as error:
                    if error.errno != errno.ENOTBLK:
                        raise
                    self._mounts_files = False
            device, path = mounting.attach(held)
            try:
                return mounting.detached(image.KIND, READ_ONLY, ro="", source=path)
            finally:
                os.close(device)

    # --- which level

    def _found(self, tree: Tree) -> Isolation:
        why: list[str] = []
        if self._best is Isolation.OWN:
            if not (trouble := self._own_trouble(tree)):
                return Isolation.OWN
            why.append(trouble)
        if self._best in (Isolation.OWN, Isolation.MEMORY):
            try:
                self._copy(tree.root)
                self._copy(tree.library)
            except OSError as error:
                why.append(str(error))
            else:
                self._why = "; ".join(why)
                return Isolation.MEMORY
        self._why = "; ".join(why)
        return Isolation.DISK

    def _own_trouble(self, tree: Tree) -> str:
        if os.geteuid() != 0:
            return "only root can give each box a file system of its own"
        try:
            Ground.of_its_own(Path(), self._own(tree)).close()
        except (OSError, image.NoImage) as error:
            return str(error)
        return ""

    # --- in memory, shared

    def _copy(self, source: Path) -> Path:
        with self._lock:
            known = self._copies.get(source)
            if known is None or not known.exists():
                known = self._copies[source] = _copied(source, _memory_folder(source))
            with contextlib.suppress(OSError):
                os.utime(known)
            return known


def _memory_folder(source: Path) -> Path:
    """A folder of ours in a tmpfs with room for a tree, out of which programs can be run. Raises OSError."""
    needed = sum(entry.lstat().st_size for entry in source.rglob("*")) + SPARE
    places = [Path(place) for place in (os.environ.get("XDG_RUNTIME_DIR", ""), *MEMORY_FOLDERS) if place]
    for place in places:
        with contextlib.suppress(OSError):
            held = os.statvfs(place)
            mine = place / f"athanor-{os.geteuid()}"
            if place.stat().st_dev in _of_memory() and not held.f_flag & os.ST_NOEXEC:
                if held.f_bavail * held.f_frsize < needed and not (mine / _name(source)).exists():
                    continue
                with contextlib.suppress(FileExistsError):
                    mine.mkdir()
                    # Whatever the umask: the users of root's boxes look into it.
                    mine.chmod(0o755 if os.geteuid() == 0 else 0o700)
                found = mine.lstat()
                if stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid() and not found.st_mode & 0o022:
                    return mine
    named = ", ".join(map(str, places))
    raise OSError(f"no tmpfs here ({named}) lets programs run and has {needed // MIB} MiB free")


def _of_memory() -> set[int]:
    """The numbers of the file systems that are in memory."""
    found = set()
    for line in Path("/proc/self/mounts").read_text().splitlines():
        _, place, kind, *_ = line.split()
        if kind == "tmpfs":
            with contextlib.suppress(OSError):
                found.add(Path(place).stat().st_dev)
    return found


def _name(source: Path) -> str:
    return f"{source.parent.name}-{source.name}"


def _copied(source: Path, folder: Path) -> Path:
    place = folder / _name(source)
    oldest = time.time() - UNUSED
    for other in folder.iterdir():
        # What another process is just copying may go meanwhile.
        with contextlib.suppress(FileNotFoundError):
            if other != place and other.stat().st_mtime < oldest:
                shutil.rmtree(other, ignore_errors=True)
    if not place.exists():
        with tempfile.TemporaryDirectory(prefix="copying-", dir=folder) as beside:
            shutil.copytree(source, Path(beside) / "tree", symlinks=True)
            with contextlib.suppress(OSError):
                # Another process may have been quicker: its copy is the same.
                (Path(beside) / "tree").rename(place)
    return place


def _read_ahead(mounted: int) -> None:
    root = Path(f"/proc/self/fd/{mounted}")
    for pattern in READ_AHEAD:
        for path in root.glob(pattern):
            with path.open("rb") as file:
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_WILLNEED)
