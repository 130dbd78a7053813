"""One match through everything that a worker has: bundles, chairs, a sandbox a seat, referee and record."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from arena.games.registry import game_named
from arena.house.catalogue import house_bots
from arena.referee.driver import Finished, referee
from arena.referee.inprocess import InProcessPlayer, functions_of
from arena.referee.player import Player
from arena.replay.file import read
from arena.replay.verification import verify
from arena.worker.matches import play
from athanorpb.farm.values import Entrant, MatchOrder
from sandbox.interface import Driver
from tests.sandbox.soak import CLOCK, GAME, farm_in, house, leftovers
from tests.waiting import far_deadline

BOTS = ("greedy", "random", "greedy")


def test_a_match_in_sandboxes_ends_as_it_does_without(made: Callable[[str], Driver], state: Path) -> None:
    made("bubblewrap")
    folder = state / "one-match"
    folder.mkdir()
    farm = farm_in(folder, "bubblewrap")
    before = set(leftovers(farm))
    order = MatchOrder(
        match="one",
        game=GAME,
        options={},
        seed="5a" * 32,
        clock=CLOCK,
        seats=tuple(Entrant(f"house/{name}", 1, house(farm, name)) for name in BOTS),
        deadline=far_deadline(),
    )
    record = asyncio.run(play(order, farm))
    assert record.outcome == "finished", record.reason
    assert [(seat.out, seat.strikes) for seat in record.seats] == [("", 0)] * len(BOTS)
    assert verify(read(farm.store.get(record.replay))) is None
    assert set(leftovers(farm)) == before

    players: list[Player] = [InProcessPlayer(functions_of(house_bots(GAME)[name])) for name in BOTS]
    without = asyncio.run(referee(order, game_named(GAME), players))
    assert isinstance(without, Finished)
    assert (record.scores, record.ranks) == (without.result.scores, without.result.ranks)
