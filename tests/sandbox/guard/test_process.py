"""The guard as a process: its walls, its bounds when nothing is counted, its end, and who is blamed for it."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.referee.conduct import OurFault
from arena.referee.line import End, Line
from athanor_contract.limits import server as limits
from sandbox.guard import process, walls
from sandbox.guard.process import Guard
from tests.arena.referee import servers
from tests.arena.referee.servers import guarded, introduced
from tests.sandbox import corpus
from tests.sandbox.guard.test_attacks import served
from tests.sandbox.playing import welcome
from tests.waiting import PATIENCE, reached, until

ROOT = Path(__file__).parents[3]
WELCOME = welcome().SerializeToString()
ASK = b"\x12\x02\x08\x01"
"""An ask, as much of one as the attackers read."""


def status(pid: int) -> dict[str, str]:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


def inside(pid: int) -> tuple[str, int, bytes]:
    """Its limits, how many files it has open, its environment: what only root may see of a guard."""
    if os.geteuid() != 0:
        return "", 0, b""
    process = Path(f"/proc/{pid}")
    files = len(list((process / "fd").iterdir()))
    return (process / "limits").read_text(), files, (process / "environ").read_bytes()


async def test_a_guard_stands_behind_walls_of_its_own(tmp_path: Path) -> None:
    async with servers.serving({"bot": servers.honest}, tmp_path):
        guard = await guarded(tmp_path / "bot")
        told = status(guard.pid)
        bounds, files, environment = inside(guard.pid)
        await guard.end()
    assert (told["NoNewPrivs"], told["Seccomp"], told["Threads"]) == ("1", "2", "1")
    assert int(told["VmSize"].split()[0]) * 1024 < limits.MEMORY / 2
    assert environment == b""
    if os.geteuid() == 0:
        assert told["Uid"].split() == [str(walls.UID)] * 4
        assert (told["Groups"], told["CapEff"], told["CapPrm"]) == ("", "0" * 16, "0" * 16)
        # Nothing, nowhere, nowhere; the line, the bot, and where it says that the bot hung up.
        assert files == 6
        for name, bound in (("Max address space", limits.MEMORY), ("Max cpu time", limits.CPU_SECONDS),
                            ("Max open files", limits.OPEN_FILES), ("Max core file size", 0)):  # fmt: skip
            (line,) = (line for line in bounds.splitlines() if line.startswith(name))
            assert line.removeprefix(name).split()[0] == str(bound)


async def test_a_guard_that_is_killed_is_a_fault_of_ours(tmp_path: Path) -> None:
    async with servers.serving({"bot": servers.honest}, tmp_path):
        guard = await guarded(tmp_path / "bot")
        line = Line(guard.line)
        os.kill(guard.pid, signal.SIGKILL)
        with pytest.raises(OurFault, match="the guard of its connection ended by signal 9"):
            await asyncio.wait_for(line.hear(), PATIENCE)
        line.close()
        await guard.end()


async def test_a_guard_waits_for_its_bot_whatever_timeout_is_the_default(tmp_path: Path) -> None:
    """Celery sets one for the whole process while it closes a connection to its broker."""
    async with servers.serving({"bot": servers.honest}, tmp_path):
        socket.setdefaulttimeout(1.0)
        try:
            guard = Guard()
        finally:
            socket.setdefaulttimeout(None)
        # It sleeps until it is introduced; where it does not wait, it has ended.
        await reached(lambda: status(guard.pid).get("Seccomp") == "2", "the guard stands behind its walls")
        await reached(lambda: status(guard.pid)["State"][0] in "SZ", "the guard waits")
        await introduced(guard, tmp_path / "bot")
        await guard.end()


async def test_a_guard_ends_with_its_line(tmp_path: Path) -> None:
    async with servers.serving({"bot": servers.honest}, tmp_path):
        guard = await guarded(tmp_path / "bot")
        guard.line.close()
        await reached(lambda: not is_there(guard.pid), "the guard to end")
        await guard.end()


LEAVES = """
import asyncio, sys
from sandbox.guard.process import Guard

