"""Who is late because the host kept it from running is waited for; who is late by its own doing is not."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import pytest

from arena.games.registry import game_named
from arena.referee import patience
from arena.referee.alarm import Alarm
from arena.referee.asking import Ask, Welcome
from arena.referee.conduct import Answer, Late, OurFault, Reply, Void
from arena.referee.driver import Finished, referee
from arena.referee.patience import LOOK_AFTER, Host, Patience, Withheld
from athanorpb.farm.values import Clock, SeatRecord
from tests.arena.referee.test_driver import Scripted, first, order
from tests.virtual_time import in_virtual_time, passes, virtual_loop

POISON = game_named("poison")
ANSWER = Answer(1, 0)


@pytest.fixture(autouse=True)
def unhindered(monkeypatch: pytest.MonkeyPatch) -> None:
    """This process itself waits for no processor, as far as it knows, however busy the machine is."""
    monkeypatch.setattr(patience, "waited", lambda: 0.0)


@dataclass
class Figures:
    ms: float
    evidence: str = "it waited for a processor"
    used: float = 0.0


class Busy:
    """A host that keeps a bot from running for a share of the time."""

    def __init__(self, share: float) -> None:
        self.share = share
        self.since: list[float] = []
        self.stacks = 0

    async def watch(self) -> None:
        self.since.append(virtual_loop().time())

    async def withheld(self) -> Withheld:
        return Figures(self.share * (virtual_loop().time() - self.since[-1]) * 1000)

    async def tell_stack(self) -> None:
        self.stacks += 1


async def watching(host: Host) -> Alarm:
    """From when a bot on that host is ready."""
    alarm = Alarm(Patience(host))
    await alarm.settle()
    return alarm


async def after(seconds: float) -> Reply:
    await passes(seconds)
    return ANSWER


@in_virtual_time
async def test_who_was_kept_from_running_is_waited_for() -> None:
    alarm = await watching(Busy(0.6))
    alarm.set(0.4)
    assert await alarm.before(after(0.7)) is ANSWER
    assert alarm.granted >= 0.6 * 0.35 * 1000
    alarm.stop()


@in_virtual_time
async def test_who_was_kept_from_nothing_is_late_at_once() -> None:
    host = Busy(0.0)
    alarm = await watching(host)
    alarm.set(0.4)
    assert await alarm.before(after(60.0)) == Late()
    assert host.since == [0.0, 0.4 * LOOK_AFTER]
    assert virtual_loop().time() == pytest.approx(0.4)


@in_virtual_time
async def test_a_bot_that_never_answers_has_its_time_and_no_more_on_a_busy_host() -> None:
    """Half of the time is withheld: after twice its time it has had all that it may have."""
    alarm = await watching(Busy(0.5))
    alarm.set(1.0)
    assert await alarm.before(after(60.0)) == Late()
    # Half of what is left is granted each time, until it is too little to count.
    assert 0.9 * 875 < alarm.granted < 875
    assert virtual_loop().time() == pytest.approx(1.0 + alarm.granted / 1000)
    alarm.stop()


@in_virtual_time
async def test_who_has_run_for_as_long_as_it_may_is_late_however_busy_the_host_is() -> None:
    """Else a crowd of its own, on a host that is busy anyway, would make the match void."""

    class Busier(Busy):
        figures = iter((Figures(0), Figures(900, used=400), Figures(1800, used=999), Figures(3000, used=1000)))

        async def withheld(self) -> Withheld:
            return next(self.figures)

    waiting = Patience(Busier(1.0))
    waiting.begin(1000)
    await waiting.look()
    assert [await waiting.more(0.0) for _ in range(3)] == [900, 900, 0]


@in_virtual_time
async def test_a_host_that_keeps_a_bot_from_running_altogether_has_stalled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(patience, "PATIENT", 100.0)
    alarm = await watching(Busy(1.0))
    alarm.set(0.3)
    with pytest.raises(OurFault, match=r"the host stalled: \d+ ms .* may take 300: it waited for a processor"):
        await alarm.before(after(60.0))
    task = asyncio.current_task()
    assert task is not None
    assert task.cancelling() == 0
    alarm.stop()


@in_virtual_time
async def test_no_note_is_asked_for_while_answers_come_quickly() -> None:
    host = Busy(1.0)
    alarm = await watching(host)
    for _ in range(20):
        alarm.set(5.0)
        assert await alarm.before(after(0.001)) is ANSWER
    assert host.since == [0.0]
    alarm.stop()


@in_virtual_time
async def test_what_was_granted_to_one_question_is_not_granted_to_the_next() -> None:
    host = Busy(0.6)
    alarm = await watching(host)
    alarm.set(0.4)
    await alarm.before(after(0.6))
    host.share = 0.0
    alarm.set(0.2)
    assert alarm.granted == 0
    assert await alarm.before(after(60.0)) == Late()
    alarm.stop()


@in_virtual_time
async def test_our_own_delay_is_not_the_bot_s() -> None:
    """The event loop was held up when the time was over: the answer that lies there counts."""
    alarm = Alarm()
    alarm.set(0.2)
    virtual_loop().call_later(0.1, virtual_loop().hold_up, 0.5)
    assert await alarm.before(after(0.3)) is ANSWER
    assert alarm.granted == pytest.approx(400)
    alarm.stop()


@in_virtual_time
async def test_a_host_that_cannot_tell_is_a_fault_of_ours() -> None:
    class Gone(Busy):
        async def withheld(self) -> Withheld:
            raise ConnectionError("sandboxd has gone")

    alarm = await watching(Gone(0.0))
    alarm.set(0.1)
    with pytest.raises(ConnectionError, match="sandboxd has gone"):
        await alarm.before(after(60.0))
    alarm.stop()


@in_virtual_time
async def test_the_record_says_what_was_withheld_and_charges_it_to_nobody() -> None:
    slow = Scripted(first, lambda: 0.45 if slow.asked.number == 2 else 0.0)
    clock = Clock(move_cap=300)
    hosts = [Busy(0.7), None, None]
    finished = await referee(order(clock=clock), POISON, [slow, Scripted(first), Scripted(first)], hosts=hosts)
    assert isinstance(finished, Finished)
    account = finished.seats[0]
    assert account.out == ""
    assert account.withheld >= 100
    assert account.slowest <= 300
    assert account.charged < 600


class Measured(Scripted):
    """A player whose CPU time is measured: so much for each answer."""

    def __init__(self, wait: float, cpu: float, waited: float | None = None) -> None:
        super().__init__(first, lambda: wait)
        self.each, self.each_waited = cpu, waited
        self.answers = 0

    async def ask(self, ask: Ask) -> Reply:
        reply = await super().ask(ask)
        self.answers += 1
        return reply

    def cpu(self) -> float:
        return self.answers * self.each

    def waited(self) -> float | None:
        return None if self.each_waited is None else self.answers * self.each_waited


async def charged(bot: Measured, host: Host | None, clock: Clock) -> SeatRecord:
    finished = await referee(
        order(clock=clock), POISON, [bot, Scripted(first), Scripted(first)], hosts=[host, None, None]
    )
    assert isinstance(finished, Finished)
    return finished.seats[0]


@in_virtual_time
async def test_a_busy_host_costs_nothing_though_every_answer_is_in_time() -> None:
    """Of 80 ms an answer 76 were kept from it: it pays for 4, and they count towards no limit."""
    clock = Clock(bank=10_000, increment=0, move_cap=10_000, match_cap=3 * 1_000)
    account = await charged(Measured(0.08, 4.0), Busy(0.95), clock)
    assert account.out == ""
    assert account.answers > 30
    assert account.charged == 4 * account.answers
    assert account.withheld == pytest.approx(76 * account.answers, abs=1)
    assert account.spent.idle == 0


@in_virtual_time
async def test_sleeping_on_a_busy_host_is_not_free() -> None:
    """The host keeps nothing from who does not want to run."""
    account = await charged(Measured(0.43, 0.0), Busy(0.0), Clock(bank=1_000, increment=0))
    assert (account.out, account.answers) == ("out-of-time", 9)
    assert account.withheld == 0


@in_virtual_time
async def test_the_time_in_which_an_answer_lay_before_our_own_door_is_ours() -> None:
    """Its guard had it after 5 ms; the referee came to it after 80, being busy with other matches."""
    account = await charged(Measured(0.08, 4.0, waited=5.0), None, Clock(bank=10_000, increment=0))
    assert account.spent.wall.longest == pytest.approx(5)
    assert account.charged == 4 * account.answers


@in_virtual_time
async def test_a_stalled_host_makes_the_match_void_with_the_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "PATIENT", 100.0)
    players = [Scripted(first, lambda: 60.0), Scripted(first), Scripted(first)]
    void = await referee(order(clock=Clock(move_cap=200)), POISON, players, hosts=[Busy(1.0), None, None])
    assert isinstance(void, Void)
    assert void.reason.startswith("the host stalled: ")
    assert void.stalled
    assert "it waited for a processor" in void.reason
    assert [player.closed for player in players] == [1, 1, 1]


class Burnt(Busy):
    """A host whose every processor the match's other bots burn, until they are stopped."""

    def __init__(self) -> None:
        super().__init__(1.0)
        self.stopped = float("inf")

    async def withheld(self) -> Withheld:
        now, since = virtual_loop().time(), self.since[-1]
        ran = max(now - max(self.stopped, since), 0.0)
        return Figures((now - since - ran) * 1000, used=ran * 1000)

    async def beside(self, passed: float) -> float:
        self.stopped = min(self.stopped, virtual_loop().time())
        return (min(self.stopped, virtual_loop().time()) - self.since[-1]) * 1000


