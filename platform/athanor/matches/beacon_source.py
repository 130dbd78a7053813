"""Reading a round of the beacon from where the operator says: a file, an address, or a command of theirs."""

from __future__ import annotations

import os
import selectors
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from arena.replay.beacon import BadRounds, rounds_of
from athanor.matches import beacon_address

ANSWER_WITHIN: Final = 3.0
"""Seconds, all in all: the worker that settles matches is the one that asks."""
MOST_BYTES: Final = 4 * 1024 * 1024


class Silent(Exception):
    """The beacon did not give a round, and why."""


class Absent(Silent):
    """The beacon was reached, and does not have this round; it may have others."""


def value_of(source: str, number: int) -> str:
    """The randomness of a round. Raises Absent, or Silent where the source itself cannot be reached."""
    try:
        text = _text(source, number)
        value = rounds_of(text).get(number)
    except BadRounds as error:
        raise Absent(f"{type(error).__name__}: {error}") from error
    except (OSError, ValueError) as error:
        raise Silent(f"{type(error).__name__}: {error}") from error
    if value is None:
        raise Absent(f"it answers without round {number}")
    return value


def _text(source: str, number: int) -> str:
    kind, _, place = source.partition(":")
    if kind == "file":
        return _of_file(Path(place)).decode()
    if kind == "command":
        words = [word.replace("{round}", str(number)) for word in shlex.split(place)]
        code, told, complaint = _ran(words)
        if code:
            raise BadRounds(f"the command ended with code {code}: {complaint:.200}")
        return told.decode()
    address = source.replace("{round}", str(number))
    # By path and without site packages: it imports nothing of ours, so it starts quickly.
    reader = [sys.executable, "-I", "-S", str(Path(beacon_address.__file__)), address, str(MOST_BYTES)]
    code, told, complaint = _ran(reader)
    if code:
        raise (Absent if code == beacon_address.ABSENT else Silent)(complaint[-200:])
    return told.decode()


def _of_file(path: Path) -> bytes:
    # A pipe without a writer would not be opened for ever.
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
        return _bounded(file.read(MOST_BYTES + 1) or b"")


def _bounded(content: bytes) -> bytes:
    if len(content) > MOST_BYTES:
        raise BadRounds(f"it gives more than {MOST_BYTES} bytes")
    return content


def _ran(words: Sequence[str]) -> tuple[int, bytes, str]:
    """Exit code, output and complaints of a program that has `ANSWER_WITHIN` for everything, and is ended then
    with all that it started. Raises OSError, Silent, BadRounds."""
    piped = subprocess.PIPE
    program = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=piped, stderr=piped, start_new_session=True)
    with program:
        try:
            return _collected(program, time.monotonic() + ANSWER_WITHIN)
        except BaseException:
            with suppress(ProcessLookupError):
                os.killpg(program.pid, signal.SIGKILL)
            raise


def _collected(program: subprocess.Popen[bytes], until: float) -> tuple[int, bytes, str]:
    assert program.stdout is not None
    assert program.stderr is not None
    told, complaint = bytearray(), bytearray()
    with selectors.DefaultSelector() as open_pipes:
        open_pipes.register(program.stdout, selectors.EVENT_READ, told)
        open_pipes.register(program.stderr, selectors.EVENT_READ, complaint)
        while open_pipes.get_map():
            ready = open_pipes.select(max(0.0, until - time.monotonic()))
            if time.monotonic() > until:
                raise Silent(f"no whole answer within {ANSWER_WITHIN:g} seconds")
            for pipe, _ in ready:
                chunk = os.read(pipe.fd, 64 * 1024)
                pipe.data.extend(chunk)
                _bounded(pipe.data)
                if not chunk:
                    open_pipes.unregister(pipe.fileobj)
    try:
        code = program.wait(max(0.0, until - time.monotonic()))
    except subprocess.TimeoutExpired:
        raise Silent(f"no whole answer within {ANSWER_WITHIN:g} seconds") from None
    return code, bytes(told), complaint.decode(errors="replace").strip()
