"""What pages and the API read of tournaments. All of it is public: it is read from what has been told.

Rounds and pairings are in `meetings.py`, what only organizers see in `desk.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery

from arena.pairing.wording import sentence
from athanor import paging
from athanor.accounts.models import User
from athanor.bots.models import Bot
from athanor.lifecycles import EntryState, TournamentState, one_of
from athanor.paging import Page
from athanor.refusals import NotFound, Refusal
from athanor.tournaments import conditions, execution, revealing
from athanor.tournaments.models import OVER, RUNS, TO_COME, Act, Entry, PairingJob, Tournament, named, titles_of
from athanor.tournaments.plan import Plan
from athanor.tournaments.records import next_round_at, settings_of
from athanor.tournaments.telling import title_of

LISTED = 30
NOBODY = ("", "")
THERE = (EntryState.ENTERED, EntryState.PLAYING)


@dataclass(frozen=True, slots=True)
class TournamentRow:
    slug: str
    title: str
    """With the number of the edition."""
    about: str
    game: str
    state: str
    label: str
    reason: str
    owner: str
    series: str
    edition: int
    sentence: str
    conditions: Sequence[str]
    time_zone: str
    opens_at: datetime
    check_in_at: datetime | None
    starts_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    next_round_at: datetime | None
    pairing_since: datetime | None
    """Since when its next round is being paired, where that takes a while."""
    tells_at: datetime | None
    """When results are told next, where they are told later."""
    entrants: int
    waiting: int
    capacity: int
    per_user: int
    champion: str
    """author/bot; empty until it is told."""
    champion_title: str
    """What it is called."""

    @property
    def address(self) -> str:
        return f"/tournaments/{self.slug}/"

    @property
    def is_to_come(self) -> bool:
        return self.state in TO_COME

    @property
    def is_on(self) -> bool:
        return self.state in RUNS

    @property
    def is_over(self) -> bool:
        return self.state in OVER

    @property
    def is_followed(self) -> bool:
        """Whether its pages have something to wait for."""
        return self.state not in (*OVER, TournamentState.CANCELLED)


@dataclass(frozen=True, slots=True)
class EntryRow:
    key: str
    owner: str
    slug: str
    name: str
    """As its author wrote it; pages show one of its titles."""
    house: bool
    state: str
    label: str
    version: int | None
    rating: float
    seed: int | None
    entered_at: datetime
    checked_in_at: datetime | None
    reason: str
    place: int | None
    competes: bool
    """False: it plays out of competition."""
    title: str
    """What it is called where its author is not beside it: "starter by ada"."""
    short_title: str
    """What it is called beside its author: "thinking · Poison"."""

    @property
    def address(self) -> str:
        return f"/bots/{self.owner}/{self.slug}/"

    @property
    def has_namesake(self) -> bool:
        """Whether another author's bot of its name is entered."""
        return self.title != self.short_title


PAIRING_SINCE: Final = Subquery(
    PairingJob.objects.filter(
        tournament=OuterRef("pk"),
        sequence=OuterRef("sequence"),
        tournament__state=TournamentState.RUNNING,
    ).values("job__ordered_at")[:1]
)
"""Since when the next round of a tournament is being paired aside; null: none is."""


def pairing_since(found: Tournament) -> datetime | None:
    since: datetime | None = Tournament.objects.filter(pk=found.pk).values_list(PAIRING_SINCE, flat=True).get()
    return since