@pytest.mark.parametrize("burnt", [True, False], ids=["by the table", "by somebody else"])
@in_virtual_time
async def test_a_lost_match_cannot_be_made_void_by_colluders_who_burn_the_machine(
    monkeypatch: pytest.MonkeyPatch, burnt: bool
) -> None:
    monkeypatch.setattr(patience, "PATIENT", 100.0)
    monkeypatch.setattr(patience, "HARDEST", 0.5)
    players = [Scripted(first, lambda: 60.0), Scripted(first), Scripted(first)]
    host = Burnt() if burnt else Busy(1.0)
    ended = await referee(order(clock=Clock(move_cap=1000)), POISON, players, hosts=[host, None, None])
    if burnt:
        assert isinstance(ended, Finished)
        assert ended.seats[0].out == "silent", "it had its whole second, once the others stood still"
        assert [account.out for account in ended.seats[1:]] == ["", ""]
    else:
        assert isinstance(ended, Void)


@in_virtual_time
async def test_whom_the_others_of_its_match_kept_from_running_is_waited_for() -> None:
    slow = Scripted(first, lambda: 1.8 if slow.asked.number == 2 else 0.0)
    players = [slow, Scripted(first), Scripted(first)]
    ended = await referee(order(clock=Clock(move_cap=1000)), POISON, players, hosts=[Burnt(), None, None])
    assert isinstance(ended, Finished)
    assert ended.seats[0].out == ""


