"""The matchmaker: keeps every open ladder busy up to its share of the backlog; who has waited most comes first.

An author's bot that is new on a ladder is welcomed: it gets its first `NEWCOMER` matches at once, whatever else is
under way, because its author waits for them. As many authors at a time as ATHANOR_NEWCOMERS says; the next ones
when these have theirs. These matches are beyond the backlog, which stays for all others.

Of the bots that the backlog serves, those under `NEWCOMER` matches (those under way included) come first, except
bots that are welcomed or wait for it; of the others two thirds are those with the fewest matches and one third
those that have waited longest. Chance comes from the operating system, so nobody can foresee a pairing. Who plays
alone is served by `trials`.
"""

from __future__ import annotations

import logging
from datetime import datetime
from random import Random, SystemRandom

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from arena.kernel.seatings import duplicate_set, set_size
from athanor.bots.models import Version
from athanor.ladders import seasons, trials
from athanor.ladders.backlog import share
from athanor.ladders.models import Ladder, Standing
from athanor.ladders.pairing import Candidate, table
from athanor.ladders.services import clock_of
from athanor.lifecycles import MATCH_IS_OPEN
from athanor.matches import epochs
from athanor.matches.models import Match, Purpose, Seat
from athanor.matches.services import order

log = logging.getLogger(__name__)

NEWCOMER = 10
MOST_NEWCOMERS = 100
"""That are looked at in a round: for some of them there may be no opponents."""
AROUND = 60
"""Candidates looked at on either side of the bot that is served."""
BY_FEWEST = 2 / 3


def matchmake(*, now: datetime | None = None, random: Random | None = None) -> int:
    """Orders matches for every open ladder. How many."""
    now = now or timezone.now()
    epochs.ensure(now=now)
    seasons.turn(now=now)
    chance = random or SystemRandom()
    return sum(
        trials.keep_busy(ladder=ladder, now=now)
        if ladder.is_solo
        else keep_busy(ladder=ladder, now=now, random=chance)
        for ladder in Ladder.objects.filter(open=True)
    )


def keep_busy(*, ladder: Ladder, now: datetime, random: Random) -> int:
    most = share(ladder, now)
    ordered = _welcome(ladder, now, random) if most and settings.NEWCOMERS else 0
    while True:
        with transaction.atomic():
            # The ladder's row is held while it is counted: two matchmakers at once keep one backlog.
            held = Ladder.objects.select_for_update(no_key=True).get(pk=ladder.pk)
            if not held.open or _of_the_backlog(held) >= most:
                return ordered
            matches = _order_one(held, now, random)
            if not matches:
                return ordered
            ordered += matches


def _of_the_backlog(ladder: Ladder) -> int:
    """The ladder's open matches, without those that its newcomers were welcomed with."""
    under_way = Match.objects.filter(MATCH_IS_OPEN, ladder=ladder)
    welcomed = _welcomed(ladder)
    theirs = under_way.filter(seats__version__in=welcomed).distinct().count() if welcomed else 0
    # They may sit at tables of others as well, on a small ladder at each.
    return under_way.count() - min(theirs, len(welcomed) * _matches_of_a_welcome(ladder))


def _welcomed(ladder: Ladder) -> list[int]:
    """The versions of the newcomers whose first matches are under way."""
    if not settings.NEWCOMERS:
        return []
    under_way = _under_way(ladder)
    of_owner: dict[int, int] = {}
    for newcomer in _newcomers(ladder):
        if newcomer.version_id in under_way:
            of_owner.setdefault(newcomer.bot.owner_id, newcomer.version_id)
    return list(of_owner.values())[: settings.NEWCOMERS]


