"""Notices: everybody is told what concerns them, once, and nothing before it is public."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from athanor.accounts.models import User
from athanor.notices import services
from athanor.notices.models import Notice
from athanor.tournaments import commands, entries
from tests.athanor import world
from tests.athanor.api import caller
from tests.athanor.front.reading import client_of
from tests.athanor.front.test_every_page import wrong
from tests.athanor.tournaments import events

pytestmark = pytest.mark.django_db
Clock = time_machine.Traveller

START = datetime(2027, 3, 5, 18, tzinfo=UTC)
HOUR = timedelta(hours=1)
NAMES = ("ada", "bea", "cam", "dot")


def told(name: str) -> list[str]:
    return list(Notice.objects.filter(user__username=name).order_by("pk").values_list("sentence", flat=True))


@pytest.mark.database
def test_it_works(clock: Clock, olga: User) -> None:
    cup = events.event(olga, format="single-elimination", check_in_minutes=30)
    events.enter(cup, NAMES)
    events.at(clock, START - timedelta(minutes=30))
    for name in NAMES[:3]:
        entries.check_in(entry=events.entry(cup, name))
    events.at(clock, START)
    events.play_out()
    first, second, *between, last = told("a-ada")
    assert first == "Spring Cup: Registration is closed. Who is entered has to check in."
    assert second == "Spring Cup: Started, with 3 entrants. Versions are frozen."
    assert between
    assert all(" meets " in one or " no opponent " in one for one in between)
    assert last == "Spring Cup: ada won it, of 3."
    assert told("a-dot")[-1] == "Spring Cup: dot was left out at the start: it was not checked in."
    assert told("olga")[-1] == "Spring Cup: it is finished."
    met = [one for name in NAMES[:3] for one in told(f"a-{name}") if " meets " in one]
    assert len(met) == 4, "two pairings, each told to both"


def test_bots_of_one_name_are_told_apart(clock: Clock, olga: User) -> None:
    cup = events.event(olga, format="round-robin")
    for bot in events.enter(cup, NAMES[:2]):
        bot.name = "starter"
        bot.save()
    events.at(clock, START)
    assert "Spring Cup: starter by a-ada meets starter by a-bea." in told("a-ada")


@pytest.mark.database
def test_a_wake_up_that_comes_twice_tells_once(clock: Clock, olga: User) -> None:
    cup = events.event(olga, format="round-robin")
    events.enter(cup, NAMES)
    for _ in range(3):
        events.at(clock, START)
    events.play_out()
    there = told("a-ada")
    assert len(there) == len(set(there))
    services.tell(told=[services.Told(olga.pk, "x", "Twice", "/")] * 2, now=START)
    assert told("olga").count("Twice") == 1


def test_nothing_is_told_of_what_is_hidden(clock: Clock, olga: User) -> None:
    cup = events.event(olga, format="single-elimination", reveal="rounds", reveal_after=60, reveal_every=60)
    events.enter(cup, NAMES)
    events.at(clock, START)
    events.play_out()
    before = told("a-ada")
    assert sum(" meets " in one for one in before) == 1, "the pairings of the first round are known"
    events.at(clock, START + HOUR)
    assert sum(" meets " in one for one in told("a-ada")) == 2
    assert not any(" won it" in one for one in told("a-ada"))
    events.at(clock, START + 2 * HOUR)
    assert told("a-ada")[-1] == "Spring Cup: ada won it, of 4."


def test_who_waits_hears_of_a_free_place_and_who_is_taken_out_why(clock: Clock, olga: User) -> None:
    cup = events.event(olga, capacity=2)
    events.enter(cup, NAMES[:3])
    commands.carry("remove", tournament=cup, by=olga, key=events.key("ada"), reason="on request")
    assert told("a-cam") == ["Spring Cup: cam has a place that became free."]
    assert told("a-ada") == ["Spring Cup: ada was taken out by its organizers: on request."]


def test_announcements_and_changes_reach_who_takes_part_and_not_who_made_them(clock: Clock, olga: User) -> None:
    cup = events.event(olga)
    events.enter(cup, NAMES[:2])
    commands.carry("announce", tournament=cup, by=olga, text="Pizza at eight")
    commands.carry("call-off", tournament=cup, by=olga, reason="rain")
    assert told("a-ada") == ["Spring Cup: Pizza at eight", "Spring Cup: Called off: rain."]
    assert "Spring Cup: Pizza at eight" not in told("olga")


def test_the_house_is_told_nothing(clock: Clock, olga: User) -> None:
    house = world.author("house", is_house=True)
    cup = events.event(olga, format="round-robin")
    bot = events.bot("counting", owner=house)
    entries.enter(tournament=cup, bot=bot, by=house)
    events.enter(cup, NAMES[:2])
    events.at(clock, START)
    events.play_out()
    assert told("house") == []


@pytest.mark.database
def test_notices_are_read_on_their_page_and_in_the_api(clock: Clock, olga: User) -> None:
    cup = events.event(olga)
    assert wrong(iter(["/notices/", "/"]), olga) == {}
    events.enter(cup, NAMES[:2])
    commands.carry("announce", tournament=cup, by=olga, text="Pizza at eight")
    ada = User.objects.get(username="a-ada")
    assert wrong(iter(["/notices/", "/"]), ada) == {}
    client = client_of(ada)
    page = client.get("/notices/").content.decode()
    assert "Pizza at eight" in page
    assert '<span class="count num">1' in page
    by = caller.of(ada)
    (row,) = by.get("/me/notices").document
    assert (row["is_new"], row["sentence"]) == (True, "Spring Cup: Pizza at eight")
    commands.carry("announce", tournament=cup, by=olga, text="Soup at nine")
    client.post("/notices/", {"upto": str(row["number"])})
    assert [one["is_new"] for one in by.get("/me/notices").document] == [True, False], "what came since is new"
    newest = by.get("/me/notices").document[0]["number"]
    assert by.post("/me/notices/read", {"upto": newest}).document == {"read": 1}
    assert '<span class="count num">' not in client.get("/notices/").content.decode()
    assert client_of(None).get("/notices/").status_code == 302


@pytest.mark.database
def test_old_notices_are_forgotten(clock: Clock, olga: User) -> None:
    services.tell(told=[services.Told(olga.pk, "old", "Old", "/")], now=START)
    services.tell(told=[services.Told(olga.pk, "new", "New", "/")], now=START + timedelta(days=50))
    services.forget(now=START + timedelta(days=61))
    assert told("olga") == ["New"]