def rows(found: QuerySet[Tournament]) -> list[TournamentRow]:
    counted = found.select_related("owner", "series").annotate(
        # Who was there at the start stays an entrant, also if it withdrew since.
        there=Count("entries", filter=Q(entries__state__in=THERE) | Q(entries__version__isnull=False)),
        waiting=Count("entries", filter=Q(entries__state=EntryState.WAITING)),
        pairing_since=PAIRING_SINCE,
    )
    listed = list(counted)
    first = Entry.objects.filter(tournament__in=listed, place=1).order_by("-pk")
    keys = list(first.values_list("pk", "tournament", "key"))
    # Looked up by key: a tournament that finishes between the two queries has no champion here yet.
    titles = titles_of(Entry.objects.filter(pk__in=[pk for pk, *_ in keys]))
    champions = {tournament: (key, titles[pk]) for pk, tournament, key in keys}
    return [
        TournamentRow(
            slug=each.slug,
            title=title_of(each),
            about=each.about,
            game=each.game,
            state=each.state,
            label=str(TournamentState(each.state).label),
            reason=each.reason,
            owner=each.owner.username,
            series=each.series.slug if each.series else "",
            edition=each.edition,
            sentence=sentence(settings_of(each)),
            conditions=conditions.told(conditions.conditions_of(each)),
            time_zone=each.time_zone,
            opens_at=each.opens_at,
            check_in_at=each.check_in_at if each.has_check_in else None,
            starts_at=each.starts_at,
            started_at=each.started_at,
            finished_at=each.finished_at,
            next_round_at=None if each.tells_later else next_round_at(each),
            # Where results are told later, that a round is over is not told either.
            pairing_since=None if each.tells_later else each.pairing_since,
            tells_at=revealing.next_at(each) if each.finished_at is None else None,
            entrants=each.there,
            waiting=each.waiting,
            capacity=each.capacity,
            per_user=each.per_user,
            champion=champions.get(each.pk, NOBODY)[0],
            champion_title=champions.get(each.pk, NOBODY)[1],
        )
        for each in listed
    ]


def row(tournament: Tournament) -> TournamentRow:
    (found,) = rows(Tournament.objects.filter(pk=tournament.pk))
    return found


def running() -> list[TournamentRow]:
    return rows(Tournament.objects.filter(one_of(RUNS)).order_by("starts_at")[:LISTED])


def to_come() -> list[TournamentRow]:
    return rows(Tournament.objects.filter(one_of(TO_COME)).order_by("starts_at", "pk")[:LISTED])


def finished(*, cursor: str = "", limit: int = LISTED) -> Page[TournamentRow]:
    """The last one first."""
    over = Tournament.objects.filter(one_of(OVER))
    if cursor:
        at, last = _from_cursor(cursor)
        over = over.filter(Q(finished_at__lt=at) | Q(finished_at=at, pk__lt=last))
    keys = list(over.order_by("-finished_at", "-pk").values_list("finished_at", "pk")[: limit + 1])
    if not keys:
        return Page([], "")
    shown = [pk for _, pk in keys[:limit]]
    listed = rows(Tournament.objects.filter(pk__in=shown).order_by("-finished_at", "-pk"))
    ended, pk = keys[:limit][-1]
    assert ended is not None, "what is over has an end"
    return Page(listed, paging.written(ended.isoformat(), pk) if len(keys) > limit else "")


def called_off(*, cursor: str = "", limit: int = LISTED) -> Page[TournamentRow]:
    """Those that had been announced, the last that would have started first."""
    announced = Act.objects.filter(tournament=OuterRef("pk"), what=TournamentState.ANNOUNCED)
    found = Tournament.objects.filter(Exists(announced), state=TournamentState.CANCELLED)
    if cursor:
        at, last = _from_cursor(cursor)
        found = found.filter(Q(starts_at__lt=at) | Q(starts_at=at, pk__lt=last))
    keys = list(found.order_by("-starts_at", "-pk").values_list("starts_at", "pk")[: limit + 1])
    if not keys:
        return Page([], "")
    listed = rows(Tournament.objects.filter(pk__in=[pk for _, pk in keys[:limit]]).order_by("-starts_at", "-pk"))
    starts, pk = keys[:limit][-1]
    return Page(listed, paging.written(starts.isoformat(), pk) if len(keys) > limit else "")


def _from_cursor(cursor: str) -> tuple[datetime, int]:
    text, last = paging.read(cursor, str, int)
    try:
        return datetime.fromisoformat(text), last
    except ValueError:
        raise Refusal("bad-cursor", f"{text[:60]!r} is not a date with a time", "begin without a cursor") from None


def next_one() -> TournamentRow | None:
    """For the home page: what runs, or else what comes next."""
    return next(iter([*running()[:1], *to_come()[:1]]), None)


