"""The way to a bot's socket without following anything that the bot could have put there.

The folder of the socket lies inside the sandbox and is held by a descriptor that was opened before the bot could
change anything. The socket is looked up in it without following links, pinned by a descriptor of its own, and
connected to by that: whatever the bot does to the name later, the guard talks to what was seen first.
"""

from __future__ import annotations

import os
import socket
import stat

from sandbox.interface import SandboxFault
from sandbox.runtimes.table import DOOR, SOCKET


class Doorway:
    def __init__(self, folder: int) -> None:
        self._folder = folder
        self._socket = -1

    @staticmethod
    def of_process(pid: int, folder: str = DOOR) -> Doorway:
        """The socket folder as a process in the sandbox sees it."""
        path = f"/proc/{pid}/root{folder}"
        try:
            return Doorway(os.open(path, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC))
        except OSError as error:
            raise SandboxFault(f"the sandbox's socket folder cannot be opened from outside: {error}") from error

    @property
    def folder(self) -> int:
        return self._folder

    @property
    def path(self) -> str:
        """The bot's socket by its descriptor, for clients in this process, once it was connected to."""
        return f"/proc/self/fd/{self._socket}"

    def connected(self) -> socket.socket | None:
        """A connection to the bot's server; None while it does not listen there, or takes no more."""
        if self._socket < 0:
            try:
                found = os.open(SOCKET, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=self._folder)
            except OSError:
                return None
            if not stat.S_ISSOCK(os.fstat(found).st_mode):
                os.close(found)
                return None
            self._socket = found
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.setblocking(False)
        try:
            connection.connect(self.path)
        except OSError:
            connection.close()
            return None
        return connection

    def close(self) -> None:
        for descriptor in (self._socket, self._folder):
            if descriptor >= 0:
                os.close(descriptor)
        self._socket = self._folder = -1


class Outside(Doorway):
    """A socket in an ordinary folder, for the driver without walls."""

    def __init__(self, folder: str) -> None:
        super().__init__(os.open(folder, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC))
