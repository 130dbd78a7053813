"""The tables and the pictures of Kazaam's rules page, from the engine's data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from arena.games.kazaam import material, units
from arena.games.kazaam.game import KazaamGame
from arena.games.kazaam.material import (
    ALCHEMISTS,
    FAVOURITE_HOMUNCULUS,
    FAVOURITE_INGREDIENT,
    HOMUNCULI,
    HOMUNCULUS_OF,
    INGREDIENTS,
    KINDS,
    PART_OF,
    PARTS,
    POINTS,
    PRICE_OF,
    TILES,
)
from athanor.front.facts import moments, rulings

CELL: Final = 48
LETTERS: Final[Mapping[str, str]] = dict(zip(INGREDIENTS, "MSRUDF", strict=True))


class Cell(NamedTuple):
    """A place of a slab in a picture."""

    x: int
    y: int
    part: str
    kind: str
    mirrored: bool
    homunculus: str
    """Empty: nothing lies there."""
    face: str


def slab(lying: Mapping[str, str]) -> list[Cell]:
    """A creature as a picture: each part's homunculus, and a minus before it where it lies face down."""
    cells = []
    for place, part in enumerate(PARTS):
        lies = lying.get(part, "")
        cells.append(
            Cell(
                x=place % 3 * CELL,
                y=place // 3 * CELL,
                part=part.replace("-", " "),
                kind=KINDS[place],
                mirrored=part.startswith("right"),
                homunculus=lies.removeprefix("-"),
                face="down" if lies.startswith("-") else "up",
            )
        )
    return cells


MIXED: Final = dict(
    zip(PARTS, ("wood", "fur", "insect", "reptile", "fire", "-stone", "bone", "", "-fire"), strict=True)
)
SCORED: Final = dict(
    zip(PARTS, ("fire", "wood", "-wood", "insect", "reptile", "fur", "bone", "-stone", "insect"), strict=True)
)
"""The example of KZ-83: Severus favours the insect."""


def told(lying: Mapping[str, str]) -> str:
    """The same in a word a part, for the test that compares it with the scenario."""
    return " ".join(lying.get(part) or "." for part in PARTS)


def _symbols(tile: int) -> str:
    counts = zip(LETTERS.values(), units.counts(PRICE_OF[tile]), strict=True)
    return " ".join(letter for letter, count in counts for _ in range(count))


def _tiles() -> list[Mapping[str, object]]:
    rows: list[Mapping[str, object]] = []
    for homunculus, name in enumerate(HOMUNCULI):
        mine = [tile for tile in range(len(TILES)) if HOMUNCULUS_OF[tile] == homunculus]
        first = {PART_OF[tile]: _symbols(tile) for tile in reversed(mine)}
        second = [PARTS[PART_OF[tile]] for tile in mine if TILES[tile].endswith("-2")]
        rows.append({"name": name, "symbols": [first[part] for part in range(len(PARTS))], "second": second})
    return rows


def _parts() -> list[tuple[str, str, int, int]]:
    shown = {PART_OF[tile]: units.total(PRICE_OF[tile]) for tile in range(len(TILES))}
    return [(part, KINDS[place], POINTS[place], shown[place]) for place, part in enumerate(PARTS)]


def _alchemists() -> list[Sequence[str]]:
    return [
        (name, INGREDIENTS[FAVOURITE_INGREDIENT[place]], HOMUNCULI[FAVOURITE_HOMUNCULUS[place]])
        for place, name in enumerate(ALCHEMISTS)
    ]


def kazaam() -> Mapping[str, object]:
    return {
        **rulings.of(KazaamGame()),
        "material": material,
        "units": [material.UNITS_OF_EACH[counters] for counters in ("single", "some-double")],
        "homunculi": HOMUNCULI,
        "ingredients": list(LETTERS.items()),
        "parts": _parts(),
        "part_names": [part.replace("-", " ") for part in PARTS],
        "tiles": _tiles(),
        "alchemists": _alchemists(),
        "mixed": slab(MIXED),
        "scored": slab(SCORED),
        "scored_told": told(SCORED),
        "turn": moments.turn("kazaam", seats=2, seed=bytes([1]) * 32, number=12),
    }
