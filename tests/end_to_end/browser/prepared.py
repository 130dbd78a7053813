"""A site that is made once and copied into the database of each test.

Making it plays matches, and Django empties a database table by table: both together take longer than the page that
is looked at. A SQLite database is copied in milliseconds instead.
"""

from __future__ import annotations

import copy
import os
import shutil
import sqlite3
from pathlib import Path

from django.core.cache import cache
from django.db import connection

from tests.athanor.front import stage
from tests.athanor.front.stage import Site


class Snapshot:
    """All rows of the database as they are now."""

    def __init__(self) -> None:
        self.rows = sqlite3.connect(":memory:")
        open_connection().backup(self.rows)

    def restore(self) -> None:
        self.rows.backup(open_connection())
        cache.clear()  # it may know rows by numbers that others will have now

    def close(self) -> None:
        self.rows.close()


def open_connection() -> sqlite3.Connection:
    connection.ensure_connection()
    opened = connection.connection
    assert isinstance(opened, sqlite3.Connection)
    return opened


class PreparedSite:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.site: Site | None = None
        self.snapshot: Snapshot | None = None

    def lay(self, blobs: Path) -> Site:
        """The site with one finished match, in the database and in this folder of blobs. Other rows are lost."""
        if connection.vendor != "sqlite":
            return stage.site(matches=1)
        if self.site is None or self.snapshot is None:
            self.site = stage.site(matches=1)
            self.snapshot = Snapshot()
            shutil.copytree(blobs, self.folder)
        else:
            self.snapshot.restore()
            shutil.copytree(self.folder, blobs, copy_function=os.link)
        return copy.deepcopy(self.site)

    def close(self) -> None:
        if self.snapshot is not None:
            self.snapshot.close()
