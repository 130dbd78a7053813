from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache import cache
from django.db import transaction
from pytest_django import DjangoDbBlocker, Settings

from arena.orders.lanes import Lane
from arena.orders.queues import PAIRING_QUEUE, SITE_QUEUE
from athanorpb.isolation import Isolation
from tests.athanor import world


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
