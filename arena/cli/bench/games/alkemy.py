"""Alkemy: its geometry, which a bot that searches calls all day, against the same as one writes it down; and whole
matches of house bots, as `athanor play` plays them, against as many steps of kaggle-environments' connectx.

The boards are of the middle of a game: the published scenery at its usual places, fourteen figures of all sizes
around the markers. Every question is asked for the first time: nothing is remembered from the repetition before.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import combinations, pairwise
from typing import Any

from arena.cli.bench.games import plain_table
from arena.cli.bench.lines import Line, cost, speedup
from arena.cli.bench.measure import Effort, in_turns, reference
from arena.games.alkemy import paths, sight
from arena.games.alkemy.geometry import Part, Point, distance
from arena.games.alkemy.material import RADIUS_OF
from arena.games.alkemy.reach import Reach
from arena.games.alkemy.table import Base, Table, Terrain
from arena.games.alkemy.terrain import SETS, default_placement, parts_of
from arena.games.registry import game_named
from arena.house.catalogue import house_bots
from arena.referee.inprocess import Functions, functions_of
from arena.referee.local import play
from arena.referee.match import Match
from athanorpb.farm.values import Clock

GAME = game_named("alkemy")
CLOCK = Clock(bank=600_000, move_cap=60_000)
BOARDS = 12
FIGURES = 14
LATTICE = 50
ALLOWANCE = 600
SIGHT = (15.0, 20.0)
"""Budget and goal."""
BOTS: dict[str, tuple[int, float | None, float | None]] = {
    "random": (2, 3.0, 1.0),
    "greedy": (2, 2.0, 1.0),
    "thinking": (1, None, None),
}
"""How many matches each plays, budget and goal. A bot that searches takes as much time as it has use for: that is
shown, and nobody judges it."""
STEPS = 200
ONE_TURN = {"turn_limit": 1}


def measure(effort: Effort) -> Iterator[Line]:
    figures = effort.of(FIGURES, 6)
    boards = [_board(random.Random(f"alkemy {number}"), figures) for number in range(effort.of(BOARDS))]
    what, straightforward = "alkemy: one line of sight", "straightforward, whole numbers"
    found = in_turns(lambda: _sight(boards), lambda: _plainly(boards), effort)
    yield speedup("engines", what, straightforward, found, "µs", *SIGHT)
    again = [_fresh(board) for board in boards]
    found = in_turns(lambda: _asked(again), lambda: _plainly(boards), effort)
    yield speedup("engines", "alkemy: the same, asked again", straightforward, found, "µs", None)
    walks = [(board, base, path) for board in boards for base in _all(board) for path in _walks(base)]
    found = in_turns(lambda: _walked(walks), lambda: _plainly_walked(walks), effort)
    yield speedup("engines", "alkemy: one path checked", straightforward, found, "µs", None)
    found = in_turns(lambda: _reached(boards[:3]), lambda: _plainly_reached(boards[:3]), effort)
    yield speedup("engines", "alkemy: ways to all enemies", f"a lattice of {LATTICE}", found, "µs", None)
    yield from _matches(effort)


def _board(rng: random.Random, figures: int) -> Table:
    pool: list[str] = list(SETS["standard"])
    placed: list[tuple[Part, ...]] = []
    while (found := default_placement(pool, placed)) is not None:
        placed.append(parts_of(*found[1]))
        pool.remove(found[1].piece)
    table = Table(Terrain(placed))
    while len(table.bases) < figures:
        number = len(table.bases)
        size = rng.choice((1, 1, 1, 1, 2, 2, 3, 4))
        x, y = rng.randrange(150, 2250), int(rng.gauss(1000 if number % 2 else 1400, 250))
        base = Base(number, number % 2, x, y, RADIUS_OF[size], size)
        if paths.obstacle(table, base, x, y) is None:
            table.put(base)
    return table


def _fresh(board: Table) -> Table:
    return Table(Terrain(board.terrain.pieces), board.bases.values())


def _all(board: Table) -> list[Base]:
    return list(board.bases.values())


def _each(count: int, work: Callable[[], object]) -> float:
    """Microseconds of one of so many."""
    begun = time.perf_counter()
    work()
    return (time.perf_counter() - begun) / count * 1e6


def _sight(boards: list[Table]) -> float:
    fresh = [_fresh(board) for board in boards]
    return _asked(fresh)


def _asked(boards: list[Table]) -> float:
    asked = [(board, a, b) for board in boards for a, b in combinations(range(len(board.bases)), 2)]
    return _each(len(asked), lambda: [sight.sees(*one) for one in asked])


def _plainly(boards: list[Table]) -> float:
    asked = [
        (board.terrain.pieces, _all(board), a, b) for board in boards for a, b in combinations(_all(board), 2)
    ]
    return _each(len(asked), lambda: [plain_table.sees(*one) for one in asked])


def _walks(base: Base) -> list[list[Point]]:
    """Straight ones in all directions, whole and half, as they are suggested, and as many with a corner."""
    straight = [
        [paths.along(base.x, base.y, turn, length)] for turn in range(16) for length in (ALLOWANCE, ALLOWANCE // 2)
    ]
    return straight + [[one[0], other[0]] for one, other in pairwise(straight[1::2])]


def _walked(walks: list[tuple[Table, Base, list[Point]]]) -> float:
    return _each(len(walks), lambda: [paths.trouble(board, base, path, ALLOWANCE) for board, base, path in walks])


def _plainly_walked(walks: list[tuple[Table, Base, list[Point]]]) -> float:
    asked = [(board.terrain.pieces, _all(board), base, path, ALLOWANCE) for board, base, path in walks]
    return _each(len(asked), lambda: [plain_table.may_walk(*one) for one in asked])


def _reached(boards: list[Table]) -> float:
    """Each figure, a way to each of its enemies: found, or found out that there is none."""
    fresh = [_fresh(board) for board in boards]

    def work() -> None:
        for board in fresh:
            for base in _all(board):
                reach = Reach(board, base, ALLOWANCE)
                for enemy in board.enemies(base):
                    reach.way_to_contact(enemy)

    return _each(_enemies(boards), work)


def _enemies(boards: list[Table]) -> int:
    """How many figures there are, each counted for every enemy that it has."""
    return sum(len(list(board.enemies(base))) for board in boards for base in _all(board))


def _plainly_reached(boards: list[Table]) -> float:
    asked = [
        (board.terrain.pieces, _all(board), base, paths.touch_point(base, enemy), ALLOWANCE, LATTICE)
        for board in boards
        for base in _all(board)
        for enemy in board.enemies(base)
        if distance(base.x, base.y, enemy.x, enemy.y) <= ALLOWANCE + base.radius + enemy.radius + 10
    ]
    return _each(_enemies(boards), lambda: [plain_table.way(*one) for one in asked])


# --- whole matches


def _matches(effort: Effort) -> Iterator[Line]:
    for name, (matches, budget, goal) in BOTS.items():
        decision = partial(_decision, functions_of(house_bots(GAME.name)[name]), effort.of(matches), effort.short)
        figures = in_turns(decision, partial(_step, effort.of(STEPS)), effort)
        what = f"alkemy: a decision of a whole match, {name} bots"
        yield cost("engines", what, "a step of connectx", figures, "µs", budget, goal)


def _decision(bot: Functions, matches: int, short: bool) -> float:
    begun = time.perf_counter()
    decisions = 0
    for number in range(matches):
        options = ONE_TURN if short else {}
        match = Match(GAME, seats=2, options=options, seed=number.to_bytes(32, "big"), clock=CLOCK)
        play(match, [bot, bot])
        decisions += len(match.decisions)
    return (time.perf_counter() - begun) / decisions * 1e6


@cache
def _connectx() -> Any:
    return reference("kaggle_environments", "kaggle-environments").make("connectx")


def _step(steps: int) -> float:
    """The whole of it, as its own `run` plays it; both agents drop into the first column that has room."""
    connectx = _connectx()
    begun = time.perf_counter()
    done = 0
    while done < steps:
        connectx.reset()
        done += len(connectx.run([_leftmost, _leftmost])) - 1
    return (time.perf_counter() - begun) / done * 1e6


def _leftmost(observation: Any, configuration: Any) -> int:
    return next(column for column in range(configuration.columns) if not observation.board[column])
