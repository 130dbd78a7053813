"""A whole platform for a test: started as `make run` starts it, in a folder and on a port of its own.

What is looked at is what an operator sees: pages over HTTP, rows of the database by plain SQL, processes of /proc.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import psycopg

from tests import waiting

T = TypeVar("T")

ROOT = Path(__file__).resolve().parents[2]
SERVICES = ("broker", "sandboxd", "site", "pairing", "web", "arena", "beat")
PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None, use_errno=True)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def until(condition: Callable[[], T], what: str) -> T:
    """As `waiting.until`, for what costs a query, a page or a look through /proc; for as long as a whole platform
    on a busy machine may need."""
    return waiting.until(condition, what, within=300, every=0.1)


def tied(by: signal.Signals) -> Callable[[], None]:
    """What a child does first: it gets the signal when this process dies, however it dies."""
    parent = os.getpid()

    def tie() -> None:
        LIBC.prctl(PR_SET_PDEATHSIG, by)
        # The parent may have died before the call.
        if os.getppid() != parent:
            os._exit(1)

    return tie


@dataclass(frozen=True, slots=True)
class Process:
    pid: int
    parent: int
    command: str


def processes() -> list[Process]:
    """Everything that runs and is no zombie."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                words = (folder / "stat").read_text().rpartition(")")[2].split()
                command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except (FileNotFoundError, ProcessLookupError):
                continue
            if words[0] != "Z":
                found.append(Process(int(folder.name), int(words[1]), command.strip()))
    return found


def below(pid: int) -> list[Process]:
    """The descendants of a process."""
    everybody = processes()
    found: list[Process] = []
    parents = {pid}
    while parents:
        children = [process for process in everybody if process.parent in parents]
        found += children
        parents = {child.pid for child in children}
    return found


MARKS = {
    "broker": ("valkey-server", "redis-server"),
    "sandboxd": ("sandbox.daemon",),
    "site": ("-Q site",),
    "pairing": ("-Q pairing",),
    "web": ("athanor.web",),
    "arena": ("-n arena-{port}@",),
    "beat": ("athanor.celery:app beat",),
}
"""What stands in the command of a service's process."""


SPARING = {
    "ATHANOR_ARENA_PROCESSES": "2",
    "ATHANOR_LANE_ORDERS": "2",
    "ATHANOR_UPLOADS_PENDING": "5",
    "ATHANOR_WARM_SLOTS": "2",
    "ATHANOR_BACKLOG": "1",
    "ATHANOR_NEWCOMERS": "1",
    "ATHANOR_TOURNAMENT_BACKLOG": "4",
    "ATHANOR_LEASE": "10",
    "ATHANOR_PAIRING_LEASE": "10",
    # A storm of kills that hits one match three times would make it void, as it should.
    "ATHANOR_ATTEMPTS": "20",
}
"""Few matches at once, and what a killed worker held is given to another soon."""
MAKE_RUN = ("make", "--no-print-directory", "run")


