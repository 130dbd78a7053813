"""A child ends with its supervisor, leaves nothing behind, and its output is kept line by line."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from athanor.supervisor import children
from athanor.supervisor.children import Log, ended, started
from tests.waiting import PATIENCE, until


def alive(pid: int) -> bool:
    """A zombie is not alive."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def gone(pid: int) -> bool:
    return until(lambda: not alive(pid), f"the end of process {pid}")


async def output_of(script: str) -> list[bytes]:
    lines: list[bytes] = []
    process, output = await started([sys.executable, "-c", script], os.environ, lines.append)
    await process.wait()
    await output
    return lines


async def test_output_comes_by_lines() -> None:
    assert await output_of("print('one'); print('two', end='')") == [b"one\n", b"two\n"]


async def test_a_line_without_end_is_cut_and_nothing_is_lost() -> None:
    lines = await output_of(f"print('x' * {children.LONGEST_LINE * 2 + 7})")
    assert len(lines) > 1
    assert b"".join(line.rstrip(b"\n") for line in lines) == b"x" * (children.LONGEST_LINE * 2 + 7)


async def test_what_ignores_sigterm_is_killed_with_its_whole_group() -> None:
    script = (
        "import signal, subprocess, sys, time; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "print(subprocess.Popen(['sleep', '600']).pid, flush=True); time.sleep(600)"
    )
    lines: asyncio.Queue[bytes] = asyncio.Queue()
    process, output = await started([sys.executable, "-c", script], os.environ, lines.put_nowait)
    grandchild = int(await lines.get())
    await ended(process, 0.2)
    await output
    assert process.returncode == -signal.SIGKILL
    assert gone(grandchild)


async def test_one_that_is_killed_has_ended_though_its_own_children_live() -> None:
    script = "import subprocess, time\nprint(subprocess.Popen(['sleep', '600']).pid, flush=True); time.sleep(600)"
    lines: asyncio.Queue[bytes] = asyncio.Queue()
    process, output = await started([sys.executable, "-c", script], os.environ, lines.put_nowait)
    grandchild = int(await lines.get())
    process.kill()
    try:
        assert await asyncio.wait_for(process.wait(), PATIENCE) == -signal.SIGKILL
        assert alive(grandchild)
    finally:
        await ended(process, 0)
    await output
    assert gone(grandchild)


def test_the_kernel_ends_a_child_whose_supervisor_is_killed() -> None:
    script = (
        "import asyncio, os, sys\n"
        "from athanor.supervisor.children import started\n"
        "async def main():\n"
        "    process, _ = await started(['sleep', '600'], os.environ, print)\n"
        "    print(process.pid, flush=True)\n"
        "    await asyncio.sleep(600)\n"
        "asyncio.run(main())"
    )
    supervisor = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    try:
        assert supervisor.stdout is not None
        child = int(supervisor.stdout.readline())
        assert alive(child)
        supervisor.kill()
        supervisor.wait()
        assert gone(child)
    finally:
        supervisor.kill()
        supervisor.communicate()


def test_a_log_that_grows_too_large_is_put_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(children, "LARGEST_LOG", 100)
    with contextlib.closing(Log(tmp_path / "web.log")) as log:
        for number in range(30):
            log.write(b"web | line %d\n" % number)
    assert (tmp_path / "web.log").stat().st_size <= 120
    assert (tmp_path / "web.log.1").stat().st_size <= 120
    assert (tmp_path / "web.log").read_bytes().endswith(b"web | line 29\n")


def test_a_full_disk_ends_nothing() -> None:
    with contextlib.closing(Log(Path("/dev/full"))) as log:
        log.write(b"a line\n")
