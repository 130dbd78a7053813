"""What can be taken away: results, replays, calendars."""

from __future__ import annotations

import io
import zipfile
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from icalendar import Calendar

from athanor.accounts.models import User
from athanor.long_answers import AT_ONCE, LongAnswer
from athanor.tournaments import commands, downloads
from tests.athanor.front.reading import client_of
from tests.athanor.tournaments import events

pytestmark = [pytest.mark.django_db, pytest.mark.database, pytest.mark.slow]
Clock = time_machine.Traveller


def test_downloads_have_all_that_is_told(clock: Clock, olga: User) -> None:
    cup = events.event(olga, format="round-robin")
    events.enter(cup, ["=cmd", *events.NAMES[:2]])
    events.at(clock, events.START)
    events.play_out()
    here = cup.get_absolute_url()
    client = client_of(None)
    found = client.get(f"{here}results.json").json()
    assert found["champions"] == ["a-=cmd/=cmd"]
    assert found["settings"]["seed"] == cup.seed
    assert [one["kind"] for one in found["records"]][:4] == ["entered", "entered", "entered", "drawn"]
    table = client.get(f"{here}results.csv").content.decode()
    assert ",'=cmd," in table, "no formula of a stranger's name"
    assert len(table.splitlines()) == 4
    whole = client.get(f"{here}replays.zip").getvalue()
    archive = zipfile.ZipFile(io.BytesIO(whole))
    assert archive.testzip() is None
    assert len(archive.namelist()) == 3
    assert all(name.startswith("spring-cup/1-") for name in archive.namelist())
    assert client.get(f"{here}replays.zip").getvalue() == whole, "the same games are the same file"
    assert client.head(f"{here}replays.zip")["Content-Type"] == "application/zip"
    under_way = [LongAnswer([]) for _ in range(AT_ONCE)]
    assert client.get(f"{here}replays.zip").status_code == 429, "one that is read slowly keeps a thread"
    for one in under_way:
        one.close()


def test_of_thousands_of_replays_one_is_held_at_a_time(
    clock: Clock, olga: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = events.event(olga, format="round-robin")
    events.enter(cup, events.NAMES)
    events.at(clock, events.START)
    events.play_out()
    monkeypatch.setattr(downloads, "AT_ONCE", 4)
    read = []

    class Blobs:
        def get(self, digest: str) -> bytes:
            read.append(digest)
            return bytes([len(read)]) * 100_000

    monkeypatch.setattr(downloads, "blobs", Blobs)
    pieces = downloads.replays(cup)
    whole = b""
    for number, piece in enumerate(pieces, 1):
        assert len(piece) < 210_000
        assert len(read) <= number + 1, "no more is read than was sent"
        whole += piece
    archive = zipfile.ZipFile(io.BytesIO(whole))
    assert archive.testzip() is None
    assert len(archive.namelist()) == len(set(archive.namelist())) == len(read) == 15, "all of them, in fours"


def test_the_calendar_can_be_read(clock: Clock, olga: User) -> None:
    cup = events.event(
        olga, title="Cup; of, Spring", check_in_minutes=30, repeat="0 18 * * FRI", zone="Europe/Berlin",
        about="é" * 90 + "\nEND:VEVENT\n; and, so \\ on",
    )  # fmt: skip
    for address in ("/tournaments/calendar.ics", f"{cup.get_absolute_url()}calendar.ics"):
        answer = client_of(None).get(address)
        assert answer["Content-Type"].startswith("text/calendar")
        assert all(len(line) <= 75 for line in answer.content.split(b"\r\n"))
        read = calendar(answer)
        assert (read["VERSION"], read["METHOD"], read["X-WR-CALNAME"]) == ("2.0", "PUBLISH", "Athanor tournaments")
        first, check_in, *foreseen = read.events
        assert (first["UID"], first["STATUS"]) == ("cup-of-spring-start@athanor", "CONFIRMED")
        assert first["SUMMARY"] == "Cup; of, Spring 1"
        assert first["DESCRIPTION"] == cup.about
        assert first["URL"].endswith(cup.get_absolute_url())
        assert (first.start, first.end) == (friday(5, 17), friday(5, 18))
        assert first["SEQUENCE"] == events.fresh(cup).acts
        assert check_in["SUMMARY"] == "Cup; of, Spring 1: check-in"
        assert (check_in.start, check_in.end) == (friday(5, 16, 30), friday(5, 17))
        assert [event["STATUS"] for event in foreseen] == ["TENTATIVE"] * 4
        assert [event.start for event in foreseen[:2]] == [friday(12, 17), friday(19, 17)]
        assert foreseen[-1].start == datetime(2027, 4, 2, 16, tzinfo=UTC), "the clocks have been put forward"
        assert len({event["UID"] for event in read.events}) == 6


def calendar(answer: Any) -> Any:
    """As a program reads it."""
    return Calendar.from_ical(answer.content)


def friday(day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2027, 3, day, hour, minute, tzinfo=UTC)


def test_a_tournament_that_was_called_off_is_cancelled_in_the_calendar(clock: Clock, olga: User) -> None:
    cup = events.event(olga, check_in_minutes=30)
    address = f"{cup.get_absolute_url()}calendar.ics"
    before = calendar(client_of(None).get(address)).events[0]
    commands.carry("call-off", tournament=cup, by=olga, reason="nobody came")
    (event,) = calendar(client_of(None).get(address)).events
    assert (event["UID"], event["STATUS"]) == (before["UID"], "CANCELLED")
    assert event["SEQUENCE"] > before["SEQUENCE"]
