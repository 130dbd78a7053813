"""What boxes could tell each other by what they share: 1,000 random bytes through each channel, and without walls.

`athanor bench sandbox` shows the same shares.
"""

from __future__ import annotations

import asyncio
import os
import random
from ast import literal_eval
from collections.abc import Callable
from functools import cache
from math import sqrt
from pathlib import Path

import pytest

from arena.cli.bench import channels
from arena.cli.bench.bare import Spoken
from arena.cli.bench.channels import BITS, CHANNELS, HEARD
from athanorpb.isolation import Isolation
from sandbox.drivers.bubblewrap import Bubblewrap
from sandbox.drivers.docker import Docker
from sandbox.filesystems.levels import FileSystems
from sandbox.interface import Driver
from sandbox.walls import without
from tests.sandbox.conftest import WALLED
from tests.sandbox.playing import ask, bundle, launch_of, running, talking, welcome
from tests.sandbox.test_file_systems import devices

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can give each box a file system of its own"),
]

Shares = Callable[[str], dict[str, float]]
SAID = Spoken(welcome().SerializeToString(), ask().SerializeToString())
NOISE = 5 * sqrt(0.25 / BITS)
"""Five standard deviations of the share that a coin has right."""
NAMES = [channel.name for channel in CHANNELS]


@pytest.fixture(scope="module")
def learned(made: Callable[[str], Driver], state: Path) -> Shares:
    """Also where the calls that say it best are not refused: the walls are what the boxes are made of."""

    @cache
    def shares(kind: str) -> dict[str, float]:
        made(kind)
        driver = (Bubblewrap if kind == "bubblewrap" else Docker)(
            state, without("no_cache_calls", "no_file_locks")
        )
        return asyncio.run(channels.shares(driver, SAID, random.Random(14)))

    return shares


@pytest.fixture(scope="module")
def learned_without_walls(made: Callable[[str], Driver], state: Path) -> Shares:
    @cache
    def shares(kind: str) -> dict[str, float]:
        made(kind)
        return asyncio.run(channels.shares_of_twins(channels.twin(kind, state), SAID, random.Random(14)))

    return shares


@pytest.mark.parametrize("channel", NAMES)
@pytest.mark.parametrize("kind", WALLED)
def test_nothing_is_learned_of_another_box(kind: str, channel: str, learned: Shares) -> None:
    assert abs(learned(kind)[channel] - 0.5) < NOISE


@pytest.mark.parametrize("channel", CHANNELS, ids=NAMES)
@pytest.mark.parametrize("kind", WALLED)
def test_without_the_walls_all_of_it_is_learned(
    kind: str, channel: channels.Channel, made: Callable[[str], Driver], learned_without_walls: Shares
) -> None:
    share = learned_without_walls(kind)[channel.name]
    if channel.is_open_without_walls(made(kind)):
        assert share > HEARD
    else:
        assert abs(share - 0.5) < NOISE


async def test_a_shared_copy_in_memory_keeps_nothing_of_a_box_that_has_gone(
    made: Callable[[str], Driver], state: Path, in_memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of whether its pages were read, and which names were looked up: what an ordinary user's boxes share."""
    made("bubblewrap")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(in_memory))
    driver = Bubblewrap(state, without("no_cache_calls", "no_file_locks"))
    monkeypatch.setattr(driver, "file_systems", FileSystems(Isolation.MEMORY))
    assert driver.isolation() is Isolation.MEMORY
    share = await channels.shares(driver, SAID, random.Random(14), bits := 1_000)
    for channel in (channel for channel in CHANNELS if channel.later):
        assert abs(share[channel.name] - 0.5) < 5 * sqrt(0.25 / bits), channel.name
    assert share["who waits at a word of a file"] > HEARD, "of one that is there it tells"


OPENED = """
import os


def choose(ask):
    there = [int(name) for name in os.listdir("/proc/self/fd") if os.path.exists("/proc/self/fd/" + name)]
    ask.note(repr([os.fstat(file).st_dev for file in there]))
    return 0
"""


@pytest.mark.parametrize("kind", WALLED)
async def test_nothing_that_a_box_was_given_lies_on_a_disk(
    kind: str, made: Callable[[str], Driver], state: Path, tmp_path: Path
) -> None:
    """`fstatfs` would tell how full it is, as what is kept of other matches fills it."""
    (disk,) = devices([str(state)])
    launch = launch_of(bundle(tmp_path / "bot", {"bot.py": OPENED}) / "bot.py")
    async with running(made(kind), launch) as up, talking(up.box) as bot:
        await bot.welcomed()
        await bot.answer()
        found = literal_eval(bot.notes[-1])
    assert len(found) >= 3
    assert disk not in found
