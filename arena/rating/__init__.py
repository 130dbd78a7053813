"""Ratings: TrueSkill for tables of any number of seats, each for itself, ties included.

A rating is a belief about a bot's skill, N(mu, sigma²). README.md beside this file has the mathematics; the
`trueskill` package with its mpmath backend is the definition that the tests hold this package to.

    environment = Environment()
    first, second, third = rate([a, b, c], ranks=[1, 2, 2], environment=environment)
    ratings = fold(entries, environment)         # the whole ladder again, from its ledger
"""

from arena.rating.environment import BadEnvironment, BadTable, Environment, Rating, exposure
from arena.rating.ledger import Entry, fold, steps
from arena.rating.update import rate

__all__ = [
    "BadEnvironment",
    "BadTable",
    "Entry",
    "Environment",
    "Rating",
    "exposure",
    "fold",
    "rate",
    "steps",
]
