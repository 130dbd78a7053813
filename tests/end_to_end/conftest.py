"""The platform in each of its shapes: embedded, and on servers of its own."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator

import kombu
import psycopg
import pytest
import redis

from tests.end_to_end.running import Platform


def needed(variable: str) -> str:
    url = os.environ.get(variable)
    if not url:
        pytest.skip(f"{variable} is not set: run the tests by `make test`, which starts the servers")
    return url


def fresh_database() -> str:
    """A database of its own on the test server."""
    server = needed("ATHANOR_TEST_POSTGRES").replace("postgres://", "postgresql://")
    name = f"athanor_{secrets.token_hex(6)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    return f"{server.rpartition('/')[0]}/{name}"


def fresh_redis() -> str:
    url = needed("ATHANOR_TEST_REDIS")
    with redis.Redis.from_url(url) as client:
        client.flushdb()
    return url


def fresh_rabbitmq() -> str:
    url = needed("ATHANOR_TEST_RABBITMQ")
    with kombu.Connection(url) as connection:
        channel = connection.default_channel
        for queue in ("arena", "site", "pairing"):
            channel.queue_delete(queue)
    return url


SHAPES = {
    "embedded": lambda var: Platform(var),
    "postgresql-rabbitmq": lambda var: Platform(var, fresh_database(), fresh_rabbitmq()),
    "postgresql-redis": lambda var: Platform(var, fresh_database(), fresh_redis()),
}


@pytest.fixture(scope="module", params=SHAPES)
def platform(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platform]:
    """One that runs, for all tests of a module; they may kill parts of it."""
    given: Platform = SHAPES[request.param](tmp_path_factory.mktemp("var"))
    # A storm of kills that hits one match three times would make it void, as it should.
    given.more["ATHANOR_ATTEMPTS"] = "20"
    given.start()
    try:
        given.wait_until_ready()
        yield given
    finally:
        if given.process is not None:
            given.stop()


@pytest.fixture(scope="module")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platform]:
    """One that runs on the embedded default."""
    given = Platform(tmp_path_factory.mktemp("var"))
    given.start()
    try:
        given.wait_until_ready()
        yield given
    finally:
        if given.process is not None:
            given.stop()
