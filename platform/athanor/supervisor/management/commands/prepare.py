"""`manage.py prepare`: everything an installation needs before its processes start; may be repeated."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from athanor.matches import epochs


class Command(BaseCommand):
    help = (
        "Migrates the database, collects the static files, and makes the house bots and the ladders be there. "
        "Seals the keys of deals anew after a change of the secret key."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", interactive=False, verbosity=1)
        call_command("collectstatic", interactive=False, verbosity=0)
        call_command("seed_house", verbosity=1)
        try:
            anew = epochs.seal_anew()
        except ImproperlyConfigured as wrong:
            raise CommandError(str(wrong)) from wrong
        if anew:
            self.stdout.write(f"{anew} keys of deals are sealed under the present secret key")
