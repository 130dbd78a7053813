"""A whole platform for a test: started as `make run` starts it, in a folder and on a port of its own.

What is looked at is what an operator sees: pages over HTTP, rows of the database by plain SQL, processes of /proc.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg

ROOT = Path(__file__).resolve().parents[2]
SERVICES = ("broker", "sandboxd", "site", "pairing", "web", "arena", "beat")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def until(condition: Callable[[], Any], within: float, what: str) -> Any:
    """The first true value of the condition; fails the test when there is none in time."""
    limit = time.monotonic() + within
    while True:
        if value := condition():
            return value
        assert time.monotonic() < limit, f"not within {within:g} s: {what}"
        time.sleep(0.1)


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
    "web": ("gunicorn",),
    "arena": ("arena.worker.celery:app",),
    "beat": ("athanor.celery:app beat",),
}
"""What stands in the command of a service's process."""


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
    def environment(self) -> dict[str, str]:
        inherited = {
            name: value for name, value in os.environ.items() if not name.startswith(("ATHANOR_", "DJANGO_"))
        }
        given = {"ATHANOR_DATABASE_URL": self.database, "ATHANOR_BROKER_URL": self.broker}
        return {
            **inherited,
            "ATHANOR_VAR": str(self.var),
            "ATHANOR_PORT": str(self.port),
            "ATHANOR_ARENA_PROCESSES": "2",
            **{name: value for name, value in given.items() if value},
            **self.more,
        }

    # --- starting and ending

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(ROOT / "manage.py"), "up"],
            env=self.environment,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def wait_until_ready(self) -> None:
        """Reads what it says until it says that it is ready."""
        assert self.process is not None
        assert self.process.stdout is not None
        said = []
        for line in self.process.stdout:
            said.append(line)
            if "Athanor is ready" in line:
                return
        raise AssertionError("".join(said) + self.log_ends())

    def stop(self, by: int = signal.SIGTERM, within: float = 20.0) -> int:
        """Its exit code."""
        assert self.process is not None
        self.process.send_signal(by)
        try:
            code = self.process.wait(within)
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
            if process.parent == self.pid and any(mark in process.command for mark in MARKS[name]):
                return process.pid
        return None

    def kill(self, name: str) -> int:
        pid: int = until(lambda: self.service(name), 20, f"{name} runs")
        os.kill(pid, signal.SIGKILL)
        return pid

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
            with psycopg.connect(self.database.replace("postgres://", "postgresql://")) as server:
                return server.execute(query).fetchall()
        connection = sqlite3.connect(self.var / "athanor.sqlite3", timeout=60)
        try:
            return connection.execute(query).fetchall()
        finally:
            connection.close()

    def sql_write(self, statement: str) -> None:
        if self.database:
            with psycopg.connect(self.database.replace("postgres://", "postgresql://")) as server:
                server.execute(statement)
            return
        connection = sqlite3.connect(self.var / "athanor.sqlite3", timeout=60)
        with connection:
            connection.execute(statement)
        connection.close()

    def number(self, query: str) -> int:
        return int(self.sql(query)[0][0])

    @property
    def finished(self) -> int:
        return self.number("SELECT count(*) FROM matches_match WHERE state = 'finished'")

    def wait_for_matches(self, more: int, within: float = 90.0) -> None:
        """So many more matches finished than now."""
        goal = self.finished + more
        until(lambda: self.finished >= goal, within, f"{goal} matches finished, not {self.finished}")

    def json(self, path: str) -> Any:
        status, text = self.page(path)
        assert status == 200, f"{path}: {status}: {text[:500]}"
        return json.loads(text)


def check_invariants(platform: Platform) -> None:
    """G1 to G3, as far as rows can show them, whatever died before."""
    doubled = "SELECT match_id FROM ladders_ledgerentry GROUP BY match_id HAVING count(*) > 1"
    assert platform.sql(doubled) == []
    settled_twice = (
        "SELECT match_id FROM matches_attempt WHERE state = 'settled' GROUP BY match_id HAVING count(*) <> 1"
    )
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
        "SELECT public_id FROM matches_match WHERE state IN ('ordered', 'running') AND NOT EXISTS "
        "(SELECT 1 FROM matches_attempt a WHERE a.match_id = matches_match.id AND a.state IN ('sent', 'started'))"
    )
    assert platform.sql(orphans) == []
    rebuilt = platform.manage("rebuild_ratings", "--check")
    assert rebuilt.returncode == 0, rebuilt.stdout + rebuilt.stderr
