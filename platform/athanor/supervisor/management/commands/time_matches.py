"""`manage.py time_matches`: how long this farm takes from an order to its settled result."""

from __future__ import annotations

import json
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from arena.games.registry import UnknownGame, game_named
from arena.orders.documents import Clock
from athanor.bots.models import Bot, Version
from athanor.lifecycles import MatchState
from athanor.matches import epochs
from athanor.matches.models import Match, Purpose
from athanor.matches.services import order

LOOK_EVERY = 0.01
ENDED = (MatchState.FINISHED, MatchState.VOID)


class Command(BaseCommand):
    help = (
        "Order unrated matches of house bots, one after the other, and print the milliseconds that each took from "
        "its order to its settled result, as JSON. For an idle platform that runs. "
        "Example: manage.py time_matches poison --bot random --seats 2 --count 5"
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game")
        parser.add_argument("--bot", default="random", help="the house bot of every seat")
        parser.add_argument("--seats", type=int, default=2)
        parser.add_argument("--count", type=int, default=5)
        parser.add_argument("--within", type=float, default=60.0, help="seconds that one match may take at most")

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
        began = time.perf_counter()
        (match,) = order(purpose=Purpose.CHALLENGE, game=game, options={}, clock=Clock(), versions=versions)
        rows = Match.objects.filter(pk=match.pk)
        while (row := rows.values_list("state", "plies", "replay", "reason")[0])[0] not in ENDED:
            if time.perf_counter() - began > within:
                raise CommandError(f"match {match.public_id} did not end within {within:g} s: is the platform up?")
            time.sleep(LOOK_EVERY)
        state, plies, replay, reason = row
        if state == MatchState.VOID:
            raise CommandError(f"match {match.public_id} is void: {reason}")
        took = (time.perf_counter() - began) * 1000
        return {"match": match.public_id, "ms": took, "plies": plies, "replay": replay}
