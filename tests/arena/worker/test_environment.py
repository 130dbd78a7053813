"""A worker says at its start what is wrong with its environment."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.worker.environment import BadEnvironment, settings

KEY = "ab" * 32


def test_the_defaults(tmp_path: Path) -> None:
    given = settings({"ATHANOR_RECORD_KEY": KEY, "ATHANOR_VAR": str(tmp_path), "ATHANOR_WORKER": "one"})
    assert given.blobs == tmp_path / "blobs"
    assert given.state == tmp_path / "arena" / "one"
    assert given.sandbox == "auto"
    assert given.key == bytes.fromhex(KEY)
    assert given.live_url == given.broker_url


@pytest.mark.parametrize(
    ("broker", "live", "url"),
    [
        ("redis+socket:///data/socket", "", "unix:///data/socket"),
        ("amqp://guest@host//", "", ""),
        ("amqp://guest@host//", "redis://other/1", "redis://other/1"),
        ("redis://host/0", "none", ""),
    ],
)
def test_the_live_feed_is_the_broker_where_that_is_redis(broker: str, live: str, url: str) -> None:
    given = settings({"ATHANOR_RECORD_KEY": KEY, "ATHANOR_BROKER_URL": broker, "ATHANOR_LIVE_URL": live})
    assert given.live_url == url


@pytest.mark.parametrize("word", ["nonsense", "redis", "redis:host", "redsi://ada:s3cr@host/0", "redis://host:99999/0",
                                  "redis://[host/0", "redis+socket://", "http://host/"])  # fmt: skip
@pytest.mark.parametrize("name", ["ATHANOR_BROKER_URL", "ATHANOR_LIVE_URL"])
def test_an_address_that_is_none_ends_it_with_a_sentence_without_its_password(name: str, word: str) -> None:
    with pytest.raises(BadEnvironment, match=f"^{name} must be the URL of a .*redis://HOST:6379") as told:
        settings({"ATHANOR_RECORD_KEY": KEY, name: word})
    assert "s3cr" not in str(told.value)


@pytest.mark.parametrize("key", ["", "ab", "not hexadecimal digits, but long enough"])
def test_a_key_that_is_none_ends_it_with_a_sentence(key: str) -> None:
    with pytest.raises(BadEnvironment, match="ATHANOR_RECORD_KEY must be at least 32 hexadecimal digits"):
        settings({"ATHANOR_RECORD_KEY": key})


@pytest.mark.parametrize("word", ["0", "soon", "-5", "1.5", "7200"])
def test_a_lease_is_a_number_of_seconds(word: str) -> None:
    with pytest.raises(BadEnvironment, match="ATHANOR_LEASE is"):
        settings({"ATHANOR_RECORD_KEY": KEY, "ATHANOR_LEASE": word})
    assert settings({"ATHANOR_RECORD_KEY": KEY, "ATHANOR_LEASE": "20"}).lease == 20.0


@pytest.mark.parametrize("word", ["0", "many", "-5", "17"])
def test_the_orders_of_a_lane_are_a_number(word: str) -> None:
    with pytest.raises(
        BadEnvironment, match=f"ATHANOR_LANE_ORDERS is {word!r}; it must be a number of orders from 1 to 16"
    ):
        settings({"ATHANOR_RECORD_KEY": KEY, "ATHANOR_LANE_ORDERS": word})
    assert settings({"ATHANOR_RECORD_KEY": KEY, "ATHANOR_LANE_ORDERS": "8"}).lane_orders == 8


@pytest.mark.parametrize("word", ["0", "all", "1001"])
def test_the_workers_of_a_machine_are_a_number(word: str) -> None:
    with pytest.raises(
        BadEnvironment, match=f"ATHANOR_WORKERS_HERE is {word!r}; it must be a number of workers from 1 to 1000"
    ):
        settings({"ATHANOR_RECORD_KEY": KEY, "ATHANOR_WORKERS_HERE": word})
    assert settings({"ATHANOR_RECORD_KEY": KEY, "ATHANOR_WORKERS_HERE": "3"}).workers_here == 3
    assert settings({"ATHANOR_RECORD_KEY": KEY}).workers_here == 1


@pytest.mark.parametrize("name", ["../elsewhere", "two words", "-x", "x" * 80])
def test_a_workers_name_is_a_word(name: str) -> None:
    with pytest.raises(BadEnvironment, match="ATHANOR_WORKER is"):
        settings({"ATHANOR_RECORD_KEY": KEY, "ATHANOR_WORKER": name})
