"""Spells, portals, runes, abilities and the cards of the expansions, from the data files (AZ-1 to AZ-12).

Inside the engine each of them is a number, its place in its list here; names are for documents. A spell is
9 x creature + part; Tommy cards follow the spells. Sets of runes and of positions are whole numbers, bit by bit.
"""

from __future__ import annotations

import tomllib
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Any, NamedTuple


def _table(name: str) -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("data", name).read_text(encoding="utf-8"))


def _ids(entries: list[dict[str, Any]]) -> tuple[str, ...]:
    return tuple(entry["id"] for entry in entries)


_BASE = _table("base.toml")
_SOLO = _BASE["solo"]
_POINTS = _BASE["points"]
_PORTALS = _table("portals.toml")["portal"]
_BOOK = _table("book.toml")
_TOMMY = _table("tommy.toml")
_UNIVERSITY = _table("university.toml")

NONE = -1
"""No card, no creature, no seat. As an index into a table of effects it finds the last entry: no effect."""

SEATS = range(1, 5)  # AZ-1
CREATURES: tuple[str, ...] = tuple(_BASE["creatures"])  # AZ-2
PARTS: tuple[str, ...] = tuple(_BASE["parts"])  # AZ-4
FACES: tuple[str, ...] = tuple(_BASE["die"])  # AZ-8
WILD = FACES.index("wild")
DICE: int = _BASE["dice"]
MAGIC_TOKENS: int = _BASE["magic_tokens"]  # AZ-9
DARK_TOKENS: int = _BASE["dark_tokens"]
DARK_LIMIT: int = _BASE["dark_limit"]  # AZ-35
DARK_LOST_AT: int = _SOLO["dark_lost_at"]  # AZ-108
START_HAND: int = _BASE["start_hand"]  # AZ-19
COLUMNS: int = _BASE["columns"]  # AZ-23
COLUMN_START: int = _BASE["column_start"]
ROUND_LIMIT: int = _BASE["round_limit"]  # AZ-13


def keeper_slots(seats: int) -> int:
    """AZ-10; two keepers as one in the solo mode (AZ-104)."""
    return int((_SOLO if seats == 1 else _BASE)["keeper_slots"])


def start_magic(seats: int) -> int:
    return int((_SOLO if seats == 1 else _BASE)["start_magic"])  # AZ-17, AZ-100


def creatures_in_box(seats: int) -> int:
    """AZ-18, AZ-102."""
    if seats == 1:
        return len(CREATURES) - int(_SOLO["creatures"])
    by_seats: dict[int, int] = {entry["seats"]: entry["creatures"] for entry in _BASE["box"]}
    return by_seats[seats]


# --- spells (AZ-2, AZ-3)

