"""The image of a tree: made once and kept beside it, and held in memory by whoever mounts it.

EROFS was made for what is only read, and is in every kernel since 5.4. A tree that bots run in is not compressed:
a box reads some 35 MB of it at its start, and unpacking these takes longer. One that they are built in is: it is
held in memory for each build anew, and half of it is quicker to read than all of it (a small C++ program is built
in 0.55 s instead of 0.59 s; 131 instead of 239 MB).
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from sandbox.filesystems import mounting

KIND: Final = "erofs"
MAKER: Final = "mkfs.erofs"
PACKAGE: Final = "erofs-utils"
"""Debian's, which has it."""
KEPT: Final = 160 * 1024 * 1024
"""Bytes of a tree whose image stays in memory: those that bots run in. A larger one is compressed."""
COMPRESSION: Final = ("-zlz4", "-C16384")
CHUNK: Final = 16 * 1024 * 1024
IN_MEMORY: Final = "image"


class NoImage(Exception):
    """An image cannot be made here; says why, and what to do."""


def path_of(tree: Path) -> Path:
    return tree.with_name(f"{tree.name}.{KIND}")


def made(tree: Path) -> Path:
    """The image of a tree, made where it is not there yet. Raises NoImage."""
    path = path_of(tree)
    if path.exists():
        return path
    maker = shutil.which(MAKER) or shutil.which(MAKER, path="/usr/sbin:/sbin")
    if maker is None:
        raise NoImage(f"{MAKER} is missing: install {PACKAGE}")
    try:
        with tempfile.TemporaryDirectory(prefix="imaging-", dir=path.parent) as folder:
            image = Path(folder) / path.name
            # Times of nothing: the image is the same for every machine that has the tree.
            how = COMPRESSION if _is_large(tree) else ()
            command = [maker, "-T0", "--all-root", "--quiet", *how, str(image), str(tree)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                raise NoImage(f"{MAKER} failed: {done.stderr.strip()[-200:] or f'exit code {done.returncode}'}")
            image.chmod(0o644)
            image.rename(path)
    except OSError as error:
        raise NoImage(f"the image of {tree} cannot be written: {error.strerror}") from error
    return path


_held: dict[Path, int] = {}
_holding = threading.Lock()


@contextlib.contextmanager
def held(tree: Path) -> Iterator[Path]:
    """The image of a tree in memory. One that bots run in stays there as long as this process; one that they are
    built in does not. Raises OSError, NoImage."""
    if _is_large(tree):
        # Nobody waits for it: it takes long, and whoever makes it at the same time makes the same.
        folder = _loaded(tree)
        try:
            yield _at(folder)
        finally:
            os.close(folder)
        return
    with _holding:
        if tree not in _held:
            _held[tree] = _loaded(tree)
    yield _at(_held[tree])


@cache
def _is_large(tree: Path) -> bool:
    return sum(entry.lstat().st_size for entry in tree.rglob("*")) > KEPT


def _loaded(tree: Path) -> int:
    path = made(tree)
    with contextlib.suppress(OSError):
        # What is used stays.
        os.utime(path)
    return in_memory(path)


def in_memory(path: Path) -> int:
    """A folder with a copy of the image (`IN_MEMORY`), by a descriptor: it never leaves memory, nobody else can
    reach it or change it, and it is gone when nobody has it any more. Raises OSError.

    In a ramfs: EROFS takes no file of a tmpfs, nor does a memfd have a path to name to `fsconfig`.
    """
    folder = mounting.detached("ramfs", mounting.ATTRIBUTE_NOSUID | mounting.ATTRIBUTE_NODEV, mode="0700")
    try:
        with path.open("rb") as image, _at(folder).open("wb") as copy:
            while os.sendfile(copy.fileno(), image.fileno(), None, CHUNK):
                pass
        mounting.restrict(folder, mounting.ATTRIBUTE_READ_ONLY)
    except BaseException:
        with contextlib.suppress(OSError):
            os.close(folder)
        raise
    return folder


def _at(folder: int) -> Path:
    return Path(f"/proc/self/fd/{folder}/{IN_MEMORY}")
