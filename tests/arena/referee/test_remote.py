"""Bots behind real gRPC on real sockets: the honest one plays, and every misbehaviour is blamed by its name."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.games.registry import game_named
from arena.orders.documents import Clock, Entrant, MatchOrder, SeatRecord
from arena.referee.conduct import Void
from arena.referee.driver import Finished, referee
from arena.referee.remote import MOST_NOTES, RemotePlayer
from arena.replay.file import read
from arena.replay.verification import verify
from tests.arena.referee import servers

GAME = game_named("poison")
CLOCK = Clock(startup=2_000, bank=20_000, increment=0, move_cap=1_000)
SEED = bytes(range(32))


def order(seats: int = 2, clock: Clock = CLOCK) -> MatchOrder:
    return MatchOrder(
        match="m1",
        attempt=1,
        token="t",
        game="poison",
        options={},
        seed=SEED.hex(),
        clock=clock,
        seats=tuple(Entrant(f"author/bot-{seat}", 1, 64 * str(seat)) for seat in range(seats)),
        deadline=0.0,
    )


async def played(bots: dict[str, servers.Bot], folder: Path, clock: Clock = CLOCK) -> Finished:
    async with servers.serving(bots, folder) as targets:
        players = [RemotePlayer(target) for target in targets.values()]
        finished = await referee(order(len(bots), clock), GAME, players)
    assert not isinstance(finished, Void), finished.reason
    assert verify(read(finished.replay)) is None
    return finished


async def account_of(bot: servers.Bot, folder: Path, clock: Clock = CLOCK) -> SeatRecord:
    """What becomes of a bot against an honest one, which is unharmed."""
    finished = await played({"bad": bot, "good": servers.honest}, folder, clock)
    assert finished.seats[1].out == ""
    assert finished.seats[1].answers == 52
    return finished.seats[0]


async def test_honest_bots_play_to_the_end(tmp_path: Path):
    finished = await played(dict.fromkeys(("a", "b", "c", "d"), servers.honest), tmp_path)
    assert finished.result.reason == "rounds-played"
    assert finished.plies == 200
    assert all(seat.out == "" and seat.answers == 50 and seat.startup < 2_000 for seat in finished.seats)


async def test_notes_are_handed_on_and_change_nothing(tmp_path: Path):
    said: list[str] = []
    async with servers.serving({"a": servers.talkative, "b": servers.honest}, tmp_path) as targets:
        players = [RemotePlayer(targets["a"], note=said.append), RemotePlayer(targets["b"])]
        finished = await referee(order(), GAME, players)
    assert isinstance(finished, Finished)
    assert finished.seats[0].out == ""
    assert said == [f"ask {number}" for number in range(1, 53)]


MISBEHAVIOUR = {
    "silent": (servers.silent, "silent", "1000 ms allowed"),
    "leaving": (servers.leaving, "dead", "ABORTED: the program ended with code 3"),
    "crashing": (servers.crashing, "dead", "UNKNOWN"),
    "gibberish": (servers.gibberish, "malformed", "it said 14 bytes that are no message"),
    "oversized": (servers.oversized, "malformed", "RESOURCE_EXHAUSTED"),
    "stale": (servers.stale, "malformed", "an answer to ask 1, when ask 3 was open"),
    "ready-again": (servers.ready_again, "malformed", "it said ready where an answer was awaited"),
    "empty-answer": (servers.empty_answer, "malformed", "neither an action nor an index"),
    "chattering": (servers.chattering, "malformed", f"more than {MOST_NOTES} notes"),
    "adapter": (servers.adapter_complains, "malformed", "INVALID_ARGUMENT: the program said 'hello'"),
    "illegal": (servers.illegal, "illegal", "unknown-card"),
}


@pytest.mark.parametrize("name", MISBEHAVIOUR)
async def test_who_misbehaves_is_out_by_name_and_the_match_goes_on(name: str, tmp_path: Path):
    bot, out, detail = MISBEHAVIOUR[name]
    account = await account_of(servers.at_ask(3, bot), tmp_path)
    assert account.out == out
    assert detail in account.out_detail
    assert len(account.out_detail) <= 500
    assert account.out_ply == 4
    assert account.answers == 2


NEVER_READY = {
    "silent": (servers.never_ready, "not ready within 300 ms"),
    "leaving": (servers.leaving, "ABORTED"),
    "crashing": (servers.crashing, "UNKNOWN"),
    "gibberish": (servers.gibberish, "bytes that are no message"),
    "another-version": (servers.old_fashioned, "version 99 of the protocol"),
    "answers-first": (servers.over_eager, "it said an answer before it was ready"),
}


@pytest.mark.parametrize("name", NEVER_READY)
async def test_who_does_not_get_ready_is_never_ready(name: str, tmp_path: Path):
    bot, detail = NEVER_READY[name]
    account = await account_of(bot, tmp_path, Clock(startup=300, bank=20_000, move_cap=1_000))
    assert account.out == "never-ready"
    assert detail in account.out_detail
    assert account.out_ply == 0


async def test_a_socket_that_nobody_listens_on_is_never_ready(tmp_path: Path):
    async with servers.serving({"good": servers.honest}, tmp_path) as targets:
        players = [RemotePlayer(f"unix:{tmp_path / 'nobody'}"), RemotePlayer(targets["good"])]
        finished = await referee(order(clock=Clock(startup=300)), GAME, players)
    assert isinstance(finished, Finished)
    assert finished.seats[0].out == "never-ready"
    assert finished.seats[1].out == ""


async def test_a_slow_bot_without_measured_cpu_time_runs_out_of_its_bank(tmp_path: Path):
    account = await account_of(servers.at_ask(3, servers.silent), tmp_path, Clock(bank=200, increment=0))
    assert account.out == "out-of-time"


async def test_measured_cpu_time_is_what_is_charged(tmp_path: Path):
    used = iter(range(0, 10_000, 7))
    async with servers.serving({"a": servers.honest, "b": servers.honest}, tmp_path) as targets:
        players = [RemotePlayer(targets["a"], cpu=lambda: next(used)), RemotePlayer(targets["b"])]
        finished = await referee(order(), GAME, players)
    assert isinstance(finished, Finished)
    assert finished.seats[0].charged == 52 * 7
    assert finished.seats[0].cpu == 52 * 7
    assert finished.seats[1].cpu == -1


async def test_start_up_before_the_welcome_counts(tmp_path: Path):
    async with servers.serving({"a": servers.honest, "b": servers.honest}, tmp_path) as targets:
        players = [RemotePlayer(targets["a"], startup=1_900.0), RemotePlayer(targets["b"], startup=2_001.0)]
        finished = await referee(order(), GAME, players)
    assert isinstance(finished, Finished)
    assert 1_900 <= finished.seats[0].startup <= 2_000
    assert finished.seats[1].out == "never-ready"
