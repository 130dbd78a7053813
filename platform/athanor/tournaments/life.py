"""The life of a tournament, moved on by the schedule.

`move_on` takes every step whose time has come, one after the other, under the tournament's row: after any
downtime it catches up, and a second call finds nothing to do. Registration opens and closes and versions are
frozen here; what happens in a round is in `progress`, what is told of it in `revealing`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from arena.pairing.events import Entered
from arena.pairing.settings import Entrant
from arena.pairing.tournament import Tournament as Contest
from athanor.bots.models import Bot, Version
from athanor.ladders.models import Ladder, Standing
from athanor.lifecycles import EntryState, TournamentState, moved
from athanor.matches import epochs
from athanor.refusals import Refusal
from athanor.tournaments import acts, conditions, progress, revealing, telling, times
from athanor.tournaments.models import RUNS, Entry, Tournament
from athanor.tournaments.plan import Plan
from athanor.tournaments.records import Book, settings_of

ARCHIVED_AFTER = timedelta(days=30)
AWAY = timedelta(minutes=1)
"""The schedule turns every few seconds: if it is so late the site was away, and nobody could check in."""


def move_on(*, tournament_id: int, now: datetime) -> bool:
    """Says whether anything changed."""
    epochs.ensure(now=now)
    with transaction.atomic():
        held = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
        changed = False
        while take_step(held, now):
            changed = True
        return changed


def take_step(held: Tournament, now: datetime) -> bool:
    """The one step that is due in this state, if any."""
    match TournamentState(held.state):
        case TournamentState.ANNOUNCED if now >= held.opens_at:
            return go(held, TournamentState.REGISTRATION, "Registration is open.", now)
        case TournamentState.REGISTRATION if held.has_check_in and now >= held.check_in_at:
            told = "Registration is closed. Who is entered has to check in."
            if now >= held.check_in_at + AWAY:
                told += _check_in_anew(held, now)
            return go(held, TournamentState.CHECK_IN, told, now)
        case TournamentState.CHECK_IN if now >= held.starts_at + AWAY and _may_go_on(held):
            told = f"Check-in goes on.{_check_in_anew(held, now)}"
            acts.log(held, TournamentState.CHECK_IN.value, told, at=now, is_public=True)
            return True
        case TournamentState.REGISTRATION | TournamentState.CHECK_IN if now >= held.starts_at:
            start(held, now)
            return True
        case TournamentState.RUNNING | TournamentState.PAUSED:
            return _play_on(held, now)
        case TournamentState.FINISHED if held.finished_at and now >= held.finished_at + ARCHIVED_AFTER:
            return go(held, TournamentState.ARCHIVED, "Archived.", now)
        case _:
            return False


def go(held: Tournament, to: TournamentState, sentence: str, now: datetime, **also: object) -> bool:
    """Takes the held tournament to a state, and writes it down."""
    if not moved(Tournament.objects.filter(pk=held.pk), to, **also):
        return False
    held.refresh_from_db(fields=["state", *also])
    acts.log(held, to.value, sentence, at=now, is_public=True)
    return True


def _play_on(held: Tournament, now: datetime) -> bool:
    told = revealing.tell(held, revealing.due(held, now), now)
    book = Book(held, now)
    changed = progress.step(book)
    book.close()
    return told or (changed and held.state not in RUNS)


def put_start_off(held: Tournament, now: datetime, later: timedelta) -> None:
    """Before it has begun; not saved."""
    if now < held.opens_at:
        held.opens_at += later
    held.check_in_at += later
    held.starts_at += later
    # Its plan says the same, for whoever changes it next.
    held.plan |= {"start": f"{held.starts_at.astimezone(times.zone(held.time_zone)):{times.LOCAL}}"}


def _may_go_on(held: Tournament) -> bool:
    """Once, for those who could not check in: a schedule that is always late puts no start off for ever."""
    return _absent(held).exists() and held.log.filter(what=TournamentState.CHECK_IN).count() == 1


def _check_in_anew(held: Tournament, now: datetime) -> str:
    """Gives it all of its time from now on; the start, and what is told by its clock, come so much later."""
    later = now - held.check_in_at
    put_start_off(held, now, later)
    if held.reveal_at is not None:
        held.reveal_at += later
    held.save()
    minutes = later // timedelta(minutes=1)
    return f" The site was away: all of it is put off by {minutes} minute{'s' if minutes > 1 else ''}."


# The start


def start(held: Tournament, now: datetime) -> None:
    """Fills the field up, freezes versions, draws and pairs the first round; or calls it off: too few came."""
    _leave_out_absent(held)
    fill_up(held, now)
    _freeze(held, now)
    # Whoever moves up may have nothing that plays either: then the next of the list has the place.
    while fill_up(held, now):
        _freeze(held, now)
    waiting = held.entries.filter(state__in=(EntryState.WAITING, EntryState.ENTERED))
    waiting.update(state=EntryState.LEFT_OUT, reason="no place became free")
    telling.left_out(held, held.entries.filter(state=EntryState.LEFT_OUT).select_related("bot__owner"), now)
    playing = held.entries.filter(state=EntryState.PLAYING).select_related("bot__owner", "tournament")
    entries = list(playing.order_by("entered_at", "pk"))
    book = Book(held, now)
    for entry in entries:
        book.record(Entered(entrant_of(entry)))
    if why := book.contest.obstacle():
        book.close()
        call_off(held, why.rstrip("."), now)
        return
    held.started_at = now
    held.save(update_fields=["started_at"])
    go(held, TournamentState.RUNNING, f"Started, with {len(entries)} entrants. Versions are frozen.", now)
    progress.draw(book)
    progress.order(book)
    book.close()


def coming(held: Tournament) -> list[Entry]:
    """Who would play if it started now: present, fit, and of the waiting list as many as there are places for."""
    there = held.entries.filter(state__in=(EntryState.ENTERED, EntryState.WAITING))
    if held.state == TournamentState.CHECK_IN:
        there = there.exclude(pk__in=_absent(held))
    listed = there.select_related("tournament", "bot__owner", "bot__current__bot__owner").order_by(
        "entered_at", "pk"
    )
    first = sorted(listed, key=lambda entry: entry.state != EntryState.ENTERED)
    return [entry for entry in first if not unfit(held, entry.bot.current)][: held.capacity]


def obstacle(held: Tournament, coming: Sequence[Entry]) -> str:
    """Why these cannot play it; "" where they can."""
    contest = Contest(settings_of(held))
    for entry in coming:
        contest.apply(Entered(entrant_of(entry)))
    return contest.obstacle()


def require_field(tournament: Tournament, coming: Sequence[Entry]) -> None:
    """Raises Refusal where these cannot play it. At its time it would be called off; until then more may come."""
    if why := obstacle(tournament, coming):
        raise Refusal(
            "too-few",
            f"it cannot start now: {why[0].lower()}{why[1:]}".rstrip("."),
            "wait for entrants until its time, put it off, or call it off",
            status=409,
        )


def entrant_of(entry: Entry) -> Entrant:
    owner, plan = entry.bot.owner, Plan.read(entry.tournament.plan)
    competes = plan.house_competes or not owner.is_house
    return Entrant(entry.key, entry.rating, entry.seed, author=owner.username, competes=competes)


def _leave_out_absent(held: Tournament) -> None:
    if held.has_check_in:
        _absent(held).update(state=EntryState.LEFT_OUT, reason="it was not checked in")


def _absent(held: Tournament) -> QuerySet[Entry]:
    """Who would have to check in, and has not yet."""
    return held.entries.filter(
        state__in=(EntryState.ENTERED, EntryState.WAITING), checked_in_at=None, bot__owner__is_house=False
    )


def fill_up(held: Tournament, now: datetime) -> int:
    """Who waits takes the places that are free, in the order of entering. How many did."""
    free = held.capacity - taken(held).count()
    waiting = held.entries.filter(state=EntryState.WAITING).order_by("entered_at", "pk")
    moving = list(waiting.select_related("bot__owner")[: max(0, free)])
    moved_up = Entry.objects.filter(pk__in=[one.pk for one in moving]).update(state=EntryState.ENTERED)
    telling.moved_up(held, moving, now)
    return moved_up


def taken(held: Tournament) -> QuerySet[Entry]:
    return held.entries.filter(state__in=(EntryState.ENTERED, EntryState.PLAYING))


def _freeze(held: Tournament, now: datetime) -> None:
    """Who is entered plays with what plays for the bot now; who has nothing that may, is left out."""
    entered = held.entries.filter(state=EntryState.ENTERED).select_related(
        "bot__owner", "bot__current__bot__owner"
    )
    for entry in list(entered):
        why = freeze(held, entry, now)
        entry.state = EntryState.LEFT_OUT if why else EntryState.PLAYING
        entry.reason = why
        entry.save(update_fields=["state", "reason", "version", "rating"])


def freeze(held: Tournament, entry: Entry, now: datetime) -> str:
    """Writes version and rating into the entry. Why it cannot play; empty: it can."""
    version = entry.bot.current
    why = unfit(held, version)
    if not why and version is not None:
        entry.version = version
        entry.rating = rating_of(held.ladder, entry.bot)
    return why


def unfit(held: Tournament, version: Version | None) -> str:
    """Why a version cannot play here, whoever enters it."""
    if version is None:
        return "it has no version that plays"
    if held.game not in version.games:
        return f"its current version does not play {held.game}"
    for condition in conditions.conditions_of(held):
        if isinstance(condition, conditions.Runtime) and version.runtime not in condition.names:
            return (
                f"bots run on {' or '.join(condition.names)} here; its current version runs on {version.runtime}"
            )
    return ""


def rating_of(ladder: Ladder | None, bot: Bot) -> float:
    if ladder is None:
        return 0.0
    standing = Standing.objects.filter(ladder=ladder, bot=bot, listed=True).first()
    return standing.exposure if standing else 0.0


def call_off(held: Tournament, why: str, now: datetime) -> None:
    """Ends it without a winner. What was played stays on record, and all of it is told."""
    revealing.tell(held, revealing.ALL, now)
    for game in progress.live_games(held):
        progress.give_up(game, "the tournament was called off", now)
    go(held, TournamentState.CANCELLED, f"Called off: {why}.", now, reason=why[:200])
