"""What the process environment says to an arena worker."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.live.feed import redis_client_url
from arena.orders.documents import SHORTEST_KEY
from arena.orders.queues import LEASE
from arena.worker.resting import Freeze

LANE_ORDERS: Final = 16
MOST_LANE_ORDERS: Final = 16
"""A match has up to eight seats, each with a connection to sandboxd, which takes 512 of one process: so many of
each of the four lanes fit. A machine that can do more has more workers."""
MOST_WORKERS_HERE: Final = 1000


class BadEnvironment(SystemExit):
    """A variable that is missing or wrong, and what it must be; ends the process with that sentence."""


@dataclass(frozen=True, slots=True)
class Settings:
    name: str
    """Of this worker, in its records."""
    broker_url: str
    blobs: Path
    key: bytes
    """Signs the records."""
    sandbox: str
    state: Path
    """A folder of this worker's own: claims, records, sandboxes. May be lost at any time."""
    live_url: str = ""
    """The Redis of the live feed; empty: there is none."""
    lease: float = LEASE
    """Seconds that the site leaves an order to a worker that says nothing."""
    freeze: Freeze = Freeze.AUTO
    """Which bots are stopped while they are not asked."""
    lane_orders: int = LANE_ORDERS
    """Orders of each lane that a worker may hold at once, whether they are played or wait."""
    workers_here: int = 1
    """Arena workers on this machine, this one included: each goes by its part of the machine."""


def settings(environment: Mapping[str, str] = os.environ) -> Settings:
    var = Path(environment.get("ATHANOR_VAR") or "var").absolute()
    name = environment.get("ATHANOR_WORKER") or platform.node() or "worker"
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,60}", name):
        raise BadEnvironment(f"ATHANOR_WORKER is {name!r}; it must be a word of letters, digits, dots and dashes")
    broker_url = environment.get("ATHANOR_BROKER_URL") or "redis://127.0.0.1:6379/0"
    return Settings(
        name=name,
        broker_url=broker_url,
        blobs=Path(environment.get("ATHANOR_BLOBS") or var / "blobs"),
        key=_key(environment.get("ATHANOR_RECORD_KEY", "")),
        sandbox=environment.get("ATHANOR_SANDBOX") or "auto",
        state=var / "arena" / name,
        live_url=redis_client_url(environment.get("ATHANOR_LIVE_URL") or broker_url),
        freeze=_freeze(environment.get("ATHANOR_FREEZE") or Freeze.AUTO),
        lease=_seconds("ATHANOR_LEASE", environment.get("ATHANOR_LEASE") or str(LEASE)),
        lane_orders=_number(environment, "ATHANOR_LANE_ORDERS", "orders", LANE_ORDERS, MOST_LANE_ORDERS),
        workers_here=_number(environment, "ATHANOR_WORKERS_HERE", "workers", 1, MOST_WORKERS_HERE),
    )


def _freeze(word: str) -> Freeze:
    if word not in list(Freeze):
        raise BadEnvironment(f"ATHANOR_FREEZE is {word!r}; it must be one of: {', '.join(Freeze)}")
    return Freeze(word)


def _seconds(name: str, word: str) -> float:
    if not word.isdecimal() or not 1 <= int(word) <= 3600:
        raise BadEnvironment(f"{name} is {word!r}; it must be a number of seconds from 1 to 3600, as the site's")
    return float(word)


def _number(environment: Mapping[str, str], name: str, of: str, default: int, most: int) -> int:
    word = environment.get(name) or str(default)
    if not word.isdecimal() or not 1 <= int(word) <= most:
        raise BadEnvironment(f"{name} is {word!r}; it must be a number of {of} from 1 to {most}")
    return int(word)


def _key(word: str) -> bytes:
    try:
        key = bytes.fromhex(word)
    except ValueError:
        key = b""
    if len(key) < SHORTEST_KEY:
        raise BadEnvironment(
            "ATHANOR_RECORD_KEY must be at least 32 hexadecimal digits, the same as the site's: records are "
            "signed with it (`openssl rand -hex 32` makes one)"
        )
    return key
