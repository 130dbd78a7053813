"""Single elimination: who loses is out. Tables of two by a tree, larger ones by rounds of tables.

Tables of two: the number of places is the next power of two, and the best numbers of the draw have the byes;
number 1 and number 2 can meet in the final only. Larger tables: in each round as few tables as hold everybody,
drawn by snake, and of each of them some go on, until those that are left fit one table. Where the numbers do
not come out even the best have a bye, and where too few would be left for a last table more go on.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from arena.pairing.bracket import From, Node, Number, Source, Tree
from arena.pairing.formats.bracketed import BracketCourse
from arena.pairing.formats.single_elimination.settings import SingleElimination
from arena.pairing.schedules import snaked
from arena.pairing.settings import Problem, Seats


class SingleEliminationCourse(BracketCourse[SingleElimination]):
    def tree(self, entrants: int) -> Tree:
        if self.seats.most == 2:
            return tree_of_two(entrants, self.format.third_place)
        return tree_of_tables(entrants, self.seats, self.format.go_on)

    def sentence(self) -> str:
        third = ", with a match for the third place" if self.format.third_place else ""
        if self.seats.most == 2:
            return f"single elimination{third}"
        go_on = self.format.go_on
        some = "the better half" if go_on is None else "the best" if go_on == 1 else f"the best {go_on}"
        return f"single elimination in which {some} of each table goes on"

    def problems(self) -> Iterator[Problem]:
        go_on = self.format.go_on
        if go_on is not None and not 1 <= go_on < self.seats.most:
            most = self.seats.most
            yield Problem("go_on", f"Of a table of {most} from 1 to {most - 1} can go on, not {go_on}.")
        if self.format.third_place and self.seats.most > 2:
            yield Problem("third_place", "Larger tables rank everybody: leave the match for the third place out.")


@lru_cache(maxsize=64)
def tree_of_two(entrants: int, third_place: bool) -> Tree:
    seeds = seed_places(entrants)
    last = max(1, (len(seeds) // 2).bit_length())
    nodes: list[Node] = []
    for round_ in range(1, last + 1):
        count = len(seeds) >> round_
        for place in range(count):
            sources: tuple[Source, ...] = (
                (Number(seeds[2 * place]), Number(seeds[2 * place + 1]))
                if round_ == 1
                else (From(f"W{round_ - 1}-{2 * place + 1}", 1), From(f"W{round_ - 1}-{2 * place + 2}", 1))
            )
            name = f"W{round_}-{place + 1}"
            nodes.append(Node(name, "winners", title(count), round_ - 1, place, round_, sources))
    if third_place and last > 1:
        losers = (From(f"W{last - 1}-1", 2), From(f"W{last - 1}-2", 2))
        nodes.append(Node("T1-1", "third", "Third place", 0, 0, last, losers))
    return Tree(tuple(nodes), f"W{last}-1")


def seed_places(entrants: int) -> list[int]:
    """The numbers of the draw from top to bottom of the first round: 1 8 4 5 2 7 3 6."""
    places = [1, 2]
    while len(places) < entrants:
        whole = 2 * len(places) + 1
        places = [number for one in places for number in (one, whole - one)]
    return places


def title(count: int) -> str:
    """Of a round of so many matches."""
    return {1: "Final", 2: "Semi-final", 4: "Quarter-final"}.get(count, f"Round of {2 * count}")


@lru_cache(maxsize=64)
def tree_of_tables(entrants: int, seats: Seats, go_on: int | None) -> Tree:
    coming: list[Source] = [Number(number) for number in range(1, entrants + 1)]
    nodes: list[Node] = []
    round_ = 1
    while len(coming) > seats.most:
        coming = _round_of_tables(coming, seats, go_on, round_, nodes)
        round_ += 1
    if len(coming) < 2:
        coming = [*coming, Number(entrants + 1), Number(entrants + 2)][:2]
    name = f"W{round_}-1"
    nodes.append(Node(name, "winners", "Final", round_ - 1, 0, round_, tuple(coming)))
    return Tree(tuple(nodes), name)


def _round_of_tables(
    coming: list[Source], seats: Seats, go_on: int | None, round_: int, nodes: list[Node]
) -> list[Source]:
    """Adds the nodes of a round; who comes out of it, the best placed first."""
    entrants = len(coming)
    tables = -(-entrants // seats.most)
    while tables > 1 and tables * seats.least > entrants:
        tables -= 1
    held = min(entrants, tables * seats.most)
    byes = entrants - held
    snake = snaked(coming[byes:], tables)
    table_sizes = [len(table) for table in snake]
    through = [min(size - 1, go_on or max(1, size // 2)) for size in table_sizes]
    while sum(through) + byes < seats.least or sum(through) + byes < 2:
        least = min(range(tables), key=lambda table: (through[table] - table_sizes[table], table))
        through[least] += 1
    name = [f"W{round_}-{table + 1}" for table in range(tables)]
    heading = "Semi-final" if sum(through) + byes <= seats.most else f"Round {round_}"
    nodes += [
        Node(name[table], "winners", heading, round_ - 1, table, round_, tuple(snake[table]), through[table])
        for table in range(tables)
    ]
    out: list[Source] = list(coming[:byes])
    for rank in range(1, max(through) + 1):
        out += [From(name[table], rank) for table in range(tables) if rank <= through[table]]
    return out