def _matches_of_a_welcome(ladder: Ladder) -> int:
    """Whole sets of them."""
    size = set_size(ladder.seats) if ladder.rotates else 1
    return -(-NEWCOMER // size) * size


def _welcome(ladder: Ladder, now: datetime, random: Random) -> int:
    """Orders what newcomers still lack of their first matches."""
    with transaction.atomic():
        held = Ladder.objects.select_for_update(no_key=True).get(pk=ladder.pk)
        if not held.open:
            return 0
        ordered = 0
        owners: set[int] = set()
        under_way = _under_way(held)
        for newcomer in _newcomers(held):
            if len(owners) == settings.NEWCOMERS:
                break
            if newcomer.bot.owner_id in owners:
                continue
            had = newcomer.games + under_way.get(newcomer.version_id, 0)
            while had < NEWCOMER and (matches := _order_around(held, newcomer, now, random)):
                had += matches
                ordered += matches
            if had > newcomer.games:
                owners.add(newcomer.bot.owner_id)
        return ordered


def _newcomers(ladder: Ladder) -> QuerySet[Standing]:
    """Those who came first."""
    return _listed(ladder).filter(_is_newcomer(ladder)).order_by("pk")[:MOST_NEWCOMERS]


def _is_newcomer(ladder: Ladder) -> Q:
    """A bot of an author under so many matches: another version of a bot is no newcomer."""
    earlier = Standing.objects.filter(ladder=ladder, bot=OuterRef("bot"), pk__lt=OuterRef("pk"), games__gt=0)
    return Q(~Exists(earlier), games__lt=NEWCOMER, bot__owner__is_house=False)


def _order_one(ladder: Ladder, now: datetime, random: Random) -> int:
    first = _served(ladder, _under_way(ladder), random)
    return 0 if first is None else _order_around(ladder, first, now, random)


def _order_around(ladder: Ladder, first: Standing, now: datetime, random: Random) -> int:
    """A set of matches of this bot and others. How many."""
    seated = table(
        _candidate(first), _around(ladder, first), seats=ladder.seats, least=ladder.least_seats, random=random
    )
    if seated is None:
        # Nobody to play with: the next round must not find the same bot first for ever.
        Standing.objects.filter(pk=first.pk).update(paired_at=now)
        return 0
    versions = Version.objects.in_bulk([candidate.version for candidate in seated])
    matches = order(
        purpose=Purpose.LADDER,
        game=ladder.game,
        options=ladder.options,
        clock=clock_of(ladder),
        versions=[versions[candidate.version] for candidate in seated],
        ladder_id=ladder.pk,
        least_isolation=ladder.least_isolation,
        seatings=duplicate_set(len(seated)) if ladder.rotates else None,
        now=now,
    )
    Standing.objects.filter(ladder=ladder, version__in=list(versions)).update(paired_at=now)
    return len(matches)


def _under_way(ladder: Ladder) -> dict[int, int]:
    """How many open matches each version has on the ladder."""
    seats = Seat.objects.filter(match__in=Match.objects.filter(MATCH_IS_OPEN, ladder=ladder).values("pk"))
    return dict(seats.values_list("version").annotate(Count("pk")))


def _served(ladder: Ladder, under_way: dict[int, int], random: Random) -> Standing | None:
    listed = _listed(ladder)
    fresh = listed.filter(games__lt=NEWCOMER)
    if settings.NEWCOMERS:
        # Who is welcomed, now or later, does not take the matches of all others too.
        fresh = fresh.exclude(_is_newcomer(ladder))
    waiting = [
        (standing.games + under_way.get(standing.version_id, 0), standing.paired_at, standing.pk, standing)
        for standing in fresh.order_by("games", "paired_at")[: settings.BACKLOG + 1]
    ]
    if waiting:
        games, *_, standing = min(waiting, key=lambda row: row[:3])
        if games < NEWCOMER:
            return standing
    by = ("games", "paired_at") if random.random() < BY_FEWEST else ("paired_at",)
    # Who is in a match already waits until others had theirs, while there are others.
    free = listed.exclude(version__in=[version for version, count in under_way.items() if count])
    return free.order_by(*by).first() or listed.order_by(*by).first()


def _listed(ladder: Ladder) -> QuerySet[Standing]:
    return Standing.objects.filter(ladder=ladder, listed=True).select_related("bot__owner")


def _around(ladder: Ladder, first: Standing) -> list[Candidate]:
    above = _listed(ladder).filter(exposure__gte=first.exposure).order_by("exposure", "-id")[:AROUND]
    below = _listed(ladder).filter(exposure__lt=first.exposure).order_by("-exposure", "id")[:AROUND]
    return [_candidate(standing) for standing in (*above, *below)]


def _candidate(standing: Standing) -> Candidate:
    owner = standing.bot.owner
    return Candidate(
        version=standing.version_id, bot=standing.bot_id, author=owner.pk, house=owner.is_house, mu=standing.mu
    )
