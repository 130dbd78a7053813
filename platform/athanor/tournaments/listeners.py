"""What tournaments have to do with bots, matches and ladders, as their hooks ask: see `athanor.hooks`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from athanor.bots import events as bots
from athanor.bots.models import Bot
from athanor.ladders import events as ladders
from athanor.ladders.models import Ladder
from athanor.lifecycles import MATCH_IS_OPEN, one_of
from athanor.matches import events as matches
from athanor.matches.events import PairingOf
from athanor.matches.models import Match, Purpose, Seat
from athanor.tournaments import queries, wakeups
from athanor.tournaments.models import OVER, RUNS, Game, Tournament


@bots.bot_page.register
def honours(bot: Bot, is_author: bool) -> dict[str, Any]:
    return {"honours": queries.honours(bot)}


@bots.retire_page.register
def left(bot: Bot) -> dict[str, Any]:
    return {"left": queries.left_by(bot)}


@matches.finished.register
def go_on(match: Match, seats: Sequence[Seat], progress: Sequence[int], now: datetime) -> None:
    _wake_its(match)


@matches.voided.register
def order_again(match: Match) -> None:
    _wake_its(match)


def _wake_its(match: Match) -> None:
    if match.purpose == Purpose.TOURNAMENT:
        wakeups.wake()


@matches.pairing.register
def pairing(match: Match) -> PairingOf | None:
    of = Game.objects.filter(match=match).select_related("tournament").first()
    if of is None:
        return None
    here = of.tournament.get_absolute_url()
    address = here if of.dropped_at else f"{here}pairings/{of.pairing}/"
    return PairingOf(of.tournament.title, address, of.pairing)


@matches.tells_later.register
def told_later(until: datetime) -> bool:
    return Tournament.objects.filter(one_of(RUNS), reveal_at__isnull=False, started_at__lt=until).exists()


@matches.closed_groups.register
def told_later_or_hidden() -> list[str]:
    # Not by how many rounds there are so far: that is what nobody is to know.
    keys = set(Tournament.objects.filter(one_of(RUNS), reveal_at__isnull=False).values_list("pk", flat=True))
    of_hidden = Match.objects.filter(hidden=True, tournament_game__isnull=False).order_by()
    keys |= set(of_hidden.values_list("tournament_game__tournament", flat=True).distinct())
    return [f"tournament-{key}" for key in keys]


@ladders.other_matches.register
def games_by_its_ratings(ladder: Ladder) -> list[int]:
    open_ones = Tournament.objects.filter(ladder=ladder).exclude(state__in=OVER)
    for pk in list(open_ones.values_list("pk", flat=True)):
        _after_step_of(pk)
    games = Game.objects.filter(tournament__ladder=ladder).values("match")
    return list(Match.objects.filter(MATCH_IS_OPEN, pk__in=games).values_list("pk", flat=True))


@transaction.atomic
def _after_step_of(tournament_id: int) -> None:
    """Returns when a transaction that holds the tournament's row has ended."""
    Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
