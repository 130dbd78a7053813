"""Bots of one author kept apart: entrants change places in the draw, within their tier, as little as it takes.

A tier are places of the draw that are worth the same: one row of the snake that deals groups, numbers 5 to 8 of a
bracket. So the best stay where they are, as with the pots of a cup. Where an author has more bots than there are
groups, some of them meet all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

PASSES = 4
"""Through everybody: each exchange makes it better, and later passes find next to nothing."""


@dataclass(frozen=True, slots=True)
class Nearness:
    """What places of a draw have to do with each other; places count from 0."""

    tiers: Sequence[range]
    cost: Callable[[int, int], int]
    """How bad it is that two of one author have these places; 0 where they do not meet by that."""


NOBODY: Mapping[str, str] = {}


def tiers_of(entrants: int, first: int, *, doubles: bool) -> list[range]:
    """The places in tiers of `first`, each as large or, in brackets, twice as large as all before it."""
    tiers, start, size = [], 0, first
    while start < entrants:
        tiers.append(range(start, min(start + size, entrants)))
        start += size
        size = start if doubles else size
    return tiers


def arranged(
    order: Sequence[str],
    authors: Mapping[str, str],
    near: Nearness | None,
    came_from: Mapping[str, tuple[int, str]] | None = None,
) -> tuple[str, ...]:
    """The order of the draw. `came_from`: place and group of an earlier stage, which the exchanges respect."""
    if near is None or len({authors[one] for one in order if authors.get(one)}) == sum(
        bool(authors.get(one)) for one in order
    ):
        return tuple(order)
    return _Draw(order, authors, near, came_from or {}).improved()


class _Draw:
    def __init__(
        self,
        order: Sequence[str],
        authors: Mapping[str, str],
        near: Nearness,
        came_from: Mapping[str, tuple[int, str]],
    ) -> None:
        self.order = list(order)
        self.authors = authors
        self.near = near
        self.came_from = came_from
        self.at: dict[str, set[int]] = {}
        """The places of an author's bots."""
        for place, one in enumerate(order):
            if authors.get(one):
                self.at.setdefault(authors[one], set()).add(place)

    def improved(self) -> tuple[str, ...]:
        for _ in range(PASSES):
            if not sum(self._moved(tier, place) for tier in self.near.tiers for place in tier):
                break
        return tuple(self.order)

    def _moved(self, tier: range, place: int) -> bool:
        """Whether somebody of the tier changed places with this one, for the better."""
        if not self._cost(place, self.order[place], -1):
            return False
        gains = [(self._gain(place, other), abs(place - other), other) for other in tier if other != place]
        allowed = [one for one in gains if one[0] < 0 and self._may(place, one[2])]
        if not allowed:
            return False
        self._exchange(place, min(allowed)[2])
        return True

    def _gain(self, place: int, other: int) -> int:
        """What an exchange changes; less is better."""
        one, there = self.order[place], self.order[other]
        if self.authors.get(one) == self.authors.get(there):
            return 0
        before = self._cost(place, one, other) + self._cost(other, there, place)
        return self._cost(other, one, place) + self._cost(place, there, other) - before

    def _cost(self, place: int, one: str, besides: int) -> int:
        """Of an entrant at a place; who is at `besides` changes places with it."""
        mine = self.at.get(self.authors.get(one, ""), ())
        return sum(self.near.cost(place, other) for other in mine if other not in (place, besides))

    def _may(self, place: int, other: int) -> bool:
        """Of groups those who came in at the same place change, and not so that two of one group meet at once."""
        one, there = self.order[place], self.order[other]
        if self.came_from.get(one, (0, ""))[0] != self.came_from.get(there, (0, ""))[0]:
            return False
        before = self._of_one_group(place) + self._of_one_group(other)
        self._exchange(place, other)
        after = self._of_one_group(place) + self._of_one_group(other)
        self._exchange(place, other)
        return after <= before

    def _of_one_group(self, place: int) -> int:
        group = self.came_from.get(self.order[place], (0, ""))[1]
        costs = (
            {other: self.near.cost(place, other) for other in range(len(self.order)) if other != place}
            if group
            else {}
        )
        worst = max(costs.values(), default=0)
        return sum(
            cost == worst and self.came_from.get(self.order[other], (0, ""))[1] == group
            for other, cost in costs.items()
        )

    def _exchange(self, place: int, other: int) -> None:
        self.order[place], self.order[other] = self.order[other], self.order[place]
        for here, before in ((place, other), (other, place)):
            author = self.authors.get(self.order[here])
            if author:
                self.at[author] = self.at[author] - {before} | {here}
        # Two of one author that change places keep both.
        for here in (place, other):
            author = self.authors.get(self.order[here])
            if author:
                self.at[author] = self.at[author] | {here}


def together(numbers: Mapping[str, int], authors: Mapping[str, str]) -> dict[str, set[tuple[int, int]]]:
    """By author: the pairs of its bots, by their numbers; the author with the most bots last."""
    of: dict[str, list[int]] = {}
    for one, number in numbers.items():
        if authors.get(one):
            of.setdefault(authors[one], []).append(number)
    several = sorted((len(mine), author) for author, mine in of.items() if len(mine) > 1)
    return {
        author: {(one, other) for one in of[author] for other in of[author] if one != other}
        for _, author in several
    }
