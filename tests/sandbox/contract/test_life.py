"""From prepare to kill: what holds for a box of every driver."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from athanorpb.isolation import Isolation
from sandbox.drivers.box import CommonBox
from sandbox.interface import Box, Driver, NotReady, SandboxFault, Withheld
from tests.sandbox.playing import (
    ACTIONS,
    BOTS,
    Broken,
    bundle,
    event,
    launch_of,
    launching,
    over,
    running,
    talking,
    welcome,
)
from tests.waiting import reached


async def test_a_bot_of_one_function_is_asked_and_answers(any_driver: Driver) -> None:
    async with running(any_driver, launch_of(BOTS / "first.py")) as up, talking(up.box) as bot:
        assert (await bot.welcomed()).ready.protocol == 1
        answer = await bot.answer(number=7)
    assert (answer.number, answer.WhichOneof("choice"), answer.index) == (7, "index", 0)


async def test_a_box_says_how_far_it_is_kept_apart_as_its_driver_does(any_driver: Driver) -> None:
    box = await any_driver.prepare(launch_of(BOTS / "first.py"))
    try:
        assert box.isolation is any_driver.isolation()
        assert (box.isolation is Isolation.NONE) == (any_driver.name == "none")
        assert any_driver.container_runtime == ("runc" if any_driver.name == "docker" else "")
    finally:
        await box.kill()


async def test_a_bot_sees_the_view_the_events_and_the_clock(any_driver: Driver) -> None:
    async with running(any_driver, launch_of(BOTS / "thinker.py")) as up, talking(up.box) as bot:
        await bot.welcomed()
        await bot.say(event())
        answer = await bot.answer()
        seen = json.loads(bot.notes[0])
    assert answer.action.poison.play.card == ACTIONS[-1]["play"]["card"]
    assert seen["view"]["players"][1]["hand"] == ["red-4", "blue-2"]
    assert seen["events"] == [{"played": {"seat": 0, "card": "red-1", "cauldron": 0, "sum": 1}}]
    assert (seen["clock"], seen["seat"]) == ({"bank": 30_000, "charged": 7, "move_cap": 10_000}, 1)


@pytest.mark.parametrize("name", ["loop.py", "loop.sh"])
async def test_a_program_that_reads_a_line_and_prints_a_line_plays(any_driver: Driver, name: str) -> None:
    async with running(any_driver, launch_of(BOTS / name)) as up, talking(up.box) as bot:
        assert (await bot.welcomed()).WhichOneof("kind") == "ready"
        for number in range(1, 4):
            await bot.say(event())
            assert (await bot.answer(number)).number == number
        await bot.say(over())


async def test_a_program_may_be_its_own_grpc_server(any_driver: Driver, tmp_path: Path) -> None:
    source = "import athanor_bot\n\nathanor_bot.run(lambda ask: 1)\n"
    files = bundle(tmp_path / "bot", {"main.py": source})
    launch = launching(files, "python", ("python3", "main.py"), "grpc")
    async with running(any_driver, launch) as up, talking(up.box) as bot:
        await bot.welcomed()
        assert (await bot.answer()).index == 1


async def test_the_files_beside_the_bot_are_its_to_read(any_driver: Driver, tmp_path: Path) -> None:
    files = {"main.py": "import table\n\n\ndef choose(ask):\n    return table.place()\n"}
    files["table.py"] = "def place():\n    with open('data/place.txt') as file:\n        return int(file.read())\n"
    files["data/place.txt"] = "1"
    folder = bundle(tmp_path / "bot", files)
    async with running(any_driver, launch_of(folder / "main.py")) as up, talking(up.box) as bot:
        await bot.welcomed()
        assert (await bot.answer()).index == 1


async def test_a_program_that_never_listens_is_not_ready_in_its_time(any_driver: Driver, tmp_path: Path) -> None:
    folder = bundle(tmp_path / "bot", {"main.py": "import time\n\ntime.sleep(600)\n"})
    box = await any_driver.prepare(launching(folder, "python", ("python3", "main.py"), "grpc"))
    await box.start()
    with pytest.raises(NotReady, match=r"did not reach its main loop within 0.5 seconds: nothing listened"):
        await box.wait_ready(0.5)
    assert (await box.kill()).exit_code is None


ENDLESS = """\
import sys, threading

