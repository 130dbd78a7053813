"""Keys of deals that are not public are sealed: see `athanor.sealing`."""

from typing import Any

from django.db import migrations, models

from athanor.sealing import MARK, opened, sealed


def seal(apps: Any, schema_editor: Any) -> None:
    for row in _secret(apps):
        if not row.key.startswith(MARK):
            row.key = sealed(bytes.fromhex(row.key))
            row.save(update_fields=["key"])


def unseal(apps: Any, schema_editor: Any) -> None:
    for row in _secret(apps):
        row.key = opened(row.key).hex()
        row.save(update_fields=["key"])


def _secret(apps: Any) -> Any:
    return apps.get_model("ladders", "Season").objects.filter(revealed_at=None)


class Migration(migrations.Migration):
    dependencies = [("ladders", "0003_solo")]

    operations = [
        migrations.AlterField("season", "key", models.CharField(max_length=255)),
        migrations.RunPython(seal, unseal),
    ]
