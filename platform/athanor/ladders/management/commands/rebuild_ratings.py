"""Folds every ladder's ledger again, from nothing."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from athanor.ladders import ledger
from athanor.ladders.models import Ladder


class Command(BaseCommand):
    help = (
        "Compute all ratings again from the ledger and put right what differs. "
        "Example: manage.py rebuild_ratings poison --check"
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("ladder", nargs="*", help="slugs of ladders; all, where none is named")
        parser.add_argument("--check", action="store_true", help="change nothing; exit 1 if anything differs")

    def handle(self, *args: Any, **options: Any) -> None:
        slugs: list[str] = options["ladder"]
        ladders = list(Ladder.objects.filter(slug__in=slugs) if slugs else Ladder.objects.all())
        missing = set(slugs) - {ladder.slug for ladder in ladders}
        if missing:
            raise CommandError(f"there is no ladder {', '.join(sorted(missing))}", returncode=2)
        if alone := [ladder.slug for ladder in ladders if ladder.is_solo and ladder.slug in slugs]:
            raise CommandError(f"{', '.join(alone)}: a solo ladder rates nobody", returncode=2)
        ladders = [ladder for ladder in ladders if not ladder.is_solo]
        different = 0
        for ladder in ladders:
            deviations = ledger.rebuild(ladder=ladder, write=not options["check"])
            different += len(deviations)
            for deviation in deviations[:20]:
                self.stderr.write(
                    f"{ladder.slug}: {deviation.where} is {deviation.found}, not {deviation.expected}"
                )
            what = "identical" if not deviations else f"{len(deviations)} numbers differ"
            self.stdout.write(f"{ladder.slug}: {ladder.sequence} matches, {what}")
        if different and options["check"]:
            raise CommandError("the ratings are not what the ledger gives; run it without --check", returncode=1)
