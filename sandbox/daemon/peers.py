"""Who is at the other end of a connection, by the kernel's word, and whether he may be."""

from __future__ import annotations

import errno
import os
import socket
import struct
from dataclasses import dataclass
from typing import Final

SO_PEERGROUPS: Final = getattr(socket, "SO_PEERGROUPS", 59)
CREDENTIALS: Final = struct.Struct("3i")
GROUP: Final = struct.Struct("I")
MOST_GROUPS: Final = 256
"""What Python can ask for; of a user with more only the first one counts."""


@dataclass(frozen=True, slots=True)
class Peer:
    pid: int
    uid: int
    groups: frozenset[int]


def of(connection: socket.socket) -> Peer:
    pid, uid, gid = CREDENTIALS.unpack(
        connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, CREDENTIALS.size)
    )
    try:
        told = connection.getsockopt(socket.SOL_SOCKET, SO_PEERGROUPS, MOST_GROUPS * GROUP.size)
    except OSError as error:
        if error.errno != errno.ERANGE:
            raise
        told = b""
    others = (group for (group,) in GROUP.iter_unpack(told))
    return Peer(pid, uid, frozenset((gid, *others)))


def may_connect(peer: Peer, group: int | None) -> bool:
    """Root, our own user, and the members of the one group."""
    return peer.uid in (0, os.geteuid()) or (group is not None and group in peer.groups)
