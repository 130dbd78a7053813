"""What a template of the test database depends on, and which databases of earlier runs may go.

A template has the name of a hash over everything that decides what `migrate` makes. A data migration that reads a
file needs that file among `files()`; `test_templates.py` says so when a migration opens one.
"""

from __future__ import annotations

import ast
import hashlib
import os
import re
import socket
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import django
from django.apps import apps
from django.conf import settings

KEPT: Final = 3
"""How many templates are kept, so that switching between branches does not rebuild them."""
OURS: Final = ("athanor", "arena")
SETTINGS: Final = ("INSTALLED_APPS", "AUTH_USER_MODEL", "DEFAULT_AUTO_FIELD", "MIGRATION_MODULES", "USE_TZ")

HOST: Final = hashlib.sha256(socket.gethostname().encode()).hexdigest()[:8]
"""Part of a database's name: on a server that several machines use, a pid says nothing by itself."""
OF_A_PROCESS: Final = re.compile(r"(?:athanor-tests-|test_athanor_" + HOST + r"_)(?P<pid>\d+)(?!\d)")


def own_name() -> str:
    """The PostgreSQL test database of this process."""
    return f"test_athanor_{HOST}_{os.getpid()}"


def key(engine: str) -> str:
    """The hash that names a template. `engine` is the database engine with its version and its options."""
    digest = hashlib.sha256()
    words = [django.get_version(), engine, *(f"{name}={getattr(settings, name)!r}" for name in SETTINGS)]
    for word in words:
        digest.update(word.encode() + b"\0")
    for name, path in sorted(files().items()):
        digest.update(name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def files() -> dict[str, Path]:
    """What decides the state after `migrate`, by a name that is the same in every checkout.

    The migrations of every app and what they import of ours, the models (a permission's name comes from them, not
    from a migration), and this package.
    """
    found = {f"{__package__}/{path.name}": path for path in Path(__file__).parent.rglob("*.py")}
    for app in apps.get_app_configs():
        folder = Path(app.path)
        for path in (*folder.glob("migrations/*.py"), *folder.glob("models.py"), *folder.glob("models/**/*.py")):
            found[f"{app.name}/{path.relative_to(folder)}"] = path
    migrations = [path for name, path in found.items() if "/migrations/" in name]
    return found | dict(_imported(migrations))


def imports_of(path: Path) -> set[str]:
    """The modules that a file imports."""
    nodes = list(ast.walk(ast.parse(path.read_bytes())))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return names | {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}


def _imported(paths: Iterable[Path]) -> Iterator[tuple[str, Path]]:
    for name in {name for path in paths for name in imports_of(path) if name.split(".")[0] in OURS}:
        spec = find_spec(name)
        if spec is not None and spec.origin is not None:
            yield name, Path(spec.origin)


def leaked(names: Iterable[str]) -> list[str]:
    """Of these names of files or databases, those of test processes that no longer run."""
    found = ((name, OF_A_PROCESS.match(name)) for name in names)
    return [name for name, match in found if match and not _runs(int(match["pid"]))]


def too_old(newest_first: Sequence[str], wanted: str) -> list[str]:
    """The templates that may go: all but the wanted one and the newest others."""
    return [name for name in newest_first if name != wanted][KEPT - 1 :]


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True
