"""Running a scenario against the engine, to its first difference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, assert_never

from arena.games.registry import game_named
from arena.kernel.chance import BadScript, Scripted
from arena.kernel.game import BadState, Game, Refused, Start, State
from arena.kernel.options import BadOptions
from arena.kernel.seats import Seat
from arena.scenario.comparing import Comparison
from arena.scenario.shape import (
    NOTHING,
    Act,
    Crashed,
    Difference,
    Expect,
    Legal,
    Loaded,
    Look,
    NoScenario,
    Scenario,
    Step,
)
from athanorpb.codec import unordered_paths
from athanorpb.open_games import kind_of
from athanorpb.v1 import game_pb2


class _Failed(Exception):
    def __init__(self, pointer: str, expected: Any, found: Any) -> None:
        super().__init__(pointer, expected, found)


def run(scenario: Scenario) -> Difference | None:
    """The first difference; None: all holds.

    Raises NoScenario, of a beginning that is no position of the game, and Crashed, of an engine that breaks down.
    """
    game = game_named(scenario.game)
    where = "/state" if isinstance(scenario.begin, Loaded) else "/seats"
    try:
        runner = _Runner(game, _beginning(game, scenario))
        for place, step in enumerate(scenario.steps):
            where = f"/steps/{place}"
            runner.step(step)
        where = "/expect"
        runner.step(Expect(scenario.expect, ()))
    except _Failed as failed:
        return Difference(where, *failed.args)
    except BadScript as error:
        return Difference(where, "", "scripted values that the draws can give", str(error))
    except RecursionError:
        return Difference(where, "", "a document that can be read", "one that is nested too deep")
    except NoScenario:
        raise
    except Exception as error:
        raise Crashed(where, error) from error
    return None


def _beginning(game: Game[Any, Any, Any], scenario: Scenario) -> State[Any, Any]:
    chance = Scripted(scenario.chance, scenario.seed)
    try:
        if not isinstance(scenario.begin, Loaded):
            start: Start[State[Any, Any], Any] = game.new(scenario.begin.seats, scenario.options, chance)
            return start.state
        state: State[Any, Any] = game.load(scenario.begin.state, chance)
        game.settle(state.seats, scenario.options)
    except BadState as error:
        raise NoScenario(f"/state{error.pointer}", f"this is no state of {game.name}: {error.problem}") from None
    except BadOptions as error:
        raise NoScenario("", str(error)) from None
    except RecursionError:
        raise NoScenario("/state", "it is nested too deep to be read") from None
    in_state = state.dump()["options"]
    for name, value in scenario.options.items():
        if in_state[name] != value:
            raise _Failed(f"/options/{name}", value, in_state[name])
    return state


class _Runner:
    def __init__(self, game: Game[Any, Any, Any], state: State[Any, Any]) -> None:
        self.game = game
        self.state = state
        kinds = [kind_of(union.DESCRIPTOR, game.name) for union in _UNIONS]
        self.in_state, self.in_view = (Comparison(unordered_paths(kind)) for kind in kinds if kind is not None)

    def step(self, step: Step) -> None:
        match step:
            case Act():
                self._act(step)
            case Expect():
                _hold(self.in_state.first(self.state.dump(), step.expect, step.absent))
            case Look():
                if step.viewer is not None:
                    self._check_seat(step.viewer)
                _hold(self.in_view.first(self.state.view(step.viewer), step.expect, step.absent))
            case Legal():
                self._legal(step)
            case _:
                assert_never(step)

    def _act(self, step: Act) -> None:
        before = self.state.dump() if step.refused is not None else None
        code: str | None = None
        try:
            self.state.apply(step.seat, self.game.read(self.state, step.seat, step.document))
        except Refused as refused:
            code = refused.code
        if code != step.refused:
            raise _Failed("", self._verdict(step.refused), self._verdict(code))
        if before is not None and self.state.dump() != before:
            raise _Failed("", "a refused action changes nothing", "the state has changed")

    def _verdict(self, code: str | None) -> str:
        if code is None:
            return "accepted"
        return f"refused: {code}" + (f" ({self.game.why(code)})" if code in self.game.refusals else "")

    def _legal(self, step: Legal) -> None:
        self._check_seat(step.seat)
        for place, document in enumerate(step.contains):
            code = self._refusal(step.seat, document)
            if code is not None:
                raise _Failed(f"/contains/{place}", document, self._verdict(code))
        for place, document in enumerate(step.excludes):
            if self._refusal(step.seat, document) is None:
                raise _Failed(f"/excludes/{place}", "refused", document)
        if step.equals is not None:
            self._equals(step.seat, step.equals)

    def _refusal(self, seat: Seat, document: Any) -> str | None:
        try:
            return self.state.refusal(seat, self.game.read(self.state, seat, document))
        except Refused as refused:
            return refused.code

    def _equals(self, seat: Seat, documents: Sequence[Any]) -> None:
        """The listed actions, suggestions where a game is parametric, are these: without order, each once."""
        listed = list(self.state.legal(seat))
        rest = list(listed)
        for place, document in enumerate(documents):
            try:
                rest.remove(self.game.read(self.state, seat, document))
            except Refused as refused:
                raise _Failed(f"/equals/{place}", document, self._verdict(refused.code)) from None
            except ValueError:
                code = self._refusal(seat, document)
                found = self._verdict(code) if code is not None else "not among the listed, or named twice"
                raise _Failed(f"/equals/{place}", document, found) from None
        if rest:
            raise _Failed("/equals", NOTHING, self.game.actions.document(rest[0]))

    def _check_seat(self, seat: Seat) -> None:
        if not 0 <= seat < self.state.seats:
            raise _Failed("", f"a seat from 0 to {self.state.seats - 1}", seat)


_UNIONS = (game_pb2.State, game_pb2.View)


def _hold(finding: tuple[str, Any, Any] | None) -> None:
    if finding is not None:
        raise _Failed(*finding)
