"""Double elimination: who has lost twice is out.

The winners' side is a single elimination. Who loses there drops into the losers' side, where a round among its
survivors alternates with one against those who have just dropped; they are crossed over, each time in another
way, so that two who have met do not meet at once again. The winners of both sides play the grand final, and
where the one from the losers' side wins it both have lost once: it is played again.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from arena.pairing.bracket import From, Node, Source, Tree
from arena.pairing.formats.bracketed import BracketCourse
from arena.pairing.formats.double_elimination.settings import DoubleElimination
from arena.pairing.formats.single_elimination.course import tree_of_two
from arena.pairing.settings import Problem


class DoubleEliminationCourse(BracketCourse[DoubleElimination]):
    def tree(self, entrants: int) -> Tree:
        return double_tree(entrants, self.format.reset)

    def sentence(self) -> str:
        again = "a grand final that is played again when the losers' side wins it" if self.format.reset else ""
        return f"double elimination with {again or 'one grand final'}"

    def problems(self) -> Iterator[Problem]:
        if self.seats.most > 2:
            yield Problem(
                "",
                f"Double elimination is for tables of two, and a table of {self.seats.most} has no one loser: "
                "choose two seats, or single elimination.",
            )


@lru_cache(maxsize=64)
def double_tree(entrants: int, reset: bool) -> Tree:
    winners = tree_of_two(entrants, False)
    depth = winners.nodes[-1].round
    nodes = [_of_winners_side(node, depth) for node in winners.nodes]
    champion_of_losers: Source = From("W1-1", 2)
    if depth > 1:
        nodes += _losers_side(depth)
        champion_of_losers = From(f"L{2 * depth - 2}-1", 1)
    last = max(2, 2 * depth)
    finalists = (From(winners.last, 1), champion_of_losers)
    nodes.append(Node("F1-1", "final", "Grand final", 0, 0, last, finalists))
    if reset:
        both = (From("F1-1", 1), From("F1-1", 2))
        nodes.append(Node("F2-1", "final", "Grand final, again", 1, 0, last + 1, both, reset_of="F1-1"))
    nodes.sort(key=lambda node: node.round)
    return Tree(tuple(nodes), nodes[-1].name)


def _of_winners_side(node: Node, depth: int) -> Node:
    title = "Winners' final" if node.round == depth else f"Winners' round {node.round}"
    at = max(1, 2 * node.round - 2)
    return Node(node.name, "winners", title, node.column, node.place, at, node.sources)


def _losers_side(depth: int) -> list[Node]:
    nodes = []
    rounds = 2 * depth - 2
    for number in range(1, rounds + 1):
        count = 1 << (depth - 1 - (number + 1) // 2)
        dropping = crossed(count, number // 2)
        title = "Losers' final" if number == rounds else f"Losers' round {number}"
        for place in range(count):
            sources: tuple[Source, ...]
            if number == 1:
                sources = (From(f"W1-{2 * place + 1}", 2), From(f"W1-{2 * place + 2}", 2))
            elif number % 2:
                sources = (From(f"L{number - 1}-{2 * place + 1}", 1), From(f"L{number - 1}-{2 * place + 2}", 1))
            else:
                dropped = From(f"W{number // 2 + 1}-{dropping[place] + 1}", 2)
                sources = (dropped, From(f"L{number - 1}-{place + 1}", 1))
            nodes.append(Node(f"L{number}-{place + 1}", "losers", title, number - 1, place, number + 1, sources))
    return nodes


def crossed(count: int, drop: int) -> list[int]:
    """The order in which the losers of a round drop: reversed, halves exchanged, halves reversed, as it is."""
    places = list(range(count))
    half = count // 2
    match drop % 4:
        case 1:
            return places[::-1]
        case 2:
            return places[half:] + places[:half]
        case 3:
            return places[:half][::-1] + places[half:][::-1]
        case _:
            return places
