"""Turns a database error that is not a bug into one sentence that says what to do."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import DatabaseError, OperationalError, connection
from django.db.migrations.executor import MigrationExecutor

FIRST: Final = "run `make run`, or `manage.py migrate` first"


def make_folder() -> None:
    """Creates the folder of a file database, closed to other users of the machine."""
    if (path := _file()) is not None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)


def trouble(error: DatabaseError, *, is_making: bool = False) -> str:
    """The sentence; empty if the error is a bug. `is_making`: the tables were being created."""
    try:
        executor = MigrationExecutor(connection)
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except OperationalError as problem:
        return _unreachable(problem)
    if missing and not is_making:
        if not executor.loader.applied_migrations:
            return _nothing_yet()
        (first, *others) = [f"{migration.app_label}.{migration.name}" for migration, _ in missing]
        named = f"{first} and {len(others)} more" if others else first
        return f"the database lacks what is new in this version ({named}): {FIRST}"
    if isinstance(error, OperationalError):
        return f"the database failed: {_line(error)} (--traceback says where)"
    return ""


def _unreachable(problem: OperationalError) -> str:
    path = _file()
    if path is None:
        return f"the database does not answer ({_line(problem)}): start it, or correct ATHANOR_DATABASE_URL"
    if not path.exists() and not path.parent.exists():
        return _nothing_yet()
    what = "name another folder by ATHANOR_VAR, or see that it is yours"
    return f"the database {path} cannot be opened ({_line(problem)}): {what}"


def _nothing_yet() -> str:
    path = _file()
    what = "the database has no tables yet" if path is None else f"there is no database yet at {path}"
    return f"{what}: {FIRST}"


def _file() -> Path | None:
    given: dict[str, Any] = settings.DATABASES["default"]
    return Path(given["NAME"]).absolute() if given["ENGINE"].endswith("sqlite3") else None


def _line(error: DatabaseError) -> str:
    return " ".join(str(error).split())
