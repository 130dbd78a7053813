"""One unit's process from start to end, and what a run has left on the machine."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from tests.suite.parts import ROOT, Unit
from tests.suite.recording import LOG, stop_file
from tests.suite.results import RUN, Result, blank, lines_of, log_of, read_tests

MARK: Final = "SUITE_RUN"
"""In the environment of every process of a run: by it what is left over is found."""
STUCK: Final = 900.0
"""Seconds without a line of output after which a unit is stopped."""
GRACE: Final = 90.0
"""Seconds that a unit has for its fixtures once it was told to stop."""

ENDING: Final = 20.0
"""Seconds that a process which was told to end has before it counts as left behind."""


class Running:
    """A unit that was started, in a session of its own: Ctrl-C reaches it once, by way of the runner."""

    def __init__(self, unit: Unit, temporary: Path, mark: str) -> None:
        self.unit = unit
        self.result: Result = blank(unit)
        self.mark = mark
        self.began = time.monotonic()
        self.told_to_stop = False
        folder = temporary / str(len(list(temporary.iterdir())))
        folder.mkdir()
        folder.chmod(0o755)
        log_of(unit).parent.mkdir(parents=True, exist_ok=True)
        lines_of(unit).unlink(missing_ok=True)
        stop_file(lines_of(unit)).unlink(missing_ok=True)
        environment = {
            **os.environ,
            **unit.environment,
            MARK: mark,
            LOG: str(lines_of(unit)),
            "TMPDIR": str(folder),
        }
        with log_of(unit).open("wb") as out:
            self.process = subprocess.Popen(
                [*_DIES_WITH_US, *unit.command],
                cwd=ROOT,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
            )

    async def ended(self) -> Result:
        # A thread of its own: the default pool has fewer than there may be units at once.
        with ThreadPoolExecutor(max_workers=1) as thread:
            waiting = asyncio.get_running_loop().run_in_executor(thread, os.wait4, self.process.pid, 0)
            watching = asyncio.create_task(self._watch())
            _, status, used = await waiting
            watching.cancel()
        self.process.returncode = os.waitstatus_to_exitcode(status)  # Popen is not to wait for it again
        self.result.code = self.process.returncode
        self.result.wall = time.monotonic() - self.began
        self.result.cpu = used.ru_utime + used.ru_stime
        if self.unit.is_pytest:
            read_tests(self.result, lines_of(self.unit))
        return self.result

    def stop(self) -> None:
        """As Ctrl-C does: tests end, fixtures are finalised."""
        if not self.told_to_stop:
            self.told_to_stop = True
            stop_file(lines_of(self.unit)).touch()
            self._signal(signal.SIGINT)

    def _signal(self, number: int) -> None:
        try:
            if self.unit.is_pytest and number == signal.SIGINT:
                os.kill(self.process.pid, number)
            else:
                os.killpg(self.process.pid, number)
        except ProcessLookupError:
            pass  # it has just ended

    async def _watch(self) -> None:
        """Stops a unit that is stuck; kills one that does not end when it is told to."""
        stopped_at = 0.0
        while True:
            await asyncio.sleep(1)
            now = time.monotonic()
            silent = time.time() - max(map(_modified, (log_of(self.unit), lines_of(self.unit))))
            if not self.told_to_stop and silent > STUCK:
                with log_of(self.unit).open("a") as out:
                    out.write(f"\nsuite: stopped: no test ended within {STUCK:.0f} s\n")
                self.stop()
            if self.told_to_stop:
                stopped_at = stopped_at or now
                if now - stopped_at > GRACE:
                    self._signal(signal.SIGKILL)
                    return


def _dies_with_us() -> tuple[str, ...]:
    found = shutil.which("setpriv")
    return (found, "--pdeathsig", "TERM", "--") if found else ()


_DIES_WITH_US: Final = _dies_with_us()
"""Even a runner that is killed leaves nothing: its units are told to end."""


def _modified(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0


@contextlib.contextmanager
def alone(folder: Path = RUN) -> Iterator[bool]:
    """Whether no other run of the suite is under way in this checkout, and none begins meanwhile."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


def left_by(mark: str, temporary: Path, patience: float = ENDING) -> list[str]:
    """Processes and mounts that a run has left; they are removed, and named so that somebody finds the cause."""
    limit = time.monotonic() + patience
    while (processes := list(_processes(mark))) and time.monotonic() < limit:
        time.sleep(0.2)
    found = [f"process {pid}: {command}" for pid, command in processes]
    for pid, _ in processes:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
    for mount in _mounts(temporary):
        found.append(f"mount {mount}")
        subprocess.run(["umount", "--lazy", mount], check=False, capture_output=True)
    shutil.rmtree(temporary, ignore_errors=True)
    return found


def _processes(mark: str) -> Iterator[tuple[int, str]]:
    wanted = f"{MARK}={mark}".encode()
    for folder in Path("/proc").glob("[0-9]*"):
        if int(folder.name) == os.getpid():
            continue
        try:
            if wanted in (folder / "environ").read_bytes().split(b"\0"):
                command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                yield int(folder.name), command.strip()[:120]
        except (FileNotFoundError, PermissionError, ProcessLookupError):
            continue


def _mounts(below: Path) -> list[str]:
    points = [line.split()[4] for line in Path("/proc/self/mountinfo").read_text().splitlines()]
    return sorted((point for point in points if point.startswith(f"{below}/")), reverse=True)
