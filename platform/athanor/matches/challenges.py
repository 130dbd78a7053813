"""Challenges: unrated matches that an author asks for, against any bots that play."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from arena.games.registry import UnknownGame, game_named
from arena.kernel.options import BadOptions
from arena.kernel.seatings import duplicate_set
from arena.orders.ladders import QUICK
from athanor.accounts.models import User
from athanor.bots.models import Bot, Version
from athanor.lifecycles import VersionState
from athanor.matches import epochs
from athanor.matches.models import Match, Purpose
from athanor.matches.services import order
from athanor.refusals import Refusal

NAMED = re.compile(r"\A([a-z0-9-]{1,32})/([a-z0-9-]{1,40})(?:@([0-9]{1,6}))?\Z")


def challenge(
    *,
    user: User,
    game: str,
    bots: Sequence[str],
    options: Mapping[str, Any] | None = None,
    rotate: bool = False,
    now: datetime | None = None,
) -> list[Match]:
    """Orders a match of the bots, by seat, each "author/bot" or, for one's own, "author/bot@version".

    With `rotate` the same deal is played by every seating of a duplicate set (`arena.kernel.seatings`).
    Raises Refusal.
    """
    now = now or timezone.now()
    if len(bots) == 1:
        raise Refusal(
            "alone",
            "a challenge needs an opponent, and only one bot is named",
            "name another one; for one alone there are the solo ladders, and, on your machine, "
            f"`athanor play {game[:32]}`",
        )
    try:
        game_named(game).settle(len(bots), options or {})
    except UnknownGame as error:
        raise Refusal("unknown-game", str(error), "see the list of games") from error
    except BadOptions as error:
        raise Refusal("bad-options", str(error), f"/docs/{game}/ has its seats and options") from error
    versions = [_version(user, name, game) for name in bots]
    if not any(version.bot.owner_id == user.pk for version in versions):
        raise Refusal("not-yours", "none of these bots is yours", "name at least one bot of your own")
    epochs.ensure(now=now)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        seatings = duplicate_set(len(versions)) if rotate else None
        _within_rate(user, len(seatings or [versions]), now)
        return order(
            purpose=Purpose.CHALLENGE,
            game=game,
            options=options or {},
            clock=QUICK,
            versions=versions,
            ordered_by=user,
            seatings=seatings,
            now=now,
        )


def _version(user: User, name: str, game: str) -> Version:
    parts = NAMED.match(name)
    if parts is None:
        raise Refusal(
            "bad-bot", f"{name[:60]!r} is not the name of a bot", "write author/bot, or author/bot@version"
        )
    author, slug, number = parts.groups()
    bot = Bot.objects.filter(owner__username=author, slug=slug).select_related("current__bot", "owner").first()
    if bot is None:
        raise Refusal("unknown-bot", f"there is no bot {author}/{slug}", "the ladders list those that play")
    if number is None:
        version = bot.current
        if version is None:
            raise Refusal("not-playing", f"{author}/{slug} has no current version", "choose another", status=409)
    elif bot.owner_id != user.pk:
        raise Refusal("not-yours", f"{author}/{slug} plays its current version only", "leave the @version out")
    else:
        version = bot.versions.filter(number=int(number)).select_related("bot").first()
        if version is None or version.state != VersionState.ACCEPTED:
            raise Refusal("not-accepted", f"{author}/{slug} has no accepted version {number}", "see its page")
    if game not in version.games:
        raise Refusal(
            "other-game", f"{author}/{slug} does not play {game}", f"it plays {', '.join(version.games)}"
        )
    return version


def _within_rate(user: User, wanted: int, now: datetime) -> None:
    limit = settings.CHALLENGES_AN_HOUR
    asked = Match.objects.filter(ordered_by=user, ordered_at__gt=now - timedelta(hours=1)).count()
    if asked + wanted > limit:
        raise Refusal(
            "too-many-challenges",
            f"challenge limit reached: {limit} matches an hour, and you have asked for {asked}",
            "try again later; `athanor play` runs as many matches as you like on your own machine",
            status=429,
        )
