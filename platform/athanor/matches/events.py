"""What the layers above are told and asked of matches: see `athanor.hooks`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from athanor.accounts.models import User
from athanor.hooks import Hook
from athanor.matches.models import Match, Seat
from athanor.matches.rows import MatchRow


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a match did to the rating of a seat's bot."""

    mu_before: float
    sigma_before: float
    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class PairingOf:
    """The pairing of a tournament that a match is a game of."""

    title: str
    address: str
    pairing: str


@dataclass(frozen=True, slots=True)
class LadderOf:
    """A ladder, as a list of matches can be narrowed down to it."""

    pk: int
    slug: str
    title: str


finished: Hook[[Match, Sequence[Seat], Sequence[int], datetime], None] = Hook()
"""A match has a result: its seats by their numbers, and the game's measures where somebody played alone. Inside
the transaction that settles it."""
voided: Hook[[Match], None] = Hook()
"""A match has ended without a result. Inside the transaction."""
tells_later: Hook[[datetime], bool] = Hook()
"""Whether anything was under way at that time whose course the key of an epoch would tell."""
closed_groups: Hook[[], Collection[str]] = Hook()
"""The groups of sealed sets (`transparency_log.group_of`) of which something is hidden, or may be."""
secret_keys: Hook[[], QuerySet[Any]] = Hook()
"""Further rows with a `key` that is secret until their `revealed_at`, to be sealed anew with a new SECRET_KEY."""
ladders: Hook[[], Sequence[LadderOf]] = Hook()
"""Those that a list of matches can be narrowed down to."""
rating_changes: Hook[[Match], Mapping[int, RatingChange]] = Hook()
"""By seat."""
pairing: Hook[[Match], PairingOf | None] = Hook()
match_page: Hook[[MatchRow, User | None], dict[str, Any]] = Hook()
"""What the page of a match shows of other things, to that reader."""
