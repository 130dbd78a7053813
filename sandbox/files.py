"""Files into a sandbox and out of it: plain files and folders, bounded, nothing followed."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from athanor_contract.limits.sandbox import MIB

MOST_BYTES = 32 * MIB
MOST_FILES = 2_000
DEPTH = 16
LONGEST_NAME = 120
"""Letters of a path that are told."""
EXECUTABLE_STARTS = (b"\x7fELF", b"#!")


class Unwanted(Exception):
    """What a build left behind cannot be kept; the text says what it is."""


class TooBig(Unwanted):
    """More than a bundle may hold."""


def copy_in(source: Path, target: Path) -> None:
    """A bundle's folder for one box: readable by any user, whatever the modes of the original."""
    make(target)
    fill(source, target)


def make(target: Path) -> None:
    """An empty folder for the files of a bundle that is still to come."""
    target.mkdir()
    target.chmod(0o755)


def fill(source: Path, target: Path) -> None:
    """A bundle's files into the folder that was made for them. Raises Unwanted."""
    descriptor = os.open(source, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        _take(descriptor, target, "", Budget())
    finally:
        os.close(descriptor)


def take(folder: int, target: Path) -> None:
    """Copies what lies below a folder's descriptor into a new folder. Raises Unwanted."""
    make(target)
    _take(folder, target, "", Budget())


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


def _take(folder: int, target: Path, inside: str, budget: Budget) -> None:
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
                make(target / name)
                _take(found, target / name, path + "/", budget)
            else:
                _copy(found, target / name, path, budget)
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


def _copy(source: int, target: Path, path: str, budget: Budget) -> None:
    budget.spend(path, os.fstat(source).st_size)
    written = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
    with os.fdopen(written, "wb") as into:
        start = b""
        while chunk := os.read(source, MIB):
            start = start or chunk[:4]
            into.write(chunk)
        os.fchmod(into.fileno(), 0o755 if start.startswith(EXECUTABLE_STARTS) else 0o644)
