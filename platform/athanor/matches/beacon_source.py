"""Reading a round of the beacon from where the operator says: a file, an address, or a command of theirs."""

from __future__ import annotations

import shlex
import subprocess
from http.client import HTTPException
from pathlib import Path
from typing import Final
from urllib.error import HTTPError
from urllib.request import urlopen

from arena.replay.beacon import BadRounds, rounds_of

ANSWER_WITHIN: Final = 3.0
"""Seconds: the worker that settles matches is the one that asks."""
MOST_BYTES: Final = 4 * 1024 * 1024
NOT_THERE: Final = (404, 410)
"""HTTP statuses that speak of one round, and not of the whole beacon."""


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
    except (OSError, HTTPException, ValueError, subprocess.SubprocessError) as error:
        absent = isinstance(error, HTTPError) and error.code in NOT_THERE
        raise (Absent if absent else Silent)(f"{type(error).__name__}: {error}") from error
    if value is None:
        raise Absent(f"it answers without round {number}")
    return value


def _text(source: str, number: int) -> str:
    kind, _, place = source.partition(":")
    if kind == "file":
        return _decoded(Path(place).read_bytes())
    if kind == "command":
        words = [word.replace("{round}", str(number)) for word in shlex.split(place)]
        ended = subprocess.run(words, capture_output=True, timeout=ANSWER_WITHIN, check=False)
        if ended.returncode:
            raise BadRounds(
                f"the command ended with code {ended.returncode}: {ended.stderr.decode(errors='replace'):.200}"
            )
        return _decoded(ended.stdout)
    with urlopen(source.replace("{round}", str(number)), timeout=ANSWER_WITHIN) as answer:
        return _decoded(answer.read(MOST_BYTES + 1))


def _decoded(content: bytes) -> str:
    if len(content) > MOST_BYTES:
        raise BadRounds(f"it gives more than {MOST_BYTES} bytes")
    return content.decode()
