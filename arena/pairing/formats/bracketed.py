"""What all formats with a bracket have in common: a tree built from the number of entrants."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import TypeVar

from arena.pairing import bracket
from arena.pairing.apart import Nearness, tiers_of
from arena.pairing.bracket import Node, Number, Tree
from arena.pairing.events import Paired
from arena.pairing.formats.course import Course
from arena.pairing.layout import Layout, laid_out
from arena.pairing.matches import Match
from arena.pairing.planning import PlannedRound
from arena.pairing.record import Record
from arena.pairing.settings import Format, Problem

F = TypeVar("F", bound=Format)


class BracketCourse(Course[F]):
    @abstractmethod
    def tree(self, entrants: int) -> Tree:
        """Where so many play."""

    def tree_of(self, record: Record) -> Tree:
        return self.tree(len(record.field))

    def next(self, record: Record) -> Paired | None:
        return bracket.ready(self.tree_of(record), record, flowing=self.is_flowing)

    def is_complete(self, record: Record) -> bool:
        return bracket.is_complete(self.tree_of(record), record)

    def is_paired(self, record: Record) -> bool:
        found = bracket.spots(self.tree_of(record), record).values()
        return all(spot.match is not None or spot.out is not None for spot in found)

    def late(self, record: Record) -> str:
        return "The bracket is drawn and has no place left: enter the next tournament."

    def can_end(self) -> bool:
        return False

    def takes_corrections(self) -> bool:
        return False

    def depends(self, record: Record, match: Match) -> list[str]:
        return bracket.depending(self.tree_of(record), record, match)

    def go_on(self, record: Record, name: str) -> int:
        return next((node.go_on for node in self.tree_of(record).nodes if node.name == name), 0)

    def layout(self, record: Record) -> Layout:
        return laid_out(self.tree_of(record), record)

    def nearness(self, entrants: int) -> Nearness:
        """The sooner two would meet if both went on winning, the worse."""
        tree = self.tree(entrants)
        ways = bracket.ways_up(tree)
        rounds = {node.name: node.round for node in tree.nodes}
        last = max(rounds.values(), default=0)

        def cost(one: int, other: int) -> int:
            theirs = set(ways[other + 1])
            return next((4 ** (last - rounds[name]) for name in ways[one + 1] if name in theirs), 0)

        return Nearness(tiers_of(entrants, 1, doubles=True), cost)

    def field(self, entrants: int) -> Iterator[Problem]:
        return iter(())

    def byes(self, entrants: int) -> int:
        first = self.rounds(entrants)[:1]
        return entrants - first[0].people if first else 0

    def rounds(self, entrants: int) -> list[PlannedRound]:
        tables: dict[tuple[int, str], list[int]] = {}
        certain: dict[tuple[int, str], int] = {}
        go_on: dict[tuple[int, str], int] = {}
        for node, size in sizes(self.tree(entrants), entrants):
            at = (node.round, node.title)
            tables.setdefault(at, []).append(size)
            certain[at] = certain.get(at, 0) + (not node.reset_of)
            go_on[at] = node.go_on
        return [self.planned(at[1], held, go_on[at], certain[at]) for at, held in tables.items()]


def sizes(tree: Tree, entrants: int) -> Iterator[tuple[Node, int]]:
    """The nodes that are played when nobody withdraws, and by how many."""
    coming: dict[tuple[str, int], bool] = {}
    for node in tree.nodes:
        people = sum(
            source.number <= entrants if isinstance(source, Number) else coming[source.name, source.rank]
            for source in node.sources
        )
        for rank in range(1, len(node.sources) + 1):
            coming[node.name, rank] = rank <= people
        if people > node.go_on:
            yield node, people
