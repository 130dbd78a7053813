"""The facts that events tell (section 13). Private ones name in `to` who is told."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from arena.kernel.vocabulary import Vocabulary


class Dealt(NamedTuple):
    """A round begins."""

    round: int
    dealer: int
    counts: tuple[int, ...]
    """Hand sizes, by seat."""
    pile: int
    aside: int


class Hand(NamedTuple):
    """PO-58: what a seat was dealt, told to this seat only."""

    seat: int
    cards: tuple[str, ...]
    to: tuple[int, ...]


class Played(NamedTuple):
    seat: int
    card: str
    cauldron: int
    sum: int
    """The card included."""


class Overflowed(NamedTuple):
    """PO-29: the seat takes the cards, in order of play."""

    seat: int
    cauldron: int
    cards: tuple[str, ...]


class Drew(NamedTuple):
    """PO-49: the open part of drawing; `pile` cards are left."""

    seat: int
    pile: int


class Got(NamedTuple):
    """PO-58: the card drawn, told to its seat only."""

    seat: int
    card: str
    to: tuple[int, ...]


class Reckoned(NamedTuple):
    """What a seat took in a round, and what it costs."""

    taken: tuple[str, ...]
    majorities: tuple[str, ...]
    points: int


class Scored(NamedTuple):
    """PO-41: the end of a round, for each seat."""

    round: int
    players: tuple[Reckoned, ...]


class Ended(NamedTuple):
    """PO-47."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    reason: str


Fact: TypeAlias = Dealt | Hand | Played | Overflowed | Drew | Got | Scored | Ended

FACTS: Vocabulary[Fact] = Vocabulary(Dealt, Hand, Played, Overflowed, Drew, Got, Scored, Ended)
