"""Sends 200 open files with every frame, as often as it may."""

import os
import socket

from wire import ACK, PING, frame, serve


def attack(wire, ask) -> None:
    files = [os.dup(0) for _ in range(200)]
    part = frame(PING, ACK, 0, bytes(8))
    for _ in range(50):
        try:
            socket.send_fds(wire.connection, [part], files)
        except OSError:
            # More are under way than it may have open.
            wire.send(part)


serve(attack)
