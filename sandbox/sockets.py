"""What lies in the sockets of a box that no cgroup bounds: the kernel's memory, which no process is charged with.

What was sent and not taken waits in the receiver's queue, also in that of a connection which nobody has accepted,
and after whoever sent it has closed its end: three descriptors can hold gigabytes. A box's sockets are those of
its network namespace, and the kernel tells of them whoever asks there (sock_diag). So a helper goes in once, opens
a line to the kernel, hands it out and ends: the namespace belongs to the user who made the box. From then on a
look is one question. What a sender has on its way is told exactly; of one that has gone it is not, and the queue
counts as all that it may hold, for as long as one look finds it as the one before did. Of
datagrams only the first is told, which may be empty: their queue counts so whatever is told.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import socket
import struct
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Final

PROGRAM: Final = """
import _socket, array, ctypes, os, sys
call = ctypes.CDLL(None, use_errno=True).setns
for namespace in map(int, sys.argv[2:]):
    if call(namespace, 0) != 0:
        os._exit(1)
line = _socket.socket(16, 3, 4)
rights = [(1, 1, array.array("i", [line.fileno()]))]
_socket.socket(fileno=int(sys.argv[1])).sendmsg([b"s"], rights)
os._exit(0)
"""
"""Into the user namespace that a network namespace belongs to, and into that one: a NETLINK_SOCK_DIAG there."""
OWNER_OF: Final = 0xB701
"""NS_GET_USERNS, an ioctl: Python has no name for it."""
PATIENCE: Final = 10.0

HEADER: Final = struct.Struct("=IHHII")
REQUEST: Final = struct.Struct("=BBHIIIII")
SOCKET: Final = struct.Struct("=BBBBIII")
ATTRIBUTE: Final = struct.Struct("=HH")
QUEUES: Final = struct.Struct("=II")
BY_FAMILY, DUMP, DONE, FAILED = 20, 0x301, 3, 2
SHOW_QUEUES, OF_QUEUES, OF_SHUTDOWN, BOTH_WAYS = 0x10, 4, 6, 3
ANY: Final = 0xFFFF_FFFF
LISTENS, DATAGRAM = 10, socket.SOCK_DGRAM
QUESTION: Final = HEADER.pack(HEADER.size + REQUEST.size, BY_FAMILY, DUMP, 1, 0) + REQUEST.pack(
    socket.AF_UNIX, 0, 0, ANY, 0, SHOW_QUEUES, ANY, ANY
)
CHUNK: Final = 1024 * 1024

SETTINGS: Final = Path("/proc/sys/net/core")
AS_LINUX_HAS_IT: Final = 4 * 1024 * 1024
DATAGRAMS: Final = 11
"""Senders whose datagrams may wait in one queue."""


class Sockets:
    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._before = 0

    @staticmethod
    def of_process(pid: int) -> Sockets | None:
        """Those of its network namespace; None: this host does not let us look, or it is gone."""
        opened: list[int] = []
        ours, its_end = socket.socketpair()
        try:
            opened.append(network := os.open(f"/proc/{pid}/ns/net", os.O_RDONLY | os.O_CLOEXEC))
            opened.append(owner := fcntl.ioctl(network, OWNER_OF))
            command = [sys.executable, "-I", "-S", "-c", PROGRAM, *map(str, (its_end.fileno(), owner, network))]
            given = (its_end.fileno(), owner, network)
            subprocess.run(
                command, pass_fds=given, env={}, stderr=subprocess.DEVNULL, timeout=PATIENCE, check=True
            )
            _, descriptors, _, _ = socket.recv_fds(ours, 1, 1, socket.MSG_DONTWAIT)
            line = socket.socket(fileno=descriptors[0])
            line.setblocking(False)
            return Sockets(line)
        except (OSError, subprocess.SubprocessError, IndexError):
            # The last: where this process may open nothing more, what was handed to it is lost.
            return None
        finally:
            ours.close()
            its_end.close()
            for descriptor in opened:
                os.close(descriptor)

    def held(self) -> int:
        """Bytes, at most, that wait in them, and did at the look before."""
        found = 0
        with contextlib.suppress(OSError):
            self._line.send(QUESTION)
            while (told := _held(self._line.recv(CHUNK))) is not None:
                found += told
        before, self._before = self._before, found
        return min(before, found)

    def close(self) -> None:
        self._line.close()


def _held(answer: bytes) -> int | None:
    """Of the sockets that one part of an answer tells of; None: it was the last part."""
    found = at = 0
    while at < len(answer):
        length, kind, _, _, _ = HEADER.unpack_from(answer, at)
        if kind in (DONE, FAILED):
            return None
        found += _of_one(answer[at + HEADER.size : at + length])
        at += (length + 3) & ~3
    return found


def _of_one(told: bytes) -> int:
    _, kind, state, _, _, _, _ = SOCKET.unpack_from(told)
    at, waits, sent, end = SOCKET.size, 0, 0, 0
    while at < len(told):
        length, name = ATTRIBUTE.unpack_from(told, at)
        value = at + ATTRIBUTE.size
        if name == OF_QUEUES:
            waits, sent = QUEUES.unpack_from(told, value)
        elif name == OF_SHUTDOWN:
            end = told[value]
        at += (max(length, ATTRIBUTE.size) + 3) & ~3
    if state == LISTENS:
        return waits * most_in_a_queue()
    if kind == DATAGRAM:
        return sent + DATAGRAMS * most_in_a_queue()
    return sent + (most_in_a_queue() if waits and end == BOTH_WAYS else 0)


@cache
def most_in_a_queue() -> int:
    """Bytes that one sender may have on their way, by this host. Not everywhere can it be asked for that."""
    told = [AS_LINUX_HAS_IT]
    for name in ("max", "default"):
        with contextlib.suppress(OSError):
            told.append(int((SETTINGS / f"wmem_{name}").read_text()))
    return 2 * max(told[1:] or told)
