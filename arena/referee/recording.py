"""From a match that is over to its replay."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from arena.games.registry import package_of
from arena.referee.match import Match
from arena.replay.chain import head_of
from arena.replay.file import read, write
from arena.replay.model import Play, Replay, Told
from athanorpb.farm.values import Header, MatchOrder, SeatRecord


def recorded(match: Match, order: MatchOrder) -> Replay:
    header = Header(
        match=order.match,
        game=match.game.name,
        revision=match.game.revision,
        options=match.options,
        seats=order.seats,
        clock=order.clock,
        set_id=order.set_id,
        beacon=order.beacon,
        package=package_of(match.game.name),
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


def retold(content: bytes, accounts: Sequence[SeatRecord]) -> bytes:
    """The replay, with what was learned of the bots that were out when their sandboxes had ended.

    The chain covers that they were out and when, and not the words for it: it stays what it is.
    """
    if not any(account.out for account in accounts):
        return content
    replay = read(content)
    told = zip(replay.accounts, accounts, strict=True)
    return write(
        dataclasses.replace(
            replay,
            accounts=tuple(dataclasses.replace(was, out_detail=now.out_detail) for was, now in told),
        )
    )
