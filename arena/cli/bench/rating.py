"""Ratings against the trueskill package: speed against its default, agreement with its mpmath backend.

The default backend's own error function is good to seven digits only, so it is the measure of speed and not of
truth.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from arena.cli.bench.measure import Measurement, cost, each, in_turns, reference, speedup
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


def measure() -> Iterator[Measurement]:
    trueskill = reference("trueskill")
    for seats in SEATS:
        yield _update(trueskill, seats)
    yield _rebuild(trueskill)
    yield _agreement()


def _update(trueskill: Any, seats: int) -> Measurement:
    environment = Environment()
    theirs = trueskill.TrueSkill()
    tables = list(random_tables(TABLES, [seats], seed=seats))
    groups = [([(trueskill.Rating(*rating),) for rating in ratings], ranks) for ratings, ranks in tables]

    def rate_ours() -> None:
        for ratings, ranks in tables:
            rate(ratings, ranks, environment)

    def rate_theirs() -> None:
        for ratings, ranks in groups:
            theirs.rate(ratings, ranks)

    ours_each, theirs_each = each(rate_ours, 3), each(rate_theirs, 1)
    figures = in_turns(lambda: ours_each() / TABLES, lambda: theirs_each() / TABLES)
    what = f"rate(), {seats} seats, with ties"
    return speedup("rating", what, "trueskill default", figures, "µs", 10, 100 if seats == 2 else None)


def _rebuild(trueskill: Any) -> Measurement:
    environment = Environment()
    entries = random_ledger(GAMES, seed=1)
    if fold(entries, environment) != fold(entries, environment):
        raise AssertionError("two rebuilds of one ledger differ")
    ours: dict[int, Rating] = {}
    theirs: dict[int, Any] = {}
    slices = [entries[start : start + SLICE] for start in range(0, GAMES, SLICE)]

    def rebuild_ours(part: list[Entry[int]]) -> None:
        for _ in steps(part, environment, ours):
            pass

    oracle = trueskill.TrueSkill()

    def rebuild_theirs(part: list[Entry[int]]) -> None:
        newcomer = oracle.create_rating()
        for players, ranks in part:
            before = [(theirs.get(player, newcomer),) for player in players]
            for player, (after,) in zip(players, oracle.rate(before, ranks), strict=True):
                theirs[player] = after

    # The first, uncounted call takes the first slice too: what it does to the ratings does not change the work.
    figures = in_turns(
        _taking(rebuild_ours, [slices[0], *slices]), _taking(rebuild_theirs, [slices[0], *slices]), len(slices)
    )
    scaled = (figures[0] * GAMES / SLICE, figures[1] * GAMES / SLICE)
    return cost("rating", f"rebuild of {GAMES:,} games", "trueskill, same loop", scaled, "s", 0.1, 0.02)


def _taking(work: Callable[[list[Entry[int]]], None], parts: list[list[Entry[int]]]) -> Callable[[], float]:
    """Each call times the work on the next part."""
    waiting = iter(parts)

    def timed() -> float:
        part = next(waiting)
        begun = time.perf_counter()
        work(part)
        return time.perf_counter() - begun

    return timed


def _agreement() -> Measurement:
    worst = furthest_apart(random_tables(AGREEMENT_TABLES, SEATS, seed=0))
    what = f"greatest difference over {AGREEMENT_TABLES:,} tables"
    return cost("rating", what, "1e-8 to trueskill mpmath", (worst, AGREEMENT), "", 1)
