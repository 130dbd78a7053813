"""Django's SQLite engine, whose test database is a copy of a template file in `var/test-templates/`."""

from __future__ import annotations

import fcntl
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from django.db.backends.sqlite3 import base
from django.db.backends.sqlite3.creation import DatabaseCreation

from tests.athanor.databases.creation import BUILDING, FromTemplate, Store

FOLDER: Final = Path(__file__).resolve().parents[4] / "var" / "test-templates"


class Files:
    """Templates are files of one folder, test databases of another."""

    def __init__(self, folder: Path, temporary: Path, options: str = "") -> None:
        self.folder = folder
        self.temporary = temporary
        self.engine = f"sqlite {sqlite3.sqlite_version} {options}"

    def templates(self) -> list[str]:
        files = sorted(self.folder.glob("*.sqlite3"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
        return [path.stem for path in files if path.stem != BUILDING]

    def clones(self) -> list[str]:
        """With whatever else a test process leaves: they all have its name."""
        return [path.name for path in self.temporary.glob("athanor-tests-*")]

    def address(self, template: str) -> str:
        return str(self.folder / f"{template}.sqlite3")

    def rename(self, template: str, name: str) -> None:
        Path(self.address(template)).rename(self.address(name))

    def copy(self, template: str, to: str) -> None:
        for journal in ("-wal", "-shm"):  # of an earlier process with our pid
            Path(f"{to}{journal}").unlink(missing_ok=True)
        shutil.copyfile(self.address(template), to)
        Path(self.address(template)).touch()

    def drop(self, template: str) -> None:
        """Also removes its journal files, which an interrupted build leaves."""
        for path in self.folder.glob(f"{template}.sqlite3*"):
            path.unlink()

    def drop_clone(self, name: str) -> None:
        path = self.temporary / name
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


class Creation(FromTemplate, DatabaseCreation):
    folder = FOLDER

    @contextmanager
    def store(self) -> Iterator[Store]:
        """The kernel frees the lock of a process that dies."""
        self.folder.mkdir(parents=True, exist_ok=True)
        options = self.connection.settings_dict["OPTIONS"].get("init_command", "")
        with (self.folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield Files(self.folder, Path(self.name).parent, options)

    def build(self, name: str) -> None:
        """As one file: nothing stays in a journal beside it."""
        super().build(name)
        with sqlite3.connect(name) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.close()


class DatabaseWrapper(base.DatabaseWrapper):
    creation_class = Creation
