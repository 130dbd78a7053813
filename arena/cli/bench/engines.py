"""The rule engines, in plain interpreted source: random play against OpenSpiel's hearts, and copies of a state.

Both are driven from Python in the same way: list the legal actions, take one at random, apply it. OpenSpiel's
chance nodes are sampled as its documentation does, by their outcomes and probabilities. A second line, which
nobody judges, takes a shortcut that hearts happens to allow: any legal action of a chance node is as likely as
the others. What is measured of one game alone stands in `games`.
"""

from __future__ import annotations

import copy
import itertools
import random
import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from arena.cli.bench.lines import Line, cost, rate, speedup
from arena.cli.bench.measure import FULL, Effort, each, in_turns, reference
from arena.cli.bench.recorded import quick_games
from arena.games.registry import GAMES
from arena.kernel.chance import Seeded
from arena.kernel.game import State

OF_ONE_GAME = "arena.cli.bench.games"
PLAYOUTS = 60
THEIR_PLAYOUTS = 150
COPIES = 4_000
DEEP_COPIES = 400
DEEP_COPY = (60.0, 100.0)
ONE_ACTION = (0.4, 0.2)
"""Budget and goal of a copy: times faster than `copy.deepcopy`, and part of a legal + apply."""


def measure(effort: Effort = FULL, game: str | None = None) -> Iterator[Line]:
    """Of one game, or of all."""
    for name, recorded in quick_games().items():
        if game in (None, name):
            yield from _random_play(effort, name, recorded.budget, recorded.goal)
    for name in GAMES:
        if game in (None, name):
            yield from _alone(effort, name)
    for name in GAMES:
        if game in (None, name):
            yield from _copies(effort, name)


def _alone(effort: Effort, name: str) -> Iterator[Line]:
    place = f"{OF_ONE_GAME}.{name}"
    if find_spec(place) is not None:
        yield from import_module(place).measure(effort)


def _random_play(effort: Effort, name: str, budget: float, goal: float) -> Iterator[Line]:
    ours = _per_second(partial(_play, name), effort.of(PLAYOUTS))
    theirs = _per_second(partial(_play_hearts, _outcome), effort.of(THEIR_PLAYOUTS))
    quick = _per_second(partial(_play_hearts, _any), effort.of(THEIR_PLAYOUTS))
    what, unit = f"{name}: random play", "decisions/s"
    yield rate("engines", what, "OpenSpiel hearts", in_turns(ours, theirs, effort), unit, budget, goal)
    yield rate("engines", what, "OpenSpiel hearts, uniform chance", in_turns(ours, quick, effort), unit, None)


def _per_second(play: Callable[[], int], times: int) -> Callable[[], float]:
    def timed() -> float:
        begun = time.perf_counter()
        decisions = sum(play() for _ in range(times))
        return decisions / (time.perf_counter() - begun)

    return timed


def _play(name: str) -> int:
    game = GAMES[name]
    state = game.new(usual_seats(name), {}, Seeded(random.randbytes(32))).state
    decisions = 0
    while state.to_act:
        seat = state.to_act[0]
        state.apply(seat, random.choice(state.legal(seat)))
        decisions += 1
    return decisions


@cache
def _hearts() -> Any:
    return reference("pyspiel", "open-spiel").load_game("hearts")


def _play_hearts(sample: Callable[[Any], int]) -> int:
    state = _hearts().new_initial_state()
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(sample(state))
        else:
            state.apply_action(random.choice(state.legal_actions()))
            decisions += 1
    return decisions


def _outcome(state: Any) -> int:
    actions, chances = zip(*state.chance_outcomes(), strict=True)
    drawn: int = random.choices(actions, chances)[0]
    return drawn


def _any(state: Any) -> int:
    taken: int = random.choice(state.legal_actions())
    return taken


def _copies(effort: Effort, name: str) -> Iterator[Line]:
    state = _middle(name)
    copied = each(state.copy, effort.of(COPIES))
    figures = in_turns(copied, each(lambda: copy.deepcopy(state), effort.of(DEEP_COPIES)), effort)
    yield speedup("engines", f"{name}: copy()", "copy.deepcopy", figures, "µs", *DEEP_COPY)
    figures = in_turns(copied, _one_action(state, effort.of(PLAYOUTS // 2)), effort)
    yield cost("engines", f"{name}: copy()", "legal + apply", figures, "µs", *ONE_ACTION)


def _one_action(middle: Any, times: int) -> Callable[[], float]:
    """Microseconds of one legal + apply, over random play from the middle of a game to its end."""

    def timed() -> float:
        states = [middle.copy() for _ in range(times)]
        moves: int = -sum(state.ply for state in states)
        begun = time.perf_counter()
        for state in states:
            while state.to_act:
                seat = state.to_act[0]
                state.apply(seat, random.choice(state.legal(seat)))
        spent = time.perf_counter() - begun
        moves += sum(state.ply for state in states)
        return spent / moves * 1e6

    return timed


def _middle(name: str) -> State[Any, Any]:
    """A state half-way through a random game."""
    whole = sum(1 for _ in _steps(name))
    for state in itertools.islice(_steps(name), whole // 2):
        middle = state
    return middle


def _steps(name: str) -> Iterator[State[Any, Any]]:
    """One game of random play, always the same."""
    player = random.Random(name)
    state: State[Any, Any] = GAMES[name].new(usual_seats(name), {}, Seeded(bytes(32))).state
    while state.to_act:
        seat = state.to_act[0]
        state.apply(seat, player.choice(list(state.legal(seat))))
        yield state


def usual_seats(name: str) -> int:
    """Four, or as many as the game has room for."""
    return min(4, GAMES[name].seats[-1])
