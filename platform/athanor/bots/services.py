"""Uploading, choosing and retiring: every write of a bot or a version that its author asks for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Max, Sum
from django.utils import timezone

from arena.blobs.store import digest_of
from arena.games.registry import GAMES
from athanor.accounts.models import User
from athanor.bots import events, queries, reading
from athanor.bots.models import BUILT, STORED, Bot, Version
from athanor.bots.verdicts import NOT_CHECKED
from athanor.lifecycles import VERSION_IS_OPEN, VersionState
from athanor.refusals import NotFound, Refusal
from athanor.storage import blobs
from athanor_contract.bundle import BundleFault, pack, read
from athanor_contract.bundle.syntax import syntax_error


def upload(
    *,
    owner: User,
    content: bytes,
    filename: str,
    slug: str = "",
    name: str = "",
    games: Sequence[str] = (),
    joins: bool = True,
    now: datetime | None = None,
) -> Version:
    """Takes a bundle in. Raises Refusal, having kept nothing.

    `slug` names one of the author's bots; without it the bot is the one of the bundle's own name, made
    if there is none; `name` goes before the bundle's own. `games` is for a single file, which has no
    bot.toml to say it; without either the version plays what the bot's newest version plays.
    """
    now = now or timezone.now()
    check_size(len(content))
    with reading.bounded(owner, now):
        return _uploaded(owner, content, filename, slug, name, games, joins, now)


def _uploaded(
    owner: User,
    content: bytes,
    filename: str,
    slug: str,
    name: str,
    games: Sequence[str],
    joins: bool,
    now: datetime,
) -> Version:
    try:
        bundle = read(content, filename, GAMES)
    except BundleFault as fault:
        raise Refusal(fault.code.value, fault.message, HINT) from fault
    if error := syntax_error(bundle):
        raise Refusal(
            "bad-syntax", f"this is no Python: {error}", "correct it, and try it with `athanor play` first"
        )
    called = name or bundle.manifest.name
    plays = _games(bundle.manifest.games or tuple(games) or _played_before(owner, slug, called))
    packed = pack(bundle)
    digest = digest_of(packed)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(
            pk=owner.pk
        )  # One upload of an author after another: the quotas hold.
        _within_quota(owner, now)
        _has_room(owner, len(packed))
        bot = _bot_for(owner, slug, called)
        _not_the_same_again(bot, digest, plays)
        # When nothing refuses it any more; and synced to disk before the row: what is acknowledged is there.
        blobs().put(packed)
        version = Version.objects.create(
            bot=bot,
            number=(bot.versions.aggregate(last=Max("number"))["last"] or 0) + 1,
            filename=filename[-120:],
            size=len(content),
            digest=digest,
            stored_bytes=len(packed),
            runtime=bundle.manifest.runtime,
            protocol=bundle.manifest.protocol,
            games=list(plays),
            joins=joins,
            uploaded_at=now,
        )
        events.uploaded.call(version, now)
    return version


def check_size(size: int) -> None:
    """Whether an upload of so many bytes is worth reading. Raises Refusal."""
    if size > settings.UPLOAD_BYTES:
        limit = settings.UPLOAD_BYTES // (1024 * 1024)
        raise Refusal(
            "too-big",
            f"the upload has {size:,} bytes; at most {limit} MiB are taken",
            "leave out build products and training data",
            status=413,
        )


HINT = "the page on writing bots shows what a bundle looks like; `athanor new` makes one that plays"


def _games(names: Sequence[str]) -> tuple[str, ...]:
    if not names:
        raise Refusal(
            "no-game",
            "nothing says which game it plays, and it is no new version of a bot that plays one",
            f"name at least one of {', '.join(GAMES)}: in the upload form, as `--game` on the command line, as "
            'the field `games` of the API, or as game = "..." in a bot.toml',
        )
    unknown = [name for name in names if name not in GAMES]
    if unknown:
        raise Refusal("unknown-game", f"no game is called {unknown[0][:60]!r}", f"there are: {', '.join(GAMES)}")
    return tuple(name for name in GAMES if name in names)


def _played_before(owner: User, slug: str, name: str) -> tuple[str, ...]:
    """What the newest version of the bot plays that this upload would be a version of; nothing: there is none."""
    bot = _named(owner, slug) if slug else _called(owner, name)
    newest = bot.versions.order_by("-number").first() if bot is not None else None
    return tuple(newest.games) if newest is not None else ()


def _has_room(owner: User, size: int) -> None:
    """Bundles, and what was built of them, are kept for ever: an author may have so many bytes of both. Logs give
    way (`replays.retention`)."""
    most = settings.AUTHOR_BYTES
    used = Version.objects.filter(bot__owner=owner).aggregate(used=Sum(STORED + BUILT))["used"] or 0
    if most and used + size > most:
        raise Refusal(
            "storage-full",
            f"your bundles, unpacked and built, take {used:,} bytes, and this one has {size:,}: "
            f"an author may have {most:,}",
            "leave out build products and training data, or ask the operator for more room",
            status=413,
        )


def _within_quota(owner: User, now: datetime) -> None:
    mine = Version.objects.filter(bot__owner=owner)
    pending = mine.filter(VERSION_IS_OPEN).count()
    if pending >= settings.UPLOADS_PENDING:
        raise Refusal(
            "too-many-pending",
            f"{pending} of your uploads are still waiting for their check",
            "wait for one of them to be accepted or refused",
            status=429,
        )
    # A check that failed by our fault does not count.
    today = mine.filter(uploaded_at__gt=now - timedelta(days=1)).exclude(reason=NOT_CHECKED).count()
    if today >= settings.UPLOADS_A_DAY:
        raise Refusal(
            "too-many-uploads",
            f"you have uploaded {today} versions within 24 hours, which is as many as there may be",
            "try again later; `athanor play` runs as many matches as you like on your own machine",
            status=429,
        )


def _bot_for(owner: User, slug: str, name: str) -> Bot:
    bot = _named(owner, slug) if slug else _called(owner, name) or _make(owner, name)
    if bot.retired_at is not None:
        raise Refusal("retired", f"your bot {bot.slug!r} is retired", "upload under another name", status=409)
    if not queries.with_a_place(owner).filter(pk=bot.pk).exists():
        _require_place(owner)
        if name and not slug:
            # Of what was only ever refused nothing is left but the name: it may be written anew.
            bot.name = _shown_name(name)
            bot.save(update_fields=["name"])
    return bot


def _named(owner: User, slug: str) -> Bot:
    # PostgreSQL cannot be asked for a text with a NUL in it.
    bot = Bot.objects.filter(owner=owner, slug=slug).first() if slug.isprintable() else None
    if bot is None:
        raise NotFound(
            f"you have no bot called {slug[:60]!r}", "leave the bot out to have one made from the bundle's name"
        )
    return bot


def _called(owner: User, name: str) -> Bot | None:
    return Bot.objects.filter(owner=owner, slug=slug_of(name)).first()


def _require_place(owner: User) -> None:
    if queries.with_a_place(owner).count() >= settings.BOTS_A_USER and not owner.is_house:
        raise Refusal(
            "too-many-bots",
            f"you have {settings.BOTS_A_USER} bots, which is as many as there may be",
            "upload a new version of one of them, or retire one",
            status=409,
        )


def _make(owner: User, name: str) -> Bot:
    _require_place(owner)
    return Bot.objects.create(owner=owner, name=_shown_name(name), slug=slug_of(name))


def _shown_name(name: str) -> str:
    return name.strip()[:40] or slug_of(name)


def slug_of(name: str) -> str:
    slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40].strip("-")
    if not name.isprintable():
        raise Refusal("bad-name", f"the name {name!r} holds a character that cannot be shown", "leave it out")
    if not slug:
        raise Refusal("bad-name", f"a bot cannot be called {name!r}", "use at least one letter a to z or digit")
    return slug


def _not_the_same_again(bot: Bot, digest: str, plays: Sequence[str]) -> None:
    """A single file may come again to play other games: they are no part of its bytes."""
    before = bot.versions.filter(digest=digest).exclude(reason=NOT_CHECKED).order_by("-number")
    same = next((version for version in before if set(version.games) == set(plays)), None)
    if same is not None:
        state = VersionState(same.state)
        raise Refusal(
            "same-again",
            f"these very files are version {same.number} of {bot.slug} already ({state.label})",
            "make that version current instead" if state is VersionState.ACCEPTED else "change something first",
            status=409,
        )


@transaction.atomic
def make_current(*, version: Version, now: datetime | None = None) -> Bot:
    """An accepted version plays on the ladders from now on; an older one goes on from the rating it had."""
    now = now or timezone.now()
    bot = Bot.objects.select_for_update(no_key=True).get(pk=version.bot_id)
    if version.state != VersionState.ACCEPTED:
        raise Refusal(
            "not-accepted",
            f"version {version.number} is {VersionState(version.state).label}",
            "only an accepted version can be current",
            status=409,
        )
    if bot.retired_at is not None:
        raise Refusal("retired", f"{bot.slug} is retired", "upload it as another bot", status=409)
    bot.current = version
    bot.save(update_fields=["current"])
    events.current_changed.call(bot, version, now)
    return bot


@transaction.atomic
def retire(*, bot: Bot, now: datetime | None = None) -> Bot:
    """Takes a bot out of play for good. Its versions, matches and ratings stay on record.

    The schedule of tournaments withdraws it from those that are not over.
    """
    now = now or timezone.now()
    held = Bot.objects.select_for_update(no_key=True).get(pk=bot.pk)
    if held.retired_at is None:
        held.retired_at, held.current = now, None
        held.save(update_fields=["retired_at", "current"])
        events.current_changed.call(held, None, now)
    return held
