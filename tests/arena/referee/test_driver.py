"""The asyncio driver: whoever fails, the match ends; what is our fault is void."""

from __future__ import annotations

import asyncio
import dataclasses
import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from arena.games.registry import game_named
from arena.house.catalogue import house_bots
from arena.kernel.game import Game
from arena.kernel.results import LARGEST, Result, unfit
from arena.referee import driver
from arena.referee.asking import Ask, Over, Welcome
from arena.referee.conduct import Answer, Failed, OurFault, Out, Refusal, Reply, Void
from arena.referee.driver import Finished, referee
from arena.referee.inprocess import Functions, InProcessPlayer, functions_of
from arena.referee.match import Match
from arena.referee.player import Absent
from arena.replay.file import read, write
from arena.replay.model import Replay
from arena.replay.verification import verify
from athanorpb.farm.values import Clock, Entrant, MatchOrder
from tests.arena.referee.sealed import SealedBids, SealedState
from tests.virtual_time import in_virtual_time, passes, virtual_loop
from tests.waiting import other_tasks_run

POISON = game_named("poison")
SEED = bytes(range(32))
RANGE = f"which may be from {-LARGEST} to {LARGEST}"


class Scripted:
    """A player whose answers a function gives, after a while of virtual time if there is one."""

    def __init__(self, say: Callable[[Ask], Reply], wait: Callable[[], float] = lambda: 0.0) -> None:
        self.startup = 0.0
        self.say = say
        self.wait = wait
        self.closed = 0
        self.told: Over | None = None
        self.welcomed: Welcome | None = None

    async def welcome(self, welcome: Welcome) -> Failed | None:
        self.welcomed = welcome
        return None

    async def ask(self, ask: Ask) -> Reply:
        self.asked = ask
        if (seconds := self.wait()) > 0:
            await passes(seconds)
        else:
            await other_tasks_run()
        return self.say(ask)

    async def refused(self, refusal: Refusal) -> Reply:
        return self.say(self.asked)

    async def over(self, over: Over) -> None:
        self.told = over

    async def close(self) -> None:
        self.closed += 1

    def cpu(self) -> float | None:
        return None

    def waited(self) -> float | None:
        return None


def first(ask: Ask) -> Reply:
    return Answer(ask.number, 0)


def order(game: Game[Any, Any, Any] = POISON, seats: int = 3, clock: Clock | None = None) -> MatchOrder:
    return MatchOrder(
        match="m1",
        game=game.name,
        options={},
        seed=SEED.hex(),
        clock=clock or Clock(),
        seats=tuple(Entrant(f"author/bot-{seat}", 1, 64 * str(seat)) for seat in range(seats)),
        deadline=0.0,
        set_id="s1",
    )


def house(name: str) -> InProcessPlayer:
    return InProcessPlayer(functions_of(house_bots("poison")[name]))


def without_times(replay: Replay) -> bytes:
    plays = tuple(play._replace(charged=0, wall=0) for play in replay.plays)
    accounts = tuple(
        dataclasses.replace(account, charged=0, slowest=0, startup=0, cpu=-1, withheld=0)
        for account in replay.accounts
    )
    return write(dataclasses.replace(replay, plays=plays, accounts=accounts))


async def test_a_match_is_played_told_and_closed() -> None:
    players = [Scripted(first) for _ in range(3)]
    finished = await referee(order(), POISON, players)
    assert isinstance(finished, Finished)
    assert finished.plies == 228
    assert verify(read(finished.replay)) is None
    assert read(finished.replay).chain == finished.chain
    for seat, player in enumerate(players):
        assert player.closed == 1
        assert player.welcomed is not None
        assert player.welcomed.seat == seat
        assert player.told is not None
        assert player.told.result == finished.result.document()
        assert player.told.events[-1] == {"ended": finished.result.document()}


@pytest.mark.slow
async def test_house_bots_play_in_this_process() -> None:
    finished = await referee(order(), POISON, [house("random"), house("greedy"), house("counting")])
    assert isinstance(finished, Finished)
    assert all(seat.out == "" for seat in finished.seats)


