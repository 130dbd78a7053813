from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import pytest
import redis

from arena.live import publishing
from arena.live.feed import reader
from arena.live.publishing import Publisher
from athanorpb.farm.values import Attempt, Entrant, MatchOrder
from tests.arena.worker.conftest import match_order
from tests.services import valkey
from tests.waiting import reached


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with valkey(tmp_path_factory.mktemp("valkey")) as url:
        yield url


@pytest.fixture
def publisher(server: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Publisher]:
    monkeypatch.setattr(publishing, "BATCH_EVERY", 0.01)
    made = Publisher(server)
    yield made
    made.close()
    with redis.Redis.from_url(server) as client:
        client.flushall()


async def all_is_written(server: str, publisher: Publisher) -> None:
    """Whatever was told so far is in the server: what is told in this moment is there."""
    mark = publisher.feed(order("mark"))

    def is_there() -> bool:
        found = reader(server).read(mark.match)
        return found is not None and found.header.run == mark.run

    await reached(is_there, "a feed that began after what was told")


def order(match: str = "m1", seats: int = 3, **also: object) -> MatchOrder:
    """One whose secrets can be looked for: seed, token and bundles."""
    given = match_order(*(f"{seat}b" * 32 for seat in range(seats)))
    entrants = tuple(Entrant(f"author/bot{seat}", 1, f"{seat}b" * 32) for seat in range(seats))
    return dataclasses.replace(given, match=match, attempt=Attempt(1, "the-token"), seats=entrants, **also)  # type: ignore[arg-type]
