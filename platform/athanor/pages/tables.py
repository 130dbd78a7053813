"""How each game looks in a list and is called in a sentence.

To add a game: its sign in img/signs.svg, its renderer in static/athanor/player/games/, and a line here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Table(NamedTuple):
    title: str
    sentence: str
    score: str
    """What a seat's score counts."""
    pages: Sequence[tuple[str, str]] = ()
    """More of the site that is for this game: addresses and titles."""


PLAYED = {
    "poison": Table(
        "Poison",
        "Three cauldrons, and nobody wants to make one overflow: who does takes what was in it.",
        "the lowest score wins",
    ),
    "kazaam": Table(
        "Kazaam",
        "Everybody builds a creature of nine parts. Each part can do something, once, before it turns its back.",
        "the highest score wins",
    ),
    "alakazoo": Table(
        "Alakazoo",
        "Dice wake the runes of a portal, and a creature is summoned piece by piece, before the dark power grows.",
        "the highest score wins",
    ),
    "alkemy": Table(
        "Alkemy",
        "Two small bands fight for three markers on a table: sight, cover and reach to the hundredth of an inch.",
        "first to 3 victory points",
        (("/alkemy/armies/", "Make an army"), ("/alkemy/cards/", "All cards")),
    ),
}
