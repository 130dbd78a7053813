"""Real lines of the bot protocol: a match of Poison, of fixed deals, as one of its bots hears it."""

from __future__ import annotations

import json
from functools import cache
from textwrap import fill
from typing import Any, NamedTuple

from arena.games.poison.game import Poison
from arena.referee.asking import Ask
from arena.referee.conduct import Answer, Refusal
from arena.referee.match import Match
from arena.referee.wire import Wire
from athanorpb.codec import document_of
from athanorpb.farm.values import Clock
from athanorpb.v1 import bot_pb2

SEATS, SEAT = 3, 0
SEED = bytes(range(32))
WIDTH = 92
A_FEW = range(2, 5)
"""Legal actions of the ask that is shown: not so many that they hide the rest."""


class Lines(NamedTuple):
    """Documents as they are sent, laid out for reading; on the wire each is one line."""

    welcome: str
    events: tuple[str, ...]
    ask: str
    refused: str
    over: str
    action: str
    """One of the ask's legal ones."""
    number: int


@cache
def lines() -> Lines:
    game = Poison()
    wire = Wire(game)
    match = Match(game, seats=SEATS, options={}, seed=SEED, clock=Clock())
    for seat in range(SEATS):
        match.ready(seat, 12.0)
    ask, now = _until_few(match)
    happened = _heard(wire.happened(ask.happenings))["event"]["events"]
    asked = _heard(wire.ask(ask))
    refusal = match.answer(SEAT, Answer(ask.number, {"play": {"card": "red-9", "cauldron": 0}}), now)
    assert isinstance(refusal, Refusal), "there is no red 9"
    refused = _heard(wire.refused(refusal))
    _to_the_end(match, now)
    return Lines(
        welcome=_heard_line(wire.welcome(match.welcomes[SEAT])),
        events=tuple(laid({"event": event}) for event in happened),
        ask=laid(asked),
        refused=laid(refused),
        over=_heard_line(wire.over(match.last_words(SEAT))),
        action=laid(asked["ask"]["legal"]["actions"][0]),
        number=ask.number,
    )


def _until_few(match: Match) -> tuple[Ask, float]:
    """The first ask of the seat with but a few legal actions, and the time then."""
    now = 0.0
    while True:
        (ask,) = match.asks(now)
        if ask.seat == SEAT and len(ask.actions) in A_FEW:
            return ask, now
        now += 3
        match.answer(ask.seat, Answer(ask.number, 0), now)


def _to_the_end(match: Match, now: float) -> None:
    while asks := match.asks(now):
        now += 3
        for ask in asks:
            match.answer(ask.seat, Answer(ask.number, 0), now)


def _heard(message: bytes) -> Any:
    return document_of(bot_pb2.ToBot.FromString(message))


def _heard_line(message: bytes) -> str:
    return laid(_heard(message))


def laid(value: Any, indent: int = 0) -> str:
    """JSON in as few lines as fit."""
    short = json.dumps(value)
    if len(short) + indent <= WIDTH or not isinstance(value, dict | list) or not value:
        return short
    inner = " " * (indent + 2)
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        words = ", ".join(map(json.dumps, value))
        # At its spaces only: a hyphen may be inside of a name.
        filled = fill(words, WIDTH - 4, initial_indent=inner, subsequent_indent=inner, break_on_hyphens=False)
        return f"[\n{filled}\n{' ' * indent}]"
    if isinstance(value, dict):
        rows = [f"{json.dumps(key)}: {laid(item, indent + 2 + len(key) + 4)}" for key, item in value.items()]
        rows = [
            row if "\n" not in row else f"{json.dumps(key)}: {laid(item, indent + 2)}"
            for row, (key, item) in zip(rows, value.items(), strict=True)
        ]
        opening, closing = "{", "}"
    else:
        rows = [laid(item, indent + 2) for item in value]
        opening, closing = "[", "]"
    body = f",\n{inner}".join(rows)
    return f"{opening}\n{inner}{body}\n{' ' * indent}{closing}"