def table():
    print("making a table", file=sys.stderr)
    threading.Event().wait()

table()

def choose(ask):
    return 0
"""


@pytest.mark.slow
async def test_an_import_without_an_end_leaves_its_stack_in_the_log(any_driver: Driver, tmp_path: Path) -> None:
    folder = bundle(tmp_path / "bot", {"main.py": ENDLESS})
    box = await any_driver.prepare(launch_of(folder / "main.py"))
    await box.start()
    if isinstance(box, CommonBox):
        heard = bytearray()
        box.listen(heard.extend)
        await reached(lambda: b"making a table" in heard, "the bot is at its table")
        within = 0.1
    else:
        # Nobody listens from here to what is in a box of the daemon's.
        within = 20.0
    with pytest.raises(NotReady, match="did not reach its main loop"):
        await box.wait_ready(within)
    remains = await box.kill()
    said = remains.log.decode()
    assert "Stack (most recent call first)" in said
    assert 'main.py", line 5 in table' in said
    assert remains.exit_code is None, "that it was asked for its stack is no end of its own"


ENDLESS_WELCOME = """
import sys

def welcome(welcome):
    print("in its welcome", file=sys.stderr, flush=True)
    while True:
        pass

def choose(ask):
    return 0
"""


@pytest.mark.slow
async def test_a_welcome_without_an_end_leaves_its_stack_in_the_log(any_driver: Driver, tmp_path: Path) -> None:
    folder = bundle(tmp_path / "bot", {"main.py": ENDLESS_WELCOME})
    async with running(any_driver, launch_of(folder / "main.py")) as up, talking(up.box) as bot:
        await bot.say(welcome())
        await said_to_its_log(up.box, b"in its welcome")
        await up.box.tell_stack()
    assert up.remains is not None
    said = up.remains.log.decode()
    assert "Stack (most recent call first)" in said
    assert re.search(r'main.py", line [67] in welcome', said)
    assert up.remains.exit_code is None


MUTE = {
    "reads nothing": (
        "import select\nselect.select([0], [], [])\nprint('here', file=sys.stderr)\nwhile True: pass\n",
        "has not read it yet",
    ),
    "prints nothing": (
        "sys.stdin.readline()\nprint('here', file=sys.stderr)\nwhile True: pass\n",
        "has read it, and has printed no line since",
    ),
    "prints no line feed": (
        "sys.stdin.readline()\nprint('{\"ready\":', end='')\nprint('here', file=sys.stderr)\nwhile True: pass\n",
        "what it printed has no line feed: b'{\"ready\":'",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", MUTE)
async def test_a_program_of_lines_that_does_not_answer_is_told_its_last_line(
    any_driver: Driver, name: str, tmp_path: Path
) -> None:
    source, said = MUTE[name]
    folder = bundle(tmp_path / "bot", {"main.py": f"import sys\n{source}"})
    async with running(any_driver, launch_of(folder / "main.py")) as up, talking(up.box) as bot:
        await bot.say(welcome())
        await said_to_its_log(up.box, b"here")
        await up.box.tell_stack()
    assert up.remains is not None
    log = up.remains.log.decode()
    assert "athanor: the last line sent to the program is the welcome" in log
    assert said in log
    assert "most recent call first" not in log, "our own program is no place to look for the mistake"


SLOW_TO_TELL = """
import signal, sys, time

def tell(*_):
    time.sleep(0.3)
    print("told after a while", file=sys.stderr, flush=True)

signal.signal(signal.SIGQUIT, tell)
sys.stdin.readline()
print("here", file=sys.stderr, flush=True)
while True:
    time.sleep(0.01)
