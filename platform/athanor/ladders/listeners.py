"""What ladders have to do with bots and matches, as the hooks of both ask: see `athanor.hooks`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from athanor.bots import events as bots
from athanor.bots.models import Bot, Version
from athanor.ladders import board, ledger, runs, services, solo_board
from athanor.ladders.models import Ladder, LedgerLine, Season
from athanor.matches import events as matches
from athanor.matches.events import LadderOf, RatingChange
from athanor.matches.models import Match, Seat
from athanorpb.farm.values import Trial


@bots.current_changed.register
def take_its_places(bot: Bot, version: Version | None, now: datetime) -> None:
    services.leave_all(bot=bot)
    if version is not None:
        services.enter_all(version=version, now=now)


@bots.trials.register
def trials(version: Version) -> Iterable[Trial]:
    return [Trial(ladder.game, services.clock_of(ladder)) for ladder in services.entered_by(version)]


@bots.bot_page.register
def careers(bot: Bot, is_author: bool) -> dict[str, Any]:
    return {"careers": board.careers(bot), "alone": solo_board.careers(bot)}


@matches.finished.register
def count(match: Match, seats: Sequence[Seat], progress: Sequence[int], now: datetime) -> None:
    """In its run, if it is of a season; else in the ledger of its ladder."""
    if match.season_id is not None:
        (alone,) = seats
        runs.settle(match_id=match.pk, solved=bool(alone.score), out=alone.out, progress=progress, now=now)
    elif match.ladder_id is not None:
        table = [(seat.version_id, seat.bot_id, seat.rank) for seat in seats if seat.rank is not None]
        ledger.enter(ladder_id=match.ladder_id, match_id=match.pk, table=table, now=now)


@matches.closed_groups.register
def seasons_that_are_on() -> list[str]:
    seasons = Season.objects.filter(begun_at__isnull=False, revealed_at=None).select_related("ladder")
    return [f"season/{season.ladder.slug}/{season.number}" for season in seasons]


@matches.secret_keys.register
def keys_of_seasons() -> QuerySet[Season]:
    return Season.objects.filter(revealed_at=None)


@matches.ladders.register
def ladders() -> list[LadderOf]:
    return [LadderOf(*row) for row in Ladder.objects.values_list("pk", "slug", "title")]


@matches.rating_changes.register
def rating_changes(match: Match) -> Mapping[int, RatingChange]:
    lines = LedgerLine.objects.filter(entry__match=match)
    return {line.seat: RatingChange(line.mu_before, line.sigma_before, line.mu, line.sigma) for line in lines}
