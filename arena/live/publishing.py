"""The worker's end: a thread writes what the referee tells it, a few times a second.

The referee's loop only appends to a queue. The thread waits for the server, never longer than `feed.PATIENCE`
a call; a feed whose write fails is given up, and the next match tries again.
"""

from __future__ import annotations

import contextlib
import logging
import secrets
import threading
from collections.abc import Mapping, Sequence
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from arena.live.feed import LIFE, LINGER, MOST_EVENTS, connected, events_key, header_key, header_of
from athanorpb.farm.codec import encoded
from athanorpb.farm.values import LiveEvent, LiveHeader, MatchOrder

if TYPE_CHECKING:
    from redis import Redis

BATCH_EVERY: Final = 0.1
"""Seconds between two writes of one process."""

log = logging.getLogger(__name__)


class Feed:
    """One playing of one match; `tell` is a sink of the referee. Every method returns at once."""

    def __init__(self, publisher: Publisher, order: MatchOrder) -> None:
        self.match = order.match
        self.run = secrets.token_hex(8)
        self.failed = False
        """Set and read by the writing thread alone."""
        self._publisher = publisher
        self._told = 0
        publisher.put(self, header_of(order, self.run))

    def tell(self, ply: int, documents: Sequence[Mapping[str, Any]]) -> None:
        self._told += len(documents)
        if self._told <= MOST_EVENTS:
            self._publisher.put(self, [LiveEvent(ply, document) for document in documents])

    def close(self) -> None:
        """The match is over, however it ended."""
        self._publisher.put(self, None)


Said: TypeAlias = LiveHeader | list[LiveEvent] | None
"""None: the end."""


class Publisher:
    """One for each process that plays; made after the fork."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._said: SimpleQueue[tuple[Feed, Said] | None] = SimpleQueue()
        """None wakes the thread."""
        self._down = False
        self._thread: threading.Thread | None = None
        self._ending = threading.Event()

    def feed(self, order: MatchOrder) -> Feed:
        if self._thread is None:
            # A daemon: a process that ends does not wait for spectators.
            self._thread = threading.Thread(target=self._write_all, name="live-feed", daemon=True)
            self._thread.start()
        return Feed(self, order)

    def put(self, feed: Feed, said: Said) -> None:
        self._said.put((feed, said))

    def close(self) -> None:
        """Writes what is left, and ends the thread."""
        self._ending.set()
        if self._thread is not None:
            self._said.put(None)
            self._thread.join()

    def _write_all(self) -> None:
        client = connected(self._url)
        try:
            while not self._ending.wait(BATCH_EVERY):
                self._write(client, self._batch(wait=True))
            self._write(client, self._batch(wait=False))
        finally:
            client.close()

    def _batch(self, wait: bool) -> list[tuple[Feed, Said]]:
        batch = [self._said.get()] if wait else []
        with contextlib.suppress(Empty):
            while True:
                batch.append(self._said.get_nowait())
        return [said for said in batch if said is not None]

    def _write(self, client: Redis, batch: list[tuple[Feed, Said]]) -> None:
        by_feed: dict[Feed, list[Said]] = {}
        for feed, said in batch:
            by_feed.setdefault(feed, []).append(said)
        for feed, parts in by_feed.items():
            if not feed.failed:
                self._write_one(client, feed, parts)

    def _write_one(self, client: Redis, feed: Feed, parts: list[Said]) -> None:
        # Any error: a spectator's view is never worth a match.
        try:
            _send(client, feed, parts)
        except Exception as problem:
            feed.failed = True
            if not self._down:
                log.warning(
                    "the live feed is down, matches go on without: %s: %s", type(problem).__name__, problem
                )
            self._down = True
        else:
            self._down = False


def _send(client: Redis, feed: Feed, parts: list[Said]) -> None:
    """All or nothing: a reader never sees half an action."""
    head, events = header_key(feed.match), events_key(feed.match, feed.run)
    life = LIFE
    with client.pipeline(transaction=True) as pipeline:
        for part in parts:
            match part:
                case None:
                    life = LINGER
                case list():
                    pipeline.rpush(events, *map(encoded, part))
                case LiveHeader():
                    pipeline.set(head, encoded(part))
        pipeline.expire(events, life)
        pipeline.expire(head, life)
        pipeline.execute()
