"""Which two dice of a roll are kept, and what they are worth (AK-22 to AK-32).

The engine's rolls and the odds that authors ask for both go by these.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arena.games.alkemy.material import BASE_DICE, COLUMN, COLUMNS, MOST_ADDED, Face

Pair = tuple[int, int]
"""Two places in a roll, the earlier first."""


class Offer(NamedTuple):
    """A pair that may be kept against Parry (AK-32)."""

    dice: Pair
    total: int
    dom: int


def dice_count(net: int) -> int:
    """AK-22, AK-23: how many dice are rolled."""
    return BASE_DICE + min(abs(net), MOST_ADDED)


def pairs(count: int) -> list[Pair]:
    """AK-31: in the order in which they are tried."""
    return [(i, j) for i in range(count) for j in range(i + 1, count)]


def kept(dice: Sequence[Face], net: int) -> Pair:
    """AK-24, AK-25: the pair of a roll whose symbols do not matter, or of one with malus dice."""
    numbers = [die.number for die in dice]
    places = sorted(
        range(len(dice)), key=numbers.__getitem__, reverse=net > 0
    )  # stable: the earlier of equal ones
    first, second = places[:2]
    return (first, second) if first < second else (second, first)


def dom_of(one: Face, other: Face, row: Sequence[int], shift: int) -> int:
    """AK-29, AK-30: what the row gives for two symbols."""
    return row[min(max(COLUMN[one.symbol, other.symbol] + shift, 0), COLUMNS - 1)]


def best(dice: Sequence[Face], stat: int, difficulty: int, row: Sequence[int], shift: int) -> Pair:
    """AK-31: the pair of a COM roll or shot with bonus dice."""

    def worth(pair: Pair) -> tuple[bool, int, int]:
        one, other = dice[pair[0]], dice[pair[1]]
        total = one.number + other.number + stat
        hit = total >= difficulty
        return hit, dom_of(one, other, row, shift) if hit else 0, total

    return max(pairs(len(dice)), key=worth)  # the first of equal ones


def offers(dice: Sequence[Face], stat: int, row: Sequence[int], shift: int) -> list[Offer]:
    """AK-32: the pairs that an attacker with bonus dice may keep against Parry, by falling total."""
    all_offers = [
        Offer(
            (i, j), dice[i].number + dice[j].number + stat, dom_of(dice[i], dice[j], row, shift)
        )
        for i, j in pairs(len(dice))
    ]  # fmt: skip
    left: list[Offer] = []
    for offer in sorted(all_offers, key=lambda one: (-one.total, -one.dom)):  # stable: the earlier of equal ones
        if not left or offer.dom > left[-1].dom:
            left.append(offer)
    return left
