"""Which bot is stopped while others are asked, and when it goes on."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from arena.referee.asking import Ask, Over, Welcome
from arena.referee.conduct import Answer, Failed, Out, Refusal, Reply
from arena.referee.patience import Host
from arena.worker.environment import settings
from arena.worker.resting import Freeze, Resting, SharedHost
from tests.virtual_time import in_virtual_time, passes, virtual_loop

ASK = cast(Ask, None)
ANSWER = Answer(1, 0)


class Bot:
    """A player and its box, which notes in order what is done to it."""

    def __init__(self) -> None:
        self.startup = 12.0
        self.done: list[str] = []
        self.reply: Reply = ANSWER
        self.waits = 0.0
        self.used: float | None = 50.0

    async def welcome(self, welcome: Welcome) -> Failed | None:
        self.done.append("welcome")
        return None

    async def ask(self, ask: Ask) -> Reply:
        self.done.append("ask")
        await passes(self.waits)
        return self.reply

    async def refused(self, refusal: Refusal) -> Reply:
        self.done.append("refused")
        return self.reply

    async def over(self, over: Over) -> None:
        self.done.append("over")

    async def close(self) -> None:
        self.done.append("close")

    def cpu(self) -> float | None:
        return self.used

    def waited(self) -> float | None:
        return None

    async def freeze(self) -> bool:
        self.done.append("freeze")
        return True

    async def thaw(self) -> None:
        self.done.append("thaw")


def resting(bot: Bot, freeze: Freeze, *, busy: bool = True) -> Resting:
    player = Resting(bot, bot, freeze, lambda: busy)
    assert player.cpu() == bot.used
    return player


@in_virtual_time
async def test_a_bot_is_stopped_after_its_answer_and_goes_on_before_it_is_asked() -> None:
    bot = Bot()
    player = resting(bot, Freeze.ALWAYS)
    await player.welcome(cast(Welcome, None))
    assert await player.ask(ASK) is ANSWER
    assert await player.refused(cast(Refusal, None)) is ANSWER
    await player.ask(ASK)
    await player.over(cast(Over, None))
    await player.close()
    assert bot.done == [
        "welcome", "ask", "freeze", "thaw", "refused", "freeze", "thaw", "ask", "freeze", "thaw", "over", "close",
    ]  # fmt: skip


@in_virtual_time
async def test_a_bot_that_thinks_in_another_s_time_is_stopped_on_a_busy_machine() -> None:
    bot = Bot()
    player = resting(bot, Freeze.AUTO)
    await player.ask(ASK)
    player.cpu()
    assert bot.done == ["ask"]
    # It used much more than this answer took: the rest was in others' time.
    assert bot.used is not None
    bot.used += 500.0
    await player.ask(ASK)
    player.cpu()
    await player.ask(ASK)
    assert bot.done == ["ask", "ask", "ask", "freeze"]


@in_virtual_time
async def test_a_bot_that_thinks_when_it_is_asked_is_left_alone() -> None:
    bot = Bot()
    bot.waits = 0.05
    player = resting(bot, Freeze.AUTO)
    for _ in range(4):
        await player.ask(ASK)
        assert bot.used is not None
        bot.used += 45.0
        player.cpu()
    assert "freeze" not in bot.done


@in_virtual_time
async def test_on_a_machine_with_a_hand_free_nobody_is_stopped() -> None:
    bot = Bot()
    player = resting(bot, Freeze.AUTO, busy=False)
    for _ in range(3):
        assert bot.used is not None
        bot.used += 500.0
        await player.ask(ASK)
        player.cpu()
    assert "freeze" not in bot.done


@in_virtual_time
async def test_never_is_never() -> None:
    bot = Bot()
    player = resting(bot, Freeze.NEVER)
    for _ in range(3):
        assert bot.used is not None
        bot.used += 500.0
        await player.ask(ASK)
        player.cpu()
    assert "freeze" not in bot.done


@in_virtual_time
async def test_a_bot_whose_wall_time_is_charged_is_left_alone() -> None:
    bot = Bot()
    bot.used = None
    player = resting(bot, Freeze.ALWAYS)
    await player.ask(ASK)
    assert bot.done == ["ask"]


@in_virtual_time
async def test_a_bot_that_is_out_is_stopped_and_hears_the_end_all_the_same() -> None:
    bot = Bot()
    bot.reply = Failed(Out.MALFORMED, "it said nonsense")
    player = resting(bot, Freeze.ALWAYS)
    await player.ask(ASK)
    await player.over(cast(Over, None))
    assert bot.done == ["ask", "freeze", "thaw", "over"]


@in_virtual_time
async def test_a_bot_that_is_late_is_stopped_too() -> None:
    bot = Bot()
    bot.waits = 60.0
    player = resting(bot, Freeze.ALWAYS)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(player.ask(ASK), 0.05)
    assert virtual_loop().time() == pytest.approx(0.05)
    assert bot.done == ["ask", "freeze"]


@in_virtual_time
async def test_what_cannot_be_stopped_need_not_go_on() -> None:
    class Loose(Bot):
        async def freeze(self) -> bool:
            self.done.append("freeze")
            return False

    bot = Loose()
    player = resting(bot, Freeze.ALWAYS)
    await player.ask(ASK)
    await player.ask(ASK)
    assert bot.done == ["ask", "freeze", "ask", "freeze"]


@in_virtual_time
async def test_who_ran_while_another_one_was_kept_from_running_stands_still_until_it_is_asked() -> None:
    """Also before its first answer, and where the machine has a hand free by now."""
    bot = Bot()
    player = resting(bot, Freeze.AUTO, busy=False)
    await player.welcome(cast(Welcome, None))
    assert bot.used is not None
    bot.used += 500.0
    assert await player.step_back(300.0) == 300.0, "no more than the time that has passed"
    bot.used += 0.5
    assert await player.step_back(700.0) == 500.5, "all of it together, and it is stopped once"
    await player.ask(ASK)
    assert bot.done == ["welcome", "freeze", "thaw", "ask"]


@in_virtual_time
async def test_who_is_awaited_itself_is_not_stopped_for_another_one() -> None:
    bot = Bot()
    bot.waits = 2.0
    player = resting(bot, Freeze.AUTO)
    assert bot.used is not None
    bot.used += 500.0
    assert await player.step_back(1000.0) == 500.0
    assert bot.done == [], "it is not ready yet"
    await player.welcome(cast(Welcome, None))
    answering = asyncio.ensure_future(player.ask(ASK))
    await passes(1.0)
    assert await player.step_back(1000.0) == 500.0
    assert await answering is ANSWER
    assert bot.done == ["welcome", "ask"]


@in_virtual_time
async def test_a_question_that_comes_while_a_bot_is_being_stopped_has_it_go_on() -> None:
    class Slow(Bot):
        async def freeze(self) -> bool:
            await passes(1.0)
            return await super().freeze()

    bot = Slow()
    player = resting(bot, Freeze.AUTO)
    await player.welcome(cast(Welcome, None))
    assert bot.used is not None
    bot.used += 500.0
    stopping = asyncio.ensure_future(player.step_back(1000.0))
    await passes(0.5)
    assert await player.ask(ASK) is ANSWER
    await stopping
    assert bot.done == ["welcome", "freeze", "thaw", "ask"]


@pytest.mark.parametrize(("freeze", "ran"), [(Freeze.AUTO, 2.0), (Freeze.NEVER, 500.0)])
@in_virtual_time
async def test_who_slept_meanwhile_is_left_alone_and_so_is_everybody_where_nobody_is_stopped(
    freeze: Freeze, ran: float
) -> None:
    bot = Bot()
    player = resting(bot, freeze)
    await player.welcome(cast(Welcome, None))
    assert bot.used is not None
    bot.used += ran
    assert await player.step_back(1000.0) == ran
    assert bot.done == ["welcome"]


@in_virtual_time
async def test_a_host_is_shared_with_all_others_of_the_match() -> None:
    bots = [Bot(), Bot()]
    players = [resting(bot, Freeze.AUTO) for bot in bots]
    for bot, player in zip(bots, players, strict=True):
        await player.welcome(cast(Welcome, None))
        assert bot.used is not None
        bot.used += 400.0
    assert await SharedHost(cast(Host, None), players).beside(1000.0) == 800.0
    assert [bot.done for bot in bots] == [["welcome", "freeze"]] * 2


ENVIRONMENT: dict[str, Any] = {"ATHANOR_RECORD_KEY": "ab" * 16}


@pytest.mark.parametrize("freeze", Freeze)
def test_the_setting_is_one_of_three_words(freeze: Freeze) -> None:
    assert settings({**ENVIRONMENT, "ATHANOR_FREEZE": freeze.value}).freeze is freeze
    assert settings(ENVIRONMENT).freeze is Freeze.AUTO
    with pytest.raises(SystemExit, match="ATHANOR_FREEZE is 'sometimes'; it must be one of: auto, always, never"):
        settings({**ENVIRONMENT, "ATHANOR_FREEZE": "sometimes"})