@in_virtual_time
async def test_a_start_up_on_a_busy_host_is_waited_for_too() -> None:
    class Slow(Scripted):
        async def welcome(self, welcome: object) -> None:
            await passes(0.6)

    slow = Slow(first)
    hosts = [Busy(0.7), None, None]
    finished = await referee(
        order(clock=Clock(startup=400)), POISON, [slow, Scripted(first), Scripted(first)], hosts=hosts
    )
    assert isinstance(finished, Finished)
    assert finished.seats[0].out == ""
    assert finished.seats[0].startup <= 400


@in_virtual_time
async def test_a_ready_that_came_in_time_and_was_noticed_late_is_in_time() -> None:
    """The referee was busy with other matches: in the moment of its answer, as with `hold_up`."""

    class Noticed(Scripted):
        async def welcome(self, welcome: object) -> None:
            await passes(0.39)
            virtual_loop().hold_up(0.2)

    clock = Clock(startup=400)
    finished = await referee(order(clock=clock), POISON, [Noticed(first), Scripted(first), Scripted(first)])
    assert isinstance(finished, Finished)
    assert finished.seats[0].out == ""
    assert finished.seats[0].startup == 400


@in_virtual_time
async def test_a_bot_that_came_up_at_the_end_of_its_time_has_a_second_for_its_ready() -> None:
    class Ready(Scripted):
        def __init__(self, after: float) -> None:
            super().__init__(first)
            self.startup = 5_000.0
            self.after = after

        async def welcome(self, welcome: Welcome) -> None:
            await passes(self.after)

    players = [Ready(0.02), Ready(0.9), Ready(1.1)]
    finished = await referee(order(clock=Clock(startup=5_000)), POISON, players, hosts=[None, Busy(0.0), None])
    assert isinstance(finished, Finished)
    assert [account.out for account in finished.seats] == ["", "", "never-ready"]
    assert [account.startup for account in finished.seats[:2]] == [5_000, 5_000]


@in_virtual_time
async def test_who_is_late_with_its_ready_or_an_answer_is_asked_where_it_is_and_nobody_else() -> None:
    class Idler(Scripted):
        async def welcome(self, welcome: Welcome) -> None:
            await passes(60.0)

    players = [Idler(first), Scripted(first, lambda: 60.0), Scripted(first)]
    hosts = [Busy(0.0) for _ in range(3)]
    clock = Clock(startup=400, move_cap=300)
    finished = await referee(order(clock=clock), POISON, players, hosts=hosts)
    assert isinstance(finished, Finished)
    assert [account.out for account in finished.seats] == ["never-ready", "silent", ""]
    assert [host.stacks for host in hosts] == [1, 1, 0]


@in_virtual_time
async def test_a_host_that_cannot_ask_for_a_stack_changes_nothing() -> None:
    class Gone(Busy):
        async def tell_stack(self) -> None:
            raise ConnectionError("sandboxd has gone")

    players = [Scripted(first, lambda: 60.0), Scripted(first), Scripted(first)]
    finished = await referee(order(clock=Clock(move_cap=300)), POISON, players, hosts=[Gone(0.0), None, None])
    assert isinstance(finished, Finished)
    assert finished.seats[0].out == "silent"
