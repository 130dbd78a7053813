"""Says what the blob store is used for, and by whom."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from athanor.replays import retention, usage

UNITS = ("B", "KiB", "MiB", "GiB", "TiB")


class Command(BaseCommand):
    help = (
        "Say how much bundles, builds of them, replays and logs take, and which authors use most. Example: "
        "manage.py storage --top 20. With --remove it also removes now what is too old or beyond a quota, as the "
        "site does every hour."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--top", type=int, default=10, help="how many authors; 0: all (default: 10)")
        parser.add_argument("--author", default="", help="this one only")
        parser.add_argument("--remove", action="store_true", help="remove now what is not kept any longer")

    def handle(self, *args: Any, top: int, author: str, remove: bool, **options: Any) -> None:
        if top < 0:
            raise CommandError(f"--top is {top}: give the number of authors to list, or 0 for all")
        while usage.measure():
            pass
        if remove:
            self._remove()
        whole = usage.whole()
        for name in ("bundles", "built", "replays", "logs"):
            amount: usage.Amount = getattr(whole, name)
            self.stdout.write(f"{name:8} {amount.count:10,}  {size(amount.bytes):>10}")
        self._authors(top, author)

    def _remove(self) -> None:
        done = retention.keep_storage(now=timezone.now())
        while any(done.values()):
            self.stdout.write("removed: " + ", ".join(f"{count} {what}" for what, count in done.items() if count))
            done = retention.keep_storage(now=timezone.now())

    def _authors(self, top: int, author: str) -> None:
        rows = [row for row in usage.by_author() if author in ("", row.author)]
        if author and not rows:
            raise CommandError(f"{author!r} has uploaded nothing: see `manage.py storage --top 0` for who has")
        quota = settings.AUTHOR_BYTES
        self.stdout.write(f"\n{'author':32} {'bundles':>10} {'built':>10} {'logs':>10} {'of quota':>9}")
        for row in rows[: top or None]:
            share = f"{100 * row.total / quota:.0f} %" if quota else "-"
            amounts = " ".join(f"{size(amount):>10}" for amount in (row.bundles, row.built, row.logs))
            self.stdout.write(f"{row.author:32} {amounts} {share:>9}")


def size(count: float) -> str:
    for unit in UNITS:
        if count < 1024 or unit == UNITS[-1]:
            break
        count /= 1024
    return f"{count:.0f} {unit}" if unit == "B" else f"{count:.1f} {unit}"
