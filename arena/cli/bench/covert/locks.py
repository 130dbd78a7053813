"""Which bytes another box has locked: of a device, which both can write to, and of a file, which both can read."""

from __future__ import annotations

import fcntl
import os
import struct
from functools import cache

from . import pages

DEVICE = "/dev/full"
LIBRARY = "/usr/lib/athanor/"
"""Where boxes have files of the machine in common, if they have any: in a container the others are copies."""
LOCK = "hhqqi"
"""struct flock: kind, from where, first byte, bytes, whose."""


@cache
def device() -> int:
    return os.open(DEVICE, os.O_RDWR)


@cache
def file() -> int:
    return os.open(next(path for path in pages.files() if path.startswith(LIBRARY)), os.O_RDONLY)


def is_locked_by_us(opened: int, kind: int, place: int) -> bool:
    try:
        fcntl.fcntl(opened, fcntl.F_SETLK, struct.pack(LOCK, kind, os.SEEK_SET, place, 1, 0))
    except OSError:
        return False
    return True


def lock_device(bits: str) -> None:
    for place, bit in enumerate(bits):
        if bit == "1":
            is_locked_by_us(device(), fcntl.F_WRLCK, place)


def locked_device(number: int) -> str:
    return "".join("0" if is_locked_by_us(device(), fcntl.F_WRLCK, place) else "1" for place in range(number))


def lock_file(bits: str) -> None:
    for place, bit in enumerate(bits):
        if bit == "1":
            is_locked_by_us(file(), fcntl.F_RDLCK, place)


def locked_file(number: int) -> str:
    return "".join("1" if is_locked_elsewhere(place) else "0" for place in range(number))


def is_locked_elsewhere(place: int) -> bool:
    asked = struct.pack(LOCK, fcntl.F_WRLCK, os.SEEK_SET, place, 1, 0)
    try:
        kind, *_ = struct.unpack(LOCK, fcntl.fcntl(file(), fcntl.F_GETLK, asked))
    except OSError:
        return False
    return bool(kind != fcntl.F_UNLCK)


CHANNELS = {
    "bytes of a device that are locked": (lock_device, locked_device),
    "bytes of a file that are locked": (lock_file, locked_file),
}
