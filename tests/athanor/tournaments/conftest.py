from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine

from athanor.accounts.models import User
from tests.athanor import world
from tests.athanor.tournaments import events


@pytest.fixture
def clock(db: None) -> Iterator[time_machine.Traveller]:
    with time_machine.travel(events.NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def olga(clock: time_machine.Traveller) -> User:
    """Who organizes."""
    return world.author("olga")
