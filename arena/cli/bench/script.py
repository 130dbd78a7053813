"""All that a referee says in a match whose bots take the first action each time: bare references say the same."""

from __future__ import annotations

from typing import Any

from arena.kernel.game import Game
from arena.referee.conduct import Answer
from arena.referee.match import Match
from arena.referee.wire import wire_of
from athanorpb.farm.values import Clock
from athanorpb.v1 import bot_pb2

Script = list[tuple[int, bot_pb2.ToBot]]
"""A seat and what is said to it, in order."""


def script(game: Game[Any, Any, Any], seats: int, seed: bytes, clock: Clock) -> Script:
    """The match itself, without the wire."""
    match = Match(game, seats=seats, options={}, seed=seed, clock=clock)
    wire = wire_of(game)
    said = [(seat, wire.welcome(match.welcomes[seat])) for seat in range(seats)]
    for seat in range(seats):
        match.ready(seat, 0.0)
    while asks := match.asks(0.0):
        for ask in asks:
            if ask.happenings:
                said.append((ask.seat, wire.happened(ask.happenings)))
            said.append((ask.seat, wire.ask(ask)))
            match.answer(ask.seat, Answer(ask.number, 0), 0.0)
    return [(seat, bot_pb2.ToBot.FromString(words)) for seat, words in said]
