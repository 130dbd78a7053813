"""A match of bots that are all functions in this process: no event loop, and little more than the engine."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from arena.referee.conduct import Reply
from arena.referee.inprocess import Functions, chosen, greet, part
from arena.referee.match import Match


def play(match: Match, bots: Sequence[Functions]) -> None:
    """Plays the match to its end."""
    for seat, bot in enumerate(bots):
        began = perf_counter()
        failed = greet(bot, match.welcomes[seat])
        match.ready(seat, (perf_counter() - began) * 1000)
        if failed is not None:
            match.failed(seat, failed)
    choosers = [bot.choose for bot in bots]
    while asks := match.asks(perf_counter() * 1000):
        for ask in asks:
            refused = True
            while refused:
                reply: Reply = chosen(choosers[ask.seat], ask)
                refused = match.answer(ask.seat, reply, perf_counter() * 1000) is not None
    for seat, bot in enumerate(bots):
        part(bot, match.last_words(seat))
