"""No shell where no language needs one: neither the first program of a box is one, nor can its bot come by one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from sandbox.interface import Driver, NotReady
from tests.sandbox.conftest import WALLED
from tests.sandbox.playing import bundle, launch_of, launching, running, talking
from tests.sandbox.runtimes.test_trees import NO_BUSINESS_HERE, SHELLS

LOOKS = f"""
import fnmatch, json, os, subprocess

PATTERNS = {(*SHELLS, *NO_BUSINESS_HERE)!r}

def programs():
    for here, folders, names in os.walk("/"):
        if here == "/":
            folders.remove("proc")
        for name in names:
            path = os.path.join(here, name)
            if os.path.isfile(path) and os.access(path, os.X_OK):
                yield name, path

def choose(ask):
    found = [path for name, path in programs() if any(fnmatch.fnmatch(name, each) for each in PATTERNS)]
    with open("/proc/1/cmdline", "rb") as first:
        began = first.read().decode().split(chr(0))
    try:
        said = subprocess.run("echo told", shell=True, capture_output=True).returncode
    except FileNotFoundError:
        said = "none"
    ask.note(json.dumps({{"found": found, "said": said, "began": began}}))
    return 0
"""


async def test_a_bot_finds_no_shell_and_no_package_tools(driver: Driver, tmp_path: Path) -> None:
    folder = bundle(tmp_path / "bot", {"main.py": LOOKS})
    async with running(driver, launch_of(folder / "main.py")) as up, talking(up.box) as bot:
        await bot.welcomed()
        await bot.answer()
        told = json.loads(bot.notes[-1])
    assert told["found"] == []
    assert told["said"] == "none"
    assert not [word for word in told["began"] if word.rpartition("/")[2] in SHELLS]


@pytest.mark.parametrize("protocol", ["stdio", "grpc"])
@pytest.mark.parametrize(
    ("first_line", "said"),
    [
        ("#!/bin/sh", "its first line names /bin/sh, which is not in this language's sandbox"),
        ("#!/usr/bin/env python3", "its first line names /usr/bin/env, which is not in this language's sandbox"),
    ],
)
async def test_a_script_whose_interpreter_is_not_there_is_told_which(
    driver: Driver, tmp_path: Path, first_line: str, said: str, protocol: str
) -> None:
    folder = bundle(tmp_path / "bot", {"run": f"{first_line}\n"})
    (folder / "run").chmod(0o755)
    box = await driver.prepare(launching(folder, "python", ("./run",), protocol))
    try:
        await box.start()
        with pytest.raises(NotReady, match=f"the command './run' cannot be run: {said}"):
            await box.wait_ready(60)
    finally:
        await box.kill()


@pytest.mark.parametrize("kind", WALLED)
async def test_a_bot_in_the_language_that_is_a_shell_has_it(
    kind: str, made: Callable[[str], Driver], tmp_path: Path
) -> None:
    driver = made(kind)
    lines = "read -r welcome; echo '{\"ready\":{}}'; read -r ask; echo 1; read -r more"
    folder = bundle(tmp_path / "bot", {"main.sh": lines})
    async with running(driver, launch_of(folder / "main.sh")) as up, talking(up.box) as bot:
        await bot.welcomed()
        assert (await bot.answer()).index == 1
