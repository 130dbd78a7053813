"""A test database is a copy of a template that one process builds, whole or not at all."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
from django.apps import apps
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connection, connections
from django.db.migrations.executor import MigrationExecutor
from pytest_django import Settings

from tests.athanor.databases import templates
from tests.athanor.databases.creation import BUILDING, FromTemplate
from tests.athanor.databases.postgresql import base as postgresql
from tests.athanor.databases.sqlite import base as sqlite
from tests.waiting import PATIENCE

pytestmark = [pytest.mark.django_db, pytest.mark.database]


class Interrupted(BaseException):
    """As Ctrl-C would be."""


@pytest.fixture
def creation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FromTemplate]:
    """Of this run's engine, with templates and test databases of its own, and a build that takes no time."""
    made = connection.creation
    assert isinstance(made, FromTemplate)
    monkeypatch.setattr(type(made), "folder", tmp_path / "templates", raising=False)
    monkeypatch.setattr(type(made), "prefix", f"athanor_trial_{os.getpid()}_", raising=False)
    monkeypatch.setattr(type(made), "build", make_empty)
    monkeypatch.setitem(connection.settings_dict["TEST"], "NAME", clone_of(os.getpid(), tmp_path))
    yield made
    with made.store() as store:
        for name in (*store.templates(), BUILDING):
            store.drop(name)
        store.drop_clone(Path(clone_of(os.getpid(), tmp_path)).name)


def clone_of(pid: int, folder: Path) -> str:
    """The name of a process's test database."""
    if connection.vendor == "sqlite":
        return str(folder / f"athanor-tests-{pid}.sqlite3_trial")
    return f"test_athanor_{templates.HOST}_{pid}_trial"


def make_empty(self: FromTemplate, name: str) -> None:
    if self.connection.vendor == "sqlite":
        Path(name).write_bytes(b"")
    else:
        with self.connection._nodb_cursor() as cursor:
            cursor.execute(f'CREATE DATABASE "{name}"')


def template_of_this_thread() -> str:
    creation = connections["default"].creation
    assert isinstance(creation, FromTemplate)
    with creation.store() as store:
        return creation.template(store)


def dead_pid() -> int:
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    return child.pid


def test_it_works() -> None:
    """The database of this very run is what `migrate` would have made."""
    executor = MigrationExecutor(connection)
    assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []
    before = Permission.objects.count(), ContentType.objects.count()
    assert min(before) > 10
    for app in apps.get_app_configs():
        create_permissions(app, verbosity=0)
    assert (Permission.objects.count(), ContentType.objects.count()) == before


