"""Makes the ladders, the house and its bots; changes nothing where they are up to date."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from athanor.bots import house
from athanor.ladders import services as ladders
from athanor.matches import epochs


class Command(BaseCommand):
    help = "Make the ladders of the catalogue, the house and its bots, as far as they are not there yet."

    def handle(self, *args: Any, **options: Any) -> None:
        epochs.ensure(now=timezone.now())
        for ladder in ladders.seed():
            self.stdout.write(f"ladder {ladder.slug}")
        entered = house.seed()
        for version in entered:
            self.stdout.write(f"house bot {version.bot.slug}, version {version.number}")
        if not entered:
            self.stdout.write("every house bot is up to date")
