"""How many matches a ladder may have under way: the ladders share one backlog.

All of their matches wait in the ladders' lane, so a full backlog on every ladder would make each new match wait
longer. Ladders on which authors play share the backlog. While there are none, house ladders whose ratings have not
settled share it. Every other ladder plays one match at a time.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.conf import settings
from django.db.models import Exists, F, OuterRef, Q

from athanor.ladders.models import Ladder, Run, Standing

SETTLED: Final = 50
"""Matches after which a rating moves little."""


def share(ladder: Ladder, now: datetime) -> int:
    lively = _lively(Q(bot__owner__is_house=False), Q(), now) or _lively(Q(), Q(games__lt=SETTLED), now)
    fair = settings.BACKLOG // len(lively) if ladder.pk in lively else 1
    return min(max(1, fair), settings.BACKLOG)


def _lively(whose: Q, still: Q, now: datetime) -> set[int]:
    """Open ladders with bots of somebody; of a solo ladder those that have deals of its season before them."""
    standing = Standing.objects.filter(whose, still, ladder=OuterRef("pk"), listed=True)
    run = Run.objects.filter(
        whose,
        season__ladder=OuterRef("pk"),
        season__starts_at__lte=now,
        season__ends_at__gt=now,
        listed=True,
        played__lt=F("season__seeds"),
    )
    found = Ladder.objects.filter(Exists(standing) | Exists(run), open=True)
    return set(found.values_list("pk", flat=True))
