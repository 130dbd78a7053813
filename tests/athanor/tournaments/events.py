"""Tournaments for tests: planned, entered and played by the site's own services, time moved by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import time_machine
from django.utils import timezone

from athanor.accounts.models import User
from athanor.bots.models import Bot
from athanor.lifecycles import MATCH_IS_OPEN
from athanor.matches.models import Match, Purpose
from athanor.tournaments import editions, entries
from athanor.tournaments.models import Entry, Game, Tournament
from athanor.tournaments.plan import Plan, StagePlan
from athanor.tournaments.tasks import advance_tournaments, turn_tournaments
from tests.athanor import world

NOW = datetime(2027, 3, 1, 12, tzinfo=UTC)
"""A Monday at noon."""
START = datetime(2027, 3, 5, 18, tzinfo=UTC)
"""Of `plan`, where nothing else is said."""
A_DAY = timedelta(days=1)
NAMES = ("ada", "bea", "cam", "dot", "eve", "fay")


OF_A_STAGE = frozenset(StagePlan.model_fields)


def plan(**fields: Any) -> Plan:
    """Fields of a stage are those of the only one; `then` is the format of a second, with the same fields."""
    of_stage = {name: fields.pop(name) for name in OF_A_STAGE & set(fields)}
    if then := fields.pop("then", ""):
        last = of_stage | {"format": then, "advance": None}
        fields["stages"] = [StagePlan(**of_stage), StagePlan(**last)]
    fields.setdefault("stages", [StagePlan(**of_stage)])
    given: dict[str, Any] = {
        "title": "Spring Cup",
        "game": "kazaam",
        "start": "2027-03-05T18:00",
        "opens_days": 7,
        "capacity": 8,
    }
    return Plan(**(given | fields))


def event(owner: User | None = None, **fields: Any) -> Tournament:
    """Announced, and as far as its times say."""
    return editions.create(plan=plan(**fields), owner=owner or world.author())


def bot(name: str, owner: User | None = None, game: str = "kazaam") -> Bot:
    return world.bot(name, owner or world.author(f"a-{name}"), games=[game])


def enter(tournament: Tournament, names: Sequence[str]) -> list[Bot]:
    """A bot of an author of its own by each name."""
    bots = [bot(name, game=tournament.game) for name in names]
    for each in bots:
        entries.enter(tournament=tournament, bot=each, by=each.owner)
    return bots


def key(name: str) -> str:
    """As `enter` makes it."""
    return f"a-{name}/{name}"


def entry(tournament: Tournament, name: str) -> Entry:
    return Entry.objects.get(tournament=tournament, bot__slug=name)


def fresh(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


def open_matches() -> list[Match]:
    return list(Match.objects.filter(MATCH_IS_OPEN, purpose=Purpose.TOURNAMENT).order_by("pk"))


Judge = Callable[[Sequence[str]], Sequence[int]]


def by_name(names: Sequence[str]) -> list[int]:
    """The first of the alphabet wins."""
    return [sorted(names).index(name) + 1 for name in names]


def play(judge: Judge = by_name, matches: Sequence[Match] | None = None) -> int:
    """Plays what is open now, and lets the site see it."""
    advance_tournaments()
    playing = open_matches() if matches is None else matches
    for match in playing:
        names = list(match.seats.order_by("seat").values_list("bot__slug", flat=True))
        world.play(match, judge(names))
    advance_tournaments()
    return len(playing)


def play_out(judge: Judge = by_name) -> int:
    """Plays on until nothing is ordered any more."""
    played = 0
    while now := play(judge):
        played += now
    return played


def at(clock: time_machine.Traveller, moment: datetime) -> None:
    clock.move_to(moment)
    turn_tournaments()


def snapshot() -> Mapping[str, Any]:
    """Everything that a second wake-up must not change."""
    return {
        "tournaments": list(Tournament.objects.order_by("pk").values()),
        "entries": list(Entry.objects.order_by("pk").values()),
        "games": list(Game.objects.order_by("pk").values()),
        "matches": list(Match.objects.order_by("pk").values()),
    }


def now() -> datetime:
    return timezone.now()
