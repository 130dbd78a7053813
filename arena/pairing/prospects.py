"""Which places an entrant of a bracket may still reach, and the live order that follows from them.

A tier is a way out of the bracket: "beaten in round 3". Which tiers there will be, and how many entrants leave by
each, follows from the tree whoever wins, so who is out has its final place at once. Who is still in has a best and
a worst place. The order goes by the worst, which is what it has for certain, then by the best; the place that is
shown lies between the two.
"""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

from arena.pairing.bracket import UNKNOWN, Exit, From, Node, Spot, Tree, champion, exits, spots
from arena.pairing.record import Record


class Tier(NamedTuple):
    """Sorts from the winner down."""

    is_beaten: bool
    before_last: int
    """The round, as a negative number: later is better."""
    is_third_place: bool
    rank: int


WINNER: Final = Tier(False, 0, False, 1)


def tier(node: Node, rank: int) -> Tier:
    return Tier(True, -node.round, node.section == "third", rank)


class Placed(NamedTuple):
    place: int
    entrants: list[str]
    """They share the place, and stand in the order of the draw."""


def placed(tree: Tree, record: Record) -> list[Placed]:
    """Everybody of the bracket as things stand, best first; disqualified entrants come last."""
    outlook = Outlook(tree, record)
    groups: dict[tuple[bool, int, int], list[str]] = {}
    for one, left in exits(tree, record).items():
        best, worst = (0, 0) if one in record.disqualified else outlook.of(one, left)
        groups.setdefault((one in record.disqualified, worst, best), []).append(one)
    order: list[Placed] = []
    position = place = 1
    for is_disqualified, worst, best in sorted(groups):
        members = groups[is_disqualified, worst, best]
        place = position if is_disqualified else max(place, best, min(position, worst))
        order.append(Placed(place, sorted(members, key=record.numbers.__getitem__)))
        position += len(members)
    return order


class Outlook:
    """What is still to come of a bracket, if nobody else withdraws."""

    def __init__(self, tree: Tree, record: Record) -> None:
        self._tree = tree
        self._spots = spots(tree, record)
        self._drains = tree.drains()
        self._winner = champion(tree, record)
        self._coming: dict[tuple[str, int], bool] = {}
        """Whether anybody comes out of an undecided node as its n-th."""
        self._sizes: Counter[Tier] = Counter()
        """How many leave by each tier, disqualified entrants not counted."""
        self._places: dict[Tier, int] = {}
        self._ranges: dict[str, tuple[int, int]] = {}
        for one, left in exits(tree, record).items():
            if one not in record.disqualified and self._is_settled(left):
                self._sizes[self._tier(one, left)] += 1
        for spot in self._spots.values():
            if spot.out is None:
                self._leave(spot, sum(one in record.disqualified for one in spot.people))

    def of(self, entrant: str, left: Exit) -> tuple[int, int]:
        """The best and the worst place that an entrant may come to; the same twice once it is settled."""
        if not self._is_settled(left):
            return self._range(left.node.name)
        place = self._place(self._tier(entrant, left))
        return place, place

    def _is_settled(self, left: Exit) -> bool:
        return left.is_out or self._spots[left.node.name].out is not None

    def _tier(self, entrant: str, left: Exit) -> Tier:
        return WINNER if entrant == self._winner else tier(left.node, left.rank)

    def _leave(self, spot: Spot, disqualified: int) -> None:
        """Who will leave by a node that is not decided; disqualified entrants are its last."""
        node, people = spot.node, self._people(spot)
        for rank in range(1, len(node.sources) + 1):
            self._coming[node.name, rank] = rank <= people
            if rank <= people - disqualified and (node.name, rank) not in self._drains:
                self._sizes[self._way_out(node, rank)] += 1

    def _way_out(self, node: Node, rank: int) -> Tier:
        return WINNER if (node.name, rank) == (self._tree.last, 1) else tier(node, rank)

    def _people(self, spot: Spot) -> int:
        slots = zip(spot.slots, spot.node.sources, strict=True)
        return sum(
            self._coming[source.name, source.rank]
            if slot == UNKNOWN and isinstance(source, From)
            else slot is not None
            for slot, source in slots
        )

    def _place(self, left_by: Tier) -> int:
        if left_by not in self._places:
            self._places[left_by] = 1 + sum(size for other, size in self._sizes.items() if other < left_by)
        return self._places[left_by]

    def _range(self, name: str) -> tuple[int, int]:
        """Of who plays at a node that is not decided."""
        if name not in self._ranges:
            node = self._spots[name].node
            ends: list[int] = []
            for rank in range(1, len(node.sources) + 1):
                if self._coming[name, rank]:
                    onward = self._drains.get((name, rank))
                    ends += self._range(onward) if onward else (self._place(self._way_out(node, rank)),)
            self._ranges[name] = (min(ends), max(ends))
        return self._ranges[name]