"""


@pytest.mark.slow
async def test_a_program_that_is_slower_to_tell_than_the_adapter_is_waited_for(
    made: Callable[[str], Driver], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sandbox.drivers.box.STACKS", 120.0)
    folder = bundle(tmp_path / "bot", {"main.py": SLOW_TO_TELL})
    async with running(made("none"), launch_of(folder / "main.py")) as up, talking(up.box) as bot:
        await bot.say(welcome())
        await said_to_its_log(up.box, b"here")
        await up.box.tell_stack()
    assert up.remains is not None
    log = up.remains.log.decode()
    assert "athanor: the last line sent to the program is the welcome" in log
    assert "told after a while" in log


async def said_to_its_log(box: Box, words: bytes) -> None:
    if isinstance(box, CommonBox):
        heard = bytearray()
        box.listen(heard.extend)
        await reached(lambda: words in heard, f"the bot says {words!r}")
    else:
        # Nobody listens from here to what is in a box of the daemon's: when it has used so much it is there.
        before = box.stats().cpu_ms or 0
        await reached(lambda: (box.stats().cpu_ms or 0) > before + 500, "the bot is at it")


async def test_a_server_that_listens_and_says_nothing_is_not_ready(any_driver: Driver, tmp_path: Path) -> None:
    source = "import os, socket, time\ns = socket.socket(socket.AF_UNIX)\ns.bind(os.environ['ATHANOR_SOCKET'])\n"
    folder = bundle(tmp_path / "bot", {"main.py": source + "s.listen(5)\ntime.sleep(600)\n"})
    box = await any_driver.prepare(launching(folder, "python", ("python3", "main.py"), "grpc"))
    await box.start()
    with pytest.raises(NotReady, match="within 1 seconds: it listens, and says nothing"):
        await box.wait_ready(1)
    await box.kill()


async def test_a_program_that_falls_over_says_with_what_it_did(any_driver: Driver, tmp_path: Path) -> None:
    folder = bundle(
        tmp_path / "bot", {"main.py": "def choose(ask):\n    return 0\n\n\nraise KeyError('no book')\n"}
    )
    box = await any_driver.prepare(launch_of(folder / "main.py"))
    await box.start()
    with pytest.raises(NotReady, match=r"ended with exit code 1 .* its log ends: KeyError: 'no book'"):
        await box.wait_ready(60)
    remains = await box.kill()
    assert remains.exit_code == 1
    assert b"Traceback" in remains.log


async def test_a_program_that_has_ended_is_not_waited_for(any_driver: Driver, tmp_path: Path) -> None:
    """Its server may have been up for a moment: then the health check is under way when it goes."""
    source = "import os, socket, time\ns = socket.socket(socket.AF_UNIX)\ns.bind(os.environ['ATHANOR_SOCKET'])\n"
    folder = bundle(tmp_path / "bot", {"main.py": source + "s.listen(5)\ntime.sleep(0.5)\nraise SystemExit(3)\n"})
    box = await any_driver.prepare(launching(folder, "python", ("python3", "main.py"), "grpc"))
    await box.start()
    with pytest.raises(NotReady, match="ended with exit code 3 before it was ready"):
        await box.wait_ready(600)
    await box.kill()


HANGS_UP = """
import os, socket, time
def choose(ask):
    for descriptor in range(3, 64):
        try:
            socket.socket(fileno=os.dup(descriptor)).shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
    time.sleep(0.2)
    os._exit(7)
