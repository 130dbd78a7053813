"""Ratings against the trueskill package: speed against its default, agreement with its mpmath backend.

The default backend's own error function is good to seven digits only, so it is the measure of speed and not of
truth.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from typing import Any

from arena.cli.bench.lines import Compared, Line, cost, speedup
from arena.cli.bench.measure import Effort, each, in_turns, or_not_run, reference
from arena.rating import Entry, Environment, Rating, fold, rate, steps

Table = tuple[list[Rating], list[int]]

SEATS = range(2, 7)
TABLES = 100
"""Of each number of seats in one timed run."""
AGREEMENT_TABLES = 10_000
AGREEMENT = 1e-8
GAMES = 100_000
SLICE = 20_000
"""The rebuild is timed in slices, ours and theirs by turns, each going on from where it was."""
BOTS = 500
TWO_SEATS = (100.0, 200.0)
MORE_SEATS = (15.0, 30.0)
REBUILD = (0.025, 0.015)
"""Budgets and goals."""


def random_tables(count: int, seats: Iterable[int], seed: int) -> Iterator[Table]:
    """Tables as a ladder has them: newcomers and old hands, upsets, ties of two and of all."""
    chance = random.Random(seed)
    numbers = list(seats)
    for _ in range(count):
        size = chance.choice(numbers)
        ratings = [Rating(chance.gauss(25, 8), chance.uniform(0.8, 25 / 3)) for _ in range(size)]
        yield ratings, [chance.randint(1, size) for _ in range(size)]


def furthest_apart(tables: Iterable[Table]) -> float:
    """The greatest difference to trueskill's mpmath backend, in any mu or sigma."""
    trueskill = reference("trueskill")
    reference("mpmath")
    oracle = trueskill.TrueSkill(backend="mpmath")
    environment = Environment()
    worst = 0.0
    for ratings, ranks in tables:
        expected = oracle.rate([(trueskill.Rating(*rating),) for rating in ratings], ranks)
        for mine, (theirs,) in zip(rate(ratings, ranks, environment), expected, strict=True):
            worst = max(worst, abs(mine.mu - theirs.mu), abs(mine.sigma - theirs.sigma))
    return worst


def random_ledger(games: int, seed: int) -> list[Entry[int]]:
    chance = random.Random(seed)
    skills = [chance.gauss(25, 5) for _ in range(BOTS)]
    entries = []
    for _ in range(games):
        one, two = chance.sample(range(BOTS), 2)
        gap = chance.gauss(skills[one] - skills[two], 6)
        ranks = (1, 1) if chance.random() < 0.05 else (1, 2) if gap > 0 else (2, 1)
        entries.append(Entry((one, two), ranks))
    return entries


def measure(effort: Effort) -> Iterator[Line]:
    for seats in SEATS:
        yield _update(effort, seats)
    yield _rebuild(effort)
    yield _agreement(effort)


def _update(effort: Effort, seats: int) -> Line:
    number = effort.of(TABLES, 4)
    tables = list(random_tables(number, [seats], seed=seats))
    environment = Environment()

    @cache
    def reference_tables() -> tuple[Any, list[Any]]:
        trueskill = reference("trueskill")
        groups = [([(trueskill.Rating(*rating),) for rating in ratings], ranks) for ratings, ranks in tables]
        return trueskill.TrueSkill(), groups

    def rate_ours() -> None:
        for ratings, ranks in tables:
            rate(ratings, ranks, environment)

    def rate_theirs(oracle: Any, groups: list[Any]) -> None:
        for ratings, ranks in groups:
            oracle.rate(ratings, ranks)

    def theirs() -> float:
        return each(partial(rate_theirs, *reference_tables()), 1)() / number

    ours = each(rate_ours, effort.of(3))
    what = f"rate(), {seats} seats, with ties"
    budget = TWO_SEATS if seats == 2 else MORE_SEATS
    figures = in_turns(lambda: ours() / number, theirs, effort)
    return speedup("rating", what, "trueskill default", figures, "µs", *budget)


def _rebuild(effort: Effort) -> Line:
    games, part = effort.of(GAMES, 100), effort.of(SLICE, 100)
    environment = Environment()
    entries = random_ledger(games, seed=1)
    if fold(entries, environment) != fold(entries, environment):
        raise AssertionError("two rebuilds of one ledger differ")
    slices = [entries[start : start + part] for start in range(0, games, part)]
    ours: dict[int, Rating] = {}

    def rebuild_ours(entries: list[Entry[int]]) -> None:
        for _ in steps(entries, environment, ours):
            pass

    # The first, uncounted call takes the first slice too: what it does to the ratings does not change the work.
    parts = [slices[0], *slices]
    figures = in_turns(
        _taking(rebuild_ours, parts, games),
        _taking(_reference_rebuild(), parts, games),
        effort._replace(repetitions=len(slices)),
    )
    return cost("rating", f"rebuild of {games:,} games", "trueskill, same loop", figures, "s", *REBUILD)


def _reference_rebuild() -> Callable[[list[Entry[int]]], None]:
    """The same loop by trueskill, which goes on from call to call."""
    theirs: dict[int, Any] = {}

    @cache
    def oracle() -> Any:
        return reference("trueskill").TrueSkill()

    def rebuild(entries: list[Entry[int]]) -> None:
        newcomer = oracle().create_rating()
        for players, ranks in entries:
            before = [(theirs.get(player, newcomer),) for player in players]
            for player, (after,) in zip(players, oracle().rate(before, ranks), strict=True):
                theirs[player] = after

    return rebuild


def _taking(
    work: Callable[[list[Entry[int]]], None], parts: list[list[Entry[int]]], games: int
) -> Callable[[], float]:
    """Each call does the next part: the seconds that so many games would take at its speed."""
    waiting = iter(parts)

    def timed() -> float:
        part = next(waiting)
        begun = time.perf_counter()
        work(part)
        return (time.perf_counter() - begun) * games / len(part)

    return timed


def _agreement(effort: Effort) -> Line:
    number = effort.of(AGREEMENT_TABLES, 5)
    what, limit = f"greatest difference over {number:,} tables", "1e-8 to trueskill mpmath"

    def measured() -> Line:
        worst = furthest_apart(random_tables(number, SEATS, seed=0))
        return cost("rating", what, limit, Compared(worst, AGREEMENT), "", 1)

    return or_not_run("rating", what, measured)
