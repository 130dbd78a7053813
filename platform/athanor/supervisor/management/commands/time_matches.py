"""`manage.py time_matches`: how long this farm takes from an order to its settled result."""

from __future__ import annotations

import json
import time
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from arena.games.registry import UnknownGame, game_named
from athanor.bots.models import Bot, Version
from athanor.lifecycles import MatchState
from athanor.matches import epochs
from athanor.matches.models import Match, Purpose
from athanor.matches.services import order
from athanor.supervisor.timing import TimingCommand
from athanorpb.farm.values import Clock

ENDED = (MatchState.FINISHED, MatchState.VOID)


class Command(TimingCommand):
    help = (
        "Order unrated matches of house bots, one after the other, and print the milliseconds that each took from "
        "its order to its settled result, as JSON. For an idle platform that runs. "
        "Example: manage.py time_matches poison --bot random --seats 2 --count 5"
    )

    subject, within, limited = "game", 60.0, "one match"
    look_every = 0.01

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--bot", default="random", help="the house bot of every seat")
        parser.add_argument("--seats", type=int, default=2)
        parser.add_argument("--count", type=int, default=5)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            game = game_named(options["game"])
        except UnknownGame as problem:
            raise CommandError(str(problem), returncode=2) from None
        name = options["bot"]
        bot = Bot.objects.filter(owner__is_house=True, name=name, current__games=[game.name]).first()
        if bot is None or bot.current is None:
            raise CommandError(f"the house has no bot {name!r} for {game.name}", returncode=2)
        epochs.ensure(now=timezone.now())
        versions = [bot.current] * options["seats"]
        took = [self._one(game.name, versions, options["within"]) for _ in range(options["count"])]
        self.stdout.write(json.dumps(took))

    def _one(self, game: str, versions: list[Version], within: float) -> dict[str, Any]:
        began = time.monotonic()
        (match,) = order(purpose=Purpose.CHALLENGE, game=game, options={}, clock=Clock(), versions=versions)
        rows = Match.objects.filter(pk=match.pk)
        late = f"match {match.public_id} did not end within {within:g} s"
        self.wait(rows.filter(state__in=ENDED).exists, began + within, late)
        took = (time.monotonic() - began) * 1000
        match.refresh_from_db()
        if match.state == MatchState.VOID:
            raise CommandError(f"match {match.public_id} is void: {match.reason}")
        return {"match": match.public_id, "ms": took, "plies": match.plies, "replay": match.replay}
