"""Hears what a bot at the same table says by looking up names that do not exist, which the kernel remembers."""

from attacking import at_first
from covert import names

BITS = 64


def attack():
    return {"heard": names.looked_up(BITS)}


choose = at_first(attack)
