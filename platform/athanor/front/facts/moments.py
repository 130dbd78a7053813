"""A turn of a real game, document by document: what a seat is asked, answers and sees, as the engine gives it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from arena.games.registry import game_named
from arena.house.catalogue import house_bots
from arena.referee.asking import Ask, seen
from arena.referee.conduct import Answer
from arena.referee.inprocess import Functions, chosen, functions_of, greet
from arena.referee.match import Match
from athanor.front.facts.conversation import laid
from athanorpb.farm.values import Clock

BOT: Final = "greedy"
"""Of the house; it plays all seats."""
BEGINS: Final = "turn"
"""The event that says so, where a game has one."""
MOST_SHOWN: Final = 4
"""Legal actions of an ask."""
THINKING: Final = 3.0
"""Milliseconds that an answer is said to have taken."""


class Step(NamedTuple):
    question: str
    legal: int
    some: Sequence[str]
    """The first of the legal actions."""
    action: str
    events: Sequence[str]
    """What the seat sees happen then."""


class Turn(NamedTuple):
    seats: int
    seat: int
    view: str
    steps: Sequence[Step]


@cache
def turn(game: str, *, seats: int, seed: bytes, number: int) -> Turn:
    """Turn `number` of a match of house bots, counted from 0, as the seat that has it goes through it.

    Where no event of the game says that a turn begins each action is one. Raises ValueError where there is no turn
    of that number.
    """
    match = Match(game_named(game), seats=seats, options={}, seed=seed, clock=Clock())
    bots = [functions_of(house_bots(game)[BOT]) for _ in range(seats)]
    for seat, bot in enumerate(bots):
        greet(bot, match.welcomes[seat])
        match.ready(seat, THINKING)
    steps: list[Step] = []
    view, mine = "", -1
    while asks := match.asks(0.0):
        place = _turn_now(match)
        if place > number:
            break
        for ask in asks:
            if place < number:
                _answer(match, bots, ask)
                continue
            if not steps:
                mine, view = ask.seat, laid(ask.view)
            if ask.seat == mine:
                steps.append(_step(match, bots, ask))
            else:
                before = len(match.log)
                _answer(match, bots, ask)
                steps[-1] = steps[-1]._replace(events=(*steps[-1].events, *_seen(match, before, mine)))
    if not steps:
        raise ValueError(
            f"a game of {game} with {seats} bots {BOT!r} and the seed {seed.hex()[:8]}... has "
            f"{_turn_now(match) + 1} turns: there is no turn {number}, counted from 0"
        )
    return Turn(seats, mine, view, tuple(steps))


def _turn_now(match: Match) -> int:
    """The number of the turn that is being played; before the first -1."""
    begin = match.game.facts.kinds.get(BEGINS)
    if begin is None:
        return len(match.decisions)
    return sum(isinstance(happening.fact, begin) for happening in match.log) - 1


def _answer(match: Match, bots: Sequence[Functions], ask: Ask) -> Any:
    """Lets the bot answer; its action, as a document."""
    answer = chosen(bots[ask.seat].choose, ask)
    assert isinstance(answer, Answer), f"the house bot failed: {answer}"
    action = ask.legal[answer.choice] if isinstance(answer.choice, int) else answer.choice
    refused = match.answer(ask.seat, answer, 0.0)
    assert refused is None, f"the house bot was refused: {refused}"
    return action


def _step(match: Match, bots: Sequence[Functions], ask: Ask) -> Step:
    question, legal, some = ask.question, len(ask.legal), [laid(one) for one in ask.legal[:MOST_SHOWN]]
    before = len(match.log)
    action = _answer(match, bots, ask)
    return Step(question, legal, some, laid(action), _seen(match, before, ask.seat))


def _seen(match: Match, since: int, seat: int) -> tuple[str, ...]:
    return tuple(
        laid(match.game.facts.document(happening.fact))
        for happening in seen(match.log, since, len(match.log), seat)
    )
