"""A sign for every bot, in the manner of the alchemists' notation: a body, something in it, something on it.

It is a function of the name alone, so that a reader learns to know a bot by its sign.
"""

from __future__ import annotations

import hashlib
from typing import NamedTuple

HUES = 6

BODIES = (
    "M16 10a6 6 0 1 1 0 12a6 6 0 1 1 0-12z",
    "M16 9l7.500 13h-15z",
    "M8.500 10h15L16 23z",
    "M10 10h12v12H10z",
    "M16 8.500l7.500 7.500-7.500 7.500L8.500 16z",
    "M21 10.500a7 7 0 1 0 0 11a8.500 8.500 0 0 1 0-11z",
    "M11 9h10l3.500 7-3.500 7H11l-3.500-7z",
)
INSIDES = ("", "M16 15.900v.2", "M12.500 16h7", "M16 13v6", "M13.500 16h5M16 13.500v5")
CROWNS = (
    "",
    "M16 9V3M13 5.500h6",
    "M10 3.500c0 4 2.500 5 6 5s6-1 6-5",
    "M16 8.500V2.500M13 5l3-2.700 3 2.700",
    "M11 4.500h10M16 4.500V9",
    "M13 3l3 4 3-4",
)
FEET = (
    "",
    "M16 23v6.500M13 26.500h6",
    "M16 23v6.500M13 27l3 2.700 3-2.700",
    "M11.500 28h9M16 23.500V28",
    "M12.500 28.500l3.500-5 3.500 5",
)


class Sigil(NamedTuple):
    path: str
    hue: int


def sigil(name: str) -> Sigil:
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).digest()
    crown, foot = CROWNS[digest[2] % len(CROWNS)], FEET[digest[3] % len(FEET)]
    if not crown and not foot:
        crown = CROWNS[1]
    parts = BODIES[digest[0] % len(BODIES)], INSIDES[digest[1] % len(INSIDES)], crown, foot
    return Sigil("".join(parts), digest[4] % HUES)
