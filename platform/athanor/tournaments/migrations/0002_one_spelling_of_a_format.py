"""Settings spell a format as plans do: `round-robin`, where they had `round_robin`."""

from typing import Any

from django.db import migrations


def respelled(settings: dict[str, Any], old: str, new: str) -> dict[str, Any]:
    """A copy of stored settings in which the kinds of their formats are spelled with `new`."""
    stages = [
        stage | {"format": stage["format"] | {"kind": stage["format"]["kind"].replace(old, new)}}
        for stage in settings["stages"]
    ]
    return settings | {"stages": stages}


def respell(apps: Any, old: str, new: str) -> None:
    tournaments = apps.get_model("tournaments", "Tournament").objects
    for pk, settings in tournaments.values_list("pk", "settings").iterator():
        changed = respelled(settings, old, new)
        if changed != settings:
            tournaments.filter(pk=pk).update(settings=changed)


def with_hyphens(apps: Any, schema_editor: Any) -> None:
    respell(apps, "_", "-")


def with_underscores(apps: Any, schema_editor: Any) -> None:
    respell(apps, "-", "_")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [migrations.RunPython(with_hyphens, with_underscores)]
