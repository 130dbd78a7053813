"""Verifying a replay: play it again from its seed and actions, and compare everything but the measured times."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from arena.games.registry import GAMES, revisions_of
from arena.kernel.chance import Seeded
from arena.kernel.events import Event
from arena.kernel.game import Game, Refused, State
from arena.kernel.options import BadOptions
from arena.replay.chain import head_of
from arena.replay.model import Document, Play, Replay
from arena.replay.standing import final_ranks
from athanorpb.farm.values import Header


@dataclass(frozen=True, slots=True)
class Difference:
    """The first place where a replay is not what its seed and actions give."""

    where: str
    expected: object
    """What playing it again gives."""
    found: object
    """What the replay says."""

    def __str__(self) -> str:
        return f"{self.where}: expected {_shown(self.expected)}, found {_shown(self.found)}"


class _Differs(Exception):
    def __init__(self, where: str, expected: object, found: object) -> None:
        super().__init__(where)
        self.difference = Difference(where, expected, found)


def verify(replay: Replay) -> Difference | None:
    """None: the replay is what the rules make of its seed and actions."""
    try:
        _Reexecution(_game_of(replay.header), replay).run()
        chain = head_of(replay.header, replay.seed, replay.events, replay.plays, replay.result, replay.accounts)
        _same("hash chain", chain, replay.chain)
    except _Differs as differs:
        return differs.difference
    return None


def _game_of(header: Header) -> Game[Any, Any, Any]:
    """The game by the rules that the match was played by."""
    if header.game not in GAMES:
        raise _Differs("game", f"one of {', '.join(GAMES)}", f"{header.game}{_from(header)}")
    revisions = revisions_of(header.game)
    if header.revision not in revisions:
        found = f"{header.revision}{_from(header)}" if header.package else header.revision
        raise _Differs("revision of the rules", f"one of {', '.join(map(str, revisions))}", found)
    return revisions[header.revision]


def _from(header: Header) -> str:
    return f", which the distribution {header.package} has" if header.package else ""


class _Reexecution:
    def __init__(self, game: Game[Any, Any, Any], replay: Replay) -> None:
        self.game = game
        self.replay = replay
        self.next_event = 0

    def run(self) -> None:
        header = self.replay.header
        try:
            options = self.game.settle(len(header.seats), header.options)
        except BadOptions as error:
            raise _Differs("options", str(error), dict(header.options)) from error
        _same("options", options, header.options)
        start = self.game.new(len(header.seats), options, Seeded(self.replay.seed))
        self._events(0, start.events)
        for ply, play in enumerate(self.replay.plays, 1):
            self._play(start.state, ply, play)
        _same("seats that still have to act", [], list(start.state.to_act))
        if self.next_event < len(self.replay.events):
            raise _Differs(f"event {self.next_event}", None, self.replay.events[self.next_event].event)
        self._result(start.state)

    def _play(self, state: State[Any, Any], ply: int, play: Play) -> None:
        where = f"action {ply}"
        if play.seat not in state.to_act:
            raise _Differs(f"{where}, its seat", list(state.to_act), play.seat)
        account = self.replay.accounts[play.seat]
        out = account.out != "" and account.out_ply < ply
        if play.by_bot and out:
            raise _Differs(f"{where}, who played it", "autopilot", "bot")
        if not play.by_bot:
            _same(f"{where}, who played it", True, out)
            autopilot = self.game.actions.document(state.autopilot(play.seat))
            _same(f"{where}, the autopilot's", autopilot, play.action)
        try:
            events = state.apply(play.seat, self.game.read(state, play.seat, play.action))
        except Refused as refused:
            raise _Differs(where, f"refused as {refused.code}", play.action) from refused
        self._events(ply, events)

    def _events(self, ply: int, events: Sequence[Event[Any]]) -> None:
        for event in events:
            place = self.next_event
            expected = {"ply": ply, "to": event.to, "event": self.game.facts.document(event.fact)}
            found: Document | None = None
            if place < len(self.replay.events):
                found = self.replay.events[place]._asdict()
            _same(f"event {place}", _plain(expected), _plain(found))
            self.next_event += 1

    def _result(self, state: State[Any, Any]) -> None:
        assert state.result is not None
        outs = [(account.out, account.out_ply) if account.out else None for account in self.replay.accounts]
        ranks = final_ranks(state.result.ranks, outs)
        _same("result", _plain({**state.result.document(), "ranks": ranks}), self.replay.result)


def _same(where: str, expected: object, found: object) -> None:
    if expected != found:
        raise _Differs(where, expected, found)


def _plain(value: Any) -> Any:
    """With lists for tuples, as documents are read."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 200 else text[:197] + "..."
