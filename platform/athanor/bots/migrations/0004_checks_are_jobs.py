from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("bots", "0003_stored_bytes"), ("jobs", "0002_checks_are_jobs")]

    operations = [migrations.DeleteModel(name="Check")]
