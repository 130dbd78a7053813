"""Django's PostgreSQL engine, whose test database is a copy of a template database on the same server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.db.backends.postgresql import base
from django.db.backends.postgresql.creation import DatabaseCreation

from tests.athanor.databases.creation import BUILDING, FromTemplate, Store

LOCK: Final = 0x41746861
"""One of the server's advisory locks: who builds, copies or removes a template holds it."""


class Server:
    """Templates and test databases are databases of one server."""

    engine = "postgresql"

    def __init__(self, cursor: Any, prefix: str) -> None:
        self.cursor = cursor
        self.prefix = prefix

    def templates(self) -> list[str]:
        found = [name.removeprefix(self.prefix) for name in self._named(self.prefix)]
        return [name for name in found if name != BUILDING]

    def clones(self) -> list[str]:
        return self._named("test_athanor_")

    def address(self, template: str) -> str:
        return f"{self.prefix}{template}"

    def rename(self, template: str, name: str) -> None:
        self._execute("ALTER DATABASE {} RENAME TO {}", self.address(template), self.address(name))

    def copy(self, template: str, to: str) -> None:
        self.drop_clone(to)
        self._execute("CREATE DATABASE {} TEMPLATE {}", to, self.address(template))

    def drop(self, template: str) -> None:
        self.drop_clone(self.address(template))

    def drop_clone(self, name: str) -> None:
        """By force: the server may not have noticed yet that a process died."""
        self._execute("DROP DATABASE IF EXISTS {} WITH (FORCE)", name)

    def _named(self, prefix: str) -> list[str]:
        """The newest first."""
        self.cursor.execute(
            "SELECT datname FROM pg_database WHERE starts_with(datname, %s) ORDER BY oid DESC", [prefix]
        )
        return [name for (name,) in self.cursor.fetchall()]

    def _execute(self, command: str, *names: str) -> None:
        self.cursor.execute(command.format(*(f'"{name}"' for name in names)))


class Creation(FromTemplate, DatabaseCreation):
    prefix = "athanor_template_"

    @contextmanager
    def store(self) -> Iterator[Store]:
        """The server frees the lock of a connection that ends."""
        with self.connection._nodb_cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
            try:
                yield Server(cursor, self.prefix)
            finally:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])


class DatabaseWrapper(base.DatabaseWrapper):
    creation_class = Creation
