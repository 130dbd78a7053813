"""What pages and the API read of bots. Logs, and versions that are not accepted, are their author's alone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from athanor import paging
from athanor.accounts.models import User
from athanor.bots.models import Bot, Version, titled
from athanor.bots.verdicts import NOT_CHECKED
from athanor.lifecycles import OPEN_VERSION, VERSION_IS_OPEN, VersionState
from athanor.paging import Page
from athanor.refusals import NotFound

BOT_PAGE = 50


@dataclass(frozen=True, slots=True)
class BotRow:
    pk: int
    owner: str
    slug: str
    name: str
    house: bool
    games: list[str]
    current: int | None
    """The number of the current version."""
    retired: bool
    created_at: datetime

    @property
    def address(self) -> str:
        return f"/bots/{self.owner}/{self.slug}/"


@dataclass(frozen=True, slots=True)
class VersionRow:
    number: int
    state: str
    is_current: bool
    filename: str
    size: int
    digest: str
    runtime: str
    protocol: str
    games: list[str]
    joins: bool
    uploaded_at: datetime
    decided_at: datetime | None
    reason: str
    message: str
    has_log: bool

    @property
    def label(self) -> str:
        return str(VersionState(self.state).label)

    @property
    def is_open(self) -> bool:
        return self.state in OPEN_VERSION


def _rows(bots: QuerySet[Bot]) -> list[BotRow]:
    return [
        BotRow(pk, owner, slug, name, house, games or [], number, retired is not None, created)
        for pk, owner, slug, name, house, games, number, retired, created in bots.values_list(
            *("pk", "owner__username", "slug", "name", "owner__is_house", "current__games", "current__number"),
            *("retired_at", "created_at"),
        )
    ]


def bots(*, game: str = "", owner: str = "", cursor: str = "", limit: int = BOT_PAGE) -> Page[BotRow]:
    """Bots that play, the newest first; of a game, of an author."""
    found = Bot.objects.filter(current__isnull=False).order_by("-pk")
    if owner:
        found = found.filter(owner__username=owner)
    if game:
        found = found.filter(standings__listed=True, standings__ladder__game=game).distinct()
    if cursor:
        (last,) = paging.read(cursor, int)
        found = found.filter(pk__lt=last)
    return paging.page_of(_rows(found[: limit + 1]), limit, lambda row: (row.pk,))


def bots_of(user: User) -> list[BotRow]:
    """All of an author's own, retired ones last."""
    return sorted(_rows(user.bots.order_by("-pk")), key=lambda row: row.retired)


@dataclass(frozen=True, slots=True)
class OwnBot:
    row: BotRow
    title: str
    """Its name, with its games where another bot of its author has that name."""
    newest: VersionRow | None
    """What was uploaded last: it may not play yet, or never. None: it is the one that plays."""


def own_bots(user: User) -> list[OwnBot]:
    """As `bots_of`, with what became of the last upload."""
    last = Version.objects.filter(bot=OuterRef("pk")).order_by("-number").values("pk")[:1]
    found = Version.objects.filter(pk__in=user.bots.annotate(last=Subquery(last)).values("last"))
    found = found.exclude(pk=F("bot__current")).select_related("bot").defer("log").annotate(logged=~Q(log=""))
    newest = {version.bot_id: _version_row(version, version.bot, mine=True) for version in found}
    titles = {bot.pk: title for bot, title in titled(user.bots.all())}
    return [OwnBot(row, titles[row.pk], newest.get(row.pk)) for row in bots_of(user)]


def bot(owner: str, slug: str) -> Bot:
    found = Bot.objects.filter(owner__username=owner, slug=slug).select_related("owner", "current").first()
    if found is None:
        raise NotFound(f"there is no bot {owner}/{slug}"[:120], "the ladders list those that play")
    return found


def own_bot(user: User, slug: str) -> Bot:
    found = Bot.objects.filter(owner=user, slug=slug).select_related("owner", "current").first()
    if found is None:
        raise NotFound(f"you have no bot called {slug!r}"[:120], "`athanor bots` lists yours")
    return found


def bot_row(found: Bot) -> BotRow:
    (row,) = _rows(Bot.objects.filter(pk=found.pk))
    return row


def versions(*, bot: Bot, viewer: User | None) -> list[VersionRow]:
    """The newest first; to others than its author only those that were accepted, without what the check said."""
    mine = viewer is not None and viewer.pk == bot.owner_id
    found = bot.versions.order_by("-number")
    if not mine:
        found = found.filter(state=VersionState.ACCEPTED)
    rows = found.defer("log").annotate(logged=~Q(log=""))
    return [_version_row(version, bot, mine) for version in rows]


def _version_row(version: Version, bot: Bot, mine: bool) -> VersionRow:
    return VersionRow(
        number=version.number,
        state=version.state,
        is_current=bot.current_id == version.pk,
        filename=version.filename if mine else "",
        size=version.size,
        digest=version.digest,
        runtime=version.runtime,
        protocol=version.protocol,
        games=version.games,
        joins=version.joins,
        uploaded_at=version.uploaded_at,
        decided_at=version.decided_at,
        reason=version.reason if mine else "",
        message=version.message if mine else "",
        has_log=mine and bool(getattr(version, "logged", version.log)),
    )


def version_row(version: Version) -> VersionRow:
    """For its author."""
    return _version_row(version, version.bot, mine=True)


def own_version(*, user: User, slug: str, number: int) -> Version:
    found = (
        Version.objects.filter(bot__owner=user, bot__slug=slug, number=number).select_related("bot__owner").first()
    )
    if found is None:
        raise NotFound(
            f"you have no version {number} of a bot called {slug!r}"[:120], "its page lists its versions"
        )
    return found


@dataclass(frozen=True, slots=True)
class Quota:
    """What an author may still upload."""

    left_today: int
    a_day: int
    pending: int
    bots_left: int


def with_a_place(user: User) -> QuerySet[Bot]:
    """The bots that count among those an author may have: one whose every version was refused takes no place."""
    taken = Version.objects.filter(~Q(state=VersionState.REFUSED), bot=OuterRef("pk"))
    return user.bots.filter(Exists(taken), retired_at=None)


def quota(*, user: User, now: datetime) -> Quota:
    mine = Version.objects.filter(bot__owner=user)
    today = mine.filter(uploaded_at__gt=now - timedelta(days=1)).exclude(reason=NOT_CHECKED).count()
    return Quota(
        left_today=max(0, settings.UPLOADS_A_DAY - today),
        a_day=settings.UPLOADS_A_DAY,
        pending=mine.filter(VERSION_IS_OPEN).count(),
        bots_left=max(0, settings.BOTS_A_USER - with_a_place(user).count()),
    )
