"""The check of an upload becomes a job, its attempts the job's: those under way keep number, token and deadline."""

from typing import Any

from django.core.management.color import no_style
from django.db import migrations

JOBS = """
INSERT INTO jobs_job (id, kind, queue, version_id, state, ordered_at, ended_at)
SELECT %s + id, 'check', 'arena-checks', id,
    CASE state WHEN 'uploaded' THEN 'waiting' WHEN 'checking' THEN 'running'
        ELSE CASE reason WHEN 'not-checked' THEN 'void' ELSE 'done' END END,
    uploaded_at, decided_at
FROM bots_version
WHERE decided_at IS NULL OR id IN (SELECT version_id FROM bots_check)
"""
ATTEMPTS = """
INSERT INTO jobs_attempt (id, job_id, number, token, state, deadline, opened_at, sent_at, started_at, closed_at,
    worker, reason, alone)
SELECT %s + id, %s + version_id, number, token, state, deadline, opened_at, sent_at, started_at, closed_at,
    worker, reason, %s
FROM bots_check
"""
BACK = (
    "DELETE FROM jobs_attempt WHERE job_id IN (SELECT id FROM jobs_job WHERE kind = 'check')",
    "DELETE FROM jobs_job WHERE kind = 'check'",
)


def move(apps: Any, schema_editor: Any) -> None:
    connection = schema_editor.connection
    with connection.cursor() as cursor:
        job, attempt = (_last(cursor, table) for table in ("jobs_job", "jobs_attempt"))
        cursor.execute(JOBS, [job])
        cursor.execute(ATTEMPTS, [attempt, job, False])
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
    dependencies = [("jobs", "0001_initial"), ("bots", "0003_stored_bytes")]

    # Backwards the attempts are left out: the sweeper opens another one for every upload that waits.
    operations = [migrations.RunPython(move, move_back)]
