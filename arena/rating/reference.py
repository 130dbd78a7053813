"""The same ratings by the `trueskill` package, which is older than ours and shares no line with it.

Its own error function is good to seven digits only, so it is given that of the C library. (Its mpmath backend,
which the tests compare with, takes many times as long.) An upset of more than 38 standard deviations it cannot
compute: such an entry is taken from ours, and counted.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from math import erfc, exp, pi, sqrt
from statistics import NormalDist
from typing import Final

from arena.rating.environment import Environment, Rating
from arena.rating.ledger_file import Entry

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # of the compiler, about the source of an old package
    import trueskill

SQRT_HALF: Final = sqrt(0.5)
SQRT_2PI: Final = sqrt(2 * pi)


def cdf(x: float) -> float:
    return 0.5 * erfc(-SQRT_HALF * x)


def pdf(x: float) -> float:
    return exp(-0.5 * x * x) / SQRT_2PI


class Reference:
    """A fold over a ledger's entries, and how far it came from ours."""

    def __init__(self, environment: Environment) -> None:
        self._package = trueskill.TrueSkill(
            mu=environment.mu,
            sigma=environment.sigma,
            beta=environment.beta,
            tau=environment.tau,
            draw_probability=environment.draw_probability,
            backend=(cdf, pdf, NormalDist().inv_cdf),
        )
        self._newcomer = self._package.create_rating()
        self.ratings: dict[str, trueskill.Rating] = {}
        self.greatest = 0.0
        """The greatest difference of any mu or sigma after any entry."""
        self.where = ""
        self.not_computed = 0

    def take(self, entry: Entry, ours: Sequence[Rating]) -> None:
        """The next entry; `ours` are the ratings after it."""
        players = [seat.player for seat in entry.seats]
        before = [(self.ratings.get(player, self._newcomer),) for player in players]
        try:
            after = [rating for (rating,) in self._package.rate(before, [seat.rank for seat in entry.seats])]
        except (ArithmeticError, ValueError):
            self.not_computed += 1
            after = [trueskill.Rating(*rating) for rating in ours]
        for player, theirs, mine in zip(players, after, ours, strict=True):
            self.ratings[player] = theirs
            apart = max(abs(theirs.mu - mine.mu), abs(theirs.sigma - mine.sigma))
            if apart > self.greatest:
                self.greatest, self.where = apart, f", of {player} after entry {entry.entry}"

    def summary(self) -> str:
        told = f"trueskill {trueskill.__version__}: the greatest difference is {self.greatest:.1e}{self.where}"
        if not self.not_computed:
            return told
        count = f"{self.not_computed} that it cannot compute {'was' if self.not_computed == 1 else 'were'}"
        return f"{told}; of the entries {count} taken from ours"