def drafts_of(user: User) -> list[TournamentRow]:
    mine = Tournament.objects.filter(Q(owner=user) | Q(co_organizers__user=user), state=TournamentState.DRAFT)
    return rows(mine.order_by("-created_at"))


def tournament(slug: str, viewer: User | None = None) -> Tournament:
    """A draft is its organizers' alone."""
    found = Tournament.objects.filter(slug=slug).select_related("owner", "series", "ladder").first()
    if found is None or (found.state == TournamentState.DRAFT and not execution.may_direct(found, viewer)):
        raise NotFound(f"there is no tournament {slug[:60]!r}", "the list of tournaments has those there are")
    return found


def editions(found: Tournament) -> list[TournamentRow]:
    """The other editions of its series, the newest first."""
    if found.series_id is None:
        return []
    others = Tournament.objects.filter(series=found.series_id).exclude(pk=found.pk)
    return rows(others.exclude(state=TournamentState.DRAFT).order_by("-edition")[:10])


def left_by(bot: Bot) -> list[TournamentRow]:
    """Those that a bot would be withdrawn from, if it were retired now."""
    there = Entry.objects.filter(bot=bot, state__in=(*THERE, EntryState.WAITING)).values("tournament")
    return rows(Tournament.objects.filter(one_of((*TO_COME, *RUNS)), pk__in=there).order_by("starts_at", "pk"))


# Who


def entries(found: Tournament) -> list[EntryRow]:
    """In the order of `in_order`."""
    return in_order(_entry_rows(found))


def in_order(listed: Iterable[EntryRow]) -> list[EntryRow]:
    """Who plays or is entered, then who waits, then who is out; each in the order of entering."""
    order = [*THERE, EntryState.WAITING, EntryState.LEFT_OUT, EntryState.WITHDRAWN, EntryState.DISQUALIFIED]
    places = {state.value: place for place, state in enumerate(order)}
    return sorted(listed, key=lambda one: (places[one.state], one.entered_at))


def _entry_rows(found: Tournament) -> list[EntryRow]:
    fields = (
        *("pk", "key", "bot__owner__username", "bot__slug", "bot__name", "bot__owner__is_house", "state"),
        *("version__number", "rating", "seed", "entered_at", "checked_in_at", "reason", "place"),
    )
    # Read first: an entry of which only the titles know is left out.
    listed = list(found.entries.order_by("entered_at", "pk").values_list(*fields))
    titles = named(found.entries.all())
    house_competes = Plan.read(found.plan).house_competes
    return [
        EntryRow(
            *(key, owner, slug, name, house, state, str(EntryState(state).label)),
            *(*rest, house_competes or not house, titles[pk].name + titles[pk].by, titles[pk].name),
        )
        for pk, key, owner, slug, name, house, state, *rest in listed
    ]


def names_of(found: Tournament) -> Mapping[str, EntryRow]:
    return {one.key: one for one in _entry_rows(found)}


# What is told of it


def announcements(found: Tournament, limit: int = 20) -> list[Act]:
    """What everybody is told, the last one first."""
    return list(found.log.filter(is_public=True).order_by("-number")[:limit])


@dataclass(frozen=True, slots=True)
class Honour:
    """A bot's place in a finished tournament."""

    title: str
    address: str
    game: str
    place: int
    of: int
    finished_at: datetime | None


def honours(bot: Bot, limit: int = 12) -> list[Honour]:
    """The best places first."""
    mine = Entry.objects.filter(bot=bot, place__isnull=False).select_related("tournament")
    listed = list(mine.order_by("place", "-tournament__finished_at")[:limit])
    fields = dict(
        Entry.objects.filter(tournament__in=[one.tournament_id for one in listed], place__isnull=False)
        .values_list("tournament")
        .annotate(Count("pk"))
        .order_by()
    )
    return [
        Honour(
            title_of(one.tournament),
            one.tournament.get_absolute_url(),
            one.tournament.game,
            one.place or 0,
            fields[one.tournament_id],
            one.tournament.finished_at,
        )
        for one in listed
    ]