@in_virtual_time
async def test_the_same_order_and_answers_give_the_same_replay_whatever_the_pace() -> None:
    """G9."""
    replays = []
    for pace in (1, 2):
        dice = random.Random(pace)
        players = [Scripted(first, partial(dice.uniform, 0, 1 / 500)) for _ in range(3)]
        finished = await referee(order(), POISON, players)
        assert isinstance(finished, Finished)
        replays.append(read(finished.replay))
    assert replays[0].chain == replays[1].chain
    assert without_times(replays[0]) == without_times(replays[1])


class AllAsked(Scripted):
    """Answers once all who are asked with it have been asked, and then after a while."""

    def __init__(self, asked: asyncio.Barrier, pauses: Iterator[float]) -> None:
        super().__init__(first, lambda: next(pauses))
        self.all_asked = asked

    async def ask(self, ask: Ask) -> Reply:
        await self.all_asked.wait()
        return await super().ask(ask)


@in_virtual_time
async def test_seats_asked_at_once_are_asked_in_parallel_and_recorded_in_their_order() -> None:
    asked = asyncio.Barrier(3)
    pauses = iter((0.2, 0.1, 0.0, 0.0, 0.1, 0.2))
    players = [AllAsked(asked, pauses) for _ in range(3)]
    match = Match(SealedBids(), seats=3, options={}, seed=SEED, clock=Clock())
    async with asyncio.timeout(60):
        await driver._play(match, players, None, [None] * 3)
    assert [decision.seat for decision in match.decisions] == [0, 1, 2, 0, 1, 2]


async def test_a_function_that_raises_is_a_dead_bot() -> None:
    def choose(ask: Any) -> int:
        if ask.number == 3:
            raise KeyError("no plan")
        return 0

    bots = [InProcessPlayer(Functions(choose)), house("random"), house("random")]
    finished = await referee(order(), POISON, bots)
    assert isinstance(finished, Finished)
    assert finished.seats[0].out == "dead"
    assert finished.seats[0].out_detail == (
        "at ask 3 (play), after 6 moves: its function raised KeyError: 'no plan'"
    )
    assert finished.result.ranks[0] == 3


async def test_a_function_whose_welcome_raises_is_never_ready() -> None:
    def welcome(welcome: Any) -> None:
        raise OSError("no book of openings")

    bots = [InProcessPlayer(Functions(lambda ask: 0, welcome)), house("random"), house("random")]
    finished = await referee(order(), POISON, bots)
    assert isinstance(finished, Finished)
    assert finished.seats[0].out == "never-ready"
    assert finished.seats[0].out_detail == "while it started: its function raised OSError: no book of openings"


async def test_a_refused_function_is_told_why_and_asked_again() -> None:
    told = []

    def choose(ask: Any) -> int:
        if ask.number == 1 and ask.refused is None:
            return 999
        if ask.refused is not None:
            told.append(ask.refused)
        return 0

    finished = await referee(
        order(), POISON, [InProcessPlayer(Functions(choose)), house("random"), house("random")]
    )
    assert isinstance(finished, Finished)
    assert [(refusal.code, refusal.strikes_left) for refusal in told] == [("malformed", 2)]
    assert finished.seats[0].strikes == 1
    assert finished.seats[0].out == ""


async def test_a_bot_that_was_never_started_is_absent() -> None:
    absent = Absent(Failed(Out.NEVER_READY, "no such command"), 12.0)
    finished = await referee(order(), POISON, [house("random"), absent, house("random")])
    assert isinstance(finished, Finished)
    assert finished.seats[1].out_detail == "while it started: no such command"
    assert finished.result.ranks[1] == 3


async def test_the_sink_hears_the_public_events_as_they_happen_and_no_others() -> None:
    heard: list[tuple[int, list[Any]]] = []
    asked_after: list[int] = []

    def say(ask: Ask) -> Reply:
        asked_after.append(len(heard))
        return first(ask)

    finished = await referee(
        order(), POISON, [Scripted(say) for _ in range(3)], sink=lambda ply, events: heard.append((ply, events))
    )
    assert isinstance(finished, Finished)
    public = [told for told in read(finished.replay).events if told.to is None]
    flat = [(ply, event) for ply, events in heard for event in events]
    assert [ply for ply, _ in flat] == [told.ply for told in public]
    assert [set(event) for _, event in flat] == [set(told.event) for told in public]
    assert not any("hand" in event for _, event in flat)
    assert asked_after == list(range(1, 229))


