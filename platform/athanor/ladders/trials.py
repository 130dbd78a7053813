"""The matches of a solo ladder: each run's trials, one after another, up to the ladder's share of the backlog.

A run is played to its end before the next one begins, in the order in which they were entered, authors' bots
before the house's: an author sees a whole result soon. A trial whose match failed through our fault
is played again on the same deal, after a pause that grows with its tries.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, F

from athanor.bots.models import Version
from athanor.ladders import runs, seasons
from athanor.ladders.backlog import share
from athanor.ladders.models import Ladder, Run, Season, Trial
from athanor.lifecycles import MATCH_IS_OPEN, MatchState
from athanor.matches.models import Match
from athanor.matches.services import order_alone

PAUSE = timedelta(minutes=1)
"""Before a trial is played again, times its tries so far."""


def keep_busy(*, ladder: Ladder, now: datetime) -> int:
    """Orders trials up to the backlog. How many."""
    ordered = 0
    most = share(ladder, now)
    while _order_one(ladder, most, now):
        ordered += 1
    return ordered


@transaction.atomic
def _order_one(ladder: Ladder, most: int, now: datetime) -> bool:
    # The ladder's row is held: two matchmakers at once keep one backlog, and order no trial twice.
    held = Ladder.objects.select_for_update(no_key=True).get(pk=ladder.pk)
    running = runs.running(held, now)
    if running is None or not held.open:
        return False
    # The season's too: whose look at the clock is old may find one running that is over, and revealed.
    season = Season.objects.select_for_update(no_key=True).get(pk=running.pk)
    if season.revealed_at is not None:
        return False
    if Match.objects.filter(MATCH_IS_OPEN, ladder=held).count() >= most:
        return False
    season.ladder = held
    return _next_deal(season, now) or _again(season, now)


def _next_deal(season: Season, now: datetime) -> bool:
    """The first deal that the run which is first in the queue has not been given yet."""
    waiting = Run.objects.filter(season=season, listed=True, played__lt=season.seeds).annotate(
        given=Count("trials")
    )
    run = (
        waiting.filter(given__lt=season.seeds)
        .select_related("version")
        .order_by("bot__owner__is_house", "entered_at", "pk")
        .first()
    )
    if run is None:
        return False
    deal = run.given + 1
    match = _ordered(season, seasons.set_of(season, deal), run.version, now)
    Trial.objects.create(run=run, number=deal, match=match)
    return True


def _ordered(season: Season, duplicate_set: str, version: Version, now: datetime) -> Match:
    return order_alone(
        game=season.ladder.game,
        options=season.options,
        clock=season.clock,
        ladder_id=season.ladder_id,
        season_id=season.pk,
        least_isolation=season.ladder.least_isolation,
        duplicate_set=duplicate_set,
        version=version,
        now=now,
    )


def _again(season: Season, now: datetime) -> bool:
    """A trial that nobody could play, once more."""
    void = Trial.objects.filter(
        run__season=season, run__listed=True, settled_at=None, match__state=MatchState.VOID
    ).select_related("run__version", "match")
    for trial in void.order_by("match__ended_at"):
        assert trial.match.ended_at is not None
        if trial.match.ended_at + PAUSE * trial.tries > now:
            continue
        again = _ordered(season, trial.match.duplicate_set, trial.run.version, now)
        Trial.objects.filter(pk=trial.pk).update(match=again, tries=F("tries") + 1)
        return True
    return False
