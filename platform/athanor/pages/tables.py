"""How each game looks in a list and is called in a sentence.

To add a game: its sign in img/signs.svg, its renderer in static/athanor/player/games/, and a line here.
"""

from __future__ import annotations

from typing import NamedTuple


class Table(NamedTuple):
    title: str
    sentence: str
    score: str
    """What a seat's score counts."""


PLAYED = {
    "poison": Table(
        "Poison",
        "Three cauldrons, and nobody wants to make one overflow: who does takes what was in it.",
        "points, few are good",
    ),
    "kazaam": Table(
        "Kazaam",
        "Everybody builds a creature of nine parts. Each part can do something, once, before it turns its back.",
        "points, many are good",
    ),
}
