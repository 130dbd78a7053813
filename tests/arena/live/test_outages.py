"""A feed that is down, silent or full costs a match nothing."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import redis

from arena.games.registry import game_named
from arena.house.catalogue import house_bots
from arena.live.feed import FeedDown, Reader, header_key
from arena.live.publishing import Publisher
from arena.referee.driver import Finished, referee
from arena.referee.inprocess import InProcessPlayer, functions_of
from tests.arena.live.conftest import order
from tests.services import valkey
from tests.waiting import reached


@dataclass(frozen=True)
class Silent:
    """A server that takes connections and never says a word."""

    url: str
    listening: socket.socket

    def hang_up(self) -> None:
        self.listening.close()


@pytest.fixture
def silent(tmp_path: Path) -> Iterator[Silent]:
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "silent"))
        listening.listen(50)
        yield Silent(f"unix://{tmp_path}/silent", listening)


async def played(publisher: Publisher) -> None:
    path = house_bots("poison")["random"]
    feed = publisher.feed(order())
    players = [InProcessPlayer(functions_of(path)) for _ in range(3)]
    finished = await referee(order(), game_named("poison"), players, sink=feed.tell)
    feed.close()
    assert isinstance(finished, Finished)


def down(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.message for record in caplog.records if "the live feed is down" in record.message]


async def test_a_match_goes_on_without_a_server_and_the_log_has_one_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    publisher = Publisher(f"unix://{tmp_path}/nobody")
    for _ in range(3):
        await played(publisher)
    publisher.close()
    assert len(down(caplog)) == 1


async def test_matches_are_over_before_a_silent_server_is_given_up(
    silent: Silent, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    monkeypatch.setattr("arena.live.feed.PATIENCE", 60.0)
    publisher = Publisher(silent.url)
    for _ in range(3):
        await played(publisher)
    assert down(caplog) == [], "whoever waits for the server waits still"
    silent.hang_up()
    publisher.close()
    assert len(down(caplog)) == 1


async def test_a_silent_server_is_given_up(silent: Silent, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    publisher = Publisher(silent.url)
    await played(publisher)
    publisher.close()
    assert "TimeoutError" in "".join(down(caplog))


async def test_a_server_that_is_back_has_the_next_match(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    url = f"unix://{tmp_path}/valkey"
    publisher = Publisher(url)
    await played(publisher)
    await reached(lambda: caplog.records, "a line of the log")
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


def test_what_a_worker_of_another_version_wrote_is_no_feed(server: str, publisher: Publisher) -> None:
    publisher.close()
    with redis.Redis.from_url(server) as client:
        client.set(header_key("m1"), '{"run":"a","match":"m1"}')
    with pytest.raises(FeedDown, match="not a LiveHeader"):
        Reader(server).read("m1")


def test_a_reader_is_told_that_there_is_none_now(silent: Silent, tmp_path: Path) -> None:
    for url in (silent.url, f"unix://{tmp_path}/nobody"):
        with pytest.raises(FeedDown):
            Reader(url).read("m1")
        with pytest.raises(FeedDown):
            Reader(url).there(["m1"])
