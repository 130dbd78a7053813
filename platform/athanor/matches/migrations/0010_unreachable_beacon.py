"""A round that is missing holds up no other one; a source that cannot be reached does."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0009_sealed_keys")]
    operations = [migrations.AddField("beaconround", "unreachable", models.BooleanField(default=False))]
