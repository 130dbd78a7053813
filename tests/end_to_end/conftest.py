"""The platform in each of its shapes: embedded, and on servers of its own. One of each serves all tests of a run.

A test names its shape first in its brackets, so that all tests of a shape can be given to one process; those of
different shapes disturb nobody: each has its own folder, port, database and broker.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterator
from pathlib import Path

import kombu
import psycopg
import pytest
import redis

from arena.orders.lanes import Lane
from arena.orders.queues import ARENA_QUEUE, PAIRING_QUEUE, SITE_QUEUE
from athanorpb.isolation import Isolation
from tests.end_to_end.running import Platform

HERE = Path(__file__).parent
ORDER = (
    "test_match_benchmark",
    "test_starting",
    "test_tournaments",
    "test_uploads",
    "test_chaos",
    "test_ending",
)
"""The files whose tests follow on each other on one platform: what kills everything comes last."""
SHAPES = ("embedded", "postgresql-rabbitmq", "postgresql-redis")

embedded_only = pytest.mark.parametrize("platform", SHAPES[:1], indirect=True)
"""For what depends neither on the database nor on the broker."""
each_once = pytest.mark.parametrize("platform", SHAPES[:2], indirect=True)
"""For long ones: each database and each protocol of a broker once. The third shape has the broker of the first
one, as a server, and the database of the second."""
servers_only = pytest.mark.parametrize("platform", SHAPES[1:], indirect=True)


def place_of(item: pytest.Item) -> tuple[int, int, int]:
    assert isinstance(item, pytest.Function)
    shape = item.callspec.params.get("platform") if hasattr(item, "callspec") else None
    line = item.function.__code__.co_firstlineno
    file = item.path.stem
    return (SHAPES.index(shape) if shape else -1, ORDER.index(file) if file in ORDER else -1, line)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The tests of a shape go on from each other, in whatever order the others are run."""
    places = [place for place, item in enumerate(items) if item.path.parent == HERE]
    in_order = sorted((items[place] for place in places), key=place_of)
    for place, item in zip(places, in_order, strict=True):
        items[place] = item


def needed(variable: str) -> str:
    url = os.environ.get(variable)
    if not url:
        pytest.skip(f"{variable} is not set: run the tests by `make test`, which starts the servers")
    return url


@contextlib.contextmanager
def database() -> Iterator[str]:
    """One of its own on the test server, as long as it is needed."""
    server = needed("ATHANOR_TEST_POSTGRES").replace("postgres://", "postgresql://")
    name = f"athanor_{secrets.token_hex(6)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        try:
            yield f"{server.rpartition('/')[0]}/{name}"
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def empty_redis() -> str:
    url = needed("ATHANOR_TEST_REDIS")
    with redis.Redis.from_url(url) as client:
        client.flushdb()
    return url


def empty_rabbitmq() -> str:
    url = needed("ATHANOR_TEST_RABBITMQ")
    with kombu.Connection(url) as connection:
        channel = connection.default_channel
        of_lanes = (queue for lane in Lane for queue in lane.queues_within(Isolation.OWN))
        for queue in (ARENA_QUEUE, SITE_QUEUE, PAIRING_QUEUE, *of_lanes):
            channel.queue_delete(queue)
    return url


BROKERS = {"postgresql-rabbitmq": empty_rabbitmq, "postgresql-redis": empty_redis}


@contextlib.contextmanager
def platform_of(shape: str, var: Path) -> Iterator[Platform]:
    if shape == "embedded":
        yield Platform(var)
        return
    broker = BROKERS[shape]()
    with database() as url:
        yield Platform(var, url, broker)


@pytest.fixture(scope="session", params=SHAPES)
def platform(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platform]:
    """It runs, and no ladder plays yet; tests may kill parts of it, or start it again with other settings."""
    with platform_of(request.param, tmp_path_factory.mktemp("var")) as given:
        given.more["ATHANOR_BACKLOG"] = "0"
        given.start()
        try:
            given.wait_until_ready()
            given.close_ladders()
            yield given
        finally:
            if given.process is not None:
                given.stop()


@pytest.fixture
def running(platform: Platform) -> Platform:
    """The platform, started again where the test before has ended it."""
    if not platform.runs:
        platform.start_again()
    return platform


@pytest.fixture
def playing(running: Platform) -> Platform:
    """The same, and one ladder plays."""
    if running.more.pop("ATHANOR_BACKLOG", ""):
        running.start_again()
    running.open_ladder("poison")
    return running
