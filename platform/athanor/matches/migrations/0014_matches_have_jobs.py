import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0013_attempts_are_of_jobs")]

    operations = [
        migrations.AlterField(
            model_name="match",
            name="job",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT, related_name="match", to="jobs.job"
            ),
        ),
        migrations.DeleteModel(name="Attempt"),
        migrations.DeleteModel(name="Worker"),
    ]
