"""Where everything of one installation lies, and what the environment says about it."""

from __future__ import annotations

import fcntl
import hashlib
import os
import socket
import stat
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Annotated, Final

from pydantic import Field

from arena.environment import BadSettings, FromEnvironment, read, whole
from arena.orders import broker

LONGEST_SOCKET_PATH = 100
"""Linux takes 107 bytes; a little is left for what a server appends."""

MARKS: Final = frozenset({"supervisor.lock", "athanor.sqlite3", "test-docker", "test-run", "test-templates"})
"""Nobody else gives such names to what is in a folder."""
OURS: Final = frozenset(
    {
        *(
            "environment",
            "environment.new",
            "mail.txt",
            "log",
            "broker",
            "blobs",
            "static",
            "media",
            "arena",
            "coverage",
        ),
        *("sandbox", "sandboxd", "athanor.sqlite3-wal", "athanor.sqlite3-shm", "athanor.sqlite3-journal"),
        *("beat-schedule", "beat-schedule.bak", "beat-schedule.dat", "beat-schedule.dir", "beat-schedule.db"),
    }
)
"""What else is in a folder of Athanor's."""


class CannotRun(Exception):
    """Why the platform cannot start, in a sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class Layout:
    var: Path
    host: str
    port: int
    arena_processes: int
    web_threads: int
    external_broker: str
    """The broker's URL where it is not ours to start."""

    @property
    def logs(self) -> Path:
        return self.var / "log"

    @property
    def broker(self) -> Path:
        return self.var / "broker"

    @property
    def environment(self) -> Path:
        return self.var / "environment"

    @property
    def sandbox(self) -> Path:
        """The state of sandboxd; as root it keeps boxes elsewhere, where their users can reach them."""
        return self.var / "sandbox"

    @property
    def broker_socket(self) -> Path:
        return self._short(self.broker / "socket")

    @property
    def sandbox_socket(self) -> Path:
        return self._short(self.var / "sandboxd" / "socket")

    def _short(self, inside: Path) -> Path:
        if len(bytes(inside)) <= LONGEST_SOCKET_PATH:
            return inside
        # A path too long for a socket: a private folder with a short one, the same at each start.
        name = hashlib.sha256(bytes(self.var)).hexdigest()[:12]
        return Path(tempfile.gettempdir()) / f"athanor-{os.getuid()}-{name}" / inside.parent.name

    @property
    def broker_url(self) -> str:
        return self.external_broker or f"redis+socket://{self.broker_socket}"

    @property
    def url(self) -> str:
        host = "127.0.0.1" if self.host in ("0.0.0.0", "::", "") else self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"


def arena_processes_here() -> int:
    """One for four cores. A worker plays many matches, and the rules of all of them are one Python thread's work:
    the bots, their guards and sandboxd are other processes, and need the other cores. Each worker always plays one
    order of each lane, however busy the machine is, so more of them than needed would overload it."""
    return max(1, len(os.sched_getaffinity(0)) // 4)


class Variables(FromEnvironment):
    """As they are given."""

    var: str = "var"
    host: str = "127.0.0.1"
    port: Annotated[int, whole(1, 65535)] = 8000
    arena_processes: Annotated[int, whole(1, 1000)] = Field(default_factory=arena_processes_here)
    web_threads: Annotated[int, whole(1, 1000)] = 8
    broker_url: broker.Address = ""


def layout(environment: Mapping[str, str]) -> Layout:
    """Raises CannotRun, naming the variables that are wrong."""
    try:
        given = read(Variables, environment)
    except BadSettings as problem:
        raise CannotRun(str(problem)) from None
    return Layout(
        var=Path(given.var).absolute(),
        host=given.host,
        port=given.port,
        arena_processes=given.arena_processes,
        web_threads=given.web_threads,
        external_broker=given.broker_url,
    )


def make_folders(place: Layout) -> None:
    """Made here, they are closed to other users. A folder that was there is closed only where an earlier Athanor
    made it: others may need what else is in it. What boxes must reach sandboxd keeps elsewhere.

    Raises CannotRun."""
    try:
        if place.var.exists():
            _ensure_closed(place.var)
        place.var.mkdir(mode=0o700, parents=True, exist_ok=True)
        for folder in (place.logs, place.broker):
            folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as problem:
        raise CannotRun(
            f"{place.var} cannot be the folder for data ({problem.strerror}); name another one by ATHANOR_VAR"
        ) from problem
    for home in (place.broker_socket.parent, place.sandbox_socket.parent):
        home.mkdir(mode=0o700, exist_ok=True)
        if home.stat().st_uid != os.getuid() or home.is_symlink():
            raise CannotRun(f"{home} belongs to somebody else; remove it, or set ATHANOR_VAR to a shorter path")


def _ensure_closed(folder: Path) -> None:
    """Raises CannotRun where other users may look into a folder that is not ours to close."""
    found = folder.stat()
    if found.st_mode & stat.S_ISVTX:
        raise CannotRun(f"{folder} is every user's; name a folder for Athanor alone by ATHANOR_VAR")
    if not found.st_mode & 0o077:
        return
    if found.st_uid != os.getuid():
        raise CannotRun(
            f"{folder} belongs to somebody else and others can read it; its owner can run "
            f"`chmod 700 {folder}`, or name another folder by ATHANOR_VAR"
        )
    if not _is_an_earlier_ones(folder):
        raise CannotRun(
            f"{folder} is open to other users (mode {stat.S_IMODE(found.st_mode):04o}), and keys, passwords and "
            f"other authors' programs would lie in it. Have Athanor make a folder of its own, as by "
            f"ATHANOR_VAR={folder / 'athanor'}; or, if nobody else needs this one, run `chmod 700 {folder}`"
        )
    folder.chmod(0o700)


def _is_an_earlier_ones(folder: Path) -> bool:
    """Whether nothing is in it but what Athanor, or its tests, put there."""
    names = {entry.name for entry in folder.iterdir()}
    return bool(names & MARKS) and names <= MARKS | OURS


def claim(place: Layout) -> IO[str]:
    """Locks the folder until the file is closed or this process ends. Raises CannotRun: another one has it."""
    lock = (place.var / "supervisor.lock").open("a+")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.seek(0)
        holder = lock.read().strip() or "unknown"
        lock.close()
        raise CannotRun(
            f"Athanor already runs on {place.var} (process {holder}). Stop that one first, or keep the new one's "
            "data elsewhere: ATHANOR_VAR=another-folder ATHANOR_PORT=8001 make run"
        ) from None
    lock.truncate(0)
    lock.write(f"{os.getpid()}\n")
    lock.flush()
    return lock


def check_port(place: Layout, patience: float = 3.0) -> None:
    """Raises CannotRun when the port is taken. A web process that was just killed may need a moment to let go."""
    family = socket.AF_INET6 if ":" in place.host else socket.AF_INET
    limit = time.monotonic() + patience
    while True:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((place.host, place.port))
            except OSError as error:
                problem = error
            else:
                return
        if time.monotonic() > limit:
            break
        time.sleep(0.1)
    if isinstance(problem, PermissionError):
        raise CannotRun(f"port {place.port} needs root; choose one above 1023: ATHANOR_PORT=8000 make run")
    raise CannotRun(
        f"port {place.port} on {place.host} cannot be had ({problem.strerror}). Stop what uses it, or choose "
        f"another: ATHANOR_PORT={place.port + 1 if place.port < 65535 else 8000} make run"
    )
