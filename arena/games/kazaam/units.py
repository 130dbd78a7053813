"""Six counts of ingredients in one whole number: a byte an ingredient, mercury lowest (KZ-7).

No count ever reaches 128, so the top bit of each byte is free. Set in a sum before another is taken away from
it, it stays where the count was large enough: one subtraction compares all six.
"""

from __future__ import annotations

from collections.abc import Iterable

INGREDIENTS = 6
BITS = 8
GUARDS = 0x80_80_80_80_80_80


def packed(counts: Iterable[int]) -> int:
    return sum(count << BITS * ingredient for ingredient, count in enumerate(counts))


def counts(units: int) -> tuple[int, ...]:
    return tuple(units.to_bytes(INGREDIENTS, "little"))


def one(ingredient: int) -> int:
    return 1 << BITS * ingredient


def total(units: int) -> int:
    """The sum of the six: the digits of a number to base 256 add up modulo 255, and no sum reaches that."""
    return units % 255


def covers(units: int, due: int) -> bool:
    """Whether there is of each ingredient what is due."""
    return ((units | GUARDS) - due) & GUARDS == GUARDS


def lesser(first: int, second: int) -> int:
    """Of each ingredient the lesser of two counts."""
    enough = (first | GUARDS) - second & GUARDS
    taken_from_second = enough - (enough >> BITS - 1)  # all ones below each guard that stayed
    return second & taken_from_second | first & ~taken_from_second
