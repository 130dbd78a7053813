from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import time_machine
from django.core.cache import cache
from django.db import transaction
from pytest_django import DjangoDbBlocker, Settings
from pytest_django.live_server_helper import LiveServer

from arena.orders.lanes import Lane
from arena.orders.queues import PAIRING_QUEUE, SITE_QUEUE
from athanorpb.isolation import Isolation
from tests.athanor import world

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def own_blobs(settings: Settings, tmp_path: Path) -> None:
    settings.BLOBS = tmp_path / "blobs"


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    """What an address or an author has done within this minute or hour was done by another test's."""
    cache.clear()


@pytest.fixture(autouse=True)
def no_welcome(settings: Settings) -> None:
    """Nearly every bot of a test is new on its ladder: what comes at once is for tests that ask for it."""
    settings.NEWCOMERS = 0


@pytest.fixture(autouse=True)
def empty_queues() -> Iterator[None]:
    yield
    of_lanes = (queue for lane in Lane for queue in lane.queues_within(Isolation.OWN))
    for queue in (*of_lanes, SITE_QUEUE, PAIRING_QUEUE):
        world.waiting(queue)


@pytest.fixture
def clock(request: pytest.FixtureRequest) -> Iterator[time_machine.Traveller]:
    """It stands still at `START` of the test's module."""
    with time_machine.travel(request.module.START, tick=False) as traveller:
        yield traveller


@pytest.fixture
def run(
    live_server: LiveServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Run:
    """`athanor`, against the site itself, whose address may be written SITE: exit code, stdout, stderr."""
    from arena.cli.main import main  # What only few of these tests need.

    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))

    def run(*words: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = main([word.replace("SITE", live_server.url) for word in words])
        out, err = capsys.readouterr()
        return code, out, err

    return run


@pytest.fixture(scope="module")
def rows_of_the_file(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[DjangoDbBlocker]:
    """For fixtures of a file that write rows once: every test finds them as they were written.

    They are written within `rows_of_the_file.unblock()`, in a transaction that ends with the file; what a test
    writes itself is undone after it as always. Not for tests that are transactional: they would wait for it.
    Such a fixture gives each test keys, or copies of its instances: a test may change them.
    """
    with django_db_blocker.unblock():
        whole = transaction.atomic()
        whole._from_testcase = True  # type: ignore[attr-defined]  # else no durable transaction could be in it
        whole.__enter__()
    yield django_db_blocker
    with django_db_blocker.unblock():
        transaction.set_rollback(True)
        whole.__exit__(None, None, None)
