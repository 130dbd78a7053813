"""What a rating is, and the constants that it moves by."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import NamedTuple

LARGEST = 1e30
SMALLEST = 1e-30
"""Between these every intermediate value of an update is finite, squares and their quotients included."""
LEAST_PROBABILITY = 1e-9
"""Of a draw: below it the margin drowns in the rounding of 1."""


class BadEnvironment(ValueError):
    """Constants that no rating can be computed with."""


class BadTable(ValueError):
    """Ratings or ranks that are none: which, and what they should be."""


class Rating(NamedTuple):
    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class Environment:
    """The defaults are TrueSkill's own: a difference of beta means 76 % to win."""

    mu: float = 25.0
    sigma: float = 25.0 / 3
    """Of a newcomer."""
    beta: float = 25.0 / 6
    """How much one game's performance strays from skill."""
    tau: float = 25.0 / 300
    """How much skill may drift between two games."""
    draw_probability: float = 0.1
    """Of two equal bots. Never 0: a tie that cannot happen has no meaning, and would raise sigma."""
    margin: float = field(init=False, repr=False, compare=False)
    """Performances closer than this are a tie."""
    tau_squared: float = field(init=False, repr=False, compare=False)
    beta_squared: float = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not abs(self.mu) <= LARGEST:
            raise BadEnvironment(f"mu must be a number within ±{LARGEST:g}, not {self.mu!r}")
        for name in ("sigma", "beta"):
            value = getattr(self, name)
            if not SMALLEST <= value <= LARGEST:
                raise BadEnvironment(f"{name} must be a number from {SMALLEST:g} to {LARGEST:g}, not {value!r}")
        if not 0 <= self.tau <= LARGEST:
            raise BadEnvironment(f"tau must be a number from 0 to {LARGEST:g}, not {self.tau!r}")
        if not LEAST_PROBABILITY <= self.draw_probability <= 1 - LEAST_PROBABILITY:
            raise BadEnvironment(
                f"draw_probability must lie between {LEAST_PROBABILITY:g} and 1 - {LEAST_PROBABILITY:g}, "
                f"not {self.draw_probability!r}; where ties are almost unknown 0.001 will do"
            )
        widest = NormalDist().inv_cdf((self.draw_probability + 1) / 2)
        object.__setattr__(self, "margin", widest * math.sqrt(2) * self.beta)
        object.__setattr__(self, "tau_squared", self.tau * self.tau)
        object.__setattr__(self, "beta_squared", self.beta * self.beta)

    def newcomer(self) -> Rating:
        return Rating(self.mu, self.sigma)


def exposure(rating: Rating) -> float:
    """The skill that a bot has almost certainly at least: what a ladder is ordered by."""
    return rating.mu - 3 * rating.sigma
