"""Bots behind real gRPC on real sockets: the honest one plays, and every misbehaviour is blamed by its name."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from arena.games.registry import game_named
from arena.referee import patience
from arena.referee.clock import IDLE_SHARE
from arena.referee.conduct import Note, Void
from arena.referee.driver import Finished, referee
from arena.referee.faults import fault_of
from arena.referee.inprocess import Functions, InProcessPlayer
from arena.referee.line import Line
from arena.referee.remote import MOST_NOTES, RemotePlayer
from arena.replay.file import read
from arena.replay.verification import verify
from athanorpb.farm.values import Clock, Entrant, MatchOrder, SeatRecord
from tests.arena.referee import servers

GAME = game_named("poison")
CLOCK = Clock(startup=60_000, bank=240_000, increment=0, move_cap=60_000)
"""Nobody is late for want of a processor."""
SEED = bytes(range(32))


def order(seats: int = 2, clock: Clock = CLOCK) -> MatchOrder:
    return MatchOrder(
        match="m1",
        game="poison",
        options={},
        seed=SEED.hex(),
        clock=clock,
        seats=tuple(Entrant(f"author/bot-{seat}", 1, 64 * str(seat)) for seat in range(seats)),
        deadline=0.0,
    )


async def played(bots: dict[str, servers.Bot], folder: Path, clock: Clock = CLOCK) -> Finished:
    async with servers.serving(bots, folder) as lines:
        players = [RemotePlayer(line) for line in lines.values()]
        finished = await referee(order(len(bots), clock), GAME, players)
    assert not isinstance(finished, Void), finished.reason
    assert verify(read(finished.replay)) is None
    return finished


async def account_of(bot: servers.Bot, folder: Path) -> SeatRecord:
    """What becomes of a bot against an honest one, which is unharmed."""
    finished = await played({"bad": bot, "good": servers.honest}, folder)
    assert finished.seats[1].out == ""
    assert finished.seats[1].answers == 52
    return finished.seats[0]


async def account_of_silent(bot: servers.Bot, folder: Path, clock: Clock) -> SeatRecord:
    """The same with a short clock, which the other bot keeps to on any machine: its answers take no time."""
    async with servers.serving({"bad": bot}, folder) as lines:
        good = InProcessPlayer(Functions(lambda ask: 0))
        finished = await referee(order(clock=clock), GAME, [RemotePlayer(lines["bad"]), good])
    assert not isinstance(finished, Void), finished.reason
    assert finished.seats[1].out == ""
    assert finished.seats[1].answers == 52
    return finished.seats[0]


async def test_honest_bots_play_to_the_end(tmp_path: Path) -> None:
    finished = await played(dict.fromkeys(("a", "b", "c", "d"), servers.honest), tmp_path)
    assert finished.result.reason == "rounds-played"
    assert finished.plies == 200
    assert all(seat.out == "" and seat.answers == 50 and seat.startup < CLOCK.startup for seat in finished.seats)


async def test_notes_are_handed_on_and_change_nothing(tmp_path: Path) -> None:
    said: list[Note] = []
    async with servers.serving({"a": servers.talkative, "b": servers.honest}, tmp_path) as lines:
        players = [RemotePlayer(lines["a"], note=said.append), RemotePlayer(lines["b"])]
        finished = await referee(order(), GAME, players)
    assert isinstance(finished, Finished)
    assert finished.seats[0].out == ""
    assert said == [Note(number, f"ask {number}") for number in range(1, 53)]


ENDED = "its server ended the call: "
MISBEHAVIOUR = {
    "leaving": (servers.leaving, "dead", "call-ended", f"{ENDED}ABORTED: the program ended with code 3"),
    "crashing": (servers.crashing, "dead", "call-ended", f"{ENDED}UNKNOWN"),
    "gibberish": (servers.gibberish, "malformed", "no-message", "it said 14 bytes that are no message"),
    "oversized": (servers.oversized, "malformed", "oversize", "it said a message of 70008 bytes, 65536 allowed"),
    "stale": (servers.stale, "malformed", "wrong-number", "an answer to ask 1, when ask 3 was open"),
    "ready-again": (servers.ready_again, "malformed", "no-answer", "it said ready where an answer was awaited"),
    "empty-answer": (servers.empty_answer, "malformed", "empty-answer", "its answer has neither an action nor"),
    "chattering": (servers.chattering, "malformed", "notes", f"it said more than {MOST_NOTES} notes"),
    "flooding": (servers.flooding, "malformed", "flood", "its server sent 2001 messages while one answer was"),
    "adapter": (
        servers.adapter_complains, "malformed", "not-a-line", f"{ENDED}INVALID_ARGUMENT: the program said 'hello'"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MISBEHAVIOUR)
async def test_who_misbehaves_is_out_by_name_and_the_match_goes_on(name: str, tmp_path: Path) -> None:
    bot, out, code, detail = MISBEHAVIOUR[name]
    account = await account_of(servers.at_ask(3, bot), tmp_path)
    assert account.out == out
    assert account.out_detail.startswith(f"at ask 3 (play), after 4 moves: {detail}")
    fault = fault_of(account.out_detail)
    assert fault is not None
    assert fault.code == code
    assert len(account.out_detail) <= 500
    assert account.out_ply == 4
    assert account.answers == 2


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long this process has to wait for a processor, its host has not stalled."""
    monkeypatch.setattr(patience, "PATIENT", 1e9)


