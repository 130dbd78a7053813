from django.db import migrations, models

KINDS = [("match", "a match"), ("check", "the check of an upload"), ("pairing", "the pairing of a large round")]


class Migration(migrations.Migration):
    dependencies = [("jobs", "0002_checks_are_jobs")]

    operations = [
        migrations.RemoveConstraint(model_name="job", name="job_kind_known"),
        migrations.AlterField(
            model_name="job", name="kind", field=models.CharField(choices=KINDS, max_length=8)
        ),
        migrations.AddConstraint(
            model_name="job",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", [kind for kind, _ in KINDS])), name="job_kind_known"
            ),
        ),
    ]
