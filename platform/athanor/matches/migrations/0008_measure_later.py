"""Rows of before sizes were kept: their blobs are there, and `manage.py storage` measures them."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import Q


def say_that_they_are_there(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("matches", "Seat").objects.filter(~Q(log=""), log_bytes=None).update(log_bytes=0)
    apps.get_model("matches", "Match").objects.filter(~Q(replay=""), replay_bytes=None).update(replay_bytes=0)


class Migration(migrations.Migration):
    dependencies = [("matches", "0007_storage")]
    operations = [migrations.RunPython(say_that_they_are_there, migrations.RunPython.noop)]
