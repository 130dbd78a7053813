"""A command of the site whose database is not there, not up to date or not to be reached says so in a line."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import ProgrammingError
from django.db.migrations.recorder import MigrationRecorder

from athanor import database

ROOT = Path(__file__).parents[2]
FIRST = "run `make run`, or `manage.py migrate` first"


def manage(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    others = {name: value for name, value in os.environ.items() if not name.startswith(("ATHANOR_", "DJANGO_"))}
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=others | variables,
        capture_output=True,
        text=True,
        check=False,
    )


def told(*words: str, **variables: str) -> str:
    """The one line that it ends with."""
    ended = manage(*words, **variables)
    assert (ended.returncode, ended.stderr.count("\n")) == (1, 1), ended.stderr
    assert ended.stderr.startswith("manage.py: ")
    return ended.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        ("workers",),
        ("storage",),
        ("require_isolation", "poison", "own"),
        ("time_newcomer", "poison"),
        ("rebuild_ratings", "poison"),
    ],
    ids=lambda command: command[0],
)
def test_a_command_in_a_fresh_clone_says_what_to_run_first(command: tuple[str, ...], tmp_path: Path) -> None:
    assert told(*command, ATHANOR_VAR=str(tmp_path / "var")) == (
        f"manage.py: there is no database yet at {tmp_path}/var/athanor.sqlite3: {FIRST}\n"
    )
    assert not (tmp_path / "var").exists()


@pytest.mark.slow
def test_what_is_said_to_be_run_first_works_and_is_enough(tmp_path: Path) -> None:
    var = tmp_path / "new" / "var"
    assert manage("migrate", "--verbosity", "0", ATHANOR_VAR=str(var)).returncode == 0
    assert var.stat().st_mode & 0o777 == 0o700
    listed = manage("workers", ATHANOR_VAR=str(var))
    assert (listed.returncode, listed.stderr) == (0, "")
    with sqlite3.connect(var / "athanor.sqlite3") as file:
        file.execute("DROP TABLE jobs_worker")
        file.execute("DELETE FROM django_migrations WHERE app = 'jobs'")
    lacks = told("workers", ATHANOR_VAR=str(var))
    assert lacks.startswith("manage.py: the database lacks what is new in this version (jobs.0")
    assert lacks.endswith(f"): {FIRST}\n")


@pytest.mark.slow
def test_an_empty_folder_has_no_database_yet(tmp_path: Path) -> None:
    assert FIRST in told("workers", ATHANOR_VAR=str(tmp_path))


@pytest.mark.slow
def test_a_database_that_cannot_be_opened_is_named_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "athanor.sqlite3").mkdir()
    assert f"the database {tmp_path}/athanor.sqlite3 cannot be opened (unable to open" in told(
        "workers", ATHANOR_VAR=str(tmp_path)
    )


@pytest.mark.slow
def test_a_server_that_does_not_answer_is_told_with_what_to_do(tmp_path: Path) -> None:
    away = told(
        "workers", ATHANOR_VAR=str(tmp_path), ATHANOR_DATABASE_URL="postgresql://ada:secret@127.0.0.1:1/athanor"
    )
    assert "the database does not answer (" in away
    assert "start it, or correct ATHANOR_DATABASE_URL" in away
    assert "secret" not in away


@pytest.mark.slow
def test_a_mistake_of_ours_keeps_its_traceback(tmp_path: Path) -> None:
    wrong = manage("workers", "--traceback", ATHANOR_VAR=str(tmp_path / "var"))
    assert "Traceback" in wrong.stderr


@pytest.mark.django_db
@pytest.mark.database
def test_what_a_database_that_is_up_to_date_refuses_is_a_mistake_of_ours_and_else_it_lacks_migrations() -> None:
    wrong = ProgrammingError('relation "jobs_worker" does not exist')
    assert database.trouble(wrong) == ""
    newest = MigrationRecorder.Migration.objects.filter(app="jobs").latest("name")
    newest.delete()
    assert database.trouble(wrong) == (
        f"the database lacks what is new in this version (jobs.{newest.name}): {FIRST}"
    )
    assert database.trouble(wrong, is_making=True) == ""
    MigrationRecorder.Migration.objects.all().delete()
    assert " yet" in database.trouble(wrong)
