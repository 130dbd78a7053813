"""A feed that is down, silent or full costs a match nothing."""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from arena.games.registry import game_named
from arena.house.catalogue import house_bots
from arena.live.feed import PATIENCE, FeedDown, Reader
from arena.live.publishing import Publisher
from arena.referee.driver import Finished, referee
from arena.referee.inprocess import InProcessPlayer, functions_of
from tests.arena.live.conftest import order
from tests.services import valkey


@pytest.fixture
def silent(tmp_path: Path) -> Iterator[str]:
    """A server that takes connections and never says a word."""
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "silent"))
        listening.listen(50)
        yield f"unix://{tmp_path}/silent"


async def played(publisher: Publisher) -> float:
    """How long a match took."""
    path = house_bots("poison")["random"]
    began = time.monotonic()
    feed = publisher.feed(order())
    players = [InProcessPlayer(functions_of(path)) for _ in range(3)]
    finished = await referee(order(), game_named("poison"), players, sink=feed.tell)
    feed.close()
    took = time.monotonic() - began
    assert isinstance(finished, Finished)
    return took


@pytest.mark.parametrize("kind", ["silent", "absent"])
async def test_a_match_goes_on_and_the_log_has_one_line(
    kind: str, silent: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    publisher = Publisher(silent if kind == "silent" else f"unix://{tmp_path}/nobody")
    for _ in range(3):
        assert await played(publisher) < PATIENCE
    began = time.monotonic()
    publisher.close()
    assert time.monotonic() - began < 5
    assert [record.message[:22] for record in caplog.records] == ["the live feed is down,"]


async def test_a_server_that_is_back_has_the_next_match(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    url = f"unix://{tmp_path}/valkey"
    publisher = Publisher(url)
    await played(publisher)
    limit = time.monotonic() + 10
    while not caplog.records:
        assert time.monotonic() < limit
        await asyncio.sleep(0.02)
    with valkey(tmp_path):
        await played(publisher)
        publisher.close()
        found = Reader(url).read("m1")
        assert found is not None
        assert len(found.events) > 50
    assert len(caplog.records) == 1


async def test_a_server_without_room_gets_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    with valkey(tmp_path) as url:
        with redis.Redis.from_url(url) as client:
            client.config_set("maxmemory", "1")
        publisher = Publisher(url)
        await played(publisher)
        publisher.close()
        assert Reader(url).read("m1") is None
    assert "OutOfMemoryError" in caplog.text


def test_a_reader_is_told_that_there_is_none_now(silent: str, tmp_path: Path) -> None:
    for url in (silent, f"unix://{tmp_path}/nobody"):
        began = time.monotonic()
        with pytest.raises(FeedDown):
            Reader(url).read("m1")
        with pytest.raises(FeedDown):
            Reader(url).there(["m1"])
        assert time.monotonic() - began < 3 * PATIENCE
