"""A box that is frozen stands still, goes on where it was, and can be ended."""

from __future__ import annotations

import asyncio
from pathlib import Path

from sandbox.cgroups import Group
from sandbox.interface import Box, Driver
from tests.sandbox.playing import BOTS, bundle, launch_of, running, talking
from tests.waiting import reached

BURNS = """
import threading

def burn():
    while True:
        pass

def choose(ask):
    if ask.number == 1:
        threading.Thread(target=burn, daemon=True).start()
    return 0
"""


def cpu_of(box: Box) -> int:
    used = box.stats().cpu_ms
    assert used is not None
    return used


async def runs_on(box: Box) -> None:
    """Returns once it has used some more processor time."""
    before = cpu_of(box)
    await reached(lambda: cpu_of(box) > before + 50, "a box to run")


async def test_a_frozen_bot_uses_nothing_and_answers_when_it_is_thawed(driver: Driver, tmp_path: Path) -> None:
    files = bundle(tmp_path / "bot", {"main.py": BURNS})
    launch = launch_of(files / "main.py")
    async with (
        running(driver, launch) as up, talking(up.box) as bot,
        running(driver, launch) as other, talking(other.box) as beside,
    ):  # fmt: skip
        for one in (bot, beside):
            await one.welcomed()
            await one.answer(1)
        await runs_on(up.box)
        assert await up.box.freeze()
        # What was under way in the kernel has come to its end when another bot has run for a while.
        await runs_on(other.box)
        before = cpu_of(up.box)
        await runs_on(other.box)
        assert cpu_of(up.box) <= before + 1
        await up.box.thaw()
        assert (await bot.answer(2)).number == 2


async def test_a_frozen_bot_that_was_asked_where_it_is_is_frozen_again(driver: Driver, tmp_path: Path) -> None:
    files = bundle(tmp_path / "bot", {"main.py": BURNS})
    launch = launch_of(files / "main.py")
    async with (
        running(driver, launch) as up, talking(up.box) as bot,
        running(driver, launch) as other, talking(other.box) as beside,
    ):  # fmt: skip
        for one in (bot, beside):
            await one.welcomed()
            await one.answer(1)
        assert await up.box.freeze()
        await up.box.tell_stack()
        await runs_on(other.box)
        before = cpu_of(up.box)
        await runs_on(other.box)
        assert cpu_of(up.box) <= before + 1


async def test_what_is_said_to_a_frozen_bot_waits_for_it(driver: Driver) -> None:
    launch = launch_of(BOTS / "first.py")
    async with (
        running(driver, launch) as up, talking(up.box) as bot,
        running(driver, launch) as other, talking(other.box) as beside,
    ):  # fmt: skip
        await bot.welcomed()
        await beside.welcomed()
        assert await up.box.freeze()
        answer = asyncio.ensure_future(bot.answer(1))
        for number in range(1, 11):
            assert (await beside.answer(number)).number == number, "another one has answered long since"
        assert not answer.done()
        await up.box.thaw()
        assert (await answer).number == 1


async def test_a_frozen_box_is_ended_at_once_and_leaves_nothing_of_itself(driver: Driver) -> None:
    async with running(driver, launch_of(BOTS / "loop.py")) as up:
        assert await up.box.freeze()
    # Killing it would have failed if its processes had not gone.
    assert up.remains is not None
    assert await up.box.freeze() is False
    await up.box.thaw()


async def test_freezing_and_thawing_may_be_repeated(driver: Driver) -> None:
    async with running(driver, launch_of(BOTS / "first.py")) as up, talking(up.box) as bot:
        await bot.welcomed()
        await up.box.thaw()
        for number in range(1, 4):
            assert await up.box.freeze()
            assert await up.box.freeze()
            await up.box.thaw()
            await up.box.thaw()
            assert (await bot.answer(number)).number == number


async def test_a_box_without_walls_cannot_be_frozen(made: object) -> None:
    driver: Driver = made("none")  # type: ignore[operator]
    async with running(driver, launch_of(BOTS / "first.py")) as up, talking(up.box) as bot:
        assert await up.box.freeze() is False
        await bot.welcomed()


def test_the_words_of_both_versions_of_cgroups(tmp_path: Path) -> None:
    first = Group(1, dict.fromkeys(("freezer", "cpu", "cpuacct"), tmp_path))
    (tmp_path / "cpu.stat").write_text("nr_periods 5\nnr_throttled 2\nthrottled_time 250000000\n")
    assert first.freeze()
    assert first.is_frozen()
    assert first.throttled_ms() == 250.0
    first.weigh(0.25)
    assert (tmp_path / "cpu.shares").read_text() == "256"
    first.thaw()
    assert (tmp_path / "freezer.state").read_text() == "THAWED"

    second = Group(2, {"": tmp_path})
    (tmp_path / "cpu.stat").write_text("usage_usec 9\nthrottled_usec 1500\n")
    assert second.freeze()
    assert (tmp_path / "cgroup.freeze").read_text() == "1"
    (tmp_path / "cgroup.events").write_text("populated 1\nfrozen 1\n")
    assert second.is_frozen()
    assert second.throttled_ms() == 1.5
    second.weigh(0.25)
    assert (tmp_path / "cpu.weight").read_text() == "25"
    second.thaw()
    assert (tmp_path / "cgroup.freeze").read_text() == "0"


def test_a_group_that_is_not_there_cannot_be_frozen(tmp_path: Path) -> None:
    assert Group(2, {"": tmp_path / "gone"}).freeze() is False
