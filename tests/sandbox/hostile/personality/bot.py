"""Has the layout of memory no longer be random."""

from attacking import at_first, called


def attack():
    return {"fixed": called(135, 0x0040000), "asked": called(135, 0xFFFFFFFF)}


choose = at_first(attack)