SPELLS = tuple(f"{creature}-{part}" for creature in CREATURES for part in PARTS)
PART_OF = tuple(spell % len(PARTS) for spell in range(len(SPELLS)))
CREATURE_OF = tuple(spell // len(PARTS) for spell in range(len(SPELLS)))
ALL_POSITIONS = (1 << len(PARTS)) - 1

# --- Tommy's cards (AZ-140), after the spells in canonical order

TOMMY = _ids(_TOMMY["card"])
TOMMY_A_SEAT: int = _TOMMY["per_seat"]  # AZ-141
FIRST_TOMMY = len(SPELLS)
CARDS = SPELLS + TOMMY
TOMMY_COPIES = tuple(
    FIRST_TOMMY + number for number, card in enumerate(_TOMMY["card"]) for _ in range(card["copies"])
)
IS_PERMANENT = tuple(card["kind"] == "permanent" for card in _TOMMY["card"])
UNKNOWN = len(CARDS)
"""What stands for a name that nothing has: it is nowhere, and of no creature in play."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures that Tommy's permanent cards change (AZ-147)."""

    hand_limit: int
    portal_limit: int
    dice: int
    keeper_cost: int
    column_limit: int
    first_at_position: int


@cache
def figures(active: tuple[int, ...]) -> Figures:
    """With these permanent cards open: their changes add up (AZ-148)."""
    usual = Figures(
        _BASE["hand_limit"],  # AZ-83
        _BASE["portal_limit"],  # AZ-82
        DICE,
        1,  # AZ-55
        _BASE["column_limit"],  # AZ-29
        _POINTS["first_at_position"],  # AZ-80
    )
    cards = [_TOMMY["card"][card - FIRST_TOMMY] for card in active]
    return Figures(*(figure + sum(card.get(name, 0) for card in cards) for name, figure in asdict(usual).items()))


# --- points (AZ-79 to AZ-93)

OWN_CREATURE: int = _POINTS["own_creature"]
FIRST_TO_FINISH: int = _POINTS["first_to_finish"]
LINE_SAME: int = _POINTS["line_same"]
LINE_DIFFERENT: int = _POINTS["line_different"]
PORTAL_PURE: int = _POINTS["portal_pure"]
WIDTH = 3
LINES = tuple(tuple(range(row * WIDTH, row * WIDTH + WIDTH)) for row in range(WIDTH)) + tuple(
    tuple(range(column, len(PARTS), WIDTH)) for column in range(WIDTH)
)
"""Rows and columns, no diagonals (AZ-92)."""

# --- runes of portals (AZ-5 to AZ-7)

RUNES = 2 * len(PARTS)
ALL_RUNES = (1 << RUNES) - 1
PAIR = 0b11
"""Both runes of position 0; of position q they are PAIR << 2q."""
FIRST_RUNES = ALL_RUNES // PAIR
"""Of every position the first of its runes."""
FACE_AT: tuple[tuple[int, ...], ...] = tuple(
    tuple(FACES.index(rune) for rune in portal["runes"]) for portal in _PORTALS
)
"""By portal and rune: its kind, as the face of a die that matches it."""
RUNES_FOR: tuple[tuple[int, ...], ...] = tuple(
    tuple(
        ALL_RUNES if face == WILD else sum(1 << rune for rune in range(RUNES) if kinds[rune] == face)
        for face in range(len(FACES))
    )
    for kinds in FACE_AT
)
"""By portal and face: the runes it can cover."""
assert tuple(portal["creature"] for portal in _PORTALS) == CREATURES

_HALF = RUNES // 2
_LOW = tuple(tuple(bit for bit in range(_HALF) if some >> bit & 1) for some in range(1 << _HALF))
_HIGH = tuple(tuple(bit + _HALF for bit in bits) for bits in _LOW)
POSITIONS_IN = _LOW
"""By set of positions: its positions in order."""
OPEN_RUNES = tuple(
    sum(PAIR << 2 * position for position in range(len(PARTS)) if not some >> position & 1)
    for some in range(1 << len(PARTS))
)
"""By set of filled positions: the runes still in play (AZ-36)."""


def runes_in(some: int) -> tuple[int, ...]:
    return _LOW[some & (1 << _HALF) - 1] + _HIGH[some >> _HALF]


# --- abilities and the University (AZ-11, AZ-161)

ABILITIES = _ids(_BASE["ability"])
SOLO_ABILITIES: tuple[int, ...] = tuple(ABILITIES.index(name) for name in _SOLO["abilities"])  # AZ-101
MIMIC = ABILITIES.index("mimic")
MAGICIANS = _ids(_UNIVERSITY["magician"])
KEEPERS = _ids(_UNIVERSITY["keeper"])
SCHOOL_DEAL: int = _UNIVERSITY["deal"]  # AZ-162
MAGICIANS_OF = {
    solo: tuple(number for number, card in enumerate(_UNIVERSITY["magician"]) if card["solo"] or not solo)
    for solo in (False, True)
}
"""Whether in the solo mode (AZ-168): the magicians dealt."""
KEEPERS_OF = {
    solo: tuple(number for number, card in enumerate(_UNIVERSITY["keeper"]) if card["solo"] or not solo)
    for solo in (False, True)
}
ABILITY_POWER = tuple(1 << number for number in range(len(ABILITIES)))
KEEPER_POWER = (*(1 << len(ABILITIES) + number for number in range(len(KEEPERS))), 0)
"""What a card lets its seat do, as a bit; those of KEEPERS end with NONE's."""


def _of_magicians(name: str) -> tuple[int, ...]:
    return (*(card.get(name, 0) for card in _UNIVERSITY["magician"]), 0)


HAND_OF = _of_magicians("hand_limit")  # AZ-164, by magician, the last for NONE
PORTAL_OF = _of_magicians("portal_limit")
MAGIC_ON_REST = _of_magicians("magic_on_rest")
MAGIC_ON_SKIP = _of_magicians("magic_on_skip")
EXTRA_ON_REDRAW = _of_magicians("extra_on_redraw")
SCHOOL_LINES = _of_magicians("lines")
SCHOOL_SPELLS = _of_magicians("spells")
SCHOOL_POINTS = _of_magicians("points")
HOARDER, FURNACE, CHARMED, MERCHANT, ENVOY, WEAVER, BREEDER, DEVOTEE = (
    MAGICIANS.index(name)
    for name in ("hoarder", "furnace", "charmed", "merchant", "envoy", "weaver", "breeder", "devotee")
)
CARDS_OF_STUDY, CARDS_OF_SWEEP = (
    int(_UNIVERSITY["keeper"][KEEPERS.index(name)]["cards"]) for name in ("study", "sweep")
)

# --- the Book of Magic (AZ-121)


class Line(NamedTuple):
    """How many spells it asks for."""

    first: int
    second: int
    joker: int


class Page(NamedTuple):
    first: int
    second: int
    lines: tuple[Line, ...]


def _lines(lines: list[list[int]]) -> tuple[Line, ...]:
    return tuple(Line(*line) for line in lines)


PAGE_NAMES = _ids(_BOOK["page"])
PAGE_DEAL: int = _BOOK["deal"]  # AZ-123
PAGES = tuple(
    Page(
        CREATURES.index(page["creatures"][0]),
        CREATURES.index(page["creatures"][1]),
        _lines(page["lines"]),
    )
    for page in _BOOK["page"]
)
PAGES_OF_REVISION_2 = tuple(
    page._replace(lines=_lines(old["lines"]))
    for page, old in zip(PAGES, _table("book-revision-2.toml")["page"], strict=True)
)
"""What the lines asked for when a spell counted for each of them."""


@cache
def subsets(items: int, size: int) -> tuple[tuple[int, ...], ...]:
    """All sets of so many places of a list, in order."""
    return tuple(combinations(range(items), size))


@cache
def places_in(some: int) -> tuple[int, ...]:
    """The bits of a number, from the lowest."""
    return tuple(bit for bit in range(some.bit_length()) if some >> bit & 1)
