"""Hears what a bot at the same table says by which files are in memory: by asking, or by the time of reading."""

import time

from attacking import at_first
from covert import pages

BITS = 64
ROUNDS = 21
PAUSE = 0.05


def attack():
    rounds = [heard() for _ in range(ROUNDS)]
    return {"heard": "".join("1" if sum(one) > ROUNDS // 2 else "0" for one in zip(*rounds, strict=True))}


def heard() -> list[bool]:
    """Others read the same files now and then, so that one look may be wrong."""
    time.sleep(PAUSE)
    return [is_in_memory(path) for path in FILES]


def is_in_memory(path):
    with pages.opened(path) as file:
        return pages.is_in_memory(file, 0)


FILES = pages.small(BITS)
choose = at_first(attack)
