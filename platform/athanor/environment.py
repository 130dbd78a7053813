"""What the process environment says, read in one place and checked as it is read."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from arena.replay.beacon import Timetable

YES = frozenset(("1", "true", "yes", "on"))
NO = frozenset(("0", "false", "no", "off", ""))


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


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, default).strip()


def flag(name: str, default: bool = False) -> bool:
    word = os.environ.get(name, "1" if default else "0").strip().lower()
    if word in YES:
        return True
    if word in NO:
        return False
    raise ImproperlyConfigured(f"{name} is {word!r}; it must be 1 or 0")


def number(name: str, default: int) -> int:
    word = text(name)
    if not word:
        return default
    if not word.isdigit():
        raise ImproperlyConfigured(f"{name} is {word!r}; it must be a whole number")
    return int(word)


@dataclass(frozen=True, slots=True)
class Beacon:
    """Where rounds of public randomness come from, and when."""

    source: str
    """file:PATH, https://... or command:PROGRAM ARGUMENTS; {round} stands for the number."""
    name: str
    timetable: Timetable


SOURCES = ("file:", "http://", "https://", "command:")


def beacon() -> Beacon | None:
    """None where ATHANOR_BEACON is not set."""
    source = text("ATHANOR_BEACON")
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
    name, genesis, period = (
        text("ATHANOR_BEACON_NAME"),
        number("ATHANOR_BEACON_GENESIS", 0),
        number("ATHANOR_BEACON_PERIOD", 0),
    )
    if not name or len(name) > 80 or not name.isprintable() or not genesis or not period:
        raise ImproperlyConfigured(
            "ATHANOR_BEACON needs ATHANOR_BEACON_NAME (at most 80 letters, as pages and replays name it), "
            "ATHANOR_BEACON_GENESIS (the Unix time of its round 1) and ATHANOR_BEACON_PERIOD (seconds a round)"
        )
    return Beacon(source, name, Timetable(genesis, period))


def names(name: str, default: str = "") -> list[str]:
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def key(name: str) -> bytes:
    word = text(name)
    try:
        return bytes.fromhex(word)
    except ValueError:
        raise ImproperlyConfigured(
            f"{name} must be hexadecimal digits, such as `openssl rand -hex 32` gives"
        ) from None


def database(url: str, var: Path) -> dict[str, Any]:
    """The Django settings of a database URL: sqlite:///path or postgresql://user:password@host:port/name."""
    if not url:
        return _sqlite(var / "athanor.sqlite3")
    parts = urlsplit(url)
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
