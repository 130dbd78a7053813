"""The cards: kinds, names, values, colours, and bags of them.

A *kind* is a number: the place of a card's name in canonical order (PO-4), red-1 being 0 and poison the last.
A *bag* is a multiset of cards as one whole number with a hexadecimal digit for each kind, its number of copies;
kind 0 has the lowest digit. Bags are united by adding them, so a state's bags can be kept, copied and compared
cheaply. No kind has more than 15 copies (asserted below), so that no digit runs over.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from typing import Any, Final

DATA = resources.files(__package__) / "data"


def table(name: str) -> Mapping[str, Any]:
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


DECK: Final = table("deck.toml")

CAULDRONS: Final[int] = DECK["cauldrons"]  # PO-5
OVERFLOW_ABOVE: Final[int] = DECK["overflow_above"]  # PO-29
POTION_POINTS: Final[int] = DECK["potion_points"]  # PO-36
POISON_POINTS: Final[int] = DECK["poison_points"]  # PO-37

COLOURS: Final[tuple[str, ...]] = tuple(DECK["colours"])
NO_COLOUR: Final = len(COLOURS)
"""The colour of a cauldron without one, and of a poison card (PO-3)."""
COLOUR_NAMES: Final = (*COLOURS, "none")

_POTIONS: Final = [
    (f"{colour}-{row['value']}", row["value"], place, row["copies"])
    for place, colour in enumerate(COLOURS)
    for row in sorted(DECK["potion"], key=lambda row: int(row["value"]))
]
_KINDS: Final = [*_POTIONS, ("poison", DECK["poison"]["value"], NO_COLOUR, DECK["poison"]["copies"])]

NAMES: Final[tuple[str, ...]] = tuple(name for name, _, _, _ in _KINDS)
VALUES: Final[tuple[int, ...]] = tuple(value for _, value, _, _ in _KINDS)
COLOUR_OF: Final[tuple[int, ...]] = tuple(colour for _, _, colour, _ in _KINDS)
COPIES: Final[tuple[int, ...]] = tuple(copies for _, _, _, copies in _KINDS)
KIND_OF: Final[Mapping[str, int]] = {name: kind for kind, name in enumerate(NAMES)}
POISON: Final = KIND_OF["poison"]
KINDS_A_COLOUR: Final = len(DECK["potion"])

DIGIT: Final = 4
"""Bits a kind has in a bag."""
ONE: Final[tuple[int, ...]] = tuple(1 << DIGIT * kind for kind in range(len(NAMES)))
"""The bag of one card, by kind."""
ONE_OF: Final[Mapping[str, int]] = dict(zip(NAMES, ONE, strict=True))
"""The same by name."""
HELD: Final[tuple[int, ...]] = tuple(15 << DIGIT * kind for kind in range(len(NAMES)))
"""The digit of a kind: a bag has cards of it where this is not all zeros."""
DECK_KINDS: Final[tuple[int, ...]] = tuple(kind for kind, copies in enumerate(COPIES) for _ in range(copies))
"""All cards in canonical order, as kinds: what is shuffled (PO-12)."""

assert max(COPIES) < 1 << DIGIT
assert len(COLOURS) == 3  # `parts` spells them out

_EVEN_DIGITS: Final = int("0f" * (len(NAMES) + 1), 16)
_PART_BITS: Final = DIGIT * KINDS_A_COLOUR
PART: Final = (1 << _PART_BITS) - 1


def bag_of(cards: Iterable[str]) -> int:
    return sum(map(ONE_OF.__getitem__, cards))


def size(bag: int) -> int:
    """How many cards are in the bag: its digits in pairs, then the sum of the pairs, which is below 255."""
    return ((bag & _EVEN_DIGITS) + (bag >> DIGIT & _EVEN_DIGITS)) % 255


def parts(bag: int) -> tuple[int, ...]:
    """The cards of each colour, then the poison: each as a bag whose lowest digit is the colour's lowest card.

    Each colour has but a few hundred such parts, so what follows from one is worth keeping in a table.
    """
    return (
        bag & PART,
        bag >> _PART_BITS & PART,
        bag >> 2 * _PART_BITS & PART,
        bag >> 3 * _PART_BITS,
    )


@cache
def _names_of(part: int, colour: int) -> tuple[str, ...]:
    first = KINDS_A_COLOUR * colour
    kinds = range(min(KINDS_A_COLOUR, len(NAMES) - first))
    return tuple(NAMES[first + place] for place in kinds for _ in range(part >> DIGIT * place & 15))


def names(bag: int) -> tuple[str, ...]:
    """The names of the cards in the bag, in canonical order (PO-4)."""
    red, blue, purple, poison = parts(bag)
    return _names_of(red, 0) + _names_of(blue, 1) + _names_of(purple, 2) + _names_of(poison, NO_COLOUR)
