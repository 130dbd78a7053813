"""The .ics feed (RFC 5545): when a tournament opens, begins, and tells its results. All times are UTC."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.db.models import QuerySet

from athanor.lifecycles import TournamentState, one_of
from athanor.tournaments import times
from athanor.tournaments.models import RUNS, TO_COME, Series, Tournament
from athanor.tournaments.plan import Plan
from athanor.tournaments.records import next_round_at
from athanor.tournaments.telling import title_of

if TYPE_CHECKING:
    from icalendar import Event

AN_HOUR = timedelta(hours=1)
FORESEEN = 4
"""Editions of a series that are not opened yet."""


def calendar(found: Sequence[Tournament], site: str, now: datetime) -> str:
    """`site` is where it is, as "https://example.org"."""
    # Here, and not above: importing it takes 60 ms of CPU, and most processes of the site never write a calendar.
    from icalendar import Calendar

    made = Calendar()
    for name, value in (
        ("VERSION", "2.0"),
        ("PRODID", "-//Athanor//Tournaments//EN"),
        ("CALSCALE", "GREGORIAN"),
        ("METHOD", "PUBLISH"),
        ("X-WR-CALNAME", "Athanor tournaments"),
    ):
        made.add(name, value)
    for one in [*found, *_open_editions(found)]:
        for event in _of(one, site, now):
            made.add_component(event)
    going = {
        one.series.pk: one.series for one in found if one.series is not None and one.series.stopped_at is None
    }
    for _, series in sorted(going.items()):
        for event in _foreseen(series, site, now):
            made.add_component(event)
    text: str = made.to_ical(sorted=False).decode()
    return text


def _open_editions(found: Sequence[Tournament]) -> QuerySet[Tournament]:
    """Further editions of the same series that are open already."""
    series = {one.series_id for one in found if one.series_id is not None}
    others = Tournament.objects.filter(one_of((*TO_COME, *RUNS)), series__in=series)
    return others.exclude(pk__in=[one.pk for one in found]).select_related("series").order_by("starts_at", "pk")


def _of(one: Tournament, site: str, now: datetime) -> Iterator[Event]:
    title = title_of(one)
    called_off = one.state == TournamentState.CANCELLED

    def event(part: str, summary: str, at: datetime, until: datetime | None = None) -> Event:
        return _event(
            uid=f"{one.slug}-{part}@athanor",
            dtstamp=now,
            sequence=one.acts,
            dtstart=at,
            dtend=until or at + AN_HOUR,
            summary=summary,
            url=f"{site}{one.get_absolute_url()}",
            description=one.about[:500],
            status="CANCELLED" if called_off else "CONFIRMED",
        )

    yield event("start", title, one.starts_at)
    if called_off:
        return
    if one.has_check_in:
        yield event("check-in", f"{title}: check-in", one.check_in_at, one.starts_at)
    if one.round_minutes and not one.tells_later and (at := next_round_at(one)) is not None:
        number = one.rounds + 1
        yield event(f"round-{number}", f"{title}: round {number}", at)
    if one.reveal_at is not None:
        yield event("results", f"{title}: results", one.reveal_at)


def _foreseen(series: Series, site: str, now: datetime) -> Iterator[Event]:
    plan = Plan.read(series.plan)
    firings = times.firings(plan.repeat, max(series.last_starts_at, now), times.zone(plan.zone))
    for number, at in zip(range(1, FORESEEN + 1), firings, strict=False):
        edition = series.editions + number
        yield _event(
            uid=f"{series.slug}-{edition}-start@athanor",
            dtstamp=now,
            dtstart=at,
            dtend=at + AN_HOUR,
            summary=f"{plan.title} {edition}",
            url=f"{site}/tournaments/",
            status="TENTATIVE",
        )


def _event(**properties: Any) -> Event:
    from icalendar import Event

    event = Event()
    for name, value in properties.items():
        if isinstance(value, datetime):
            value = value.astimezone(UTC)
        elif isinstance(value, str):
            # A line's end of any kind is one; readers differ in which ones they know.
            value = "\n".join(value.splitlines())
        event.add(name, value)
    return event
