"""From a match that is over to its replay."""

from __future__ import annotations

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
    action_document, fact_document = match.game.actions.document, match.game.facts.document
    plays = tuple(
        Play(seat, action_document(action), by_bot, charged, wall)
        for seat, action, by_bot, charged, wall in match.decisions
    )
    events = tuple(Told(ply, to, fact_document(fact)) for ply, to, fact in match.log)
    result = match.result.document()
    accounts = match.accounts()
    chain = head_of(header, match.seed, events, plays, result, accounts)
    return Replay(header, match.seed, plays, events, result, accounts, chain)
