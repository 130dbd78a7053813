"""The rule engines, in plain interpreted source: random play against OpenSpiel's hearts, and copies of a state.

Both are driven from Python in the same way: list the legal actions, take one at random, apply it. OpenSpiel's
chance nodes are sampled as its documentation does, by their outcomes and probabilities. A second line, which
nobody judges, takes a shortcut that hearts happens to allow: any legal action of a chance node is as likely as
the others. Alkemy's geometry is measured in `alkemy`.
"""

from __future__ import annotations

import copy
import itertools
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

from arena.cli.bench import alkemy
from arena.cli.bench.measure import Measurement, cost, each, in_turns, rate, reference, speedup
from arena.games.registry import GAMES
from arena.kernel.chance import Seeded
from arena.kernel.game import State

PLAYOUTS = 60
THEIR_PLAYOUTS = 150
COPIES = 4_000
DEEP_COPIES = 400
CARD_GAMES = {"poison": 1.0, "kazaam": 0.5, "alakazoo": 0.5}
"""Games that are measured against hearts, and their budgets."""
STRETCH = 2.0


def measure(game: str | None = None) -> Iterator[Measurement]:
    """Of one game, or of all."""
    for name, budget in CARD_GAMES.items():
        if game in (None, name):
            yield from _random_play(name, reference("pyspiel", "open-spiel").load_game("hearts"), budget)
    if game in (None, "alkemy"):
        yield from alkemy.measure()
    for name in GAMES:
        if game in (None, name):
            yield from _copies(name)


def _random_play(name: str, hearts: Any, budget: float) -> Iterator[Measurement]:
    ours = _per_second(lambda: _play(name), PLAYOUTS)
    theirs = _per_second(lambda: _play_hearts(hearts, _outcome), THEIR_PLAYOUTS)
    quick = _per_second(lambda: _play_hearts(hearts, _any), THEIR_PLAYOUTS)
    what = f"{name}: random play"
    yield rate("engines", what, "OpenSpiel hearts", in_turns(ours, theirs), "decisions/s", budget, STRETCH)
    yield rate("engines", what, "the same, uniform chance", in_turns(ours, quick), "decisions/s", None)


def _per_second(play: Callable[[], int], times: int) -> Callable[[], float]:
    def timed() -> float:
        begun = time.perf_counter()
        decisions = sum(play() for _ in range(times))
        return decisions / (time.perf_counter() - begun)

    return timed


def _play(name: str) -> int:
    game = GAMES[name]
    state = game.new(_usual_seats(name), {}, Seeded(random.randbytes(32))).state
    decisions = 0
    while state.to_act:
        seat = state.to_act[0]
        state.apply(seat, random.choice(state.legal(seat)))
        decisions += 1
    return decisions


def _play_hearts(hearts: Any, sample: Callable[[Any], int]) -> int:
    state = hearts.new_initial_state()
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


def _copies(name: str) -> Iterator[Measurement]:
    state = _middle(name)
    copied = each(state.copy, COPIES)
    figures = in_turns(copied, each(lambda: copy.deepcopy(state), DEEP_COPIES))
    yield speedup("engines", f"{name}: copy()", "copy.deepcopy", figures, "µs", 20, 60)
    yield cost("engines", f"{name}: copy()", "legal + apply", in_turns(copied, _one_action(name)), "µs", 1.0)


def _one_action(name: str) -> Callable[[], float]:
    """Microseconds of one legal + apply, over random play from the middle of a game to its end."""

    middle: Any = _middle(name)

    def timed() -> float:
        states = [middle.copy() for _ in range(PLAYOUTS // 2)]
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
    state: State[Any, Any] = GAMES[name].new(_usual_seats(name), {}, Seeded(bytes(32))).state
    while state.to_act:
        seat = state.to_act[0]
        state.apply(seat, player.choice(list(state.legal(seat))))
        yield state


def _usual_seats(name: str) -> int:
    return min(4, GAMES[name].seats[-1])
