"""How strong the house bots are, against what was recorded of them in `bench.toml` of their game.

Each bot plays against the next weaker one of its game, over deals that are each played once with it at every seat;
who plays alone is measured by the games that it wins. Nothing is timed, and the bots' clocks never press: the same
bots and engine have the same shares on every machine. A bot or an engine that was changed has other dice, so its
share moves within its error; one that became clearly weaker misses the budget.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from arena.cli.bench.lines import Line, Measurement
from arena.cli.bench.measure import Effort
from arena.cli.bench.recorded import FILE, recorded
from arena.cli.outcomes import Outcome, Task, outcomes
from arena.games.registry import GAMES, PLUGINS, game_named
from arena.house.catalogue import house_bots
from arena.kernel.options import worded
from athanorpb.farm.values import Clock, Entrant, MatchOrder

BUDGET = 0.85
"""Of the recorded share: what is lost beyond that is more than other dice explain."""
CLOCK = Clock(bank=86_400_000, move_cap=86_400_000, match_cap=86_400_000)
"""A day: no bot hurries."""


@dataclass(frozen=True, slots=True)
class Table:
    """A bot at one seat, another at all others; or alone."""

    game: str
    bot: str
    seats: int
    deals: int
    share: float
    error: float
    recorded_on: str
    against: str = ""
    options: Sequence[str] = ()
    by_deal: Sequence[str] = ()
    short: Sequence[str] = ()

    @property
    def what(self) -> str:
        if self.seats == 1:
            return f"{self.game}: {self.bot} alone, games won"
        return f"{self.game}: {self.bot} against {self.against}, {self.seats} seats"

    def orders(self, deal: int, more: Sequence[str] = ()) -> Iterator[MatchOrder]:
        """The deal with the bot at every seat in turn."""
        game = game_named(self.game)
        changing = self.by_deal[deal % len(self.by_deal) :][:1] if self.by_deal else ()
        given = worded(game.name, game.options, [*self.options, *changing, *more])
        options = game.settle(self.seats, given)
        seed = hashlib.sha256(f"strength of {self.game} {deal}".encode()).hexdigest()
        for seat in range(self.seats):
            names = [self.bot if seat == other else self.against for other in range(self.seats)]
            yield _order(game.name, options, seed, names)


@cache
def recorded_tables() -> tuple[Table, ...]:
    """Of all games. Raises BadPlugin."""
    return tuple(table for game in GAMES for table in _tables_of(game))


def _tables_of(game: str) -> list[Table]:
    found = recorded(game)
    try:
        return [Table(game, recorded_on=found.on, **table) for table in found.strength]
    except TypeError as error:
        raise PLUGINS[game].declared.unusable(f"{FILE}: a table [[strength]]: {error}") from error


def tables(effort: Effort) -> Sequence[Table]:
    """All of them; in short the first of each pair of bots: more seats take more time and run nothing else."""
    if not effort.short:
        return recorded_tables()
    return list({(table.game, table.bot, table.against): table for table in reversed(recorded_tables())}.values())[
        ::-1
    ]


def measure(effort: Effort) -> Iterator[Line]:
    for table in tables(effort):
        share, error = one_match(table) if effort.short else played(table)
        yield Measurement(
            name="house",
            what=f"{table.what}, one match" if effort.short else f"{table.what}, {table.deals} deals",
            reference=f"recorded {table.recorded_on}",
            ours=share,
            theirs=table.share,
            ratio=share / table.share,
            budget=BUDGET,
            goal=None,
            better="higher",
            unit="share",
            error=error,
        )


def played(table: Table) -> tuple[float, float]:
    """The share that the bot has, and 1.96 standard errors of it. Raises RuntimeError where a bot was at fault."""
    shares = _shares([order for deal in range(table.deals) for order in table.orders(deal)])
    by_deal = [fmean(shares[first : first + table.seats]) for first in range(0, len(shares), table.seats)]
    return fmean(by_deal), 1.96 * stdev(by_deal) / sqrt(len(by_deal))


def one_match(table: Table) -> tuple[float, None]:
    """The share of one match, made short, which says nothing about strength."""
    return _shares([next(table.orders(0, table.short))])[0], None


def _shares(orders: Sequence[MatchOrder]) -> list[float]:
    """The bot's share in each match of whole deals: it sits at seat 0 first, and then at the next."""
    bots = [house_bots(order.game) for order in orders]
    tasks = [
        Task(order, tuple(files[entrant.bot] for entrant in order.seats), keep=False)
        for order, files in zip(orders, bots, strict=True)
    ]
    seats = [place % len(order.seats) for place, order in enumerate(orders)]
    return [_share(seat, outcome) for seat, outcome in zip(seats, outcomes(tasks, len(tasks)), strict=True)]


def _share(seat: int, outcome: Outcome) -> float:
    for account in outcome.accounts:
        if account.out or account.strikes:
            trouble = account.out_detail or "an illegal answer"
            raise RuntimeError(f"a house bot does not play by the rules: {trouble}")
    ranks = outcome.result.ranks
    if len(ranks) == 1:
        return float(outcome.result.scores[0])
    others = [rank for other, rank in enumerate(ranks) if other != seat]
    return sum((1 + (rank > ranks[seat]) - (rank < ranks[seat])) / 2 for rank in others) / len(others)


def _order(game: str, options: dict[str, Any], seed: str, names: Sequence[str]) -> MatchOrder:
    entrants = tuple(Entrant(name, 1, "0" * 64) for name in names)
    return MatchOrder("strength", game, options, seed, CLOCK, entrants, 0.0)