def test_the_second_run_copies_what_the_first_built(
    creation: FromTemplate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    creation.clone(clone_of(os.getpid(), tmp_path))
    monkeypatch.delattr(type(creation), "build")
    creation.clone(clone_of(os.getpid(), tmp_path))
    with creation.store() as store:
        assert Path(clone_of(os.getpid(), tmp_path)).name in store.clones()
        assert store.templates() == [templates.key(store.engine)]


def test_processes_that_come_at_once_build_it_once(
    creation: FromTemplate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever comes second waits for the lock that the first holds while it builds."""
    builds: list[bool] = []
    building, another = Event(), Event()

    def build(self: FromTemplate, name: str) -> None:
        building.set()
        assert another.wait(PATIENCE)
        builds.append(lock_is_free(self))
        make_empty(self, name)

    def come_later() -> str:
        assert building.wait(PATIENCE)
        another.set()
        return template_of_this_thread()

    monkeypatch.setattr(type(creation), "build", build)
    with ThreadPoolExecutor(2) as pool:
        first, second = pool.submit(template_of_this_thread), pool.submit(come_later)
        assert first.result() == second.result()
    assert builds == [False]
    assert lock_is_free(creation)


def lock_is_free(creation: FromTemplate) -> bool:
    if isinstance(creation, sqlite.Creation):
        with (creation.folder / "lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
        return True
    with creation.connection._nodb_cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [postgresql.LOCK])
        return bool(cursor.fetchone()[0])


def test_an_interrupted_build_leaves_no_template(creation: FromTemplate, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: FromTemplate, name: str) -> None:
        make_empty(self, name)
        raise Interrupted

    with monkeypatch.context() as patch:
        patch.setattr(type(creation), "build", interrupted)
        with pytest.raises(Interrupted):
            template_of_this_thread()
    with creation.store() as store:
        assert store.templates() == []
    assert template_of_this_thread(), "what was left of the first does not stand in the way of the second"


def test_old_templates_are_removed(creation: FromTemplate, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"template-{number}" for number in range(templates.KEPT + 2)]
    for name in names:
        monkeypatch.setattr(templates, "key", lambda _, name=name: name)
        assert template_of_this_thread() == name
    with creation.store() as store:
        assert store.templates() == names[: -templates.KEPT - 1 : -1]


def test_databases_of_processes_that_died_are_removed(creation: FromTemplate, tmp_path: Path) -> None:
    template_of_this_thread()
    pids = {"dead": dead_pid(), "alive": os.getppid()}
    clones = {name: clone_of(pid, tmp_path) for name, pid in pids.items()}
    with creation.store() as store:
        for clone in clones.values():
            store.copy(creation.template(store), clone)
    creation.clone(clone_of(os.getpid(), tmp_path))
    with creation.store() as store:
        left = store.clones()
        store.drop_clone(Path(clones["alive"]).name)
    assert Path(clones["dead"]).name not in left
    assert Path(clones["alive"]).name in left


def test_only_what_has_the_pid_of_a_dead_process_of_this_machine_is_leaked() -> None:
    dead, elsewhere = dead_pid(), "0" * 8
    leaked = [
        f"athanor-tests-{dead}",
        f"athanor-tests-{dead}.sqlite3_gw0-wal",
        f"test_athanor_{templates.HOST}_{dead}_gw1",
    ]
    others = [f"test_athanor_{elsewhere}_{dead}", f"athanor-tests-{os.getpid()}", templates.own_name()]
    strange = ["athanor-tests-", "athanor-tests-later", f"my-athanor-tests-{dead}", "athanor"]
    assert templates.leaked([*leaked, *others, *strange]) == leaked


def test_the_key_changes_with_whatever_decides_what_migrate_makes(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = [templates.key("sqlite"), templates.key("postgresql")]
    with monkeypatch.context() as patch:
        patch.setattr(templates.django, "get_version", lambda: "99.0")
        keys.append(templates.key("sqlite"))
    with monkeypatch.context() as patch:
        files = templates.files()
        changed = tmp_path / "0001_initial.py"
        changed.write_bytes(files["athanor.bots/migrations/0001_initial.py"].read_bytes() + b"\n")
        patch.setattr(templates, "files", lambda: files | {"athanor.bots/migrations/0001_initial.py": changed})
        keys.append(templates.key("sqlite"))
        patch.setattr(templates, "files", lambda: files | {"athanor.bots/migrations/0002_more.py": changed})
        keys.append(templates.key("sqlite"))
    settings.DEFAULT_AUTO_FIELD = "django.db.models.AutoField"
    keys.append(templates.key("sqlite"))
    assert len(set(keys)) == len(keys)


def test_every_checkout_has_the_same_key() -> None:
    """And every app's migrations are in it, the libraries' too."""
    names = templates.files()
    assert not [name for name in names if name.startswith("/")]
    assert {"athanor.ladders/migrations/0003_solo.py", "athanor.matches/models.py", "athanor.jobs.models"} <= set(
        names
    )
    assert any(name.startswith("allauth.mfa/migrations/") for name in names)


def test_a_migration_of_ours_takes_from_nowhere_but_what_the_key_covers() -> None:
    """A data migration that reads a file would need it in `templates.files()`."""
    ours = {name: path for name, path in templates.files().items() if name.startswith("athanor.") and "/m" in name}
    allowed = (*templates.OURS, "__future__", "datetime", "django", "typing")
    for name, path in ours.items():
        if "/migrations/" in name:
            assert {module.split(".")[0] for module in templates.imports_of(path)} <= set(allowed), name
            assert "open(" not in path.read_text(), name
