from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import Settings

from arena.orders.queues import ARENA_QUEUE, PAIRING_QUEUE, SITE_QUEUE
from tests.athanor import world


@pytest.fixture(autouse=True)
def own_blobs(settings: Settings, tmp_path: Path) -> None:
    settings.BLOBS = tmp_path / "blobs"


@pytest.fixture(autouse=True)
def empty_queues() -> Iterator[None]:
    yield
    for queue in (ARENA_QUEUE, SITE_QUEUE, PAIRING_QUEUE):
        world.waiting(queue)
