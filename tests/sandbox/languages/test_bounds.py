"""Runtimes that set aside more than they use: the cgroup bounds what is used, and nothing bounds addresses."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from athanor_contract.bundle import lay_out
from athanor_contract.limits.sandbox import BUILD_LIMITS, Limits
from sandbox import cgroup_tree
from sandbox.interface import Driver
from tests.sandbox.conftest import lacking
from tests.sandbox.playing import BOTS, Broken, building, launching, running, talking

HOGS = {
    "node": ("bot.js", None, ("node", "bot.js")),
    "go": ("bot.go", ("go", "build", "-o", "bot", "bot.go"), ("./bot",)),
    # With a heap that its own flags would not let grow so far.
    "java": ("Bot.java", ("javac", "Bot.java"), ("java", "-Xmx2g", "-cp", ".", "Bot")),
}


@pytest.mark.parametrize("language", HOGS)
async def test_a_bot_that_takes_too_much_is_ended_for_what_it_uses(
    language: str, furnished: Callable[[str], Driver], tmp_path: Path
) -> None:
    if cgroup_tree.trouble() is not None:
        lacking(str(cgroup_tree.trouble()))
    driver = furnished(language)
    file, build, command = HOGS[language]
    folder = tmp_path / "source"
    folder.mkdir()
    shutil.copy(BOTS / "hogs" / file, folder)
    if build is not None:
        built = await driver.build(building(folder, language, build, BUILD_LIMITS), 120)
        assert built.bundle is not None, built.log
        folder = tmp_path / "built"
        lay_out(built.bundle.each_file(), folder)
    launch = launching(folder, language, command, "stdio")
    async with running(driver, launch, within=60) as up, talking(up.box) as bot:
        await bot.welcomed()
        before = up.box.stats().memory_peak
        assert before is not None
        assert before < Limits().memory / 2, "what it set aside is not what it uses"
        with pytest.raises(Broken):
            await bot.answer()
    assert up.remains is not None
    assert up.remains.out_of_memory
