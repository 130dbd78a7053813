"""Tournaments come to be: made by an organizer's plan, or opened by the rule of a series.

A series opens its next edition when its lead time has come: `turn` may be called at any time and by two at once.
What was slept through is left out, and the numbers go on.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from athanor.accounts.models import User
from athanor.bots.models import Bot
from athanor.lifecycles import EntryState, TournamentState, one_of
from athanor.refusals import Refusal
from athanor.tournaments import acts, changes, execution, life, plan_checks, plan_rows, times
from athanor.tournaments.acts import GIVEN, Command
from athanor.tournaments.changes import NOT_DRAWN
from athanor.tournaments.models import OVER, TO_COME, Act, Entry, Organizer, Series, Tournament
from athanor.tournaments.plan import Plan

log = logging.getLogger(__name__)

MOST_AHEAD = 4
"""Editions of a series that have not begun: a rule of every hour would open a thousand in its lead time."""

STAYS_OPEN = frozenset({"title", "about", "plan", "capacity", "late_entry", "round_minutes"})
"""What of a tournament's row may be written after the draw."""

RESERVED = frozenset({"new", "finished", "called-off", "dry-run"})
"""Addresses that are pages of their own."""


def create(
    *, plan: Plan, owner: User, announce: bool = True, command: str = "", now: datetime | None = None
) -> Tournament:
    """A tournament by its organizer's plan: announced, or kept as a draft. Raises BadPlan or Refusal.

    The same command again gives back what it made.
    """
    now = now or timezone.now()
    given = Command(command[:64]).asking(plan=plan.document(), announce=announce)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=owner.pk)
        act = Act.objects.filter(tournament__owner=owner, command=given.name).first() if command else None
        if act is not None:
            acts.require_same(act, given, "create")
            return act.tournament
        plan = plan_checks.checked(plan, now=now)
        _within_quota(owner)
        slug = _free_slug(plan.address, lambda name: _is_taken(name))
        start = times.moment(plan.start, times.zone(plan.zone))
        tournament = _make(plan, owner, slug, start, now)
        acts.log(tournament, "create", "Made a draft of it.", at=now, by=owner, command=given)
        if announce:
            sentence = publish(tournament, now)
            acts.log(tournament, "publish", sentence, at=now, by=owner)
            while life.take_step(tournament, now):
                pass
            tournament.refresh_from_db()
    return tournament


def _free_slug(wanted: str, taken: Callable[[str], bool]) -> str:
    """The address, with a number behind it where it is taken."""
    if not taken(wanted):
        return wanted
    return next(name for number in range(2, 100_000) if not taken(name := f"{wanted}-{number}"))


def _is_taken(slug: str) -> bool:
    rows = Tournament.objects.filter(slug=slug), Series.objects.filter(slug=slug)
    return slug in RESERVED or any(each.exists() for each in rows)


def _within_quota(owner: User) -> None:
    done = (*OVER, TournamentState.CANCELLED)
    mine = Tournament.objects.filter(owner=owner).exclude(state__in=done).count()
    if mine >= settings.TOURNAMENTS_A_USER and not (owner.is_staff or owner.is_house):
        raise Refusal(
            "too-many-tournaments",
            f"you have {mine} tournaments that are not over, which is as many as there may be",
            "call one off, or wait until one is finished",
            status=409,
        )


def _make(
    plan: Plan,
    owner: User,
    slug: str,
    start: datetime,
    now: datetime,
    series: Series | None = None,
    edition: int = 1,
) -> Tournament:
    moments = plan_rows.times_of(plan, start, now)
    tournament = Tournament.objects.create(
        **plan_rows.fields_of(plan),
        slug=slug,
        owner=owner,
        series=series,
        edition=edition,
        opens_at=moments.opens_at,
        check_in_at=moments.check_in_at,
        starts_at=moments.starts_at,
        reveal_at=moments.reveal_at,
        created_at=now,
    )
    tournament.invited.set(User.objects.filter(username__in=plan.invited))
    return tournament


def edit(
    *, tournament: Tournament, plan: Plan, by: User, command: Command = GIVEN, now: datetime | None = None
) -> Tournament:
    """Another plan, as far as its state allows (`changes.MAY_CHANGE`). Raises BadPlan.

    Its address stays, and so does the seed that was committed to.
    """
    now = now or timezone.now()
    with transaction.atomic():
        held = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        execution.require_organizer(held, by)
        command = command.asking(plan=plan.document())
        if acts.was_given(held, command, "edit"):
            return held
        acts.require(held, acts.ALLOWED["edit"])
        before = Plan.read(held.plan)
        plan = changes.checked(held, plan, now=now)
        names = changes.changed(before, plan)
        _write_plan(held, plan, names, now)
        _of_series(held, plan, names, now)
        if held.state != TournamentState.DRAFT:
            if held.state in TO_COME:
                life.fill_up(held, now)
                _house_enters(held, plan, now)
                life.fill_up(held, now)
            _begin_series(held, plan)
        what = changes.told(names)
        sentence = f"Changed its plan: {what}." if names else "Looked at its plan, and left it as it is."
        is_public = held.state != TournamentState.DRAFT and bool(names)
        acts.log(held, "edit", sentence, at=now, by=by, command=command, is_public=is_public, fields=names)
        if held.state == TournamentState.CHECK_IN and now < held.check_in_at:
            life.go(held, TournamentState.REGISTRATION, "Registration is open again.", now)
        while life.take_step(held, now):
            pass
    return held


