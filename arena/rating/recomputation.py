"""All ratings of a downloaded ledger again, from its ranks alone, compared with those that it holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from arena.rating import ledger as fold
from arena.rating.environment import BadTable, Rating
from arena.rating.ledger_file import BadLedger, Entry, Ledger

BEFORE: Final = ("mu before", "sigma before")
AFTER: Final = ("mu", "sigma")
LAST_BITS: Final = 1e-11
"""A difference below this, relative to the number, can be another C library's `exp` and `erfc`."""


class Step(NamedTuple):
    """An entry, and the ratings of its seats as they follow from the ranks."""

    entry: Entry
    before: list[Rating]
    after: list[Rating]


class Differs(Exception):
    """The first number of a ledger that is not what follows from its ranks: where, and both."""


def recompute(ledger: Ledger) -> Iterator[Step]:
    """Entry by entry, and at last the ratings of the ladder. Raises BadLedger, and Differs at the first number
    that is not the same to the last bit."""
    ratings: dict[str, Rating] = {}
    games: Counter[str] = Counter()
    waiting: list[Entry] = []

    def tables() -> Iterator[fold.Entry[str]]:
        for entry in ledger.entries:
            waiting.append(entry)
            yield fold.Entry(tuple(seat.player for seat in entry.seats), tuple(seat.rank for seat in entry.seats))

    try:
        for before, after in fold.steps(tables(), ledger.environment, ratings):
            step = Step(waiting.pop(), before, after)
            _compare(step)
            games.update(seat.player for seat in step.entry.seats)
            yield step
    except BadTable as problem:
        raise BadLedger(str(problem)) from None
    _compare_standings(ledger, ratings, games)


def _compare(step: Step) -> None:
    number = step.entry.entry
    for place, (seat, before, after) in enumerate(zip(step.entry.seats, step.before, step.after, strict=True)):
        where = f"of {seat.player} (entry {number}, seat {place})"
        _same(BEFORE, where, (seat.mu_before, seat.sigma_before), before)
        _same(AFTER, where, (seat.mu, seat.sigma), after)


def _compare_standings(ledger: Ledger, ratings: Mapping[str, Rating], games: Mapping[str, int]) -> None:
    for player, standing in ledger.standings.items():
        if player not in ratings:
            raise Differs(f"{player} has a rating on the ladder, and is in no entry")
        _same(AFTER, f"of {player} on the ladder", (standing.mu, standing.sigma), ratings[player])
        if standing.games != games[player]:
            raise Differs(f"{player} has {standing.games} games on the ladder, and is in {games[player]} entries")
    for player in ratings:
        if player not in ledger.standings:
            raise Differs(f"{player} is in the entries, and has no rating on the ladder")


def _same(names: tuple[str, str], where: str, held: tuple[float, float], computed: Rating) -> None:
    if held == computed:
        return
    for name, one, other in zip(names, held, computed, strict=True):
        if one != other:
            apart = abs(one - other)
            hint = (
                "; another C library can round the last bits otherwise" if apart < LAST_BITS * abs(other) else ""
            )
            raise Differs(f"{name} {where} is {one!r}; from the ranks follows {other!r}, {apart:.1e} apart{hint}")
