"""Where a feed lies, what its header says, and how it is read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Final
from urllib.parse import urlsplit

from arena.environment import address
from athanorpb.farm.codec import BadMessage, decoded
from athanorpb.farm.values import LiveEvent, LiveHeader, LiveSeat, MatchOrder

if TYPE_CHECKING:
    from redis import Redis

PATIENCE: Final = 0.5
"""Seconds that a call to the server may take."""
LIFE: Final = 900
"""Seconds that a feed stays after its last event; longer than any bot may think."""
LINGER: Final = 120
"""Seconds that it stays after the match: readers learn the end from the site."""
MOST_EVENTS: Final = 20_000
"""Of one feed. What goes beyond it is in the replay only."""
MOST_READ: Final = 2_000
"""Events that one reading gives."""
Address = Annotated[
    str,
    address(
        "must be the URL of a Redis or Valkey: redis://HOST:6379/1, rediss://HOST:6379/1, redis+socket:///PATH or "
        "unix:///PATH, its password's signs percent-encoded; or none, for a site without a live feed",
        *("redis", "rediss", "redis+socket", "unix"),
        otherwise="none",
    ),
]


class FeedDown(Exception):
    """There is no server, or it does not answer, or a worker of another version wrote what it holds."""


def redis_client_url(url: str) -> str:
    """The URL redis-py takes for a broker URL of Celery's; empty: it is no Redis."""
    parts = urlsplit(url)
    if parts.scheme in ("redis", "rediss"):
        return url
    if parts.scheme in ("redis+socket", "unix"):
        return f"unix://{parts.path}"
    return ""


def connected(url: str) -> Redis:
    """A client that gives up early and tries nothing twice; it connects at its first command."""
    # Here, and not above: the arena is usable where no Redis client is installed.
    from redis import Redis
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    return Redis.from_url(
        url,
        socket_timeout=PATIENCE,
        socket_connect_timeout=PATIENCE,
        retry=Retry(NoBackoff(), 0),
    )


def header_key(match: str) -> str:
    return f"athanor:live:{match}"


def events_key(match: str, run: str) -> str:
    return f"athanor:live:{match}:{run}"


def header_of(order: MatchOrder, run: str) -> LiveHeader:
    seats = tuple(LiveSeat(seat.bot, seat.version) for seat in order.seats)
    return LiveHeader(run, order.match, order.game, order.options, seats)


@dataclass(frozen=True, slots=True)
class Reading:
    header: LiveHeader
    after: int
    """How many events came before the first of these."""
    events: list[LiveEvent]


class Reader:
    """Safe to share between threads."""

    def __init__(self, url: str) -> None:
        self._client = connected(url)

    def read(self, match: str, *, run: str = "", after: int = 0) -> Reading | None:
        """What has happened since; from the beginning where it is another run. None: no feed. Raises FeedDown."""
        from redis import RedisError

        try:
            # mypy: the stubs of redis-py leave open whether a client is asynchronous.
            told: Any = self._client.get(header_key(match))
            if told is None:
                return None
            header = decoded(LiveHeader, told)
            begin = max(0, after) if run == header.run else 0
            events: Any = self._client.lrange(events_key(match, header.run), begin, begin + MOST_READ - 1)
            return Reading(header, begin, [decoded(LiveEvent, event) for event in events])
        except (RedisError, OSError, BadMessage) as problem:
            raise FeedDown(f"{type(problem).__name__}: {problem}") from problem

    def there(self, matches: list[str]) -> list[str]:
        """Which of these matches have a feed now. Raises FeedDown."""
        from redis import RedisError

        if not matches:
            return []
        try:
            found: Any = self._client.mget([header_key(match) for match in matches])
        except (RedisError, OSError) as problem:
            raise FeedDown(f"{type(problem).__name__}: {problem}") from problem
        return [match for match, header in zip(matches, found, strict=True) if header is not None]


@cache
def reader(url: str) -> Reader:
    """This process's reader of a server."""
    return Reader(url)
