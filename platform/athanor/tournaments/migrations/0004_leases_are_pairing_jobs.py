"""The lease of a round that is being paired becomes a job's attempt, with its token; a round that was computed and
waits for its time is a job that is done."""

from typing import Any

from django.db import migrations
from django.db.models import F

BACK = (
    "DELETE FROM tournaments_pairingjob",
    "DELETE FROM jobs_attempt WHERE job_id IN (SELECT id FROM jobs_job WHERE kind = 'pairing')",
    "DELETE FROM jobs_job WHERE kind = 'pairing'",
)
"""Not by models: they also look for matches of the jobs, in a column that may be gone by then."""


def move(apps: Any, schema_editor: Any) -> None:
    jobs = apps.get_model("jobs", "Job").objects
    wanted = apps.get_model("tournaments", "Tournament").objects.filter(
        state__in=("running", "paused"), pairing_of=F("sequence")
    )
    for row in wanted.exclude(pairing_token=""):
        is_done = row.pairing_event is not None
        ended_at = row.pairing_until if is_done else None
        job = jobs.create(
            kind="pairing",
            queue="pairing",
            state="done" if is_done else "waiting",
            ordered_at=row.pairing_since,
            ended_at=ended_at,
        )
        job.attempts.create(
            number=max(1, row.pairing_leases),
            token=row.pairing_token,
            state="settled" if is_done else "sent",
            opened_at=row.pairing_since,
            sent_at=row.pairing_since,
            deadline=row.pairing_until,
            closed_at=ended_at,
        )
        row.pairing_jobs.create(job=job, sequence=row.sequence, event=row.pairing_event)


def remove(apps: Any, schema_editor: Any) -> None:
    """The version before has no jobs of this kind, and its constraint allows none."""
    with schema_editor.connection.cursor() as cursor:
        for statement in BACK:
            cursor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0003_pairing_jobs")]

    # Backwards the jobs are removed: that version gives another lease.
    operations = [migrations.RunPython(move, remove)]
