"""One more ladder."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from arena.games.registry import UnknownGame, game_named
from athanor.ladders.catalogue import QUICK, Plan
from athanor.ladders.services import create
from athanor.refusals import Refusal


class Command(BaseCommand):
    help = "Add a ladder. Example: manage.py add_ladder poison-3 poison 3 --title 'Poison for three'"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="its address: small letters, digits and hyphens")
        parser.add_argument("game")
        parser.add_argument("seats", type=int)
        parser.add_argument(
            "--least-seats", type=int, help="how few may play when bots are missing (default: seats)"
        )
        parser.add_argument("--title", default="")
        parser.add_argument("--about", default="")
        parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
        parser.add_argument("--rotates", action="store_true", help="play each deal once from every seat")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            game = game_named(options["game"])
        except UnknownGame as error:
            raise CommandError(str(error)) from error
        given = {}
        for word in options["option"]:
            name, _, value = word.partition("=")
            given[name] = game.options[name].read(value) if name in game.options else value
        plan = Plan(
            slug=options["slug"],
            title=options["title"] or options["slug"],
            about=options["about"],
            game=game.name,
            seats=options["seats"],
            least_seats=options["least_seats"] or options["seats"],
            clock=QUICK,
            options=given,
            rotates=options["rotates"],
        )
        try:
            ladder = create(plan=plan)
        except Refusal as refusal:
            raise CommandError(f"{refusal.message}; {refusal.hint}") from refusal
        self.stdout.write(f"ladder {ladder.slug}: {ladder.game} for {ladder.seats}")
