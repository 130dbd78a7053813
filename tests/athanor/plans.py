"""What the database means to do for a query: no full scan of a large table, and no sort of what an index has."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext

LARGE = ("ladders_standing", "matches_match", "matches_seat", "ladders_ledgerline", "ladders_ledgerentry")


@contextmanager
def scans_nothing() -> Iterator[None]:
    """Every query inside is explained afterwards."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    with CaptureQueriesContext(connection) as queries:
        yield
    assert queries.captured_queries
    for query in queries.captured_queries:
        if query["sql"].startswith("SELECT"):
            _explain(query["sql"])


def _explain(sql: str) -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
            steps = [row[3] for row in cursor.fetchall()]
            bad = [step for step in steps if _scan(step) or "TEMP B-TREE" in step]
        else:
            cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}")
            steps = list(_nodes(cursor.fetchone()[0][0]["Plan"]))
            bad = [step for step in steps if step[0] == "Seq Scan" and step[1] in LARGE]
    assert not bad, f"{sql}\n" + "\n".join(map(str, steps))


def _scan(step: str) -> bool:
    return any(step.startswith(f"SCAN {table}") for table in LARGE) and "INDEX" not in step


def _nodes(plan: dict[str, Any]) -> Iterator[tuple[str, str]]:
    yield plan["Node Type"], plan.get("Relation Name", "")
    for inner in plan.get("Plans", ()):
        yield from _nodes(inner)
