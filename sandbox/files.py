"""Files into a sandbox and out of it: plain files and folders, bounded, nothing followed."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from athanor_contract.bundle import Packed, lay_out
from athanor_contract.limits.sandbox import MIB

MOST_BYTES = 32 * MIB
MOST_FILES = 2_000
DEPTH = 16
LONGEST_NAME = 120
"""Letters of a path that are told."""


class Unwanted(Exception):
    """What a build left behind cannot be kept; the text says what it is."""


class TooBig(Unwanted):
    """More than a bundle may hold."""


def make(target: Path) -> None:
    """An empty folder for the files of a bundle."""
    target.mkdir()
    target.chmod(0o755)


def fill(bundle: Packed, target: Path) -> None:
    """A bundle's files into the folder that was made for them. Raises BundleFault, OSError."""
    lay_out(bundle.each_file(), target)


def take(folder: int) -> dict[str, bytes]:
    """The files below a folder's descriptor, which a stranger has filled. Raises Unwanted."""
    found: dict[str, bytes] = {}
    _take(folder, found, "", Budget())
    return found


class Budget:
    def __init__(self) -> None:
        self.bytes = MOST_BYTES
        self.files = MOST_FILES

    def spend(self, path: str, size: int) -> None:
        self.bytes -= size
        self.files -= 1
        if self.bytes < 0:
            raise TooBig(f"more than {MOST_BYTES // MIB} MiB: {_told(path)} is beyond it")
        if self.files < 0:
            raise TooBig(f"more than {MOST_FILES} files: {_told(path)} is beyond it")


def _take(folder: int, into: dict[str, bytes], inside: str, budget: Budget) -> None:
    if inside.count("/") >= DEPTH:
        raise Unwanted(f"folders nested deeper than {DEPTH}: {_told(inside)}")
    for name in sorted(entry.name for entry in os.scandir(_reading(folder))):
        path = f"{inside}{name}"
        if not name.isprintable():
            # Bytes that are no text too: every line that told of it would be broken by it.
            raise Unwanted(f"the name {_told(ascii(path))} is not printable: letters and digits are")
        kind = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
        if name == "__pycache__" or stat.S_ISSOCK(kind):
            continue
        if not (stat.S_ISDIR(kind) or stat.S_ISREG(kind)):
            raise Unwanted(f"{_told(path)} is no plain file: links and devices cannot be kept")
        found = _opened(folder, name, path, os.O_DIRECTORY if stat.S_ISDIR(kind) else 0)
        try:
            if stat.S_ISDIR(kind):
                _take(found, into, path + "/", budget)
            else:
                into[path] = _content(found, path, budget)
        finally:
            os.close(found)


def _told(path: str) -> str:
    """In a sentence: the end of a long one says which file it is."""
    return path if len(path) <= LONGEST_NAME else "..." + path[3 - LONGEST_NAME :]


def _opened(folder: int, name: str, path: str, flags: int) -> int:
    try:
        return os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC | flags, dir_fd=folder)
    except OSError as error:
        raise Unwanted(f"{_told(path)} cannot be read: {error.strerror}") from error


def _reading(folder: int) -> str:
    """A held folder as a path: its descriptor may be one that cannot be read from itself."""
    return f"/proc/self/fd/{folder}"


def _content(source: int, path: str, budget: Budget) -> bytes:
    """No more than it had when it was counted: nobody writes to it any more."""
    size = os.fstat(source).st_size
    budget.spend(path, size)
    with open(source, "rb", closefd=False) as file:
        return file.read(size)
