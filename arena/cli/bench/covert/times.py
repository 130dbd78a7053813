"""When a device was written to last: everybody who may write to one can set that to now."""

from __future__ import annotations

import os
from pathlib import Path

PATHS = [Path("/dev", name) for name in ("null", "zero", "full", "random", "urandom")]


def told() -> list[int]:
    return [path.stat().st_mtime_ns for path in PATHS]


seen = told()


def touch(bits: str) -> None:
    for path, bit in zip(PATHS, bits, strict=False):
        before = path.stat().st_mtime_ns
        # The clock of files may stand for some milliseconds.
        while bit == "1" and path.stat().st_mtime_ns == before:
            try:
                os.utime(path)
            except OSError:
                return


def touched(number: int) -> str:
    before, seen[:] = [*seen], told()
    return "".join("1" if one != other else "0" for one, other in zip(before, seen, strict=True))[:number]


CHANNELS = {"times of devices": (touch, touched)}
