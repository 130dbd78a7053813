"""A bot of a language that has a stack dump of its own leaves it in its log, not among its answers."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from athanor_contract.bundle import lay_out
from athanor_contract.limits.sandbox import BUILD_LIMITS
from athanor_contract.runtimes import RUNTIMES
from sandbox.drivers.box import CommonBox
from sandbox.interface import Driver
from tests.sandbox.playing import building, launching, running, talking, welcome
from tests.waiting import reached

ENDLESS_JAVA = """\
public class Bot {
    static void think() {
        while (true) {
        }
    }

    public static void main(String[] words) throws java.io.IOException {
        System.in.read();
        System.err.println("here");
        think();
    }
}
"""
COMMANDS = {
    "the usual command": tuple(word.replace("{class}", "Bot") for word in RUNTIMES["java"].command),
    "a command of its author's": ("java", "-cp", ".", "Bot"),
}


@pytest.mark.slow
@pytest.mark.parametrize("said", COMMANDS)
async def test_a_java_bot_that_does_not_answer_leaves_its_stack_in_its_log(
    said: str, furnished: Callable[[str], Driver], tmp_path: Path
) -> None:
    driver = furnished("java")
    folder = tmp_path / "source"
    folder.mkdir()
    (folder / "Bot.java").write_text(ENDLESS_JAVA)
    built = await driver.build(building(folder, "java", ("javac", "Bot.java"), BUILD_LIMITS), 120)
    assert built.bundle is not None, built.log
    lay_out(built.bundle.each_file(), tmp_path / "built")
    launch = launching(tmp_path / "built", "java", COMMANDS[said], "stdio")
    async with running(driver, launch, within=60) as up, talking(up.box) as bot:
        await bot.say(welcome())
        assert isinstance(up.box, CommonBox)
        heard = bytearray()
        up.box.listen(heard.extend)
        await reached(lambda: b"here" in heard, "the bot thinks")
        assert heard == b"here\n", "the virtual machine adds nothing to the log of a bot that is well"
        await up.box.tell_stack()
    assert up.remains is not None
    log = up.remains.log.decode()
    assert "athanor: the last line sent to the program is the welcome" in log
    assert re.search(
        r'"main" #1 .*\n.*RUNNABLE\n\s+at Bot\.think\(Bot\.java:3\)\n\s+at Bot\.main\(Bot\.java:10\)', log
    )