def _write_plan(held: Tournament, plan: Plan, names: Sequence[str], now: datetime) -> None:
    fields = plan_rows.fields_of(plan)
    # The seed was committed to already; and from the draw on the records are read by the settings there were.
    kept = {"seed", "commitment"} if held.state in NOT_DRAWN else fields.keys() - STAYS_OPEN
    for name in fields.keys() - kept:
        setattr(held, name, fields[name])
    # What was put off, or started ahead, stays where it was put; so do results that were told.
    if {"start", "zone", "opens_days", "check_in_minutes", "reveal", "reveal_after"} & set(names):
        # In the night when clocks go back a local time names two moments: an agreed start stays the one it was.
        is_moved = not {"start", "zone"}.isdisjoint(names)
        start = times.moment(plan.start, times.zone(plan.zone)) if is_moved else held.starts_at
        moments = plan_rows.times_of(plan, start, now)
        if held.state in (TournamentState.DRAFT, TournamentState.ANNOUNCED):
            held.opens_at = moments.opens_at
        held.check_in_at, held.starts_at = moments.check_in_at, moments.starts_at
        held.opens_at = min(held.opens_at, held.check_in_at)
        held.reveal_at = moments.reveal_at
    held.save()
    held.invited.set(User.objects.filter(username__in=plan.invited))


def _of_series(held: Tournament, plan: Plan, names: Sequence[str], now: datetime) -> None:
    """The newest edition's plan is that of the ones to come; without a rule there are none."""
    if held.series is None or held.edition != held.series.editions:
        return
    mine = Series.objects.filter(pk=held.series.pk)
    mine.update(plan=plan.document())
    if "repeat" in names:
        mine.update(stopped_at=None if plan.repeat else now)


def publish(held: Tournament, now: datetime) -> str:
    """From now on everybody sees a draft, and the schedule moves it on; the log's line. Raises BadPlan."""
    plan = plan_checks.checked(Plan.read(held.plan), now=now)
    _begin_series(held, plan)
    life.go(held, TournamentState.ANNOUNCED, "Announced.", now)
    _house_enters(held, plan, now)
    return "Announced it."


def _begin_series(held: Tournament, plan: Plan) -> None:
    if plan.repeat and held.series is None:
        held.series = Series.objects.create(
            slug=held.slug[:50], plan=plan.document(), owner=held.owner, editions=1, last_starts_at=held.starts_at
        )
        held.save(update_fields=["series"])


def _house_enters(held: Tournament, plan: Plan, now: datetime) -> None:
    """The house's bots of the game are there from the beginning, as far as there is room."""
    house = Entry.objects.filter(tournament=held, bot__owner__is_house=True)
    bots = Bot.objects.filter(owner__is_house=True, current__isnull=False).select_related("owner", "current")
    fitting = [bot for bot in bots.order_by("pk") if plan.house and not life.unfit(held, bot.current)]
    # The game may be another one by now.
    house.filter(state__in=(EntryState.ENTERED, EntryState.WAITING)).exclude(bot__in=fitting).delete()
    for bot in fitting:
        if not house.filter(bot=bot).exists() and life.taken(held).count() < held.capacity:
            Entry.objects.create(
                tournament=held,
                bot=bot,
                key=f"{bot.owner.username}/{bot.slug}",
                state=EntryState.ENTERED,
                entered_at=now,
                checked_in_at=now,
            )


# Series


def turn(*, now: datetime) -> int:
    """Opens every edition whose time has come. How many."""
    going = Series.objects.filter(stopped_at=None).values_list("pk", flat=True)
    return sum(_opened(pk, now) for pk in list(going))


def _opened(series_id: int, now: datetime) -> int:
    """One series that cannot be read does not keep the others from their editions."""
    try:
        return open_next(series_id=series_id, now=now)
    except Exception:
        log.exception("series %d could not open its next edition", series_id)
        return 0


@transaction.atomic
def open_next(*, series_id: int, now: datetime) -> int:
    series = Series.objects.select_for_update(no_key=True).get(pk=series_id)
    opened = 0
    while series.stopped_at is None and (start := due(series, now)) is not None:
        plan = Plan.read(series.plan)
        before = series.tournaments.order_by("-edition").first()
        series.editions, series.last_starts_at = series.editions + 1, start
        series.save(update_fields=["editions", "last_starts_at"])
        slug = _free_slug(f"{series.slug}-{series.editions}"[:60], lambda name: _is_taken(name))
        edition = _make(plan, series.owner, slug, start, now, series, series.editions)
        for organizer in before.co_organizers.all() if before is not None else ():
            Organizer.objects.create(tournament=edition, user=organizer.user)
        life.go(edition, TournamentState.ANNOUNCED, f"Edition {series.editions} is announced.", now)
        _house_enters(edition, plan, now)
        while life.take_step(edition, now):
            pass
        opened += 1
    return opened


def due(series: Series, now: datetime) -> datetime | None:
    """When the next edition starts, if it is time to open it; None: it is not."""
    if series.tournaments.filter(one_of(TO_COME)).count() >= MOST_AHEAD:
        return None
    plan = Plan.read(series.plan)
    of = times.zone(plan.zone)
    # An edition whose start was slept through is left out.
    start = times.next_firing(plan.repeat, max(series.last_starts_at, now), of)
    while start is not None and series.tournaments.filter(starts_at=start).exists():
        start = times.next_firing(plan.repeat, start, of)  # One that was put off has that time.
    if start is None:
        return None
    opens = times.days_before(start, plan.opens_days, of) if plan.opens_days else series.last_starts_at
    return start if now >= opens else None
