"""The .ics feed (RFC 5545): when a tournament opens, begins, and tells its results. All times are UTC."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from django.db.models import QuerySet

from athanor.lifecycles import TournamentState, one_of
from athanor.tournaments import times
from athanor.tournaments.models import RUNS, TO_COME, Series, Tournament
from athanor.tournaments.plan import Plan
from athanor.tournaments.records import next_round_at
from athanor.tournaments.telling import title_of

OCTETS = 75
"""Of a line, its end not counted."""
AN_HOUR = timedelta(hours=1)
FORESEEN = 4
"""Editions of a series that are not opened yet."""


def calendar(found: Sequence[Tournament], site: str, now: datetime) -> str:
    """`site` is where it is, as "https://example.org"."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Athanor//Tournaments//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        "X-WR-CALNAME:Athanor tournaments",
    ]
    for one in [*found, *_open_editions(found)]:
        lines += _of(one, site, now)
    going = {
        one.series.pk: one.series for one in found if one.series is not None and one.series.stopped_at is None
    }
    for _, series in sorted(going.items()):
        lines += _foreseen(series, site, now)
    lines.append("END:VCALENDAR")
    return "".join(f"{line}\r\n" for text in lines for line in _folded(text))


def _open_editions(found: Sequence[Tournament]) -> QuerySet[Tournament]:
    """Further editions of the same series that are open already."""
    series = {one.series_id for one in found if one.series_id is not None}
    others = Tournament.objects.filter(one_of((*TO_COME, *RUNS)), series__in=series)
    return others.exclude(pk__in=[one.pk for one in found]).select_related("series").order_by("starts_at", "pk")


def _of(one: Tournament, site: str, now: datetime) -> Iterator[str]:
    title = title_of(one)
    called_off = one.state == TournamentState.CANCELLED
    yield from _event(one, "start", title, one.starts_at, site, now, called_off)
    if called_off:
        return
    if one.has_check_in:
        yield from _event(one, "check-in", f"{title}: check-in", one.check_in_at, site, now, until=one.starts_at)
    if one.round_minutes and not one.tells_later and (at := next_round_at(one)) is not None:
        number = one.rounds + 1
        yield from _event(one, f"round-{number}", f"{title}: round {number}", at, site, now)
    if one.reveal_at is not None:
        yield from _event(one, "results", f"{title}: results", one.reveal_at, site, now)


def _event(
    one: Tournament,
    part: str,
    title: str,
    at: datetime,
    site: str,
    now: datetime,
    called_off: bool = False,
    until: datetime | None = None,
) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{one.slug}-{part}@athanor"
    yield f"DTSTAMP:{_utc(now)}"
    yield f"SEQUENCE:{one.acts}"
    yield f"DTSTART:{_utc(at)}"
    yield f"DTEND:{_utc(until or at + AN_HOUR)}"
    yield f"SUMMARY:{_text(title)}"
    yield f"URL:{site}{one.get_absolute_url()}"
    yield f"DESCRIPTION:{_text(one.about[:500])}"
    yield f"STATUS:{'CANCELLED' if called_off else 'CONFIRMED'}"
    yield "END:VEVENT"


def _foreseen(series: Series, site: str, now: datetime) -> Iterator[str]:
    plan = Plan.read(series.plan)
    firings = times.firings(plan.repeat, max(series.last_starts_at, now), times.zone(plan.zone))
    for number, at in zip(range(1, FORESEEN + 1), firings, strict=False):
        edition = series.editions + number
        yield "BEGIN:VEVENT"
        yield f"UID:{series.slug}-{edition}-start@athanor"
        yield f"DTSTAMP:{_utc(now)}"
        yield f"DTSTART:{_utc(at)}"
        yield f"DTEND:{_utc(at + AN_HOUR)}"
        yield f"SUMMARY:{_text(f'{plan.title} {edition}')}"
        yield f"URL:{site}/tournaments/"
        yield "STATUS:TENTATIVE"
        yield "END:VEVENT"


def _utc(moment: datetime) -> str:
    return f"{moment:%Y%m%dT%H%M%SZ}"


def _text(words: str) -> str:
    escaped = words.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    # A line's end of any kind would begin another property.
    return "\\n".join(escaped.splitlines())


def _folded(line: str) -> Iterator[str]:
    """A long line goes on in the next one, which begins with a space; no letter is cut in two."""
    piece, size = "", 0
    for letter in line:
        octets = len(letter.encode())
        if size + octets > OCTETS:
            yield piece
            piece, size = " ", 1
        piece, size = piece + letter, size + octets
    yield piece
