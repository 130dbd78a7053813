"""Bytes in memory that nobody can change any more, handed over by descriptor.

What a client hands to sandboxd is a stranger's: a file could change while it is looked at, a pipe or a file system
of the stranger's own could keep whoever reads it waiting. A sealed memory file does neither.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import socket
import struct
from functools import cache
from queue import SimpleQueue
from threading import Thread
from typing import Final

NAME: Final = "athanor-bundle"
SEALS: Final = fcntl.F_SEAL_SEAL | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_WRITE
NO_LINGER: Final = struct.pack("ii", 0, 0)

_to_close: SimpleQueue[int] = SimpleQueue()


class Unsealed(Exception):
    """Why a descriptor, or what it holds, is not taken."""


def sealed(content: bytes) -> int:
    """A descriptor, to be closed by the caller."""
    descriptor = os.memfd_create(NAME, os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    try:
        written = 0
        while written < len(content):
            written += os.write(descriptor, memoryview(content)[written:])
        fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, SEALS)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def content_of(descriptor: int, most: int) -> bytes:
    """All of it; the descriptor is closed. Raises Unsealed."""
    if not _is_sealed(descriptor):
        let_go(descriptor)
        raise Unsealed("it must be a sealed memory file")
    try:
        size = os.fstat(descriptor).st_size
        if size > most:
            raise Unsealed(f"it has {size} bytes: {most} are the most")
        pieces = []
        at = 0
        while at < size and (piece := os.pread(descriptor, size - at, at)):
            pieces.append(piece)
            at += len(piece)
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)
    except OSError as error:
        raise Unsealed(f"it cannot be read: {error.strerror}") from error
    finally:
        os.close(descriptor)


def let_go(descriptor: int) -> None:
    """Closes what a stranger has sent, by a thread of its own: that of a socket, or of a file system of the
    stranger's, may take as long as the stranger likes."""
    _closer()
    _to_close.put(descriptor)


@cache
def _closer() -> Thread:
    def close() -> None:
        while True:
            descriptor = _to_close.get()
            _hurry(descriptor)
            with contextlib.suppress(OSError):
                os.close(descriptor)

    thread = Thread(target=close, name="descriptors", daemon=True)
    thread.start()
    return thread


def _hurry(descriptor: int) -> None:
    """A socket, whose sender may have said that whoever closes it waits, for hours, until all was read."""
    try:
        line = socket.socket(fileno=descriptor)
    except OSError:
        # No socket.
        return
    with contextlib.suppress(OSError):
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, NO_LINGER)
    line.detach()


def _is_sealed(descriptor: int) -> bool:
    try:
        return fcntl.fcntl(descriptor, fcntl.F_GET_SEALS) & SEALS == SEALS
    except OSError:
        # No file of the memory's.
        return False
