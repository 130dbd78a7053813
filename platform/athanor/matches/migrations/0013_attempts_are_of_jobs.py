"""Every match has a job, and its attempts become the job's: those under way keep number, token and deadline."""

from typing import Any

from django.core.management.color import no_style
from django.db import migrations

JOBS = """
INSERT INTO jobs_job (id, kind, queue, version_id, state, ordered_at, ended_at)
SELECT %s + id, 'match',
    CASE purpose WHEN 'ladder' THEN 'arena-ladders' WHEN 'challenge' THEN 'arena-challenges' ELSE 'arena-tournaments' END
    || CASE least_isolation WHEN 'none' THEN '' ELSE '-' || least_isolation END,
    NULL,
    CASE state WHEN 'ordered' THEN 'waiting' WHEN 'running' THEN 'running' WHEN 'finished' THEN 'done' ELSE 'void' END,
    ordered_at, ended_at
FROM matches_match
"""
LINKS = "UPDATE matches_match SET job_id = %s + id"
ATTEMPTS = """
INSERT INTO jobs_attempt (id, job_id, number, token, state, deadline, opened_at, sent_at, started_at, closed_at,
    worker, reason, alone)
SELECT %s + id, %s + match_id, number, token, state, deadline, opened_at, sent_at, started_at, closed_at,
    worker, reason, alone
FROM matches_attempt
"""
WORKERS = """
INSERT INTO jobs_worker (name, host, sandbox, container_runtime, isolation, heard_at)
SELECT name, host, sandbox, container_runtime, isolation, heard_at FROM matches_worker
"""
BACK = (
    "UPDATE matches_match SET job_id = NULL",
    "DELETE FROM jobs_attempt WHERE job_id IN (SELECT id FROM jobs_job WHERE kind = 'match')",
    "DELETE FROM jobs_job WHERE kind = 'match'",
    "DELETE FROM jobs_worker",
)


def move(apps: Any, schema_editor: Any) -> None:
    connection = schema_editor.connection
    with connection.cursor() as cursor:
        job, attempt = (_last(cursor, table) for table in ("jobs_job", "jobs_attempt"))
        cursor.execute(JOBS, [job])
        cursor.execute(LINKS, [job])
        cursor.execute(ATTEMPTS, [attempt, job])
        cursor.execute(WORKERS)
        # Rows were written with their numbers: new ones are counted on from there.
        models = [apps.get_model("jobs", name) for name in ("Job", "Attempt")]
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)


def move_back(apps: Any, schema_editor: Any) -> None:
    with schema_editor.connection.cursor() as cursor:
        for statement in BACK:
            cursor.execute(statement)


def _last(cursor: Any, table: str) -> int:
    cursor.execute(f"SELECT coalesce(max(id), 0) FROM {table}")
    return int(cursor.fetchone()[0])


class Migration(migrations.Migration):
    dependencies = [("matches", "0012_job_of_a_match")]

    # Backwards the attempts are left out: the sweeper opens another one for every match under way, and workers
    # report themselves again.
    operations = [migrations.RunPython(move, move_back)]