async def main():
    print(Guard().pid, flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""


def test_a_guard_dies_with_who_started_it() -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", LEAVES],
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env={"PYTHONPATH": f"{ROOT}:{ROOT}/proto", "PATH": "/usr/bin:/bin"},
    )
    with parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        assert Path(f"/proc/{pid}").exists()
        parent.kill()
    until(lambda: not is_there(pid), "the guard to end")


async def test_a_guard_may_be_ended_at_any_time_and_again() -> None:
    before = open_files()
    guards = [Guard() for _ in range(3)]
    await reached(lambda: status(guards[2].pid)["Seccomp"] == "2", "a guard to be up")
    guards.append(Guard())
    for guard in guards:
        await guard.end()
        await guard.end()
        assert not is_there(guard.pid)
    assert open_files() <= before


async def test_whoever_listens_to_an_ended_guard_does_not_hear_the_next_one() -> None:
    guard = Guard()
    number = guard.line.fileno()
    Line(guard.line)
    await guard.end()
    assert not asyncio.get_running_loop().remove_reader(number), "its number is the next one's"


def open_files() -> set[str]:
    return {path.name for path in Path("/proc/self/fd").iterdir()}


def is_there(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


# --- twins: guards that count less than ours do


@pytest.fixture
def uncounted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Guards with other limits, as the program of another place."""

    def instead(**others: int) -> None:
        place = tmp_path / "other"
        for package in ("sandbox/guard", "proto/athanor_contract"):
            source = ROOT / package
            target = place / source.relative_to(ROOT / "proto" if package.startswith("proto") else ROOT)
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        (place / "sandbox" / "__init__.py").touch()
        with (place / "athanor_contract" / "limits" / "server.py").open("a") as file:
            file.writelines(f"{name} = {value}\n" for name, value in others.items())
        monkeypatch.setattr(process, "ROOTS", (str(place),))

    return instead


MANY = 1 << 30


async def attacked(name: str, folder: Path, most: int = sys.maxsize) -> End | None:
    """What a guard comes to that meets an attack; None: it has taken more bytes, and goes on."""
    attack = corpus.attack_named(name, "none")
    with served(attack, folder) as path:
        guard = await guarded(path)
        line = Line(guard.line)
        try:
            await line.ask(WELCOME)
            assert isinstance(await asyncio.wait_for(line.hear(), PATIENCE), bytes)
            await line.ask(ASK)
            hearing = asyncio.ensure_future(line.hear())
            await reached(lambda: hearing.done() or taken(guard.pid) > most, "an end of the guard")
            if not hearing.done():
                hearing.cancel()
                return None
            said = await hearing
            assert isinstance(said, End)
            return said
        finally:
            line.close()
            await guard.end()


def taken(pid: int) -> int:
    """Bytes that it has read so far; 0 where it has just ended: its last word is still to come."""
    try:
        lines = Path(f"/proc/{pid}/io").read_text().splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return int(lines[0].removeprefix("rchar: "))


async def test_a_flood_that_nobody_counts_ends_by_the_bound_on_cpu_time(
    uncounted: Callable[..., None], tmp_path: Path
) -> None:
    uncounted(BYTES=MANY, FRAMES=MANY, CONTROL_FRAMES=MANY, CPU_SECONDS=1)
    end = await attacked("wire_ping_flood", tmp_path)
    assert end == End(
        "malformed",
        f"what its server sent kept its guard busy for more than {limits.CPU_SECONDS} seconds of CPU time",
    )


async def test_headers_that_nobody_counts_end_by_the_bound_on_memory(
    uncounted: Callable[..., None], tmp_path: Path
) -> None:
    uncounted(BYTES=MANY, FRAMES=MANY, CONTROL_FRAMES=MANY, HEADERS=MANY)
    end = await attacked("wire_continuation_bytes", tmp_path)
    assert end == End(
        "malformed", f"what its server sent made its guard use {limits.MEMORY} bytes of memory, the limit"
    )


async def test_a_flood_that_nobody_counts_and_nobody_bounds_goes_on(
    uncounted: Callable[..., None], tmp_path: Path
) -> None:
    """What is counted is what ends it: without, it takes as much as it is given."""
    uncounted(BYTES=MANY, FRAMES=MANY, CONTROL_FRAMES=MANY)
    assert await attacked("wire_window_flood", tmp_path, 4 * limits.BYTES) is None
