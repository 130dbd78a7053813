"""python3 -P -m athanor_adapter.dial -- COMMAND...: the first program of a box that nobody can look into.

Elsewhere the bot's socket is connected to from outside. Under a kernel of its own (gVisor) a box has no file that
the machine could see; so its inside dials out, to `CALL`, a socket of the keeper's in the box's file system.

1. The first call says `o` and carries what the box prints. A line that comes back is the word to begin: the
   command is started with the call as its output.
2. The second call says `l`, once the bot's server takes connections. All that comes on one of the two is passed
   on to the other: whoever answers the call has the bot's server at the other end, as if it had connected to it.
3. It ends as the command ends.
"""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import threading
import time
from typing import NoReturn

from athanor_adapter.failing import sentence

CALL = "/run/athanor.call"
OUTPUT = b"o"
LINE = b"l"
POLL = 0.002
CHUNK = 65536


def called(kind: bytes) -> socket.socket:
    line = socket.socket(socket.AF_UNIX)
    line.connect(CALL)
    line.sendall(kind)
    return line


def main(arguments: list[str]) -> NoReturn:
    output = called(OUTPUT)
    if not output.recv(CHUNK):
        # Whoever was to give the word is gone.
        os._exit(0)
    try:
        command = subprocess.Popen(
            arguments, stdin=subprocess.DEVNULL, stdout=output.fileno(), stderr=output.fileno()
        )
    except OSError as error:
        output.sendall(f"{sentence('the command', arguments[0], error)}\n".encode())
        os._exit(127)
    output.close()
    threading.Thread(target=relay, daemon=True).start()
    code = command.wait()
    os._exit(code if code >= 0 else 128 - code)


def relay() -> None:
    """Between the bot's server, once there is one, and who answers."""
    bot = server(os.environ["ATHANOR_SOCKET"])
    line = called(LINE)
    threading.Thread(target=passed_on, args=(line, bot), daemon=True).start()
    passed_on(bot, line)


def server(path: str) -> socket.socket:
    while True:
        bot = socket.socket(socket.AF_UNIX)
        try:
            bot.connect(path)
        except OSError:
            bot.close()
            time.sleep(POLL)
        else:
            return bot


def passed_on(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(CHUNK):
            target.sendall(data)
    for end, how in ((source, socket.SHUT_RD), (target, socket.SHUT_WR)):
        with contextlib.suppress(OSError):
            end.shutdown(how)


if __name__ == "__main__":
    main(sys.argv[2:])
