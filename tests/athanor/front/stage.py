"""A site with matches that were really played, by the house bots' functions in this process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

from django.utils import timezone

from arena.games.registry import game_named
from arena.house.catalogue import house_bots
from arena.referee.inprocess import Functions, functions_of
from arena.referee.local import play
from arena.referee.match import Match as Played
from arena.referee.recording import recorded
from arena.replay.file import write
from athanor.accounts.models import User
from athanor.bots.models import Bot
from athanor.jobs import services as jobs
from athanor.ladders.models import Ladder
from athanor.lifecycles import MatchState
from athanor.matches import epochs, services
from athanor.matches.models import Match, Purpose
from athanor.storage import blobs
from athanorpb.farm.values import Clock, Entrant, MatchOrder, SeatRecord
from tests.athanor import world

SLOW = ("counting", "thinking")


@cache
def programs(game: str) -> Sequence[Path]:
    """The quick ones."""
    return tuple(path for name, path in house_bots(game).items() if name not in SLOW)


def choosing(game: str, bot: Bot) -> Functions:
    """Each bot has a program of its own; the same one in every run."""
    place = Bot.objects.filter(pk__lt=bot.pk).count()
    return functions_of(programs(game)[place % len(programs(game))])


def perform(match: Match, log: bytes = b"", instead: Mapping[int, Functions] | None = None) -> Match:
    """Plays an ordered match to its end and settles it, replay and all; `instead` has other bots by their key."""
    instead = instead or {}
    seed = epochs.seed_of_match(match)
    seats = list(match.seats.select_related("bot__owner", "version").order_by("seat"))
    played = Played(
        game_named(match.game), seats=len(seats), options=match.options, seed=bytes.fromhex(seed), clock=Clock()
    )
    play(played, [instead.get(seat.bot_id) or choosing(match.game, seat.bot) for seat in seats])
    order = MatchOrder(
        match=match.public_id,
        game=match.game,
        options=match.options,
        seed=seed,
        clock=Clock(),
        seats=tuple(
            Entrant(f"{seat.bot.owner.username}/{seat.bot.slug}", seat.version.number, seat.version.built)
            for seat in seats
        ),
        deadline=0.0,
        set_id=match.duplicate_set,
    )
    replay = recorded(played, order)
    accounts = played.accounts()
    said = world.record(
        match,
        played.result.ranks,
        scores=tuple(played.result.scores),
        progress=played.progress,
        plies=len(played.decisions),
        reason=played.result.reason,
        replay=blobs().put(write(replay)),
        chain=replay.chain,
        seats=tuple(with_log(account, log) for account in accounts),
    )
    world.settle(signed=world.signed(said))
    match.refresh_from_db()
    assert match.state == MatchState.FINISHED
    return match


def with_log(account: SeatRecord, log: bytes) -> SeatRecord:
    fields = {name: getattr(account, name) for name in account.__dataclass_fields__}
    spent = replace(account.spent, heard=41_000, said=9_000)
    also = {"log": blobs().put(log) if log else "", "memory": 21_000_000, "spent": spent}
    return SeatRecord(**(fields | also))


@dataclass(frozen=True)
class Site:
    ada: User
    bea: User
    house: User
    ladder: Ladder
    bots: Sequence[Bot]
    """The first is ada's, the second bea's, the others the house's."""
    finished: Sequence[Match]
    running: Match
    waiting: Match
    void: Match
    failed: Match
    """Finished, with ada's bot out."""


def site(matches: int = 3) -> Site:
    ada, bea, house = world.author("ada"), world.author("bea"), world.author("house", is_house=True)
    ladder = world.ladder(title="Poison", about="Four at the table. The fewest points win.")
    named = [("quicksilver", ada), ("salamander", bea), ("counting", house), ("greedy", house), ("random", house)]
    bots = [world.bot(name, owner) for name, owner in named]
    tables = list(combinations(bots, 4))
    finished = [
        perform(world.order(tables[turn % len(tables)], ladder)[0], b"thinking about it\n")
        for turn in range(matches)
    ]
    running = world.order(bots[:4], ladder)[0]
    jobs.begin(token=world.attempt_of(running).token)
    waiting = world.order(bots[1:5], ladder)[0]
    void = world.order(bots[:4], ladder)[0]
    services.give_up(match=void, fault="the worker stalled", now=timezone.now() + timedelta(seconds=1))
    return Site(ada, bea, house, ladder, bots, finished, running, waiting, void, crashed(bots, ladder))


def unrated(bots: Sequence[Bot], options: Mapping[str, str | int], game: str = "poison") -> Match:
    """A match that somebody asked for, with any options and any number of seats."""
    now = timezone.now()
    epochs.ensure(now=now)
    (match,) = services.order(
        purpose=Purpose.CHALLENGE,
        game=game,
        options=options,
        clock=Clock(),
        versions=[world.current(bot) for bot in bots],
        now=now,
    )
    return perform(match)


def crashed(bots: Sequence[Bot], ladder: Ladder) -> Match:
    """A match in which the first bot died at its third question."""
    return perform(world.order(bots[:4], ladder)[0], b"Traceback\n", {bots[0].pk: dying()})


def dying() -> Functions:
    left = [0, 0]

    def choose(ask: Any) -> int:
        return left.pop()

    return Functions(choose, None, None)
