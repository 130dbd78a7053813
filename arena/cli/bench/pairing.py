"""A tournament's next round against the bare pairing program, by size; and what needs none.

The rounds before are made by our own score groups, which is quick: how a history came about does not matter here.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator

from arena.cli.bench.measure import Measurement, cost, in_turns, seconds
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
from arena.pairing.formats.swiss import history, players
from arena.pairing.matches import ONE
from arena.pairing.score_groups import draw

SIZES = (64, 128, 256, 512)
ROUNDS = 9
PLAYED = 5
"""Rounds before. After one of them the score groups are largest, and the next takes longest."""
BUDGET = 1.2
BRACKET = 256


def measure() -> Iterator[Measurement]:
    for size, played in ((max(SIZES), 1), *((size, PLAYED) for size in SIZES)):
        tournament = in_the_middle(size, played)
        alone = _alone(tournament)
        budget = BUDGET if size == max(SIZES) else None
        figures = in_turns(seconds(tournament.due), alone)
        what = f"Swiss round {played + 1} of {size}"
        yield cost("pairing", what, "py4swiss alone", figures, "s", budget)
    what = f"double elimination of {BRACKET}, result by result"
    yield cost("pairing", what, f"a round of {max(SIZES)}", in_turns(_bracket, alone, 2), "s", None)
    what = f"standings of {max(SIZES)}, nine tie-breaks"
    shown = seconds(lambda: standings(tournament, 1))
    yield cost("pairing", what, f"a round of {max(SIZES)}", in_turns(shown, alone, 2), "s", None)


def _alone(tournament: Tournament) -> Callable[[], float]:
    """py4swiss on the same round, its report made beforehand."""
    report = dutch.report(history(tournament.stages[0]), (), ROUNDS)
    return seconds(lambda: dutch.paired(report))


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


def _bracket() -> float:
    """A whole bracket, asked for its next pairings after every single result."""
    chance = random.Random(BRACKET)
    tournament = _entered(Settings((Stage(DoubleElimination()),)), BRACKET)
    begun = time.perf_counter()
    while not tournament.over:
        while (event := tournament.due()) is not None:
            tournament.apply(event)
        one = tournament.wanted()[0]
        tournament.apply(Played(one.pairing, one.game, one.seating, chance.choice([(1, 2), (2, 1)])))
    return time.perf_counter() - begun