@dataclass
class Platform:
    var: Path
    database: str = ""
    broker: str = ""
    more: dict[str, str] = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def broker_url(self) -> str:
        return self.broker or f"redis+socket://{self.var}/broker/socket"

    @property
    def environment(self) -> dict[str, str]:
        inherited = {
            name: value for name, value in os.environ.items() if not name.startswith(("ATHANOR_", "DJANGO_"))
        }
        given = {"ATHANOR_DATABASE_URL": self.database, "ATHANOR_BROKER_URL": self.broker}
        return {
            **inherited,
            "ATHANOR_VAR": str(self.var),
            "ATHANOR_PORT": str(self.port),
            **SPARING,
            **{name: value for name, value in given.items() if value},
            **self.more,
        }

    # --- starting and ending

    def start(self, command: Sequence[str] = (), by: signal.Signals = signal.SIGKILL) -> None:
        """It gets the signal `by` when this process dies: an interrupted test run leaves nothing behind."""
        self.process = subprocess.Popen(
            command or [sys.executable, str(ROOT / "manage.py"), "up"],
            env=self.environment,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            preexec_fn=tied(by),
        )

    @property
    def runs(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def wait_until_ready(self) -> None:
        """Reads what it says until it says that it is ready."""
        assert self.process is not None
        assert self.process.stdout is not None
        said = []
        for line in self.process.stdout:
            said.append(line)
            if "Athanor is ready" in line:
                return
            if "no bots can be run" in line:
                break
        raise AssertionError("".join(said) + self.log_ends())

    def start_again(self, **settings: str) -> None:
        """Until it is ready, whether it runs now or not; with settings that hold from then on."""
        if self.process is not None:
            self.stop()
        self.more |= settings
        self.start()
        self.wait_until_ready()

    def stop(self, by: int = signal.SIGTERM) -> int:
        """Its exit code."""
        assert self.process is not None
        self.process.send_signal(by)
        try:
            code = self.process.wait(120)
        finally:
            self.process.kill()
            self.process.communicate()
            self.process = None
        return code

    def manage(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, str(ROOT / "manage.py"), *words],
            env=self.environment,
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
        )

    def log_ends(self) -> str:
        ends = (path.read_text(errors="replace")[-1500:] for path in sorted((self.var / "log").glob("*.log")))
        return "\n".join(ends)

    # --- its processes

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def service(self, name: str) -> int | None:
        """The process that the supervisor started for a service; None while there is none."""
        for process in below(self.pid):
            marks = [mark.format(port=self.port) for mark in MARKS[name]]
            if process.parent == self.pid and any(mark in process.command for mark in marks):
                return process.pid
        return None

    def kill(self, name: str) -> int:
        pid = until(lambda: self.service(name), f"{name} runs")
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        return pid

    def workers(self) -> list[int]:
        """The arena workers, in which matches are played."""
        children = [process for process in processes() if process.parent == self.pid]
        return [process.pid for process in children if "arena.worker.celery:app" in process.command]

    # --- what it shows

    def page(self, path: str) -> tuple[int, str]:
        try:
            with urllib.request.urlopen(self.url + path, timeout=60) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode(errors="replace")
        except OSError as error:
            return 0, str(error)

    def sql(self, query: str) -> list[tuple[Any, ...]]:
        if self.database:
            with psycopg.connect(self.database) as connection:
                return connection.execute(query).fetchall()
        with contextlib.closing(sqlite3.connect(self.var / "athanor.sqlite3", timeout=60)) as opened:
            return opened.execute(query).fetchall()

    def sql_write(self, statement: str) -> None:
        if self.database:
            with psycopg.connect(self.database) as connection:
                connection.execute(statement)
            return
        with contextlib.closing(sqlite3.connect(self.var / "athanor.sqlite3", timeout=60)) as opened, opened:
            opened.execute(statement)

    def number(self, query: str) -> int:
        return int(self.sql(query)[0][0])

    def close_ladders(self) -> None:
        self.sql_write("UPDATE ladders_ladder SET open = false WHERE open")

    def open_ladder(self, slug: str) -> None:
        """Its tables are for two, and who thinks long stays away: what is proved needs matches, not long ones."""
        self.sql_write(f"UPDATE ladders_ladder SET open = true, seats = 2, least_seats = 2 WHERE slug = '{slug}'")
        thinkers = "SELECT id FROM bots_bot WHERE name IN ('counting', 'thinking')"
        self.sql_write(f"UPDATE ladders_standing SET listed = false WHERE bot_id IN ({thinkers}) AND listed")

    def wait_for_new_matches(self, count: int = 1) -> None:
        """So many matches that are not ordered yet are played to their end."""
        latest = self.number("SELECT coalesce(max(id), 0) FROM matches_match")
        ended = f"SELECT count(*) FROM matches_match WHERE state = 'finished' AND id > {latest}"
        until(lambda: self.number(ended) >= count, f"{count} matches after number {latest} are finished")

    def json(self, path: str) -> Any:
        status, text = self.page(path)
        assert status == 200, f"{path}: {status}: {text[:500]}"
        return json.loads(text)


def check_invariants(platform: Platform) -> None:
    """G1 and G2, as far as rows can show them, whatever died before."""
    doubled = "SELECT match_id FROM ladders_ledgerentry GROUP BY match_id HAVING count(*) > 1"
    assert platform.sql(doubled) == []
    settled_twice = "SELECT job_id FROM jobs_attempt WHERE state = 'settled' GROUP BY job_id HAVING count(*) <> 1"
    assert platform.sql(settled_twice) == []
    unrated = (
        "SELECT public_id FROM matches_match m WHERE state = 'finished' AND ladder_id IS NOT NULL "
        "AND season_id IS NULL AND NOT EXISTS (SELECT 1 FROM ladders_ledgerentry e WHERE e.match_id = m.id)"
    )
    assert platform.sql(unrated) == []
    rated_without_result = (
        "SELECT public_id FROM ladders_ledgerentry e JOIN matches_match m ON m.id = e.match_id "
        "WHERE m.state <> 'finished' OR m.season_id IS NOT NULL"
    )
    assert platform.sql(rated_without_result) == []
    miscounted = (
        "SELECT t.id FROM ladders_trial t JOIN matches_match m ON m.id = t.match_id "
        "WHERE (m.state = 'finished') <> (t.settled_at IS NOT NULL)"
    )
    assert platform.sql(miscounted) == []
    for ladder, last, entries in platform.sql(
        "SELECT ladder_id, max(sequence), count(*) FROM ladders_ledgerentry GROUP BY ladder_id"
    ):
        assert last == entries, f"ladder {ladder}: a gap in the ledger"
    orphans = (
        "SELECT id FROM jobs_job WHERE ended_at IS NULL AND NOT EXISTS "
        "(SELECT 1 FROM jobs_attempt a WHERE a.job_id = jobs_job.id AND a.closed_at IS NULL)"
    )
    assert platform.sql(orphans) == []


def check_ratings(platform: Platform) -> None:
    """G3: every rating is what the ledger adds up to, to the last bit."""
    rebuilt = platform.manage("rebuild_ratings", "--check", "--skip-checks")
    assert rebuilt.returncode == 0, rebuilt.stdout + rebuilt.stderr
