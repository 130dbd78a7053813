"""The tiles, parts, ingredients and alchemists (KZ-1 to KZ-10), from the data files.

Inside the engine each of them is a number, its place in its list here; names are for documents.
A set of parts is a whole number too, bit by bit.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

from arena.games.kazaam import units


def _table(name: str) -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("data", name).read_text(encoding="utf-8"))


def _ids(entries: list[dict[str, Any]]) -> tuple[str, ...]:
    return tuple(entry["id"] for entry in entries)


_DATA = _table("tiles.toml")
_FIGURES = _DATA["game"]
_ALCHEMISTS = _table("alchemists.toml")["alchemist"]

INGREDIENTS = _ids(_DATA["ingredient"])  # KZ-7
PARTS = _ids(_DATA["part"])  # KZ-2, row by row
HOMUNCULI = _ids(_DATA["homunculus"])
TILES = _ids(_DATA["tile"])  # KZ-6, in table order
ALCHEMISTS = _ids(_ALCHEMISTS)  # KZ-10

SEATS = range(_FIGURES["seats_min"], _FIGURES["seats_max"] + 1)
START_HAND: int = _FIGURES["start_hand"]
ACTIONS: int = _FIGURES["actions"]
HAND_LIMIT: int = _FIGURES["hand_limit"]
TORSO_TAKES: int = _FIGURES["torso_takes"]
SAME_BONUS: int = _FIGURES["same_bonus"]
FAVOURITE_BONUS: int = _FIGURES["favourite_bonus"]
COMPLETION_BONUS: int = _FIGURES["completion_bonus"]
DEFAULT_OPTIONS: dict[str, Any] = _DATA["options"]
UNITS_OF_EACH: dict[str, int] = {  # KZ-7, KZ-8
    "single": _DATA["counters"]["units_single"],
    "some-double": _DATA["counters"]["units_some_double"],
}

NONE = -1
"""No tile, no part, no seat."""
UNKNOWN_TILE = len(TILES)
"""What stands for a name that no tile has: it is in no hand."""

KINDS: tuple[str, ...] = tuple(part["kind"] for part in _DATA["part"])
POINTS: tuple[int, ...] = tuple(part["points"] for part in _DATA["part"])  # KZ-79
PARTS_OF_KIND: dict[str, tuple[int, ...]] = {
    kind: tuple(part for part in range(len(PARTS)) if KINDS[part] == kind) for kind in dict.fromkeys(KINDS)
}
(HEAD,) = PARTS_OF_KIND["head"]
(TORSO,) = PARTS_OF_KIND["torso"]
(TAIL,) = PARTS_OF_KIND["tail"]
HEAD_BIT, TORSO_BIT, TAIL_BIT = 1 << HEAD, 1 << TORSO, 1 << TAIL
BITS_OF_KIND = {kind: sum(1 << part for part in parts) for kind, parts in PARTS_OF_KIND.items()}
ALL_PARTS = (1 << len(PARTS)) - 1

PART_OF: tuple[int, ...] = tuple(PARTS.index(tile["part"]) for tile in _DATA["tile"])
BIT_OF: tuple[int, ...] = tuple(1 << part for part in PART_OF)
HOMUNCULUS_OF: tuple[int, ...] = tuple(HOMUNCULI.index(tile["homunculus"]) for tile in _DATA["tile"])
PRICE_OF: tuple[int, ...] = tuple(  # KZ-5
    sum(units.one(INGREDIENTS.index(symbol)) for symbol in tile["ingredients"]) for tile in _DATA["tile"]
)

FAVOURITE_INGREDIENT: tuple[int, ...] = tuple(INGREDIENTS.index(entry["ingredient"]) for entry in _ALCHEMISTS)
FAVOURITE_HOMUNCULUS: tuple[int, ...] = tuple(HOMUNCULI.index(entry["homunculus"]) for entry in _ALCHEMISTS)
YIELD_OF: tuple[tuple[int, ...], ...] = tuple(  # KZ-34, KZ-35: for each alchemist, of each tile
    tuple(price + units.one(favourite) for price in PRICE_OF) for favourite in FAVOURITE_INGREDIENT
)


PARTS_IN: tuple[tuple[int, ...], ...] = tuple(
    tuple(part for part in range(len(PARTS)) if some >> part & 1) for some in range(ALL_PARTS + 1)
)
"""By set of parts: its parts in order."""
