"""How a test database is made: copied from the template, which the first process that needs it builds."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Final, Protocol

from django.conf import settings
from django.db.backends.base.creation import BaseDatabaseCreation

from tests.athanor.databases import templates

BUILDING: Final = "building"
"""The name of a template while it is built: whatever interrupts that, no template is half there."""


class Store(Protocol):
    """Where the templates and test databases of one engine lie. One process at a time has it."""

    engine: str
    """With its version and options, as far as they change what is built."""

    def templates(self) -> list[str]:
        """The newest first, and none that is still being built."""

    def clones(self) -> list[str]:
        """The test databases, of whatever process."""

    def address(self, template: str) -> str:
        """The database name of a template, as Django's settings have it."""

    def rename(self, template: str, name: str) -> None: ...

    def copy(self, template: str, to: str) -> None: ...

    def drop(self, template: str) -> None: ...

    def drop_clone(self, name: str) -> None: ...


class FromTemplate(BaseDatabaseCreation):
    def store(self) -> AbstractContextManager[Store]:
        raise NotImplementedError

    def create_test_db(
        self, verbosity: int = 1, autoclobber: bool = False, serialize: bool | None = True, keepdb: bool = False
    ) -> str:
        """Makes this process's test database and uses it from now on."""
        self.clone(self.name)
        self.use(self.name)
        if serialize:
            self.connection._test_serialized_contents = self.serialize_db_to_string()  # type: ignore[attr-defined]
        return self.name

    @property
    def name(self) -> str:
        """Of this process's test database."""
        return str(self._get_test_db_name())  # type: ignore[attr-defined]

    def clone(self, name: str) -> None:
        """Copies the template, and removes the test databases of processes that died."""
        with self.store() as store:
            for left in templates.leaked(store.clones()):
                store.drop_clone(left)
            store.copy(self.template(store), name)

    def template(self, store: Store) -> str:
        """The template of the migrations as they are now, built when it is missing. Old ones are removed."""
        wanted = templates.key(store.engine)
        if wanted not in store.templates():
            store.drop(BUILDING)
            self.build(store.address(BUILDING))
            store.rename(BUILDING, wanted)
        for old in templates.too_old(store.templates(), wanted):
            store.drop(old)
        return wanted

    def build(self, name: str) -> None:
        """A new database in which every migration was applied, with no connection to it."""
        test = self.connection.settings_dict["TEST"]
        before, test["NAME"] = test["NAME"], name
        try:
            super().create_test_db(verbosity=0, autoclobber=True, serialize=False)
        finally:
            test["NAME"] = before
            self.connection.close()

    def use(self, name: str) -> None:
        self.connection.close()
        settings.DATABASES[self.connection.alias]["NAME"] = name
        self.connection.settings_dict["NAME"] = name
        self.connection.ensure_connection()
