"""What the process environment says to an arena worker."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

from pydantic import BeforeValidator, Field

from arena.environment import SECRET, BadSettings, FromEnvironment, one_of, read, whole, wrong
from arena.live import feed
from arena.orders import broker
from arena.orders.envelopes import SHORTEST_KEY
from arena.orders.queues import LEASE
from arena.worker.resting import Freeze

LANE_ORDERS: Final = 16
MOST_LANE_ORDERS: Final = 16
"""A match has up to eight seats, each with a connection to sandboxd, which takes 512 of one process: so many of
each of the four lanes fit. A machine that can do more has more workers."""
MOST_WORKERS_HERE: Final = 1000


class BadEnvironment(SystemExit):
    """A variable that is missing or wrong, and what it must be; ends the process with that sentence."""


def _name(word: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,60}", word):
        raise wrong("must be a word of letters, digits, dots and dashes")
    return word


def _key(word: str) -> bytes:
    try:
        key = bytes.fromhex(word)
    except ValueError:
        key = b""
    if len(key) < SHORTEST_KEY:
        raise wrong(
            "must be at least 32 hexadecimal digits, the same as the site's: records are signed with it "
            "(`openssl rand -hex 32` makes one)",
            SECRET,
        )
    return key


class Variables(FromEnvironment):
    """As they are given."""

    worker: Annotated[str, BeforeValidator(_name)] = Field(
        default_factory=lambda: platform.node() or "worker", validate_default=True
    )
    var: str = "var"
    blobs: str = ""
    broker_url: broker.Address = "redis://127.0.0.1:6379/0"
    live_url: feed.Address = ""
    record_key: Annotated[bytes, BeforeValidator(_key)] = Field(default="", validate_default=True)
    sandbox: str = "auto"
    freeze: Annotated[Freeze, one_of(Freeze)] = Freeze.AUTO
    lease: Annotated[int, whole(1, 3600, "seconds", "as the site's")] = LEASE
    lane_orders: Annotated[int, whole(1, MOST_LANE_ORDERS, "orders")] = LANE_ORDERS
    workers_here: Annotated[int, whole(1, MOST_WORKERS_HERE, "workers")] = 1


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
    """Ends the process with a sentence for each variable that is wrong."""
    try:
        given = read(Variables, environment)
    except BadSettings as problem:
        raise BadEnvironment(str(problem)) from None
    var = Path(given.var).absolute()
    return Settings(
        name=given.worker,
        broker_url=given.broker_url,
        blobs=Path(given.blobs or var / "blobs"),
        key=given.record_key,
        sandbox=given.sandbox,
        state=var / "arena" / given.worker,
        live_url=feed.redis_client_url(given.live_url or given.broker_url),
        lease=given.lease,
        freeze=given.freeze,
        lane_orders=given.lane_orders,
        workers_here=given.workers_here,
    )
