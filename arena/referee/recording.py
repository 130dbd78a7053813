"""From a match that is over to its replay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arena.orders.documents import MatchOrder
from arena.referee.match import Match
from arena.replay.chain import head_of
from arena.replay.model import Header, Play, Replay, Told


def recorded(match: Match, order: MatchOrder) -> Replay:
    header = Header(
        match=order.match,
        game=match.game.name,
        revision=match.game.revision,
        options=match.options,
        seats=order.seats,
        clock=order.clock,
        set_id=order.set_id,
    )
    document = match.game.actions.document
    plays = tuple(
        Play(seat, plain(document(action)), by_bot, charged, wall)
        for seat, action, by_bot, charged, wall in match.decisions
    )
    events = tuple(Told(entry.ply, entry.to, plain(entry.document)) for entry in match.log)
    result = plain(match.result.document())
    accounts = match.accounts()
    chain = head_of(header, match.seed, events, plays, result, accounts)
    return Replay(header, match.seed, plays, events, result, accounts, chain)


def plain(value: Any) -> Any:
    """With lists for tuples: a document as it is read again."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list | tuple) else value
