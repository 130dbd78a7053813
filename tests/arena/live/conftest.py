from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import pytest
import redis

from arena.live.publishing import Publisher
from arena.orders.documents import Entrant, MatchOrder
from tests.arena.worker.conftest import match_order
from tests.services import valkey


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with valkey(tmp_path_factory.mktemp("valkey")) as url:
        yield url


@pytest.fixture
def publisher(server: str) -> Iterator[Publisher]:
    made = Publisher(server)
    yield made
    made.close()
    with redis.Redis.from_url(server) as client:
        client.flushall()


def order(match: str = "m1", seats: int = 3, **also: object) -> MatchOrder:
    """One whose secrets can be looked for: seed, token and bundles."""
    given = match_order(*(f"{seat}b" * 32 for seat in range(seats)))
    entrants = tuple(Entrant(f"author/bot{seat}", 1, f"{seat}b" * 32) for seat in range(seats))
    return dataclasses.replace(given, match=match, token="the-token", seats=entrants, **also)  # type: ignore[arg-type]