"""


async def test_how_a_program_ends_that_has_just_hung_up_is_told(any_driver: Driver, tmp_path: Path) -> None:
    folder = bundle(tmp_path / "bot", {"main.py": HANGS_UP + "import athanor_bot\nathanor_bot.run(choose)\n"})
    box = await any_driver.prepare(launching(folder, "python", ("python3", "main.py"), "grpc"))
    await box.start()
    await box.wait_ready(60)
    async with talking(box) as bot:
        await bot.welcomed()
        with pytest.raises(Broken):
            await bot.answer()
    assert (await box.kill()).exit_code == 7


@pytest.mark.slow
@pytest.mark.parametrize(("kept_from_it", "told"), [(0.0, None), (60_000.0, 7)], ids=["idle host", "busy host"])
async def test_its_end_is_awaited_as_much_longer_as_the_host_keeps_from_it(
    made: Callable[[str], Driver],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    kept_from_it: float,
    told: int | None,
) -> None:
    source = HANGS_UP.replace("0.2", "2") + "import athanor_bot\nathanor_bot.run(choose)\n"
    folder = bundle(tmp_path / "bot", {"main.py": source})
    box = await made("bubblewrap").prepare(launching(folder, "python", ("python3", "main.py"), "grpc"))
    await box.start()
    await box.wait_ready(60)
    async with talking(box) as bot:
        await bot.welcomed()
        with pytest.raises(Broken):
            await bot.answer()
    monkeypatch.setattr(CommonBox, "_withheld", lambda self: Withheld(kept_from_it, "as the test has it"))
    assert (await box.kill()).exit_code == told


async def test_a_command_that_is_not_there_is_named(any_driver: Driver) -> None:
    box = await any_driver.prepare(launching(BOTS, "python", ("no-such-program", "x"), "stdio"))
    await box.start()
    with pytest.raises(NotReady, match=r"exit code 127 .*'no-such-program' cannot be run"):
        await box.wait_ready(60)
    await box.kill()


async def test_a_bot_that_raises_ends_the_stream_and_is_logged(any_driver: Driver, tmp_path: Path) -> None:
    folder = bundle(tmp_path / "bot", {"main.py": "def choose(ask):\n    return 1 // 0\n"})
    async with running(any_driver, launch_of(folder / "main.py")) as up, talking(up.box) as bot:
        await bot.welcomed()
        with pytest.raises(Broken) as failed:
            await bot.answer()
    assert failed.value.fault == "dead"
    assert failed.value.detail == "ABORTED: ZeroDivisionError: integer division or modulo by zero"
    assert up.remains is not None
    assert b"in choose" in up.remains.log


async def test_an_unknown_runtime_is_our_fault(driver: Driver) -> None:
    with pytest.raises(SandboxFault, match=r"'cobol'.*: python, "):
        await driver.prepare(launching(BOTS, "cobol", ("x",), "stdio"))


async def test_a_box_is_started_once(any_driver: Driver) -> None:
    async with running(any_driver, launch_of(BOTS / "first.py")) as up:
        with pytest.raises(SandboxFault, match="started once"):
            await up.box.start()


async def test_a_box_may_be_killed_at_any_time_and_again(any_driver: Driver) -> None:
    never_started = await any_driver.prepare(launch_of(BOTS / "first.py"))
    assert (await never_started.kill()).log == b""
    box = await any_driver.prepare(launch_of(BOTS / "first.py"))
    await box.start()
    first = await box.kill()
    assert await box.kill() == first


async def test_two_who_kill_a_box_at_once_have_the_same_end(any_driver: Driver) -> None:
    box = await any_driver.prepare(launch_of(BOTS / "first.py"))
    await box.start()
    first, second = await asyncio.gather(box.kill(), box.kill())
    assert first == second


async def test_what_it_has_used_is_measured(any_driver: Driver) -> None:
    launch = launch_of(BOTS.parent / "hostile" / "burning.py")
    async with running(any_driver, launch) as up, talking(up.box) as bot:
        await bot.welcomed()
        before = up.box.stats()
        await bot.answer()
        after = up.box.stats()
    assert before.cpu_ms is not None
    assert after.cpu_ms is not None
    assert 480 <= after.cpu_ms - before.cpu_ms <= 1000
    assert after.memory_peak is not None
    assert 5_000_000 < after.memory_peak < 200_000_000
    assert after.processes is not None
    assert after.processes >= 1
    assert up.box.stats() == up.box.stats(), "the last figures stay when the box is gone"


async def test_a_bot_may_set_itself_an_alarm(any_driver: Driver, tmp_path: Path) -> None:
    """Python keeps signals for the main thread: that is the one a bot is asked on."""
    source = (
        "import signal\nimport time\n\n\ndef rung(*_):\n    raise TimeoutError\n\n\ndef choose(ask):\n"
        "    signal.signal(signal.SIGALRM, rung)\n    signal.setitimer(signal.ITIMER_REAL, 0.05)\n"
        "    try:\n        time.sleep(60)\n    except TimeoutError:\n        return 1\n"
    )
    folder = bundle(tmp_path / "bot", {"main.py": source})
    async with running(any_driver, launch_of(folder / "main.py")) as up, talking(up.box) as bot:
        await bot.welcomed()
        assert (await bot.answer()).index == 1


async def test_two_boxes_live_side_by_side(any_driver: Driver) -> None:
    launch = launch_of(BOTS / "first.py")
    async with (
        running(any_driver, launch) as one,
        running(any_driver, launch) as other,
        talking(one.box) as first,
        talking(other.box) as second,
    ):
        await asyncio.gather(first.welcomed(), second.welcomed())
        answers = await asyncio.gather(first.answer(1), second.answer(2))
    assert [answer.number for answer in answers] == [1, 2]
