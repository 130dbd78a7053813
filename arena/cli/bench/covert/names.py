"""Which names were looked up that do not exist: the kernel remembers that, and answers faster the second time."""

from __future__ import annotations

import os
import time
from math import sqrt
from pathlib import Path
from statistics import median

FOLDER = "/usr/lib/athanor"
EACH = 4
"""Names of one bit. Each can be heard once, since hearing is looking up."""
OF_THIS_TIME = Path(__file__).with_name("word").read_text()
"""As names that were looked up before are known already."""


def names(what: object) -> list[str]:
    return [f"{FOLDER}/{OF_THIS_TIME}-{what}-{number}" for number in range(EACH)]


def look_up(bits: str) -> None:
    for place, bit in enumerate(bits):
        if bit == "1":
            for name in names(place):
                os.access(name, os.F_OK)


def looked_up(number: int) -> str:
    """Whatever disturbs a look makes it slower. So the quickest of a bit's names counts, and is compared with the
    quickest of names that nobody looked up, and of the same names again."""
    found, new, known = [], [], []
    for place in range(number):
        nobodys = names(f"nobody-{place}")
        new.append(quickest(nobodys))
        known.append(quickest(nobodys))
        found.append(quickest(names(place)))
    between = sqrt(median(new) * median(known))
    return "".join("1" if one < between else "0" for one in found)


def quickest(paths: list[str]) -> int:
    times = []
    for path in paths:
        begin = time.perf_counter_ns()
        os.access(path, os.F_OK)
        times.append(time.perf_counter_ns() - begin)
    return min(times)


CHANNELS = {"names that were looked up": (look_up, looked_up)}
