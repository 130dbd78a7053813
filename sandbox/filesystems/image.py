"""The image of a tree: made once and kept beside it, and held in memory by whoever mounts it.

EROFS was made for what is only read, and is in every kernel since 5.4. Nothing is compressed: a box reads some
35 MB at its start, which would cost it more time to unpack than the machine saves memory.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Final

KIND: Final = "erofs"
MAKER: Final = "mkfs.erofs"
PACKAGE: Final = "erofs-utils"
"""Debian's, which has it."""
KEPT: Final = 160 * 1024 * 1024
"""Bytes of an image that stays in memory."""
CHUNK: Final = 16 * 1024 * 1024


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
            command = [maker, "-T0", "--all-root", "--quiet", str(image), str(tree)]
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
def held(tree: Path) -> Iterator[int]:
    """The image of a tree in memory, by a descriptor. A small one, which bots run in, stays there as long as this
    process; a large one, which bots are built in, does not. Raises OSError, NoImage."""
    with _holding:
        kept = _held.get(tree)
        image = _loaded(tree) if kept is None else kept
        if kept is None and os.fstat(image).st_size <= KEPT:
            kept = _held[tree] = image
    try:
        yield image
    finally:
        if kept is None:
            os.close(image)


def _loaded(tree: Path) -> int:
    path = made(tree)
    with contextlib.suppress(OSError):
        # What is used stays.
        os.utime(path)
    return in_memory(path)


def in_memory(path: Path) -> int:
    """A descriptor of the image's bytes, which never leave memory, and which nobody can change. Raises OSError."""
    held = os.memfd_create("athanor-image", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    try:
        with path.open("rb") as image:
            while os.sendfile(held, image.fileno(), None, CHUNK):
                pass
        seals = fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_WRITE | fcntl.F_SEAL_SEAL
        fcntl.fcntl(held, fcntl.F_ADD_SEALS, seals)
    except BaseException:
        with contextlib.suppress(OSError):
            os.close(held)
        raise
    return held
