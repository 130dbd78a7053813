"""What the process environment says to the site, read in one place and checked as it is read."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured
from pydantic import BeforeValidator, Field

from arena.environment import SECRET, BadSettings, Flag, FromEnvironment, Names, Number, read, wrong
from arena.live import feed
from arena.orders import broker, queues
from arena.replay.beacon import Timetable

DAY = 24 * 3600
MIB = 1024 * 1024
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


def _key(word: str) -> bytes:
    try:
        return bytes.fromhex(word)
    except ValueError:
        raise wrong("must be hexadecimal digits, such as `openssl rand -hex 32` gives", SECRET) from None


def _level(word: str) -> str:
    if word.upper() not in LEVELS:
        raise wrong(f"must be one of: {', '.join(LEVELS)}")
    return word.upper()


class Site(FromEnvironment):
    """Each is a variable ATHANOR_...; platform/README.md has them all, and a test holds it to that."""

    var: str = "var"
    debug: Flag = False
    https: Flag | None = None
    """Whether browsers reach the site over HTTPS; None: unless it is being debugged."""
    secret_key: str = Field(default="", repr=False)
    secret_key_fallbacks: Names = Field(default=(), repr=False)
    allowed_hosts: Names = ("localhost", "127.0.0.1", "[::1]")
    trusted_origins: Names = ()
    behind_proxy: Flag = False
    """Whether the site is behind one trusted proxy, which overwrites the X-Forwarded headers."""
    log_level: Annotated[str, BeforeValidator(_level)] = "INFO"
    session_idle_hours: Number = 72

    # What this site shares with the arena workers

    broker_url: broker.Address = Field(default="redis://127.0.0.1:6379/0", repr=False)
    live_url: feed.Address = Field(default="", repr=False)
    database_url: str = Field(default="", repr=False)
    blobs: str = ""
    record_key: Annotated[bytes, BeforeValidator(_key)] = Field(default=b"", repr=False)
    beacon: str = ""
    beacon_name: str = ""
    beacon_genesis: Number = 0
    beacon_period: Number = 0

    # Rules of the house

    keep_logs: Number = 30
    keep_replays: Number = 365
    """Days after which a match's logs, and its replay, are removed; 0: never. See `replays.retention`."""
    author_bytes: Number = 1024 * MIB
    """Of bundles and logs that one author may have; 0: any number."""
    stars_a_user: Number = 200
    uploads_a_day: Number = 20
    refused_uploads_cpu_ms: Number = 15_000
    """Milliseconds of processor time an hour for reading uploads of one author that are refused."""
    uploads_pending: Number = 3
    bots_a_user: Number = 12
    upload_bytes: Number = 10 * MIB
    challenges_an_hour: Number = 30
    api_a_minute: Number = 600
    wrong_tokens_a_minute: Number = 30
    """That an address may show: beyond that none of it is looked up."""
    tokens_a_user: Number = 20
    backlog: Number = 6
    """Matches that the ladders have ordered and not yet settled, all of them together; see `ladders.backlog`."""
    newcomers: Number = 3
    """Of a ladder that get their first matches at once, beyond the backlog."""
    tournament_backlog: Number = 16
    """Games a tournament has ordered and not yet counted, at most."""
    tournaments_backlog: Number = 48
    """Of all tournaments together, each at least one: they share a lane."""
    tournaments_a_user: Number = 12
    """Of one organizer that are not over, at most."""
    pairing_lease: Number = 60
    """Seconds without a word from who pairs a large round after which it is given to another."""
    queue_patience: Number = 60
    """Seconds that an order may wait for a worker before it is sent again."""
    attempt_slack: Number = 30
    """Seconds on top of a match's own limits for sandboxes, replay and record."""
    lease: Number = queues.LEASE
    """Seconds without a word from its worker after which an attempt is given to another."""
    attempts: Number = 3
    """That began and failed before a match is void for good."""
    never_taken: Number = DAY
    """Seconds after which a match or a check that no worker ever took is given up."""

    # Other services

    email_host: str = ""
    email_port: Number = 587
    email_user: str = ""
    email_password: str = Field(default="", repr=False)
    email_from: str = "athanor@localhost"
    github_client_id: str = ""
    github_client_secret: str = Field(default="", repr=False)


