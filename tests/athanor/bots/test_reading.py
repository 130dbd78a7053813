"""What reading the uploads of one author that are refused may take."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime, timedelta

import pytest
from pytest_django import Settings

from athanor.accounts.models import User
from athanor.bots import reading
from athanor.bots.services import upload
from athanor.refusals import Refusal
from tests.athanor import world

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 20, 12, 10, tzinfo=UTC)


@pytest.fixture
def ada(settings: Settings) -> User:
    settings.REFUSED_UPLOADS_CPU_MS = 2500
    return world.author("ada")


def read(owner: User, *, wrong: bool, now: datetime = NOW) -> str:
    """An upload that takes a second to read; the code of why it was refused."""
    seconds = itertools.count()
    try:
        with reading.bounded(owner, now, clock=lambda: float(next(seconds))):
            if wrong:
                raise Refusal("wrong", "it is wrong")
    except Refusal as refusal:
        return refusal.code
    return ""


def test_it_works(ada: User) -> None:
    codes = [read(ada, wrong=True) for _ in range(4)]
    assert codes == ["wrong", "wrong", "wrong", "too-many-refused"]
    assert read(ada, wrong=False) == "too-many-refused", "nothing is read before that is known"


def test_what_is_accepted_costs_nothing_of_it(ada: User) -> None:
    assert {read(ada, wrong=False) for _ in range(10)} == {""}


def test_it_is_an_author_and_an_hour(ada: User) -> None:
    for _ in range(4):
        read(ada, wrong=True)
    assert read(world.author("grace"), wrong=True) == "wrong"
    assert read(ada, wrong=True, now=NOW + timedelta(hours=1)) == "wrong"


def test_the_author_is_told_until_when(ada: User, settings: Settings) -> None:
    settings.REFUSED_UPLOADS_CPU_MS = 0
    with pytest.raises(Refusal) as refusal:
        upload(
            owner=ada, content=b"def choose(ask):\n    return 0\n", filename="bot.py", games=["poison"], now=NOW
        )
    assert refusal.value.status == 429
    assert "after 13:00 UTC" in refusal.value.hint
