"""A parcel: a bundle's files and how it is run, as one canonical stream whose SHA-256 is its digest.

    athanor-parcel 1\\n
    {"command":[...],"entries":[["bot.py",120],["data",-1],["data/book.txt",77]],"protocol":"stdio","runtime":"python"}\\n
    the files' bytes, one after the other

Entries are in the order of their paths, -1 is a folder; a folder comes before what is in it. The same files make
the same stream, and a stream that is not exactly what they would make is refused.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final, Literal, Protocol, get_args

from athanor_contract.limits.sandbox import MIB
from sandbox.files import DEPTH, MOST_BYTES, MOST_FILES
from sandbox.interface import Launch

MAGIC: Final = b"athanor-parcel 1\n"
LONGEST_HEAD: Final = 2 * MIB
LONGEST_COMMAND: Final = 16 * 1024
LONGEST_NAME: Final = 255
MOST_WORDS: Final = 64
FOLDER: Final = -1

BotProtocol = Literal["stdio", "grpc"]


class BadParcel(Exception):
    """Why a stream, or a folder, is no parcel."""


@dataclass(frozen=True, slots=True)
class Program:
    """What a parcel says besides its files."""

    runtime: str
    command: tuple[str, ...]
    protocol: BotProtocol

    @staticmethod
    def of(launch: Launch) -> Program:
        return Program(launch.runtime, launch.command, launch.protocol)


class Sink(Protocol):
    def write(self, data: bytes, /) -> object: ...


class Digesting:
    """Passes what is written on, and knows its digest and size."""

    def __init__(self, to: Sink | None = None) -> None:
        self._to = to
        self._hash = hashlib.sha256()
        self.size = 0

    def write(self, data: bytes) -> None:
        self._hash.update(data)
        self.size += len(data)
        if self._to is not None:
            self._to.write(data)

    @property
    def digest(self) -> str:
        return self._hash.hexdigest()


def pack(folder: Path, program: Program, to: Sink | None = None) -> Digesting:
    """Writes the parcel of a folder, if there is somebody to write to. Raises BadParcel."""
    root = _opened(folder.as_posix(), None, os.O_DIRECTORY)
    try:
        entries = list(_entries(root, "", 0))
        into = Digesting(to)
        into.write(MAGIC + _head(program, entries))
        for path, size in entries:
            if size != FOLDER:
                _copy_out(root, path, size, into)
        return into
    finally:
        os.close(root)


def unpack(stream: IO[bytes], into: Path) -> Program:
    """Lays the files out in a new folder, and says what they are run by. Raises BadParcel."""
    if stream.read(len(MAGIC)) != MAGIC:
        raise BadParcel("it does not begin as a parcel")
    line = stream.readline(LONGEST_HEAD)
    program, entries = _read_head(line)
    into.mkdir(mode=0o755)
    for path, size in entries:
        place = into / path
        if size == FOLDER:
            place.mkdir(mode=0o755)
        else:
            _copy_in(stream, place, path, size)
    if stream.read(1):
        raise BadParcel("bytes follow the last file")
    return program


def _head(program: Program, entries: list[tuple[str, int]]) -> bytes:
    said = {
        "command": program.command,
        "entries": entries,
        "protocol": program.protocol,
        "runtime": program.runtime,
    }
    head = json.dumps(said, sort_keys=True, separators=(",", ":")).encode() + b"\n"
    if len(head) > LONGEST_HEAD:
        raise BadParcel("the names of its files are too long")
    return head


def _read_head(line: bytes) -> tuple[Program, list[tuple[str, int]]]:
    try:
        said = json.loads(line)
        program = Program(said["runtime"], tuple(said["command"]), said["protocol"])
        entries = [(path, size) for path, size in said["entries"]]
    except (ValueError, RecursionError, TypeError, KeyError):
        raise BadParcel("its head is none") from None
    _check_program(program)
    _check_entries(entries)
    if _head(program, entries) != line:
        raise BadParcel("its head is not in canonical form")
    return program, entries


def _check_program(program: Program) -> None:
    if not isinstance(program.runtime, str) or program.protocol not in get_args(BotProtocol):
        raise BadParcel("its runtime must be a word, its protocol one of stdio, grpc")
    words = program.command
    if not 1 <= len(words) <= MOST_WORDS or not all(map(_is_word, words)):
        raise BadParcel(f"its command must be 1 to {MOST_WORDS} words")
    if sum(map(len, words)) > LONGEST_COMMAND:
        raise BadParcel(f"its command may have {LONGEST_COMMAND} characters")


def _is_word(word: Any) -> bool:
    try:
        return isinstance(word, str) and "\0" not in word and word.encode() is not None
    except UnicodeEncodeError:
        return False


def _check_entries(entries: list[tuple[Any, Any]]) -> None:
    if len(entries) > MOST_FILES:
        raise BadParcel(f"it may hold {MOST_FILES} files and folders")
    folders = {""}
    last: tuple[str, ...] = ()
    total = 0
    for path, size in entries:
        if not isinstance(path, str) or type(size) is not int or not FOLDER <= size <= MOST_BYTES:
            raise BadParcel("an entry must be a path and a size")
        parts = tuple(path.split("/"))
        if len(parts) > DEPTH or not all(map(_is_name, parts)):
            raise BadParcel(f"{path[:80]!r} is no path of a bundle")
        if parts <= last or "/".join(parts[:-1]) not in folders:
            raise BadParcel(f"{path[:80]!r} is out of order, or in no folder")
        last = parts
        if size == FOLDER:
            folders.add(path)
        total += max(size, 0)
    if total > MOST_BYTES:
        raise BadParcel(f"it may hold {MOST_BYTES // MIB} MiB")


def _is_name(part: str) -> bool:
    try:
        size = len(part.encode())
    except UnicodeEncodeError:
        return False
    return 0 < size <= LONGEST_NAME and part not in (".", "..") and "\0" not in part


def _entries(folder: int, inside: str, depth: int) -> Iterator[tuple[str, int]]:
    if depth >= DEPTH:
        raise BadParcel(f"folders nested deeper than {DEPTH}: {inside}")
    with os.scandir(folder) as found:
        names = sorted(entry.name for entry in found)
    for name in names:
        path = f"{inside}{name}"
        told = os.stat(name, dir_fd=folder, follow_symlinks=False)
        if name == "__pycache__" or stat.S_ISSOCK(told.st_mode):
            continue
        if not _is_name(name):
            raise BadParcel(f"{path!r} is no name that can be kept")
        if stat.S_ISREG(told.st_mode):
            yield path, told.st_size
        elif stat.S_ISDIR(told.st_mode):
            yield path, FOLDER
            below = _opened(name, folder, os.O_DIRECTORY)
            try:
                yield from _entries(below, path + "/", depth + 1)
            finally:
                os.close(below)
        else:
            raise BadParcel(f"{path} is no plain file: links and devices cannot be kept")


def _opened(name: str, folder: int | None, flags: int) -> int:
    try:
        return os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC | flags, dir_fd=folder)
    except OSError as error:
        raise BadParcel(f"{name} cannot be read: {error.strerror}") from error


def _copy_out(root: int, path: str, size: int, into: Digesting) -> None:
    source = _opened(path, root, 0)
    with os.fdopen(source, "rb") as file:
        left = size
        while left and (chunk := file.read(min(left, MIB))):
            into.write(chunk)
            left -= len(chunk)
        if left or file.read(1):
            raise BadParcel(f"{path} was changed while it was read")


def _copy_in(stream: IO[bytes], place: Path, path: str, size: int) -> None:
    written = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
    with os.fdopen(written, "wb") as file:
        left = size
        while left and (chunk := stream.read(min(left, MIB))):
            file.write(chunk)
            left -= len(chunk)
        if left:
            raise BadParcel(f"it ends within {path}")
