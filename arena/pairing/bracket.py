"""Brackets: a fixed tree of places, and who has reached them.

A tree is built once from the number of entrants. Who stands where is read from the decided matches every time
anew, from the first round to the last: a place is fed by a number of the draw, or by whoever came out n-th of
an earlier place. It may be *unknown* as yet, or *nobody*: a bye, or somebody who withdrew before the pairing
was made. A node with too few people to play is a walkover, and they go on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from arena.pairing.events import Paired, Pairing
from arena.pairing.matches import Match
from arena.pairing.record import Record

UNKNOWN: Final = ""
"""No entrant has an empty key."""
Occupant: TypeAlias = str | None
"""An entrant, UNKNOWN, or None: nobody."""


class Number(NamedTuple):
    """A place fed by the draw."""

    number: int


class From(NamedTuple):
    """A place fed by who came out `rank`-th of a node, 1 for the winner."""

    name: str
    rank: int


Source: TypeAlias = Number | From


@dataclass(frozen=True, slots=True)
class Node:
    name: str
    """ "W1-3"."""
    section: str
    title: str
    column: int
    place: int
    """In its column, from 0."""
    round: int
    """When it is played: the order in time of both sides of a bracket."""
    sources: tuple[Source, ...]
    go_on: int = 1
    reset_of: str = ""
    """Only played when the second player of that node won it."""


@dataclass(frozen=True, slots=True)
class Tree:
    nodes: tuple[Node, ...]
    """In the order of time."""
    last: str
    """Whose winner has won it all."""

    def drains(self) -> dict[tuple[str, int], str]:
        """Which node a rank of a node leads to."""
        return {
            (source.name, source.rank): node.name
            for node in self.nodes
            for source in node.sources
            if isinstance(source, From)
        }


def ways_up(tree: Tree) -> dict[int, list[str]]:
    """By number of the draw: the nodes that it comes to if it wins every time."""
    drains = tree.drains()
    ways: dict[int, list[str]] = {}
    for node in tree.nodes:
        for source in node.sources:
            if isinstance(source, Number):
                way = [node.name]
                while onward := drains.get((way[-1], 1)):
                    way.append(onward)
                ways[source.number] = way
    return ways


@dataclass(slots=True)
class Spot:
    """A node as it stands."""

    node: Node
    slots: tuple[Occupant, ...]
    match: Match | None
    out: tuple[Occupant, ...] | None
    """By rank; None while it is open."""
    left: tuple[str, ...] = ()
    """Who had reached it and withdrew before it was paired."""

    @property
    def people(self) -> tuple[str, ...]:
        return tuple(one for one in self.slots if one)

    @property
    def is_ready(self) -> bool:
        """To be paired."""
        return self.match is None and self.out is None and UNKNOWN not in self.slots


def spots(tree: Tree, record: Record) -> dict[str, Spot]:
    """Every node of the tree as it stands now."""
    found: dict[str, Spot] = {}
    prefix = f"{record.number}-"
    for node in tree.nodes:
        match = record.matches.get(prefix + node.name)
        slots = tuple(_occupant(source, record, found) for source in node.sources)
        if node.reset_of:
            slots = _reset(found[node.reset_of], slots)
        left = tuple(
            one for one in slots if one and (one in record.gone if match is None else one not in match.players)
        )
        if left:
            slots = tuple(None if one in left else one for one in slots)
        found[node.name] = Spot(node, slots, match, _out(node, slots, match, record), left)
    return found


def _occupant(source: Source, record: Record, found: Mapping[str, Spot]) -> Occupant:
    if isinstance(source, Number):
        return record.field[source.number - 1] if source.number <= len(record.field) else None
    out = found[source.name].out
    return UNKNOWN if out is None else out[source.rank - 1]


def _reset(before: Spot, slots: tuple[Occupant, ...]) -> tuple[Occupant, ...]:
    """The second grand final is for two only where the one from the losers' side won the first."""
    if before.out is None or before.out[0] == before.slots[1]:
        return slots
    return (before.out[0], None)


def _out(
    node: Node, slots: tuple[Occupant, ...], match: Match | None, record: Record
) -> tuple[Occupant, ...] | None:
    size = len(slots)
    if match is not None:
        if match.outcome is None:
            return None
        people = match.in_order()
    elif UNKNOWN in slots:
        return None
    else:
        people = sorted((one for one in slots if one), key=record.numbers.__getitem__)
        if len(people) > node.go_on and len(people) >= record.settings.seats.least:
            return None
    return (*people, *(None,) * (size - len(people)))


def ready(tree: Tree, record: Record, *, flowing: bool) -> Paired | None:
    """The pairings that are known and were not made yet, of the earliest round that has any."""
    if record.open and not flowing:
        return None
    waiting = [spot for spot in spots(tree, record).values() if spot.is_ready]
    if not waiting:
        return None
    first = min(spot.node.round for spot in waiting)
    sat = _first_seats(record)
    pairings = tuple(
        Pairing(f"{record.number}-{spot.node.name}", _seated(spot.people, record, sat))
        for spot in waiting
        if spot.node.round == first
    )
    return Paired(record.number, first, pairings)


def _first_seats(record: Record) -> dict[str, int]:
    """How far front each entrant has sat so far: less is further."""
    sat = dict.fromkeys(record.order, 0)
    for match in record.regular():
        for seat, player in enumerate(match.players):
            sat[player] += 2 * seat - len(match.players) + 1
    return sat


def _seated(people: Iterable[str], record: Record, sat: Mapping[str, int]) -> tuple[str, ...]:
    """Who has sat furthest back sits in front; among equals the better number."""
    return tuple(sorted(people, key=lambda one: (-sat[one], record.numbers[one])))


def is_complete(tree: Tree, record: Record) -> bool:
    return all(spot.out is not None for spot in spots(tree, record).values())


def depending(tree: Tree, record: Record, match: Match) -> list[str]:
    """The keys of the matches below it that were made already."""
    prefix = f"{record.number}-"
    touched = {match.key.removeprefix(prefix)}
    for node in tree.nodes:
        if any(isinstance(source, From) and source.name in touched for source in node.sources):
            touched.add(node.name)
    below = [prefix + node.name for node in tree.nodes if node.name in touched]
    return [key for key in below if key != match.key and key in record.matches]


class Exit(NamedTuple):
    """How far an entrant has come."""

    node: Node
    rank: int
    """At its last table; as many as it has seats for who was not there."""
    is_out: bool


def exits(tree: Tree, record: Record) -> dict[str, Exit]:
    """Of every entrant that was drawn."""
    reached: dict[str, Exit] = {}
    found = spots(tree, record)
    drains = tree.drains()
    for spot in found.values():
        node = spot.node
        if node.reset_of and spot.out is not None and spot.match is None:
            _nobody_needs_it(found[node.reset_of], reached)
            continue
        for one in spot.people:
            rank = 1 if spot.out is None else spot.out.index(one) + 1
            goes_on = (node.name, rank) in drains or (node.name == tree.last and rank == 1)
            reached[one] = Exit(node, rank, spot.out is not None and not goes_on)
        for one in spot.left:
            reached[one] = Exit(node, len(node.sources), True)
    return reached


def _nobody_needs_it(first: Spot, reached: dict[str, Exit]) -> None:
    """A second grand final: who lost the first one is out by that."""
    loser = first.out[1] if first.out else None
    if loser is not None:
        reached[loser] = Exit(first.node, 2, True)


def champion(tree: Tree, record: Record) -> str | None:
    out = spots(tree, record)[tree.last].out
    return out[0] if out else None
