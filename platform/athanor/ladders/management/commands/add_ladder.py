"""One more ladder."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from arena.games.registry import UnknownGame, game_named
from arena.kernel.options import BadOptions, worded
from arena.orders.ladders import QUICK, SEASON_DAYS, SEASON_ENTRIES, SEASON_SEEDS, Plan
from athanor.ladders.services import create
from athanor.refusals import Refusal
from athanorpb.isolation import Isolation

SEASON = (
    ("days", SEASON_DAYS, "how long a season lasts"),
    ("seeds", SEASON_SEEDS, "how many deals it has"),
    ("entries", SEASON_ENTRIES, "how many versions an author may enter in it"),
)


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
        solo = parser.add_argument_group("a solo ladder, for one seat")
        for name, figure, what in SEASON:
            solo.add_argument(f"--season-{name}", type=int, metavar="N", help=f"{what} (default: {figure})")
        parser.add_argument(
            "--rotates", action="store_true", help="play each deal as a duplicate set, with the seats changed"
        )

        parser.add_argument(
            "--isolation",
            choices=[level.value for level in Isolation],
            default=Isolation.NONE.value,
            help="what workers' sandboxes have to come up to (default: none; require_isolation changes it)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            game = game_named(options["game"])
            given = worded(game.name, game.options, options["option"])
        except (UnknownGame, BadOptions) as error:
            raise CommandError(str(error)) from error
        season = {name: _given(options, name, figure) for name, figure, _ in SEASON}
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
            season_days=season["days"],
            season_seeds=season["seeds"],
            season_entries=season["entries"],
            least_isolation=Isolation(options["isolation"]),
        )
        try:
            ladder = create(plan=plan)
        except Refusal as refusal:
            raise CommandError(f"{refusal.message}; {refusal.hint}") from refusal
        self.stdout.write(f"ladder {ladder.slug}: {ladder.game} for {ladder.seats}")


def _given(options: dict[str, Any], name: str, default: int) -> int:
    given: int | None = options[f"season_{name}"]
    return given if given is not None else default if options["seats"] == 1 else 0
