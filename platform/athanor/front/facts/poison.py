"""The tables and the pictures of Poison's rules page, from the engine's data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from arena.games.poison.game import Poison
from arena.games.poison.material import (
    COLOURS,
    COPIES,
    NAMES,
    OVERFLOW_ABOVE,
    POISON,
    POISON_POINTS,
    POTION_POINTS,
    VALUES,
    bag_of,
)
from arena.games.poison.options import TABLES
from arena.games.poison.scoring import reckon
from athanor.front.facts import rulings

FLOOR, BRIM = 160, 58
"""Of the surface in a cauldron, as player/games/poison/cauldron.js has them."""
HOT: Final = 10


class Flask(NamedTuple):
    x: int
    colour: str
    value: int


class Cauldron(NamedTuple):
    """A picture of a cauldron with its cards beside it."""

    told: str
    """The cards, for the test that compares them with the scenario."""
    name: str
    """Of its clip path on the page."""
    sum: int
    kind: str
    heat: int
    surface: float
    flasks: Sequence[Flask]


def flasks(cards: str) -> list[Flask]:
    return [
        Flask(place * 30, card.partition("-")[0], VALUES[NAMES.index(card)])
        for place, card in enumerate(cards.split())
    ]


def cauldron(name: str, cards: str) -> Cauldron:
    drawn = flasks(cards)
    total = sum(flask.value for flask in drawn)
    kinds = [flask.colour for flask in drawn if flask.colour != "poison"] or [flask.colour for flask in drawn]
    return Cauldron(
        told=cards,
        name=name,
        sum=total,
        kind=kinds[0] if kinds else "empty",
        heat=0 if total < HOT else min(total, OVERFLOW_ABOVE) - HOT + 1,
        surface=round(FLOOR - (FLOOR - BRIM) * min(total, OVERFLOW_ABOVE) / OVERFLOW_ABOVE, 1),
        flasks=drawn,
    )


TAKEN: Final = (
    "red-1 red-1 blue-1 blue-2 blue-2 poison",
    "red-1 red-2 red-2 red-2 red-4 red-4 purple-1 purple-1",
    "red-5 red-5 red-5 red-7 red-7 blue-4 blue-4 purple-1 purple-2 purple-2 purple-2 purple-4 purple-4"
    " poison poison",
    "red-7 blue-5 blue-5 blue-5 blue-7 blue-7 blue-7 purple-5 purple-5 purple-5 purple-7 purple-7 purple-7"
    " poison poison poison poison",
)
"""What four seats have taken in the example of PO-39, by seat."""


class Reckoned(NamedTuple):
    seat: int
    told: str
    counts: Sequence[tuple[int, bool]]
    """By colour, poison last: how many, and whether that is the majority."""
    points: int


def reckoned() -> list[Reckoned]:
    """The example of PO-39, judged by the engine."""
    judged = reckon([bag_of(cards.split()) for cards in TAKEN])
    rows = []
    for seat, (cards, row) in enumerate(zip(TAKEN, judged, strict=True)):
        kinds = [card.partition("-")[0] for card in cards.split()]
        counts = [(kinds.count(colour), colour in row.majorities) for colour in (*COLOURS, "poison")]
        rows.append(Reckoned(seat, cards, counts, row.points))
    return rows


def poison() -> Mapping[str, object]:
    game = Poison()
    first = [kind for kind in range(POISON) if NAMES[kind].startswith(COLOURS[0])]
    return {
        **rulings.of(game),
        "cards": sum(COPIES),
        "potions": sum(COPIES[kind] for kind in first),
        "copies": [(VALUES[kind], COPIES[kind], COPIES[kind] * len(COLOURS)) for kind in first],
        "poison": (VALUES[POISON], COPIES[POISON]),
        "brim": OVERFLOW_ABOVE,
        "against": (POTION_POINTS, POISON_POINTS),
        "deals": [_deal(seats) for seats in game.seats],
        "samples": [(name, flasks(card)[0]) for name, card in zip((*COLOURS, "poison"), _SAMPLES, strict=True)],
        "colours": [cauldron(f"colour-{place}", cards) for place, cards in enumerate(_COLOURED)],
        "full": cauldron("full", "blue-7 blue-4 blue-2"),
        "spilt": cauldron("spilt", "blue-4"),
        "brewed": cauldron("brewed", "red-5 red-2 poison"),
        "thrown": cauldron("thrown", "red-5"),
        "reckoned": reckoned(),
    }


_SAMPLES: Final = ("red-7", "blue-4", "purple-1", "poison")
_COLOURED: Final = ("red-5 red-1", "poison", "")


def _deal(seats: int) -> dict[str, object]:
    table = TABLES[seats, "deal-all"]
    cards = sum(COPIES)
    hands = [len(range(place, cards, table.hands)) for place in range(seats)]
    return {
        "seats": seats,
        "hands": table.hands,
        "sizes": ", ".join(map(str, hands)),
        "aside": table.aside,
        "rounds": table.rounds,
        "longest": Poison().longest(seats, {}),
        "longest_pile": Poison().longest(seats, {"variant": "draw-five"}),
    }
