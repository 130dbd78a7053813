"""A match names its job. The rows of the jobs come with the next migration, which is a transaction of its own:
PostgreSQL alters no table whose new rows are still to be checked."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("jobs", "0001_initial"), ("matches", "0011_isolation_levels")]

    operations = [
        migrations.AddField(
            model_name="match",
            name="job",
            field=models.OneToOneField(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="match", to="jobs.job"
            ),
        ),
    ]
