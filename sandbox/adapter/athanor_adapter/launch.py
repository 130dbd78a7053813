"""python3 -P -m athanor_adapter.launch: the first program of a warm slot. It becomes the bot that it is told.

1. Everything that a bot needs is imported, while there is no bot: grpc, protobuf, the SDK, the stdio adapter. A
   gRPC server is started too, under a name at which nobody looks: it becomes that of the SDK or the adapter.
2. It listens at `CONTROL` in the socket folder, which only the sandbox's keeper can look into, takes one
   connection, and removes the name. It says `warm`, and again whenever it is asked with an empty line.
3. A line of JSON, `{"command": [...]}`, is the word: the bundle's files lie in /bot now. It says `go`, closes the
   connection, and goes on as that command: in this same process where it is the interpreter that runs already,
   else by execve. Nothing of the connection, and no other descriptor, is left to the bot.

The end of the connection without a word is the end of the slot.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import socket
from pathlib import Path
from typing import NoReturn

from athanor_adapter.becoming import become
from athanor_bot.sparing import SparingImports

CONTROL = "control.sock"
EARLY = "early.sock"
WARM = b"warm\n"
GO = b"go\n"
LONGEST_WORD = 1024 * 1024
NEEDED = (
    "athanor_adapter.match",
    "athanor_bot.functions",
    "athanor_bot.serving",
    "athanor_adapter.lines",
    "athanorpb.codec",
    "athanorpb.v1.bot_pb2_grpc",
    "concurrent.futures.thread",
    "grpc",
    "random",
    "subprocess",
)


def main() -> NoReturn:
    with SparingImports():
        for name in NEEDED:
            importlib.import_module(name)
    from athanor_bot import serving

    door = Path(os.environ["ATHANOR_SOCKET"]).parent
    serving.early.append(serving.Early(str(door / EARLY)))
    gc.collect()
    gc.freeze()
    become(told(door / CONTROL))


def told(path: Path) -> list[str]:
    """The word, once somebody outside has connected and said it."""
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(path))
        door.listen(1)
        keeper, _ = door.accept()
    path.unlink()
    with keeper:
        keeper.sendall(WARM)
        while not (line := _line(keeper)).strip():
            keeper.sendall(WARM)
        word = json.loads(line)
        keeper.sendall(GO)
    return list(word["command"])


def _line(keeper: socket.socket) -> bytes:
    line = b""
    while not line.endswith(b"\n"):
        chunk = keeper.recv(65536)
        if not chunk or len(line) > LONGEST_WORD:
            # os._exit: whoever kept this slot is gone, or is not who we think it is.
            os._exit(0)
        line += chunk
    return line


if __name__ == "__main__":
    main()
