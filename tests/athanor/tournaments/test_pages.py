"""Every page of a tournament, for everybody, in every part of its life."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from pytest_django import Settings

from athanor.accounts.models import User
from athanor.tournaments import commands, dry_runs, editions, plan_checks, queries
from athanor.tournaments.models import Tournament
from tests.athanor import world
from tests.athanor.front.reading import client_of, page_of
from tests.athanor.front.test_delivery import followed
from tests.athanor.front.test_every_page import wrong
from tests.athanor.tournaments import events

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
Clock = time_machine.Traveller

START = datetime(2027, 3, 5, 18, tzinfo=UTC)
NAMES = ("ada", "bea", "cam", "dot", "eve", "fay")


def pages(cup: Tournament) -> Iterator[str]:
    here = cup.get_absolute_url()
    yield from ("/", "/tournaments/", here, f"{here}schedule/", f"{here}entrants/")
    cup = events.fresh(cup)
    if cup.started_at:
        yield from (f"{here}standings/", f"{here}crosstable/")
        for game in cup.games.all()[:4]:
            yield f"{here}pairings/{game.pairing}/"


def test_what_is_over_is_not_asked_for_again(clock: Clock, olga: User) -> None:
    cup = events.event(olga, format="single-elimination")
    here = cup.get_absolute_url()
    tabs = (
        here,
        *(f"{here}{tab}/" for tab in ("bracket", "standings", "crosstable", "schedule", "entrants", "control")),
    )
    assert followed(here) == ["state", "entrants", "news"]
    events.enter(cup, NAMES)
    events.at(clock, START)
    events.play(matches=events.open_matches()[:1])
    assert {tab: len(followed(tab, olga)) > 1 for tab in tabs} == dict.fromkeys(tabs, True)
    events.play_out()
    assert [followed(tab, olga) for tab in tabs] == [[]] * len(tabs)


def test_what_is_called_off_is_not_asked_for_again(olga: User) -> None:
    cup = events.event(olga)
    commands.carry("call-off", tournament=cup, by=olga, reason="No room.")
    assert followed(cup.get_absolute_url()) == []
    assert followed(f"{cup.get_absolute_url()}entrants/") == []


FORMATS = (
    {"format": "swiss", "rounds": 3},
    {"format": "round-robin"},
    {"format": "single-elimination", "third_place": True},
    {"format": "double-elimination", "legs": 3, "best_of": True},
    {"format": "groups", "groups": 2, "then": "single-elimination", "advance": 2, "duplicate": True},
    {"format": "gauntlet"},
    {
        "format": "swiss",
        "game": "poison",
        "seats": 4,
        "least_seats": 3,
        "rounds": 2,
        "tie_breaks": ["seat_corrected"],
    },
)


@pytest.mark.parametrize(
    "fields",
    # Groups and a bracket after them have every page that there is.
    [
        pytest.param(fields, id=str(fields["format"]), marks=pytest.mark.database if "then" in fields else ())
        for fields in FORMATS
    ],
)
def test_every_page_is_there_through_its_life(clock: Clock, olga: User, fields: dict[str, object]) -> None:
    cup = events.event(olga, about="A cup.\nOf spring.", **fields)
    here = cup.get_absolute_url()
    assert wrong(pages(cup), None) == {}
    events.enter(cup, NAMES)
    author = User.objects.get(username="a-ada")
    for user in (None, author, olga):
        assert wrong(pages(cup), user) == {}
    events.at(clock, START)
    events.play(matches=events.open_matches()[:1])
    for user in (None, author, olga):
        assert wrong(pages(cup), user) == {}
    assert wrong(iter([f"{here}control/"]), olga) == {}
    events.play_out()
    assert events.fresh(cup).state == "finished"
    assert wrong(pages(cup), author) == {}
    assert wrong(iter([f"{here}control/", "/bots/a-ada/ada/"]), olga) == {}
    has_bracket = "elimination" in f"{fields['format']}{fields.get('then')}"
    assert client_of(None).get(f"{here}bracket/").status_code == (200 if has_bracket else 404)
    if has_bracket:
        assert wrong(iter([f"{here}bracket/"]), None) == {}


def test_a_draft_is_its_organizers_alone(clock: Clock, olga: User) -> None:
    cup = events.event(olga)
    Tournament.objects.filter(pk=cup.pk).update(state="draft")
    assert client_of(olga).get(cup.get_absolute_url()).status_code == 200
    for user in (None, world.author("eva")):
        for page in ("", "schedule/", "results.json", "calendar.ics", "control/"):
            assert client_of(user).get(f"{cup.get_absolute_url()}{page}").status_code in (302, 404)
        assert cup.title not in client_of(user).get("/tournaments/").content.decode()


def test_an_author_enters_checks_in_and_withdraws_by_the_page(clock: Clock, olga: User) -> None:
    cup = events.event(olga, check_in_minutes=30)
    bot = events.bot("ada")
    client = client_of(bot.owner)
    there = f"{cup.get_absolute_url()}enter/"
    for _ in range(2):
        answer = client.post(there, {"bot": "ada", "do": "enter"}, follow=True)
        assert "is entered" in answer.content.decode()
    refused = client.post(there, {"bot": "ada", "do": "check-in"})
    assert refused.status_code == 409
    assert "check-in begins at 2027-03-05 17:30 UTC" in refused.content.decode()
    events.at(clock, START - timedelta(minutes=10))
    client = client_of(bot.owner)  # days have gone by: its first login has ended
    assert "is checked in" in client.post(there, {"bot": "ada", "do": "check-in"}, follow=True).content.decode()
    given = {"bot": "ada", "do": "withdraw", "confirm": "yes"}
    assert "is withdrawn" in client.post(there, given, follow=True).content.decode()
    assert client.post(there, {"bot": "nothing", "do": "enter"}).status_code == 404
    assert client.post(there, {"bot": "ada", "do": "dance"}).status_code == 400


def test_champions_stand_on_their_bots_pages_and_the_next_one_at_home(clock: Clock, olga: User) -> None:
    cup = events.event(olga, format="single-elimination")
    assert cup.get_absolute_url() in client_of(None).get("/").content.decode()
    events.enter(cup, NAMES[:2])
    events.at(clock, START)
    events.play_out()
    assert "Spring Cup" in client_of(None).get("/bots/a-ada/ada/").content.decode()


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("nothing/", 404),
        ("spring-cup/bracket/", 404),
        ("spring-cup/standings/?stage=9", 200),
        ("spring-cup/standings/?after=x", 400),
        ("spring-cup/pairings/1-1-1/", 404),
        ("spring-cup/replays.zip", 404),
        ("spring-cup/nothing/", 404),
    ],
)
def test_an_address_of_nothing_says_so(clock: Clock, olga: User, address: str, status: int) -> None:
    events.event(olga)
    answer = client_of(None).get(f"/tournaments/{address}")
    assert answer.status_code == status
    assert page_of(answer).faults == []


@pytest.mark.parametrize("page", ["standings", "crosstable", "bracket"])
@pytest.mark.parametrize("stage", ["0", "2", "00", "0010", "9" * 50, "-1", "1x", "²"])
def test_a_stage_that_is_not_there_says_so(clock: Clock, olga: User, page: str, stage: str) -> None:
    cup = events.event(olga, format="single-elimination")
    events.enter(cup, NAMES[:2])
    events.at(clock, START)
    answer = client_of(None).get(f"{cup.get_absolute_url()}{page}/", {"stage": stage})
    assert answer.status_code == 404
    assert "There is no stage" in answer.content.decode()
    assert client_of(None).get(f"{cup.get_absolute_url()}{page}/", {"stage": "1"}).status_code == 200


def test_pages_are_only_read(clock: Clock, olga: User) -> None:
    cup = events.event(olga)
    for page in ("", "schedule/", "entrants/", "results.json", "calendar.ics"):
        assert client_of(None).post(f"{cup.get_absolute_url()}{page}").status_code == 405
    commands.carry("call-off", tournament=cup, by=olga, reason="rain")
    assert "rain" in client_of(None).get(cup.get_absolute_url()).content.decode()


@pytest.mark.database
def test_what_was_is_there_to_its_beginning(clock: Clock, olga: User, settings: Settings) -> None:
    settings.TOURNAMENTS_A_USER = 100
    for number in range(33):
        cup = events.event(olga, title=f"Cup {number}")
        at = START + timedelta(days=number // 2)
        Tournament.objects.filter(pk=cup.pk).update(state="finished", started_at=at, finished_at=at)
    client = client_of(None)
    first = client.get("/tournaments/")
    assert wrong(iter(["/tournaments/"]), None) == {}
    titles = re.findall(r'class="event-name" href="[^"]*">(Cup \d+)<', first.content.decode())
    (following,) = re.findall(r'href="(\?from=[^"]+)"', first.content.decode())
    rest = client.get(f"/tournaments/{following}")
    assert page_of(rest).faults == []
    titles += re.findall(r'class="event-name" href="[^"]*">(Cup \d+)<', rest.content.decode())
    assert titles == [f"Cup {number}" for number in reversed(range(33))]
    assert client.get("/tournaments/?from=nonsense").status_code == 400
    rows: list[dict[str, Any]] = []
    cursor = ""
    while not rows or cursor:
        page = client.get("/api/v1/tournaments/finished", {"cursor": cursor, "limit": "20"}).json()
        rows, cursor = rows + page["rows"], page["next"]
    assert [row["title"] for row in rows] == titles


def test_what_was_called_off_has_a_list_and_a_draft_that_was_has_none(clock: Clock, olga: User) -> None:
    cup = events.event(olga, title="Rainy Cup")
    draft = editions.create(plan=events.plan(title="Secret Cup"), owner=olga, announce=False)
    for each in (cup, draft):
        commands.carry("call-off", tournament=each, by=olga, reason="rain")
    page = client_of(None).get("/tournaments/").content.decode()
    assert "Called off" in page
    assert "Rainy Cup" in page
    assert "Secret Cup" not in page
    listed = client_of(None).get("/api/v1/tournaments/called-off").json()
    assert [(row["title"], row["reason"]) for row in listed["rows"]] == [("Rainy Cup", "rain")]
    for number in range(3):
        commands.carry("call-off", tournament=events.event(olga, title=f"Cup {number}"), by=olga, reason="rain")
    first = queries.called_off(limit=3)
    rest = queries.called_off(cursor=first.next, limit=3)
    assert (len(first.rows), len(rest.rows), rest.next) == (3, 1, "")


def test_the_dry_run_says_where_the_timetable_is_too_short(clock: Clock) -> None:
    plan = plan_checks.checked(
        events.plan(format="round-robin", capacity=32, round_minutes=1, reveal="end", reveal_after=5),
        now=events.NOW,
    )
    first, second = dry_runs.dry_run(plan, now=events.NOW).notices
    assert first.startswith("Round 1 may take 6 minutes, and a round is planned every 1:")
    assert second.startswith("Results are told up to ")
    enough = plan_checks.checked(events.plan(format="round-robin", capacity=32, round_minutes=10), now=events.NOW)
    assert dry_runs.dry_run(enough, now=events.NOW).notices == []
