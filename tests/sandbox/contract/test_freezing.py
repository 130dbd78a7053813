"""A box that is frozen stands still, goes on where it was, and can be ended."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from sandbox.cgroups import Group
from sandbox.interface import Driver
from tests.sandbox.playing import BOTS, bundle, launch_of, running, talking

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


async def cpu_within(box: object, seconds: float) -> int:
    before = box.stats().cpu_ms  # type: ignore[attr-defined]
    await asyncio.sleep(seconds)
    return box.stats().cpu_ms - before  # type: ignore[attr-defined,no-any-return]


async def test_a_frozen_bot_uses_nothing_and_answers_when_it_is_thawed(driver: Driver, tmp_path: Path) -> None:
    files = bundle(tmp_path / "bot", {"main.py": BURNS})
    async with running(driver, launch_of(files / "main.py")) as up, talking(up.box) as bot:
        await bot.welcomed()
        await bot.answer(1)
        assert await cpu_within(up.box, 0.5) > 20
        assert await up.box.freeze()
        await asyncio.sleep(0.05)
        assert await cpu_within(up.box, 0.5) <= 1
        await up.box.thaw()
        assert (await bot.answer(2)).number == 2


async def test_what_is_said_to_a_frozen_bot_waits_for_it(driver: Driver) -> None:
    async with running(driver, launch_of(BOTS / "first.py")) as up, talking(up.box) as bot:
        await bot.welcomed()
        assert await up.box.freeze()
        answer = asyncio.ensure_future(bot.answer(1))
        await asyncio.sleep(0.3)
        assert not answer.done()
        await up.box.thaw()
        assert (await answer).number == 1


async def test_a_frozen_box_is_ended_at_once_and_leaves_nothing_of_itself(driver: Driver) -> None:
    async with running(driver, launch_of(BOTS / "loop.py")) as up:
        assert await up.box.freeze()
        began = time.monotonic()
    assert time.monotonic() - began < 15
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
