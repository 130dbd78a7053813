"""One random game, with every invariant of its rule book checked on the way and at its end."""

from __future__ import annotations

import json
import traceback
from random import Random
from typing import Any

import pytest

from arena.contract.plan import Plan
from arena.kernel.chance import Seeded
from arena.kernel.game import Refused, State

Document = dict[str, Any]


class Broken(Exception):
    """An invariant does not hold: of which game, and a report of where in it, and of what was asked."""

    def __init__(self, name: str, number: int, report: str) -> None:
        super().__init__(name, number, report)
        self.name = name
        self.number = number
        self.report = report


def broken(plan: Plan, ply: int, cause: Exception) -> Broken:
    frame = traceback.extract_tb(cause.__traceback__)[-1]
    what = str(cause).splitlines()[0] if str(cause) else frame.line
    place = f"{frame.filename.rpartition('/')[2]}:{frame.lineno}"
    report = f"{plan}\n  at ply {ply}: {type(cause).__name__}: {what} ({place})"
    return Broken(plan.name, plan.number, report)


def play(plan: Plan, stride: int) -> int:
    """Plays it, and checks the first position, each stride-th from a random one on, and the last; how many plies.

    Raises Broken.
    """
    ply = 0
    # What is checked does not bear on what is played: any stride plays the same game.
    player, checker = Random(plan.seed), Random(plan.seed[::-1])
    try:
        start = plan.game.new(plan.seats, plan.options, Seeded(plan.seed))
        state, told = start.state, [*start.events]
        check_position(plan, state)
        next_check, bound = checker.randrange(stride), plan.game.longest(plan.seats, plan.options)
        while state.to_act:
            seat = player.choice(state.to_act)
            action = chosen(plan, state, seat, player)
            if ply == next_check:
                told += check_step(plan, state, seat, action, checker)
                next_check += stride
            else:
                told += state.apply(seat, action)
            ply += 1
            assert ply <= bound, f"more actions than the {bound} that a game may have"
        last = check_position(plan, state)
        plan.kit.invariants.check_game(last, [documented(plan, event) for event in told])
    except Exception as cause:
        raise broken(plan, ply, cause) from cause
    return ply


def chosen(plan: Plan, state: State[Any, Any], seat: int, rng: Random) -> Any:
    choice = plan.kit.choice
    if plan.purposeful and choice is not None:
        return choice(state, seat, rng)
    legal: Any = state.legal(seat)
    return rng.choice(legal if hasattr(legal, "__getitem__") else list(legal))


def check_position(plan: Plan, state: State[Any, Any]) -> Document:
    """What holds in every position; and that it is loaded and saved as the same."""
    document = state.dump()
    plan.kit.invariants.check(document)
    assert bool(state.to_act) == (state.result is None)
    for seat in range(plan.seats):
        listed = list(state.legal(seat))
        assert bool(listed) == (seat in state.to_act)
        assert all(state.refusal(seat, action) is None for action in listed)
    for seat in state.to_act:
        assert state.refusal(seat, state.autopilot(seat)) is None
    loaded = plan.game.load(json.loads(json.dumps(document)), Seeded(plan.seed))
    assert loaded.dump() == document
    return document


def check_step(plan: Plan, state: State[Any, Any], seat: int, action: Any, rng: Random) -> list[Any]:
    """Takes the action and gives its events. A copy does the same, and one that was saved and loaded; what is
    refused does nothing."""
    before, twin = state.dump(), state.copy()
    loaded = plan.game.load(json.loads(json.dumps(before)), Seeded(plan.seed))
    check_refusal(plan, state, rng)
    assert state.refusal(seat, action) is None
    events = state.apply(seat, action)
    assert twin.dump() == before
    after = check_position(plan, state)
    plan.kit.invariants.check_step(
        before, plan.game.actions.document(action), after, [documented(plan, event) for event in events]
    )
    for viewer in (None, *range(plan.seats)):
        state.view(viewer)
    for other in (twin, loaded):
        assert other.apply(seat, action) == events
        assert other.dump() == after
    return events


def check_refusal(plan: Plan, state: State[Any, Any], rng: Random) -> None:
    """Some action of some seat: legal and listed, if all are, or refused with a code of the book and without any
    effect."""
    seat, tried = rng.randrange(plan.seats), plan.game.action(rng.choice(plan.kit.universe))
    code = state.refusal(seat, tried)
    legal = state.legal(seat)
    if legal.finite:
        assert (code is None) == (tried in list(legal))
    if code is None:
        return
    assert code in plan.game.refusals
    before = state.dump()
    with pytest.raises(Refused, match=f"^{code}$"):
        state.apply(seat, tried)
    assert state.dump() == before


def documented(plan: Plan, event: Any) -> Document:
    """The event as a document, which names those that it is told to, if not all."""
    document = plan.game.facts.document(event.fact)
    (fields,) = document.values()
    to = fields.get("to")  # an audience is a list; of a movement it is the place where it ends
    assert (to if isinstance(to, list) else None) == (None if event.to is None else list(event.to))
    return document
