"""Rows are locked in one order wherever two are changed together, so that no two transactions wait for each other.

A match and a version come before their job and its attempts: who gives one up locks it, then closes them.
"""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from athanor.bots.services import upload
from athanor.jobs import services as jobs
from tests.athanor import world

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def order_of(said: CaptureQueriesContext, *beginnings: str) -> list[str]:
    """In which order statements that begin so took rows for the first time."""
    locks = "FOR NO KEY UPDATE" if connection.features.has_select_for_update else ""
    taken = [sql for each in said.captured_queries if locks in (sql := each["sql"]) or sql.startswith("UPDATE")]
    found = [one for sql in taken for one in beginnings if sql.startswith(one)]
    return list(dict.fromkeys(found))


def test_a_worker_that_begins_takes_the_match_before_its_attempt() -> None:
    (match,) = world.order([world.bot() for _ in range(4)], on=world.ladder())
    with CaptureQueriesContext(connection) as said:
        assert jobs.begin(token=world.attempt_of(match).token)
    wanted = ['SELECT "matches_match"', 'UPDATE "jobs_attempt"', 'UPDATE "matches_match"']
    assert order_of(said, *wanted) == wanted


def test_a_worker_that_begins_takes_the_version_before_its_attempt() -> None:
    world.ladder()
    source = b"def choose(ask):\n    return 0\n"
    version = upload(owner=world.author("ada"), content=source, filename="bot.py", games=["poison"])
    with CaptureQueriesContext(connection) as said:
        assert jobs.begin(token=version.job.attempts.get().token)
    wanted = ['SELECT "bots_version"', 'UPDATE "jobs_attempt"', 'UPDATE "bots_version"']
    assert order_of(said, *wanted) == wanted