@pytest.mark.slow
@pytest.mark.usefixtures("patient")
async def test_who_is_silent_is_out_by_name_and_the_match_goes_on(tmp_path: Path) -> None:
    bot = servers.at_ask(1, servers.silent)
    account = await account_of_silent(bot, tmp_path, replace(CLOCK, move_cap=300))
    assert account.out == "silent"
    assert account.out_detail.startswith("at ask 1 (play), after 0 moves: no answer within the 300 ms allowed")
    fault = fault_of(account.out_detail)
    assert fault is not None
    assert fault.code == "move-cap"
    assert (account.out_ply, account.answers) == (0, 0)


async def test_a_bot_that_plays_on_illegally_is_out_at_the_ask_that_it_was_told_back(tmp_path: Path) -> None:
    account = await account_of(servers.at_ask(3, servers.illegal), tmp_path)
    assert account.out == "illegal"
    assert account.out_detail.startswith(
        "at ask 3 (play), asked again as its answer was unknown-card, after 4 moves: its illegal answer number 4, "
    )


@pytest.mark.slow
async def test_a_bot_that_left_while_another_was_on_turn_did_so_at_no_ask_of_its_own(tmp_path: Path) -> None:
    known: list[Line] = []
    thinker = servers.answering_ask_2_after(lambda: known[0].is_ended)
    async with servers.serving({"leaver": servers.leaving_after(2), "good": thinker}, tmp_path) as lines:
        known += lines.values()
        finished = await referee(order(), GAME, [RemotePlayer(line) for line in known])
    assert isinstance(finished, Finished)
    assert finished.seats[0].out == "dead"
    where = "between its answer to ask 2 and ask 3 (play), after 4 moves"
    assert finished.seats[0].out_detail == f"{where}: it closed the stream"


NEVER_READY = {
    "leaving": (servers.leaving, "ABORTED"),
    "crashing": (servers.crashing, "UNKNOWN"),
    "gibberish": (servers.gibberish, "bytes that are no message"),
    "another-version": (servers.old_fashioned, "version 99 of the protocol"),
    "answers-first": (servers.over_eager, "it said an answer before it was ready"),
}


@pytest.mark.parametrize("name", NEVER_READY)
async def test_who_does_not_get_ready_is_never_ready(name: str, tmp_path: Path) -> None:
    bot, detail = NEVER_READY[name]
    never_ready(await account_of(bot, tmp_path), detail)


@pytest.mark.slow
@pytest.mark.usefixtures("patient")
async def test_who_says_nothing_is_never_ready_in_time(tmp_path: Path) -> None:
    clock = replace(CLOCK, startup=300)
    never_ready(await account_of_silent(servers.never_ready, tmp_path, clock), "not ready within 300 ms")


def never_ready(account: SeatRecord, detail: str) -> None:
    assert account.out == "never-ready"
    assert account.out_detail.startswith("while it started: ")
    assert detail in account.out_detail
    assert fault_of(account.out_detail) is not None
    assert account.out_ply == 0


async def test_a_bot_that_went_before_it_was_welcomed_is_never_ready_and_not_waited_for(tmp_path: Path) -> None:
    leaver = await servers.serve(servers.honest, tmp_path / "leaver")
    guard = await servers.guarded(tmp_path / "leaver")
    await leaver.stop(None)
    async with servers.serving({"good": servers.honest}, tmp_path) as lines:
        players = [RemotePlayer(Line(guard.line)), RemotePlayer(lines["good"])]
        finished = await referee(order(clock=Clock(startup=60_000)), GAME, players)
    await guard.end()
    assert isinstance(finished, Finished)
    assert finished.seats[0].out == "never-ready"
    assert "its server closes the connection" in finished.seats[0].out_detail
    assert finished.seats[1].out == ""


@pytest.mark.slow
@pytest.mark.usefixtures("patient")
async def test_a_slow_bot_without_measured_cpu_time_runs_out_of_its_bank(tmp_path: Path) -> None:
    bot = servers.at_ask(1, servers.silent)
    account = await account_of_silent(bot, tmp_path, Clock(startup=60_000, bank=200, increment=0))
    assert account.out == "out-of-time"


async def test_measured_cpu_time_is_what_is_charged(tmp_path: Path) -> None:
    used = iter(range(0, 10_000, 7))
    async with servers.serving({"a": servers.honest, "b": servers.honest}, tmp_path) as lines:
        players = [RemotePlayer(lines["a"], cpu=lambda: next(used)), RemotePlayer(lines["b"])]
        finished = await referee(order(), GAME, players)
    assert isinstance(finished, Finished)
    # What a busy machine keeps from these bots counts as idle here: they have no box that would say so.
    assert finished.seats[0].charged == pytest.approx(52 * 7 + finished.seats[0].spent.idle * IDLE_SHARE, abs=1)
    assert finished.seats[0].cpu == 52 * 7
    assert finished.seats[1].cpu == -1


async def test_start_up_before_the_welcome_counts(tmp_path: Path) -> None:
    async with servers.serving({"a": servers.honest, "b": servers.honest}, tmp_path) as lines:
        players = [RemotePlayer(lines["a"], startup=20_000.0), RemotePlayer(lines["b"], startup=60_001.0)]
        finished = await referee(order(), GAME, players)
    assert isinstance(finished, Finished)
    assert 20_000 <= finished.seats[0].startup <= 60_000
    assert finished.seats[1].out == "never-ready"
