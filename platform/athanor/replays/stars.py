"""Stars: a replay that anybody has starred is kept, however old it becomes."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import transaction

from athanor.accounts.models import User
from athanor.matches import queries, rows
from athanor.matches.models import Match
from athanor.matches.rows import MatchRow
from athanor.refusals import Refusal
from athanor.replays.models import Star
from athanor.replays.queries import replay_refusal


@transaction.atomic
def star(*, user: User, public_id: str, now: datetime) -> int:
    """Once is enough. How many stars the replay has. Raises Refusal."""
    found = queries.match(public_id)
    # One star of a user after another: the limit holds.
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    # The match is locked too: retention locks it before it looks for stars and removes the replay.
    match = Match.objects.select_for_update(no_key=True).get(pk=found.pk)
    if refusal := replay_refusal(match):
        raise refusal
    if not Star.objects.filter(user=user, match=match).exists():
        _within_limit(user)
        Star.objects.create(user=user, match=match, at=now)
    return match.stars.count()


def unstar(*, user: User, public_id: str) -> int:
    """How many stars the replay has left. Raises NotFound."""
    match = queries.match(public_id)
    Star.objects.filter(user=user, match=match).delete()
    return match.stars.count()


def _within_limit(user: User) -> None:
    most = settings.STARS_A_USER
    if Star.objects.filter(user=user).count() >= most:
        raise Refusal(
            "too-many-stars",
            f"star limit reached: {most} replays",
            "take a star away from one that you need no more, or download its file",
            status=429,
        )


def has_starred(*, user: User, public_id: str) -> bool:
    return Star.objects.filter(user=user, match__public_id=public_id).exists()


def starred(*, user: User) -> list[MatchRow]:
    """The matches that a user has starred, the last one first."""
    stars = Star.objects.filter(user=user, match__hidden=False).order_by("-at", "-pk")
    return rows.listed(list(stars.values_list("match", flat=True)))
