"""Entering, leaving and checking in: what an author does. Twice the same is once."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from arena.pairing.events import Entered, NotNow, Withdrawn
from athanor.accounts.models import User
from athanor.bots.models import Bot
from athanor.lifecycles import EntryState, TournamentState, moved, one_of
from athanor.matches import epochs
from athanor.refusals import NotFound, Refusal
from athanor.tournaments import acts, conditions, life, progress, times, wakeups
from athanor.tournaments.models import RUNS, TAKES_ENTRIES, Entry, Tournament
from athanor.tournaments.records import Book

THERE = (EntryState.ENTERED, EntryState.WAITING, EntryState.PLAYING)


def enter(*, tournament: Tournament, bot: Bot, by: User, now: datetime | None = None) -> Entry:
    """Enters a bot, or puts it on the waiting list. Raises Refusal."""
    now = now or timezone.now()
    if bot.owner_id != by.pk:
        raise Refusal("not-yours", f"{bot.slug} is not yours", "enter a bot of your own", status=403)
    epochs.ensure(now=now)
    with transaction.atomic():
        held = hold(tournament)
        found = Entry.objects.filter(tournament=held, bot=bot).first()
        if found is not None and found.state in THERE:
            return found
        late = held.state in RUNS
        acts.require(held, acts.ALLOWED["enter-late" if late else "enter"])
        if not late and now >= held.check_in_at:
            # The schedule may be a moment late; the clock counts.
            told = f"registration closed at {times.on_the_clock_of(held.time_zone, held.check_in_at)}"
            raise Refusal("too-late", told, "the next edition is another chance", status=409)
        if late and not held.late_entry:
            raise Refusal(
                "no-late-entry",
                "it has begun, and takes no late entries",
                "the next edition is another chance",
                409,
            )
        _may_enter(held, bot, found, now)
        return _enter_late(held, bot, found, now) if late else _enter(held, bot, found, now)


def hold(tournament: Tournament) -> Tournament:
    return Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)


def _may_enter(held: Tournament, bot: Bot, found: Entry | None, now: datetime) -> None:
    if found is not None and found.state != EntryState.WITHDRAWN:
        told = EntryState(found.state).label
        raise Refusal("not-again", f"{bot.slug} is {told}: {found.reason}", "another bot may enter", status=409)
    version = bot.current
    why = life.unfit(held, version)
    if why or version is None:
        hint = "make a version current that plays it, then enter"
        raise Refusal("unfit", f"{bot.slug} cannot play here: {why}", hint, status=409)
    if why := conditions.unmet(held, version, now):
        raise Refusal("condition", why, "the tournament's page lists its conditions", status=403)
    mine = Entry.objects.filter(tournament=held, bot__owner=bot.owner_id, state__in=THERE).count()
    if mine >= held.per_user and not bot.owner.is_house:
        bots = "one bot" if held.per_user == 1 else f"{held.per_user} bots"
        raise Refusal("too-many", f"an author may enter {bots} here", "withdraw one to enter another", status=409)


def _enter(held: Tournament, bot: Bot, found: Entry | None, now: datetime) -> Entry:
    full = life.taken(held).count() >= held.capacity
    return _write(held, bot, found, EntryState.WAITING if full else EntryState.ENTERED, now)


def _write(held: Tournament, bot: Bot, found: Entry | None, state: EntryState, now: datetime) -> Entry:
    key = f"{bot.owner.username}/{bot.slug}"
    if found is None:
        return Entry.objects.create(tournament=held, bot=bot, key=key, state=state, entered_at=now)
    # Who comes back comes behind those who stayed.
    moved(Entry.objects.filter(pk=found.pk), state, entered_at=now, reason="", checked_in_at=None)
    found.refresh_from_db()
    return found


def _enter_late(held: Tournament, bot: Bot, found: Entry | None, now: datetime) -> Entry:
    if life.taken(held).count() >= held.capacity:
        raise Refusal("full", f"all {held.capacity} places are taken", "the next edition is another chance", 409)
    entry = found or Entry(tournament=held, bot=bot, key=f"{bot.owner.username}/{bot.slug}", entered_at=now)
    life.freeze(held, entry, now)
    entry.state, entry.reason = EntryState.PLAYING, ""
    book = Book(held, now)
    try:
        book.record(Entered(life.entrant_of(entry)))
    except NotNow as why:
        raise Refusal("too-late", str(why), "the next edition is another chance", status=409) from why
    entry.save()
    progress.step(book)
    book.close()
    return entry


def own_entry(tournament: Tournament, by: User, slug: str) -> Entry:
    found = (
        Entry.objects.filter(tournament=tournament, bot__owner=by, bot__slug=slug).select_related("bot").first()
    )
    if found is None:
        raise NotFound(f"you have entered no bot called {slug!r} here"[:120], "the list of entrants has yours")
    return found


def withdraw(*, entry: Entry, now: datetime | None = None) -> Entry:
    """Takes a bot out. Before the start the next of the waiting list has its place; later its games are lost."""
    now = now or timezone.now()
    epochs.ensure(now=now)
    with transaction.atomic():
        held = hold(entry.tournament)
        leave(held, entry, EntryState.WITHDRAWN, "its author withdrew it", now, is_told_little=True)
    entry.refresh_from_db()
    return entry


def leave(
    held: Tournament,
    entry: Entry,
    to: EntryState,
    why: str,
    now: datetime,
    *,
    is_told_little: bool = False,
    forfeits: bool = False,
) -> bool:
    """Withdrawn or disqualified, the row held. Says whether that is news. Raises Refusal.

    `is_told_little`: it is done for somebody who may not know how far it was played. `forfeits`: what it has
    played is lost to it, too.
    """
    entry.refresh_from_db()
    if entry.state == to:
        return False
    acts.require(held, acts.ALLOWED["withdraw"])
    was_playing = entry.state == EntryState.PLAYING
    if not moved(Entry.objects.filter(pk=entry.pk), to, reason=why[:200]):
        told = EntryState(entry.state).label
        raise Refusal(
            "not-in", f"{entry.title} is {told}", "only an entrant that takes part can withdraw", status=409
        )
    if not was_playing:
        life.fill_up(held, now)
        return True
    book = Book(held, now)
    try:
        book.record(Withdrawn(entry.key, why[:200], disqualified=to is EntryState.DISQUALIFIED, forfeits=forfeits))
    except NotNow as wrong:
        if is_told_little and held.tells_later and book.contest.over:
            # To refuse would tell that everything is played. Its results stand, and it is withdrawn.
            return True
        raise Refusal("not-now", str(wrong), "see who still plays in the standings", status=409) from wrong
    progress.step(book)
    book.close()
    wakeups.wake()
    return True


def with_retired() -> list[int]:
    """Tournaments in which a bot takes part, or waits to, that was retired since."""
    found = Entry.objects.filter(state__in=THERE, bot__retired_at__isnull=False)
    on = found.filter(one_of((*TAKES_ENTRIES, *RUNS), "tournament__state"))
    return list(on.order_by("tournament").values_list("tournament", flat=True).distinct())


def withdraw_retired(*, tournament_id: int, now: datetime) -> bool:
    """What plays no more is withdrawn, as its author would. Says whether anything was."""
    epochs.ensure(now=now)
    changed = False
    with transaction.atomic():
        held = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
        for entry in list(held.entries.filter(state__in=THERE, bot__retired_at__isnull=False)):
            try:
                with transaction.atomic():
                    why = "its author retired it"
                    changed |= leave(held, entry, EntryState.WITHDRAWN, why, now, is_told_little=True)
            except Refusal:
                held.refresh_from_db()  # Everything is played: its results stand.
    return changed


@transaction.atomic
def check_in(*, entry: Entry, now: datetime | None = None) -> Entry:
    now = now or timezone.now()
    held = hold(entry.tournament)
    entry.refresh_from_db()
    if entry.checked_in_at is None or entry.state not in THERE:
        is_registering = held.state == TournamentState.REGISTRATION and held.has_check_in
        if is_registering and now < held.check_in_at:
            told = f"check-in begins at {times.on_the_clock_of(held.time_zone, held.check_in_at)}"
            raise Refusal("too-early", told, "come back then", status=409)
        if not is_registering:
            acts.require(held, acts.ALLOWED["check-in"])
        if now >= held.starts_at:
            told = f"check-in ended at {times.on_the_clock_of(held.time_zone, held.starts_at)}"
            raise Refusal("too-late", told, "the next edition is another chance", status=409)
        if entry.state not in (EntryState.ENTERED, EntryState.WAITING):
            told = EntryState(entry.state).label
            raise Refusal("not-in", f"{entry.title} is {told}", "only an entered bot can check in", status=409)
        entry.checked_in_at = now
        entry.save(update_fields=["checked_in_at"])
    return entry
