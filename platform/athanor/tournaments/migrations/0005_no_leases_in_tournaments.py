from django.db import migrations

FORMER = ("event", "leases", "of", "since", "token", "until")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0004_leases_are_pairing_jobs")]

    operations = [migrations.RemoveField(model_name="tournament", name=f"pairing_{name}") for name in FORMER]
