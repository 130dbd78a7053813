"""What the database means to do for a query: no full scan of a large table, and no sort of what an index has."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

LARGE = (
    *("ladders_standing", "ladders_run", "ladders_trial", "matches_match", "matches_seat"),
    *("ladders_ledgerline", "ladders_ledgerentry"),
)


Query = tuple[str, Any]


@contextmanager
def scans_nothing() -> Iterator[None]:
    """Every query inside is explained afterwards, with its parameters as they were."""
    queries: list[Query] = []

    def keep(execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:
        queries.append((sql, parameters))
        return execute(sql, parameters, many, context)

    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    with connection.execute_wrapper(keep):
        yield
    assert queries
    for sql, parameters in queries:
        if sql.startswith("SELECT"):
            _explain(sql, parameters)


def _explain(sql: str, parameters: Any) -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}", parameters)
            steps = [row[3] for row in cursor.fetchall()]
            bad = [step for step in steps if _scan(step) or "TEMP B-TREE" in step]
        else:
            # Of a table as small as a test's PostgreSQL would rather read all: what counts is that it need not.
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", parameters)
            steps = list(_nodes(cursor.fetchone()[0][0]["Plan"]))
            bad = [step for step in steps if step[0] == "Seq Scan" and step[1] in LARGE]
    assert not bad, f"{sql} {parameters}\n" + "\n".join(map(str, steps))


def _scan(step: str) -> bool:
    return any(step.startswith(f"SCAN {table}") for table in LARGE) and "INDEX" not in step


def _nodes(plan: dict[str, Any]) -> Iterator[tuple[str, str]]:
    yield plan["Node Type"], plan.get("Relation Name", "")
    for inner in plan.get("Plans", ()):
        yield from _nodes(inner)
