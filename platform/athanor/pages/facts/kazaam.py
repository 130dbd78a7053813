"""The tables and the pictures of Kazaam's rules page, from the engine's data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from arena.games.kazaam import units
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

CELL: Final = 48
LETTERS: Final[Mapping[str, str]] = dict(zip(INGREDIENTS, "MSRUDF", strict=True))

RULE_OF: Final[Mapping[str, str]] = {
    "malformed": "KZ-89",
    "game-over": "KZ-78",
    "not-your-turn": "KZ-89",
    "wrong-phase": "KZ-89",
    "no-actions-left": "KZ-18",
    "no-discard": "KZ-25",
    "hand-full": "KZ-24",
    "not-in-hand": "KZ-29",
    "deck-empty": "KZ-27",
    "part-in-play": "KZ-30",
    "cannot-pay": "KZ-29",
    "head-is-reaction": "KZ-60",
    "no-such-part": "KZ-40",
    "face-down": "KZ-41",
    "bad-target": "KZ-46",
    "target-hand-empty": "KZ-42",
    "discard-empty": "KZ-42",
    "supply-empty": "KZ-42",
    "bad-take": "KZ-56",
    "tail-targets-itself": "KZ-58",
    "no-target-tile": "KZ-42",
    "nothing-face-down": "KZ-39",
    "kazaam-is-automatic": "KZ-75",
    "not-complete": "KZ-75",
    "not-in-discard": "KZ-52",
}
"""The rule behind each refusal."""


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
        told = lying.get(part, "")
        cells.append(
            Cell(
                x=place % 3 * CELL,
                y=place // 3 * CELL,
                part=part.replace("-", " "),
                kind=KINDS[place],
                mirrored=part.startswith("right"),
                homunculus=told.removeprefix("-"),
                face="down" if told.startswith("-") else "up",
            )
        )
    return cells


MIXED: Final = dict(
    zip(PARTS, ("wood", "fur", "insect", "reptile", "fire", "-stone", "bone", "", "-fire"), strict=True)
)
SCORED: Final = dict(
    zip(PARTS, ("wood", "fur", "-bone", "insect", "fire", "stone", "insect", "-stone", "reptile"), strict=True)
)
"""The example of KZ-83: Severus favours the insect."""


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
    game = KazaamGame()
    return {
        "game": game,
        "homunculi": HOMUNCULI,
        "ingredients": list(LETTERS.items()),
        "parts": _parts(),
        "part_names": [part.replace("-", " ") for part in PARTS],
        "tiles": _tiles(),
        "alchemists": _alchemists(),
        "options": game.options.items(),
        "refusals": [
            {"code": code, "meaning": meaning, "rule": RULE_OF[code]} for code, meaning in game.refusals.items()
        ],
        "mixed": slab(MIXED),
        "scored": slab(SCORED),
    }
