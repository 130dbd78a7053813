"""`manage.py prepare`: everything an installation needs before its processes start; may be repeated."""

from __future__ import annotations

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Migrates the database, collects the static files, and makes the house bots and the ladders be there."

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", interactive=False, verbosity=1)
        call_command("collectstatic", interactive=False, verbosity=0)
        call_command("seed_house", verbosity=1)
