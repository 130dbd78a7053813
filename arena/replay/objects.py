"""How many objects a msgpack document would become, before one of them is made.

A byte may be a list, which takes 64 in memory: a file of a thousand bytes can say thirty million of them.
"""

from __future__ import annotations

from typing import Final

FIXED: Final = {
    0xCA: 4, 0xCB: 8, 0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8, 0xD0: 1, 0xD1: 2, 0xD2: 4, 0xD3: 8,
    0xD4: 2, 0xD5: 3, 0xD6: 5, 0xD7: 9, 0xD8: 17,
    # Lists and maps: their length; what they hold follows, and is counted as it comes.
    0xDC: 2, 0xDD: 4, 0xDE: 2, 0xDF: 4,
}  # fmt: skip
"""Bytes that follow a first byte, whatever they are."""
MEASURED: Final = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xC7: 1, 0xC8: 2, 0xC9: 4, 0xD9: 1, 0xDA: 2, 0xDB: 4}
"""Bytes that say how many more follow: binary, extensions (with a byte for their type), texts."""
EXTENSIONS: Final = frozenset((0xC7, 0xC8, 0xC9))


def more_than(most: int, packed: bytes) -> bool:
    """Whether there are. Of bytes that are no msgpack as many are counted as could be met in reading them."""
    if len(packed) <= most:
        # An object has at least one byte.
        return False
    place, count, end = 0, 0, len(packed)
    while place < end and count <= most:
        first = packed[place]
        count += 1
        place += 1
        if first < 0xA0 or first >= 0xE0:
            continue
        if first < 0xC0:
            place += first & 0x1F
        elif (width := MEASURED.get(first)) is not None:
            length = int.from_bytes(packed[place : place + width], "big")
            place += width + length + (first in EXTENSIONS)
        else:
            place += FIXED.get(first, 0)
    return count > most
