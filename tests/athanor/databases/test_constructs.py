"""What depends on the database engine is tested on both: every module with such a construct names its tests.

The tests marked `database` run on PostgreSQL and on SQLite, all others on SQLite alone. A module that begins to
use a lock, a subquery, raw SQL, ... is found here by its source, and is to be written in the table together with
the tests, marked `database`, that run that code.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).resolve().parents[1]
SITE: Final = TESTS.parents[1] / "platform" / "athanor"

METHODS: Final = frozenset(
    (
        *("select_for_update", "distinct", "iterator", "on_commit", "bulk_create", "bulk_update", "in_bulk"),
        *(
            "get_or_create",
            "update_or_create",
            "aggregate",
            "annotate",
            "alias",
            "raw",
            "extra",
            "cursor",
            "vendor",
        ),
    )
)
IMPORTED: Final = frozenset(
    (
        *(
            "Func",
            "Subquery",
            "Exists",
            "OuterRef",
            "Window",
            "RawSQL",
            "Case",
            "When",
            "Collate",
            "FilteredRelation",
        ),
        *("IntegrityError", "OperationalError", "DataError", "DatabaseError", "connection", "connections"),
    )
)
"""From `django.db`; and everything from `django.db.models.functions`."""
OF_MODELS: Final = frozenset(("UniqueConstraint", "CheckConstraint", "JSONField"))
LOOKUPS: Final = frozenset(
    ("iexact", "contains", "icontains", "istartswith", "iendswith", "regex", "iregex", "date", "year", "has_key")
)
"""Of a field, as in `name__iexact=`."""


def constructs(source: str) -> set[str]:
    """What the code of a module uses that engines do in their own ways."""
    return {name for node in ast.walk(ast.parse(source)) for name in _of(node)}


def _of(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Attribute) and node.attr in METHODS | OF_MODELS:
        yield node.attr
    elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("django.db"):
        functions = (node.module or "").endswith(".functions")
        yield from (alias.name for alias in node.names if functions or alias.name in IMPORTED)
    elif isinstance(node, ast.keyword) and node.arg == "ignore_conflicts":
        yield node.arg
    elif isinstance(node, ast.keyword) and node.arg:
        yield from LOOKUPS & set(node.arg.split("__")[1:])
