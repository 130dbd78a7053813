"""How far a ladder has the bots of its matches kept apart."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from athanor.jobs import workers
from athanor.ladders import queries
from athanor.ladders.requirement import require
from athanor.refusals import Refusal
from athanorpb.isolation import MEANINGS, Isolation

LEVELS = "; ".join(f"{level}: {meaning}" for level, meaning in MEANINGS.items())


class Command(BaseCommand):
    help = (
        "Have a ladder's matches, and those of its tournaments, played only by workers whose sandboxes have a"
        f" level of isolation. From the weakest, which requires nothing, to the strongest: {LEVELS}."
        " Example: manage.py require_isolation alkemy own"
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("ladder", help="its address, such as alkemy")
        parser.add_argument("level", choices=[level.value for level in Isolation])

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        least = Isolation(options["level"])
        try:
            ladder = queries.ladder(options["ladder"])
        except Refusal as refusal:
            raise CommandError(f"{refusal.message}; {refusal.hint}") from refusal
        sent = require(ladder=ladder, least=least, now=now)
        anew = "1 waiting match was sent anew" if sent == 1 else f"{sent} waiting matches were sent anew"
        self.stdout.write(f"ladder {ladder.slug} requires isolation level {least}; {anew}")
        if not workers.is_served(least, now=now):
            self.stderr.write(self.style.WARNING(f"its matches wait: they require {workers.wanting(least)}"))
