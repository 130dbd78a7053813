"""What a ladder requires of the workers that play its matches, and those of tournaments with its ratings."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db.models import Q

from athanor.ladders import events
from athanor.ladders.models import Ladder
from athanor.lifecycles import MATCH_IS_OPEN
from athanor.matches import services
from athanor.matches.models import Match
from athanorpb.isolation import Isolation

CHANGED: Final = "its ladder requires isolation level {least} now"


def require(*, ladder: Ladder, least: Isolation, now: datetime) -> int:
    """The ladder requires that level from now on, of matches under way too. How many of them were sent anew.

    The record of one that is being played counts if its worker has the level; one that no worker has begun gets
    another attempt, since its order waits where other workers take it from.
    """
    Ladder.objects.filter(pk=ladder.pk).update(least_isolation=least)
    # A matchmaker that held the ladder's row has ordered by the old level until now, and a tournament's step may
    # still do so that holds the tournament's: its matches are asked for when that has ended.
    further = [pk for some in events.other_matches.call(ladder) for pk in some]
    under_way = Match.objects.filter(MATCH_IS_OPEN, Q(ladder=ladder) | Q(pk__in=further))
    others = list(under_way.exclude(least_isolation=least).values_list("pk", flat=True))
    fault = CHANGED.format(least=least)
    return sum(services.require_isolation(match_id=pk, least=least, fault=fault, now=now) for pk in others)
