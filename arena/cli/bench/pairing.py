"""A tournament's next round against the bare pairing program, by size; and what needs none.

The rounds before are made by our own score groups, which is quick: how a history came about does not matter here.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from functools import partial

from arena.cli.bench.lines import Line, cost
from arena.cli.bench.measure import Effort, in_turns, seconds
from arena.pairing import (
    DoubleElimination,
    Drawn,
    Entered,
    Entrant,
    Paired,
    Pairing,
    Played,
    Seats,
    Settings,
    Stage,
    Swiss,
    Tiebreak,
    Tournament,
    dutch,
    standings,
)
from arena.pairing.formats.swiss.course import history, players
from arena.pairing.matches import ONE
from arena.pairing.score_groups import draw

SIZES = (64, 128, 256, 512)
SHORT_SIZES = (16,)
ROUNDS = 9
PLAYED = 5
"""Rounds before. After one of them the score groups are largest, and the next takes longest."""
BUDGET = 1.2
BRACKET, SHORT_BRACKET = 256, 8


def measure(effort: Effort) -> Iterator[Line]:
    sizes = SHORT_SIZES if effort.short else SIZES
    largest = max(sizes)
    for size, played in ((largest, 1), *((size, PLAYED) for size in sizes)):
        tournament = in_the_middle(size, played)
        alone = _alone(tournament)
        budget = BUDGET if size == largest else None
        figures = in_turns(seconds(tournament.due), alone, effort)
        what = f"Swiss round {played + 1} of {size}"
        yield cost("pairing", what, "py4swiss alone", figures, "s", budget)
    twice = effort._replace(repetitions=2)
    entrants = effort.of(BRACKET, SHORT_BRACKET)
    what = f"double elimination of {entrants}, result by result"
    figures = in_turns(partial(_bracket, entrants), alone, twice)
    yield cost("pairing", what, f"a round of {largest}", figures, "s", None)
    what = f"standings of {largest}, nine tie-breaks"
    figures = in_turns(seconds(lambda: standings(tournament, 1)), alone, twice)
    yield cost("pairing", what, f"a round of {largest}", figures, "s", None)


def _alone(tournament: Tournament) -> Callable[[], float]:
    """py4swiss on the same round, its report made beforehand."""
    from py4swiss.engines.dutch import Engine

    report = dutch.report(history(tournament.stages[0]), (), ROUNDS)
    return seconds(lambda: Engine.generate_pairings(report))


def in_the_middle(entrants: int, played: int = PLAYED) -> Tournament:
    """A Swiss of which some rounds were played, and the next is due."""
    chance = random.Random(entrants)
    tournament = _entered(Settings((Stage(Swiss(ROUNDS), tie_breaks=tuple(Tiebreak)),)), entrants)
    record = tournament.stages[0]
    for number in range(1, played + 1):
        tables = draw(players(record, 2, ONE), Seats()).tables
        pairings = tuple(Pairing(record.key(number, place), table) for place, table in enumerate(tables, 1))
        tournament.apply(Paired(1, number, pairings))
        _play(tournament, chance)
    return tournament


def _entered(settings: Settings, entrants: int) -> Tournament:
    tournament = Tournament(settings)
    keys = tuple(f"p{number}" for number in range(entrants))
    for place, key in enumerate(keys):
        tournament.apply(Entered(Entrant(key, rating=-place)))
    tournament.apply(Drawn(1, keys))
    return tournament


def _play(tournament: Tournament, chance: random.Random) -> None:
    for one in tournament.wanted():
        ranks = chance.choice([(1, 2), (1, 2), (2, 1), (2, 1), (1, 1)])
        tournament.apply(Played(one.pairing, one.game, one.seating, ranks))


def _bracket(entrants: int) -> float:
    """A whole bracket, asked for its next pairings after every single result."""
    chance = random.Random(entrants)
    tournament = _entered(Settings((Stage(DoubleElimination()),)), entrants)
    begun = time.perf_counter()
    while not tournament.over:
        while (event := tournament.due()) is not None:
            tournament.apply(event)
        one = tournament.wanted()[0]
        tournament.apply(Played(one.pairing, one.game, one.seating, chance.choice([(1, 2), (2, 1)])))
    return time.perf_counter() - begun
