"""Matches without I/O, and what plays them."""

from __future__ import annotations

from arena.games.registry import game_named
from arena.referee.asking import Ask
from arena.referee.conduct import Answer
from arena.referee.match import Match
from athanorpb.farm.values import Clock
from tests.arena.referee.sealed import SealedBids

SEED = bytes(range(32))
POISON = game_named("poison")
ILLEGAL = {"play": {"card": "green-9", "cauldron": 0}}


def poison(seats: int = 3, clock: Clock | None = None) -> Match:
    match = Match(POISON, seats=seats, options={}, seed=SEED, clock=clock or Clock())
    for seat in range(seats):
        match.ready(seat, 5.0)
    return match


def sealed(seats: int = 3) -> Match:
    match = Match(SealedBids(), seats=seats, options={}, seed=SEED, clock=Clock())
    for seat in range(seats):
        match.ready(seat, 5.0)
    return match


def only(match: Match, now: float = 0.0) -> Ask:
    (ask,) = match.asks(now)
    return ask


def first(ask: Ask) -> Answer:
    return Answer(ask.number, 0)


def played_out(match: Match, now: float = 0.0) -> Match:
    while asks := match.asks(now):
        for ask in asks:
            match.answer(ask.seat, first(ask), now)
    return match
