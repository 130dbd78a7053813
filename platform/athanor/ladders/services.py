"""Ladders come to be, and bots enter and leave them. (What matches do to ratings is in `ledger`.)"""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from arena.games.registry import GAMES
from arena.kernel.options import BadOptions
from arena.orders.ladders import Plan, all_plans
from arena.rating import exposure
from athanor.bots.models import Bot, Version
from athanor.ladders import runs
from athanor.ladders.ledger import environment_of
from athanor.ladders.models import Ladder, Standing
from athanor.refusals import Refusal
from athanorpb.farm.values import Clock

MOST_SEEDS = 1000
"""Of a season: a run has a letter for each."""


@transaction.atomic
def seed() -> list[Ladder]:
    """The ladders that the games bring. Those that exist stay as an operator left them."""
    return [create(plan=plan) for plan in all_plans()]


@transaction.atomic
def create(*, plan: Plan) -> Ladder:
    """The ladder of a plan; one that already has its slug is given back as it is."""
    if plan.game not in GAMES:
        raise Refusal("unknown-game", f"no game is called {plan.game!r}", f"there are: {', '.join(GAMES)}")
    try:
        options = {seats: GAMES[plan.game].settle(seats, plan.options) for seats in {plan.seats, plan.least_seats}}
    except BadOptions as error:
        raise Refusal("bad-options", str(error), "see the game's rules for its seats and options") from error
    _check_seats(plan)
    defaults = asdict(plan) | {
        "options": options[plan.seats],
        "clock": asdict(plan.clock),
        "place": Ladder.objects.count(),
    }
    del defaults["slug"]
    ladder, created = Ladder.objects.get_or_create(slug=plan.slug, defaults=defaults)
    if created and not ladder.is_solo:
        for bot in Bot.objects.filter(current__isnull=False, retired_at=None).select_related("current"):
            if bot.current is not None and plan.game in bot.current.games:
                enter(ladder=ladder, version=bot.current, now=timezone.now())
    return ladder


def _check_seats(plan: Plan) -> None:
    """Who plays alone plays a season's deals, and nobody else does. Raises Refusal."""
    figures = (plan.season_days, plan.season_seeds, plan.season_entries)
    if plan.seats == 1 and (min(figures) < 1 or plan.rotates):
        wrong = "a ladder for one seat is a solo ladder: it has seasons, and nobody to change seats with"
        raise Refusal("bad-seasons", wrong, "say how many days, deals and entries a season has; no rotation")
    if plan.least_seats > plan.seats:
        wrong = f"at least {plan.least_seats} of {plan.seats} seats cannot be taken"
        raise Refusal("bad-seats", wrong, f"the fewest who may play are {plan.seats} or fewer")
    if plan.seats > 1 and plan.least_seats < 2:
        raise Refusal("bad-seats", "nobody is rated alone", "at least 2 play, or take 1 seat for a solo ladder")
    if plan.seats > 1 and any(figures):
        wrong = f"a ladder for {plan.seats} seats is rated match by match, and has no seasons"
        raise Refusal("bad-seasons", wrong, "leave days, deals and entries of a season out, or take one seat")
    if plan.season_seeds > MOST_SEEDS:
        wrong = f"a season has {plan.season_seeds} deals"
        raise Refusal("bad-seasons", wrong, f"it has at most {MOST_SEEDS}")


def clock_of(ladder: Ladder) -> Clock:
    return Clock(**ladder.clock)


def entered_by(version: Version) -> QuerySet[Ladder]:
    """The ladders that a version takes its place on when it is made current."""
    return Ladder.objects.filter(open=True, game__in=version.games).order_by("pk")


@transaction.atomic
def enter_all(*, version: Version, now: datetime) -> list[Standing]:
    """A bot's new current version takes its place on every open ladder of its games, in place of the older one.

    Of a solo ladder, in the season that is on; its standings on the others.
    """
    standings = []
    for ladder in entered_by(version):
        if not ladder.is_solo:
            standings.append(enter(ladder=ladder, version=version, now=now))
        elif season := runs.running(ladder, now):
            runs.enter(season=season, version=version, now=now)
    return standings


@transaction.atomic
def enter(*, ladder: Ladder, version: Version, now: datetime) -> Standing:
    """A version that was here before goes on from the rating it had; another one is a newcomer."""
    start = environment_of(ladder).newcomer()
    Standing.objects.filter(ladder=ladder, bot_id=version.bot_id, listed=True).exclude(version=version).update(
        listed=False
    )
    standing, created = Standing.objects.get_or_create(
        ladder=ladder,
        version=version,
        defaults={
            "bot_id": version.bot_id,
            "listed": True,
            "mu": start.mu,
            "sigma": start.sigma,
            "exposure": exposure(start),
            "entered_at": now,
            "paired_at": now,
        },
    )
    if not created and not standing.listed:
        standing.listed = True
        standing.paired_at = now
        standing.save(update_fields=["listed", "paired_at"])
    return standing


@transaction.atomic
def leave_all(*, bot: Bot) -> int:
    """Takes a bot off every board; its matches, ratings, results and the ledger stay."""
    runs.leave_all(bot=bot)
    return Standing.objects.filter(bot=bot, listed=True).update(listed=False)
