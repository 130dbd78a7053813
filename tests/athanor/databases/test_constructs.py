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

import pytest

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

TESTED: Final = {
    "accounts/adapter.py": "accounts/test_forms.py",
    "accounts/models.py": "accounts/test_users.py",
    "accounts/services.py": "accounts/test_tokens.py",
    "bots/house.py": "bots/test_house.py",
    "bots/models.py": "bots/test_upload.py",
    "matches/portrait.py": "matches/test_portrait.py",
    "bots/queries.py": "api/test_bots.py",
    "bots/services.py": "bots/test_current.py",
    "database.py": "test_database.py",
    "ladders/backlog.py": "ladders/test_matchmaker.py",
    "ladders/ledger.py": "ladders/test_ledger.py",
    "ladders/matchmaker.py": "ladders/test_matchmaker.py",
    "ladders/models.py": "ladders/test_solo.py",
    "ladders/queries.py": "ladders/test_board.py",
    "tournaments/listeners.py": "ladders/test_requirement.py",
    "ladders/runs.py": "ladders/test_solo.py",
    "ladders/seasons.py": "ladders/test_seasons.py",
    "ladders/services.py": "ladders/test_add_ladder.py",
    "ladders/solo.py": "api/test_seasons.py",
    "ladders/trials.py": "ladders/test_solo_at_once.py",
    "jobs/check_jobs.py": "jobs/test_check_jobs.py",
    "jobs/kinds.py": "test_lock_order.py",
    "jobs/lost_messages.py": "jobs/test_sweep.py",
    "jobs/models.py": "test_lifecycles.py",
    "jobs/services.py": "matches/test_settle_at_once.py",
    "jobs/sweeping.py": "jobs/test_sweep.py",
    "jobs/tasks.py": "matches/test_tasks.py",
    "jobs/workers.py": "matches/test_isolation.py",
    "matches/beacon.py": "matches/test_beacon.py",
    "matches/challenges.py": "api/test_challenges.py",
    "matches/epochs.py": "matches/test_epochs.py",
    "matches/models.py": "test_lifecycles.py",
    "matches/play_jobs.py": "matches/test_settle_at_once.py",
    "matches/queries.py": "matches/test_queries.py",
    "matches/services.py": "matches/test_settle_at_once.py",
    "matches/transparency_log.py": "matches/test_transparency_log.py",
    "notices/models.py": "tournaments/test_telling.py",
    "notices/services.py": "tournaments/test_telling.py",
    "replays/models.py": "replays/test_retention.py",
    "replays/retention.py": "replays/test_retention.py",
    "replays/stars.py": "replays/test_retention.py",
    "replays/usage.py": "replays/test_storage_command.py",
    "tournaments/commands/add_organizer.py": "tournaments/test_commands.py",
    "tournaments/editions.py": "tournaments/test_at_once.py",
    "tournaments/entries.py": "tournaments/test_at_once.py",
    "tournaments/wakeups.py": "tournaments/test_at_once.py",
    "tournaments/life.py": "tournaments/test_life.py",
    "tournaments/pairing_jobs.py": "tournaments/test_pairing_jobs.py",
    "tournaments/models.py": "tournaments/test_at_once.py",
    "tournaments/progress.py": "tournaments/test_at_once.py",
    "tournaments/queries.py": "api/test_tournaments.py",
    "tournaments/records.py": "tournaments/test_at_once.py",
    "tournaments/schedule.py": "tournaments/test_at_once.py",
}
"""By a module of the site the tests that run what it has of these on PostgreSQL too."""


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


def test_every_module_that_depends_on_the_engine_names_its_tests() -> None:
    modules = {str(path.relative_to(SITE)): path for path in SITE.rglob("*.py") if "migrations" not in path.parts}
    assert {name for name, path in modules.items() if constructs(path.read_text())} == set(TESTED)


def test_they_run_on_both_engines() -> None:
    for file in sorted(set(TESTED.values())):
        assert "pytest.mark.database" in (TESTS / file).read_text(), f"{file}: nothing is marked `database`"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("User.objects.select_for_update().get(pk=1)", {"select_for_update"}),
        ("from django.db.models import Exists, F", {"Exists"}),
        ("from django.db.models.functions import Lower", {"Lower"}),
        ("from django.db import connection", {"connection"}),
        ("bots.filter(name__iexact=name)", {"iexact"}),
        ("class Meta:\n    constraints = [models.UniqueConstraint(fields=[])]", {"UniqueConstraint"}),
        ("rows.bulk_create(many, ignore_conflicts=True)", {"bulk_create", "ignore_conflicts"}),
        ("from kombu.exceptions import OperationalError\ndate = match(date=1)", set()),
    ],
)
def test_a_construct_is_found_by_its_source(source: str, found: set[str]) -> None:
    assert constructs(source) == found
