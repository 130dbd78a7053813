"""Calls itself, says much and hangs up: nobody takes the calls, and what was said waits with the kernel."""

import socket

from attacking import at_first, until_looked_at

MIB = 1024 * 1024


def attack():
    """400 MB, behind one descriptor."""
    filled = 0
    with socket.socket(socket.AF_UNIX) as door:
        door.bind("\0queue")
        door.listen(4096)
        while filled < 400 * MIB:
            with socket.socket(socket.AF_UNIX) as caller:
                caller.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MIB)
                caller.setblocking(False)
                try:
                    caller.connect("\0queue")
                    while True:
                        filled += caller.send(bytes(32768))
                except BlockingIOError:
                    pass
        until_looked_at()
    return {"filled": filled // MIB}


choose = at_first(attack)
