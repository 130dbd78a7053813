"""How the terms of an arithmetic read."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from arena.pairing.standings import Term

HALVES = {Fraction(0): "", Fraction(1, 2): "½"}


def round_name(number: int) -> str:
    return f"Round {number}"


def shown(value: Fraction) -> str:
    """5½, 3, 2.33: halves as such, anything finer with two places."""
    whole, rest = divmod(value, 1)
    if rest in HALVES:
        return f"{whole if whole or not rest else ''}{HALVES[rest]}"
    return f"{float(value):.2f}"


def total(terms: Iterable[Term]) -> Fraction:
    return sum((term.value for term in terms if term.counted), Fraction(0))