def site(environment: Mapping[str, str] = os.environ) -> Site:
    """Raises ImproperlyConfigured."""
    try:
        return read(Site, environment)
    except BadSettings as problem:
        raise ImproperlyConfigured(str(problem)) from None


adopted: set[str] = set()
"""The variables that an installation's own file gave."""


def adopt(path: Path) -> None:
    """Takes from an environment file, which the supervisor writes, what the process environment does not say."""
    for name, value in file(path).items():
        if name not in os.environ:
            os.environ[name] = value
            adopted.add(name)


def file(path: Path) -> dict[str, str]:
    """The NAME=VALUE lines of a file; none where there is no file."""
    try:
        lines = path.read_text().splitlines()
    except FileNotFoundError:
        return {}
    except NotADirectoryError:
        raise ImproperlyConfigured(f"{path.parent} is no folder; name another one by ATHANOR_VAR") from None
    except OSError as error:
        raise ImproperlyConfigured(f"{path}, which holds the keys, cannot be read ({error.strerror})") from None
    pairs = (line.partition("=") for line in lines if line and not line.startswith("#"))
    return {name: value for name, equals, value in pairs if equals}


@dataclass(frozen=True, slots=True)
class Beacon:
    """Where rounds of public randomness come from, and when."""

    source: str
    """file:PATH, https://... or command:PROGRAM ARGUMENTS; {round} stands for the number."""
    name: str
    timetable: Timetable


SOURCES = ("file:", "http://", "https://", "command:")


def beacon(given: Site) -> Beacon | None:
    """None where ATHANOR_BEACON is not set. Raises ImproperlyConfigured."""
    source = given.beacon
    if not source:
        return None
    if not source.startswith(SOURCES):
        raise ImproperlyConfigured(
            f"ATHANOR_BEACON is {source!r}; it must be file:PATH, https://HOST/.../{{round}} "
            "or command:PROGRAM {round}"
        )
    if not source.startswith("file:") and "{round}" not in source:
        raise ImproperlyConfigured(
            f"ATHANOR_BEACON is {source!r}; {{round}} must say where the round's number goes"
        )
    name, genesis, period = given.beacon_name, given.beacon_genesis, given.beacon_period
    if not name or len(name) > 80 or not name.isprintable() or not genesis or not period:
        raise ImproperlyConfigured(
            "ATHANOR_BEACON needs ATHANOR_BEACON_NAME (at most 80 letters, as pages and replays name it), "
            "ATHANOR_BEACON_GENESIS (the Unix time of its round 1) and ATHANOR_BEACON_PERIOD (seconds a round)"
        )
    return Beacon(source, name, Timetable(genesis, period))


def database(url: str, var: Path) -> dict[str, Any]:
    """The Django settings of a database URL: sqlite:///path or postgresql://user:password@host:port/name."""
    if not url:
        return _sqlite(var / "athanor.sqlite3")
    try:
        parts = urlsplit(url)
        _ = parts.port  # which is read, and may be none, only when it is asked for
    except ValueError:
        # Without the address: it may hold a password.
        raise ImproperlyConfigured(
            "ATHANOR_DATABASE_URL has a host or a port that cannot be one; "
            "it must be postgresql://USER:PASSWORD@HOST:PORT/NAME, its password's signs percent-encoded"
        ) from None
    if parts.scheme == "sqlite":
        # As everywhere: three slashes and a relative path, four and an absolute one.
        return _sqlite(Path(unquote(parts.path.removeprefix("/"))))
    if parts.scheme in ("postgres", "postgresql"):
        return _postgresql(parts)
    raise ImproperlyConfigured(
        f"ATHANOR_DATABASE_URL begins with {parts.scheme!r}; it must be sqlite:///PATH or postgresql://..."
    )


def _sqlite(path: Path) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(path),
        "OPTIONS": {
            # A transaction takes the write lock when it begins: two that read first and write later would
            # otherwise fail at once with "database is locked", whatever the timeout.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            # FULL: what was acknowledged survives a power cut too, at a tenth of the write rate.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-65536;",
        },
    }


def _postgresql(parts: SplitResult) -> dict[str, Any]:
    options = dict(parse_qsl(parts.query))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": options.pop("host", parts.hostname or ""),
        "PORT": str(parts.port or options.pop("port", "")),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": options,
    }
