"""The house and its bots: always there to play against, and entered without a check, since they are ours."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from arena.games.registry import GAMES
from arena.house.catalogue import house_bots
from athanor.accounts.models import User
from athanor.bots.models import Bot, Version
from athanor.bots.services import make_current, slug_of
from athanor.lifecycles import VersionState
from athanor.storage import blobs
from athanor_contract.bundle import pack, read

HOUSE = "house"


def house() -> User:
    user, created = User.objects.get_or_create(username=HOUSE, defaults={"is_house": True})
    if created:
        user.set_unusable_password()
        user.save()
    return user


def seed(*, now: datetime | None = None) -> list[Version]:
    """Every house bot of every game in its present form. The versions that are new; none, when repeated."""
    now = now or timezone.now()
    entered = []
    for game in GAMES:
        for name, path in sorted(house_bots(game).items()):
            version = _enter(game, name, path, now)
            if version is not None:
                entered.append(version)
    return entered


def _enter(game: str, name: str, path: Path, now: datetime) -> Version | None:
    content = path.read_bytes()
    bundle = read(content, path.name)
    packed = pack(bundle)
    digest = blobs().put(packed)
    with transaction.atomic():
        owner = house()
        # The same name may be at home in several games.
        slug = slug_of(f"{game}-{name}")
        bot, _ = Bot.objects.get_or_create(owner=owner, slug=slug, defaults={"name": name})
        if bot.current is not None and bot.current.built == digest:
            return None
        version = Version.objects.create(
            bot=bot,
            number=(bot.versions.aggregate(last=Max("number"))["last"] or 0) + 1,
            state=VersionState.ACCEPTED,
            filename=path.name,
            size=len(content),
            digest=digest,
            stored_bytes=len(packed),
            built=digest,
            built_bytes=0,
            runtime=bundle.manifest.runtime,
            protocol=bundle.manifest.protocol,
            games=[game],
            message="A bot of the house.",
            uploaded_at=now,
            decided_at=now,
        )
        make_current(version=version, now=now)
    return version
