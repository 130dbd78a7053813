"""What a bot might make of having come into a slot that stood before it: nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sandbox.interface import Launch
from sandbox.pool import Handed, Pool
from tests.sandbox.playing import BOTS, bundle, launch_of, launching, running, talking
from tests.waiting import reached

SPOILS = """
import builtins, json, os, socket, subprocess, sys, threading

callers = []

def pretend():
    door = socket.socket(socket.AF_UNIX)
    door.bind("/run/athanor/control.sock")
    door.listen(4)
    while True:
        caller, _ = door.accept()
        callers.append(1)
        caller.sendall(b"warm\\n")

def choose(ask):
    if ask.number == 1:
        threading.Thread(target=pretend, daemon=True).start()
        for folder in ("/tmp", "/dev/shm"):
            with open(folder + "/left", "w") as file:
                file.write("for the next one")
        builtins.spoilt = True
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
    ask.note(json.dumps({"callers": len(callers)}))
    return 0
"""
LOOKS = """
import builtins, json, os

def choose(ask):
    found = [os.path.join(folder, name) for folder in ("/tmp", "/dev/shm", "/run/athanor", "/bot")
             for name in os.listdir(folder)]
    commands = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/" + name + "/cmdline") as file:
                commands.append(file.read())
        except OSError:
            pass
    ask.note(json.dumps({"found": sorted(found), "spoilt": hasattr(builtins, "spoilt"), "commands": commands}))
    return 0
"""
GROPES = """
import errno, json, os

def outcome(work):
    try:
        work()
    except OSError as error:
        return errno.errorcode[error.errno]
    return "done"

def choose(ask):
    lines = {}
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            names = os.listdir("/proc/" + process + "/fd")
        except OSError as error:
            lines[process] = errno.errorcode[error.errno]
            continue
        for name in names:
            path = "/proc/" + process + "/fd/" + name
            try:
                kind = os.readlink(path)
            except OSError:
                continue
            if kind.startswith("pipe:") and int(name) > 2:
                lines[path] = outcome(lambda: os.write(os.open(path, os.O_WRONLY | os.O_NONBLOCK), b"x"))
    ask.note(json.dumps({
        "early": outcome(lambda: os.stat("/run/athanor/early.sock")),
        "control": outcome(lambda: os.stat("/run/athanor/control.sock")),
        "bundle": outcome(lambda: os.open("/bot/new", os.O_WRONLY | os.O_CREAT)),
        "own file": outcome(lambda: os.open("/bot/main.py", os.O_WRONLY)),
        "pipes": [line for line in lines.values() if line == "done"],
    }))
    return 0
"""


async def said(pool: Pool, launch: Launch) -> dict[str, Any]:
    async with running(pool, launch) as up, talking(up.box) as bot:
        assert isinstance(up.box, Handed)
        await bot.welcomed()
        await bot.answer(1)
        return dict(json.loads(bot.notes[-1]))


async def test_nothing_of_an_earlier_bot_is_in_the_next_slot(pool: Pool, tmp_path: Path) -> None:
    spoils = bundle(tmp_path / "spoils", {"main.py": SPOILS, "secret.txt": "my opening book"})
    looks = bundle(tmp_path / "looks", {"main.py": LOOKS})
    # The second slot stands already while the first bot does what it can.
    async with running(pool, launch_of(spoils / "main.py")) as up, talking(up.box) as bot:
        await bot.welcomed()
        await bot.answer(1)
        seen = await said(pool, launch_of(looks / "main.py"))
        await bot.answer(2)
        assert json.loads(bot.notes[-1]) == {"callers": 0}
    assert seen["found"] == ["/bot/bot.toml", "/bot/main.py", "/run/athanor/bot.sock"]
    assert not seen["spoilt"]
    assert not any("secret" in command or "sleep" in command for command in seen["commands"])
    await pool.full()
    again = await said(pool, launch_of(looks / "main.py"))
    assert again["found"] == seen["found"]
    health = pool.health()
    assert (health.handed_over, health.cold, health.failed) == (3, 0, 0)


async def test_no_bot_has_a_way_to_say_a_word_or_to_be_handed_another_s(pool: Pool, tmp_path: Path) -> None:
    gropes = bundle(tmp_path / "gropes", {"main.py": GROPES})
    told = await said(pool, launch_of(gropes / "main.py"))
    # Of another user's where root starts it.
    assert told.pop("own file") in ("EROFS", "EACCES")
    assert told == {"early": "ENOENT", "control": "ENOENT", "bundle": "EROFS", "pipes": []}


async def test_a_word_that_names_a_bot_is_no_one_else_s(pool: Pool, tmp_path: Path) -> None:
    """Two slots that stand side by side: what is said to one is seen in no other."""
    files = bundle(tmp_path / "looks", {"main.py": LOOKS})
    named = launching(files, "python", ("python3", "-P", "-m", "athanor_bot", "main.py"), "grpc")
    secret = launching(files, "python", ("python3", "main.py", "--token", "the-first-one-s-own"), "grpc")
    box = await pool.prepare(secret)
    try:
        await box.start()
        assert not any("the-first-one-s-own" in command for command in (await said(pool, named))["commands"])
    finally:
        await box.kill()


async def test_a_launcher_that_is_told_nonsense_takes_nobody_with_it(pool: Pool) -> None:
    slot = next(iter(pool._slots))
    assert slot._line is not None
    slot._line.send(b"no json\n")
    await reached(lambda: pool.health().failed, "the slot to be lost")
    await pool.full()
    async with running(pool, launch_of(BOTS / "first.py")) as up, talking(up.box) as bot:
        await bot.welcomed()
        assert (await bot.answer()).index == 0
    assert up.remains is not None
    assert up.remains.log == b""
