"""Alkemy: its geometry, which a bot that searches calls all day, against the same as one writes it down; and whole
matches of house bots, as `athanor play` plays them, against as many steps of kaggle-environments' connectx.

The boards are of the middle of a game: the published scenery at its usual places, fourteen figures of all sizes
around the markers. Every question is asked for the first time: nothing is remembered from the repetition before.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, pairwise
from typing import Any

from arena.cli.bench import plain_table
from arena.cli.bench.measure import Measurement, cost, in_turns, reference, speedup
from arena.games.alkemy import paths, sight
from arena.games.alkemy.geometry import Part, Point, distance
from arena.games.alkemy.material import RADIUS_OF
from arena.games.alkemy.reach import Reach
from arena.games.alkemy.table import Base, Table, Terrain
from arena.games.alkemy.terrain import SETS, default_placement, parts_of
from arena.games.registry import game_named
from arena.house.catalogue import house_bots
from arena.orders.documents import Clock
from arena.referee.inprocess import Functions, functions_of
from arena.referee.local import play
from arena.referee.match import Match

GAME = game_named("alkemy")
CLOCK = Clock(bank=600_000, move_cap=60_000)
BOARDS = 12
FIGURES = 14
LATTICE = 50
ALLOWANCE = 600
SIGHT_BUDGET, SIGHT_STRETCH = 5, 20
BOTS = {"random": 2, "greedy": 2, "thinking": 1}
"""How many matches each plays."""
SEARCHES = ("thinking",)
"""Bots that try things out, and take as much time as they have use for: theirs is shown, and nobody judges it."""
STEPS = 200
GAME_BUDGET, GAME_STRETCH = 3.0, 1.0


def measure() -> Iterator[Measurement]:
    boards = [_board(random.Random(f"alkemy {number}")) for number in range(BOARDS)]
    what, straightforward = "alkemy: one line of sight", "straightforward, whole numbers"
    ours, theirs = in_turns(lambda: _sight(boards), lambda: _plainly(boards))
    yield speedup("engines", what, straightforward, (ours, theirs), "µs", SIGHT_BUDGET, SIGHT_STRETCH)
    again = [_fresh(board) for board in boards]
    ours, theirs = in_turns(lambda: _asked(again), lambda: _plainly(boards))
    yield speedup("engines", "alkemy: the same, asked again", straightforward, (ours, theirs), "µs", None)
    walks = [(board, base, path) for board in boards for base in _all(board) for path in _walks(base)]
    ours, theirs = in_turns(lambda: _walked(walks), lambda: _plainly_walked(walks))
    yield speedup("engines", "alkemy: one path checked", straightforward, (ours, theirs), "µs", None)
    ours, theirs = in_turns(lambda: _reached(boards[:3]), lambda: _plainly_reached(boards[:3]))
    yield speedup("engines", "alkemy: ways to all enemies", f"a lattice of {LATTICE}", (ours, theirs), "µs", None)
    yield from _matches()


def _board(rng: random.Random) -> Table:
    pool: list[str] = list(SETS["standard"])
    placed: list[tuple[Part, ...]] = []
    while (found := default_placement(pool, placed)) is not None:
        placed.append(parts_of(*found[1]))
        pool.remove(found[1].piece)
    table = Table(Terrain(placed))
    while len(table.bases) < FIGURES:
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
    pairs = list(combinations(range(FIGURES), 2))
    return _each(len(pairs) * len(boards), lambda: [sight.sees(board, a, b) for board in boards for a, b in pairs])


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
    pairs = FIGURES * (FIGURES // 2)

    def work() -> None:
        for board in fresh:
            for base in _all(board):
                reach = Reach(board, base, ALLOWANCE)
                for enemy in board.enemies(base):
                    reach.way_to_contact(enemy)

    return _each(pairs * len(boards), work)


def _plainly_reached(boards: list[Table]) -> float:
    asked = [
        (board.terrain.pieces, _all(board), base, paths.touch_point(base, enemy), ALLOWANCE, LATTICE)
        for board in boards
        for base in _all(board)
        for enemy in board.enemies(base)
        if distance(base.x, base.y, enemy.x, enemy.y) <= ALLOWANCE + base.radius + enemy.radius + 10
    ]
    return _each(FIGURES * (FIGURES // 2) * len(boards), lambda: [plain_table.way(*one) for one in asked])


# --- whole matches


def _matches() -> Iterator[Measurement]:
    connectx = reference("kaggle_environments", "kaggle-environments").make("connectx")
    for name, matches in BOTS.items():
        bot = functions_of(house_bots(GAME.name)[name])
        figures = in_turns(partial(_decision, bot, matches), lambda: _step(connectx))
        judged = name not in SEARCHES
        yield cost(
            "engines",
            f"alkemy: a decision of a whole match, {name} bots",
            "a step of connectx",
            figures,
            "µs",
            GAME_BUDGET if judged else None,
            GAME_STRETCH if judged else None,
        )


def _decision(bot: Functions, matches: int) -> float:
    begun = time.perf_counter()
    decisions = 0
    for number in range(matches):
        match = Match(GAME, seats=2, options={}, seed=number.to_bytes(32, "big"), clock=CLOCK)
        play(match, [bot, bot])
        decisions += len(match.decisions)
    return (time.perf_counter() - begun) / decisions * 1e6


def _step(connectx: Any) -> float:
    """The whole of it, as its own `run` plays it; both agents drop into the first column that has room."""
    begun = time.perf_counter()
    steps = 0
    while steps < STEPS:
        connectx.reset()
        steps += len(connectx.run([_leftmost, _leftmost])) - 1
    return (time.perf_counter() - begun) / steps * 1e6


def _leftmost(observation: Any, configuration: Any) -> int:
    return next(column for column in range(configuration.columns) if not observation.board[column])