# --- faults of ours


async def test_a_fault_of_ours_makes_the_match_void_and_closes_the_players() -> None:
    def fail(ask: Ask) -> Reply:
        raise OurFault("the sandbox is gone")

    players = [Scripted(first), Scripted(fail), Scripted(first)]
    assert await referee(order(), POISON, players) == Void("the sandbox is gone")
    assert [player.closed for player in players] == [1, 1, 1]


async def test_a_mistake_of_ours_makes_the_match_void_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    def fail(ask: Ask) -> Reply:
        raise ZeroDivisionError("oops")

    void = await referee(order(), POISON, [Scripted(fail), Scripted(first), Scripted(first)])
    assert void == Void("ZeroDivisionError: oops")
    assert "the referee failed" in caplog.text


async def test_faults_of_several_players_at_once_are_all_told() -> None:
    def fail(ask: Ask) -> Reply:
        raise OurFault(f"box {ask.seat} is gone")

    game = SealedBids()
    void = await referee(order(game), game, [Scripted(fail), Scripted(first), Scripted(fail)])
    assert void == Void("box 0 is gone; box 2 is gone")


@pytest.mark.parametrize(
    ("result", "problem"),
    [
        (
            Result((2**70, 0, 0), (1, 2, 2), "end"),
            f"a score of 71 bits, {RANGE}",
        ),
        (Result((0.5, 0, 0), (1, 2, 2), "end"), "a score that is no whole number but of type float"),  # type: ignore[arg-type]
        (Result((1, 0, 0), (1, 2, 2), ""), "no reason why it ended"),
    ],
)
async def test_a_match_whose_result_no_record_can_hold_is_void_and_the_reason_names_the_game(
    monkeypatch: pytest.MonkeyPatch, result: Result, problem: str
) -> None:
    monkeypatch.setattr(SealedState, "_resolve", lambda state: setattr(state, "result", result))
    game = SealedBids()
    players = [Scripted(first) for _ in range(3)]
    assert await referee(order(game), game, players) == Void(f"the game sealed gave {problem}")
    assert [player.told for player in players] == [None] * 3, "no bot is told such a result"


def test_a_measure_that_no_record_can_hold_is_found_too() -> None:
    assert unfit(Result((1,), (1,), "end"), (3, -(2**31))) == (f"a measure of 32 bits, {RANGE}")
    assert not unfit(Result((LARGEST,), (1,), "end"), (-LARGEST,))


@in_virtual_time
async def test_a_host_that_stalls_is_no_bot_s_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def stall(ask: Ask) -> Reply:
        virtual_loop().hold_up(0.25)
        return first(ask)

    monkeypatch.setattr(driver, "STALL", 100.0)
    players = [Scripted(stall), Scripted(first), Scripted(first)]
    void = await referee(order(clock=Clock(move_cap=50)), POISON, players)
    assert isinstance(void, Void)
    assert void == Void("the host stalled: a deadline was noticed 200 ms late", stalled=True)


@in_virtual_time
async def test_a_match_that_is_cancelled_closes_its_players() -> None:
    players = [Scripted(first, lambda: 60.0) for _ in range(3)]
    task = asyncio.ensure_future(referee(order(), POISON, players))
    await passes(0.05)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert [player.closed for player in players] == [1, 1, 1]


async def test_one_process_referees_many_matches_at_once() -> None:
    def players() -> list[Scripted]:
        return [Scripted(first, lambda: 0.0) for _ in range(3)]

    finished = await asyncio.gather(*(referee(order(), POISON, players()) for _ in range(20)))
    assert {one.chain for one in finished if isinstance(one, Finished)} == {
        next(one.chain for one in finished if isinstance(one, Finished))
    }
    assert all(isinstance(one, Finished) for one in finished)
