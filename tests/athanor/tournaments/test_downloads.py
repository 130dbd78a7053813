"""What can be taken away: results, replays, calendars."""

from __future__ import annotations

import io
import zipfile

import pytest
import time_machine

from athanor.accounts.models import User
from athanor.tournaments import downloads
from tests.athanor.pages.reading import client_of
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
        about="é" * 90 + "\nEND:VEVENT",
    )  # fmt: skip
    for address in ("/tournaments/calendar.ics", f"{cup.get_absolute_url()}calendar.ics"):
        answer = client_of(None).get(address)
        assert answer["Content-Type"].startswith("text/calendar")
        raw = answer.content
        assert all(len(line) <= 75 for line in raw.split(b"\r\n"))
        lines = raw.decode().replace("\r\n ", "").split("\r\n")
        assert lines.count("BEGIN:VEVENT") == lines.count("END:VEVENT") == 6
        assert "SUMMARY:Cup\\; of\\, Spring 1" in lines
        assert "DTSTART:20270305T170000Z" in lines
        assert "DTSTART:20270312T170000Z" in lines
        assert "DTSTART:20270402T160000Z" in lines, "the clocks have been put forward"
