"""Every page of a tournament, for everybody, in every part of its life."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from pytest_django import Settings

from arena.games.registry import GAMES
from athanor.accounts.models import User
from athanor.tournaments import directing, dry_runs, editions, plans, queries
from athanor.tournaments.models import Tournament
from tests.athanor import world
from tests.athanor.pages.reading import client_of, page_of
from tests.athanor.pages.test_delivery import followed
from tests.athanor.pages.test_every_page import wrong
from tests.athanor.tournaments import events

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
Clock = time_machine.Traveller

ROOT = Path(__file__).resolve().parents[3]
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
    directing.call_off(tournament=cup, by=olga, reason="No room.")
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
    assert "is checked in" in client.post(there, {"bot": "ada", "do": "check-in"}, follow=True).content.decode()
    assert "is withdrawn" in client.post(there, {"bot": "ada", "do": "withdraw"}, follow=True).content.decode()
    assert client.post(there, {"bot": "nothing", "do": "enter"}).status_code == 404
    assert client.post(there, {"bot": "ada", "do": "dance"}).status_code == 400


def form(**fields: object) -> dict[str, object]:
    given: dict[str, object] = {
        "title": "Spring Cup",
        "game": "kazaam",
        "clock": "quick",
        "stage-1-format": "double-elimination",
        "stage-1-reset": "on",
        "stage-1-legs": 1,
        "stage-1-tie_1": "buchholz",
        "seats": 2,
        "least_seats": 2,
        "seeding": "rating",
        "start": "2027-03-05T18:00",
        "zone": "Europe/Berlin",
        "opens_days": 7,
        "check_in_minutes": 30,
        "round_minutes": 0,
        "repeat": "0 18 * * FRI",
        "capacity": 8,
        "per_user": 1,
        "least_matches": 0,
        "account_days": 0,
        "reveal": "live",
        "reveal_after": 0,
        "reveal_every": 0,
        "command": "form-1",
    }
    return given | fields


@pytest.mark.database
def test_the_plan_is_tried_and_then_announced_once(clock: Clock, olga: User) -> None:
    client = client_of(olga)
    page = client.get("/tournaments/new/")
    assert page_of(page).faults == []
    dry = client.post("/tournaments/new/", form(do="dry"))
    assert dry.status_code == 200
    assert page_of(dry).faults == []
    text = dry.content.decode()
    assert "Dry run: 8 entrants" in text
    assert "14 to 15" in text, "pairings of a double elimination of eight"
    assert "Fri 12 Mar 2027 18:00 CET" in text
    assert not Tournament.objects.exists()
    for _ in range(2):
        answer = client.post("/tournaments/new/", form(do="announce"))
        assert answer["Location"] == "/tournaments/spring-cup/"
    (cup,) = Tournament.objects.all()
    assert (cup.state, cup.series is None) == ("registration", False)
    assert cup.starts_at == datetime(2027, 3, 5, 17, tzinfo=UTC)


def test_what_cannot_be_is_said_beside_the_field_and_what_was_typed_stays(clock: Clock, olga: User) -> None:
    client = client_of(olga)
    for field, value, says in (
        ("zone", "Europe/Berlln", "Write it like Europe/Berlin"),
        ("start", "2020-01-01T10:00", "That is past"),
        ("seats", 7, "Kazaam is for 2 to 5 at a table, not 7"),
        ("repeat", "0 18 30 2 *", "never comes"),
        ("capacity", 1, "Take 2 to 512"),
        ("kazaam-round_limit", 201, "Take 1 to 200"),
        ("kazaam-counters", "none", "not one of the available choices"),
    ):
        answer = client.post("/tournaments/new/", form(do="announce", **{field: value}))
        assert answer.status_code == 400
        page = page_of(answer)
        assert page.faults == []
        part = answer.content.decode().partition(f'for="id_{field}"')[2].partition('<div class="field')[0]
        assert says in part, field
        assert str(value) in part, field
    assert not Tournament.objects.exists()


def test_a_draft_is_changed_and_announced(clock: Clock, olga: User) -> None:
    client = client_of(olga)
    assert client.post("/tournaments/new/", form(do="draft")).status_code == 302
    cup = Tournament.objects.get()
    assert wrong(iter([f"{cup.get_absolute_url()}edit/", f"{cup.get_absolute_url()}control/"]), olga) == {}
    assert (
        client.post(
            f"{cup.get_absolute_url()}edit/", form(do="save", title="Other Cup", command="form-2")
        ).status_code
        == 302
    )
    assert (
        client.post(
            f"{cup.get_absolute_url()}control/", {"do": "publish", "command": "p", "confirm": "yes"}
        ).status_code
        == 302
    )
    cup = events.fresh(cup)
    assert (cup.title, cup.state) == ("Other Cup", "registration")
    directing.call_off(tournament=cup, by=olga, reason="rain")
    refused = client.get(f"{cup.get_absolute_url()}edit/")
    assert refused.status_code == 409
    assert "the tournament is called off" in refused.content.decode().lower()


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
    directing.call_off(tournament=cup, by=olga, reason="rain")
    assert "rain" in client_of(None).get(cup.get_absolute_url()).content.decode()


def test_the_options_of_a_game_are_fields_of_the_form(clock: Clock, olga: User) -> None:
    client = client_of(olga)
    page = client.get("/tournaments/new/").content.decode()
    css = (ROOT / "platform/athanor/pages/static/athanor/css/tournaments.css").read_text()
    for game in GAMES.values():
        assert f'option[value="{game.name}"]:checked) .for-game-{game.name}' in css, "shown for its game only"
        for name in game.options:
            assert f'id="id_{game.name}-{name}"' in page
    wish = form(
        **{"do": "announce", "game": "alakazoo", "alakazoo-tommy": "on", "alakazoo-book": "bonus"},
        **{"alakazoo-portals": "deal", "alakazoo-round_limit": 40, "kazaam-round_limit": 7},
    )
    assert client.post("/tournaments/new/", wish).status_code == 302
    cup = Tournament.objects.get()
    assert cup.options == {"tommy": True, "book": "bonus", "round_limit": 40}
    edit = client.get(f"{cup.get_absolute_url()}edit/").content.decode()
    assert '<option value="bonus" selected>' in edit
    refused = client.post("/tournaments/new/", wish | {"command": "form-2", "alakazoo-book": "goal"})
    part = refused.content.decode().partition('for="id_alakazoo-book"')[2].partition('<div class="field')[0]
    assert "off, bonus or instead with 2 seats" in part.replace("&#x27;", "'")


def test_an_option_that_is_no_choice_is_written_and_stays_when_something_else_changes(
    clock: Clock, olga: User
) -> None:
    client = client_of(olga)
    assert "a comma between them, of jade-1, khaliman-1" in client.get("/tournaments/new/").content.decode()
    wish = form(game="alkemy", repeat="", do="announce", **{"alkemy-armies": "avalon-1,khaliman-1"})
    assert client.post("/tournaments/new/", wish).status_code == 302
    cup = Tournament.objects.get()
    assert [army["faction"] for army in cup.options["armies"]] == ["avalon", "khaliman"]
    edit = f"{cup.get_absolute_url()}edit/"
    shown = html.unescape(client.get(edit).content.decode().partition('id="id_alkemy-armies"')[2])
    written = shown.partition(">")[2].partition("</textarea>")[0].strip()
    change = wish | {"do": "save", "command": "form-2", "about": "Bring tea.", "alkemy-armies": written}
    assert client.post(edit, change).status_code == 302
    assert (events.fresh(cup).about, events.fresh(cup).options) == ("Bring tea.", cup.options)
    for odd in ("[", "[" * 20_000, "[1]", "avalon-1", "nobody,nobody"):
        refused = client.post("/tournaments/new/", wish | {"command": "form-3", "alkemy-armies": odd})
        assert refused.status_code == 400
        part = refused.content.decode().partition('for="id_alkemy-armies"')[2].partition('<div class="field')[0]
        assert "two armies of a faction and its cards" in part.partition('class="errorlist')[2]


def test_a_form_of_five_stages(clock: Clock, olga: User) -> None:
    formats = ("groups", "swiss", "double-elimination", "gauntlet", "single-elimination")
    usual = {"groups": 4, "cycles": 1, "hosts": 1, "legs": 1}
    stages = {
        f"stage-{place}-{name}": value
        for place, format_ in enumerate(formats, 1)
        for name, value in {"format": format_, "takes": 2 if place == 2 else 8 - place, **usual}.items()
    }
    wish = form(capacity=16, do="announce", **stages)
    answer = client_of(olga).post("/tournaments/new/", wish)
    assert answer.status_code == 302, answer.content.decode()
    cup = Tournament.objects.get()
    assert [one["advance"] for one in cup.plan["stages"]] == [2, 5, 4, 3, None]
    wrongs = client_of(olga).post("/tournaments/new/", wish | {"command": "f2", "stage-4-takes": 1})
    part = wrongs.content.decode().partition('for="id_stage-4-takes"')[2].partition('<div class="field')[0]
    assert "at least 2 go on" in part


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


def test_of_two_who_change_the_plan_the_second_sees_what_the_first_did(clock: Clock, olga: User) -> None:
    client = client_of(olga)
    client.post("/tournaments/new/", form(do="draft"))
    cup = Tournament.objects.get()
    there = f"{cup.get_absolute_url()}edit/"
    seen = re.findall(r'name="seen" value="(\d+)"', client.get(there).content.decode())[0]
    assert client.post(there, form(do="save", title="First", command="a", seen=seen)).status_code == 302
    late = client.post(there, form(do="save", title="Second", command="b", seen=seen))
    assert late.status_code == 409
    assert "Since you looked, olga did this: Changed its plan: title." in late.content.decode()
    assert 'value="Second"' in late.content.decode(), "what was typed stays"
    assert events.fresh(cup).title == "First"


def test_what_was_called_off_has_a_list_and_a_draft_that_was_has_none(clock: Clock, olga: User) -> None:
    cup = events.event(olga, title="Rainy Cup")
    draft = editions.create(plan=events.plan(title="Secret Cup"), owner=olga, announce=False)
    for each in (cup, draft):
        directing.call_off(tournament=each, by=olga, reason="rain")
    page = client_of(None).get("/tournaments/").content.decode()
    assert "Called off" in page
    assert "Rainy Cup" in page
    assert "Secret Cup" not in page
    listed = client_of(None).get("/api/v1/tournaments/called-off").json()
    assert [(row["title"], row["reason"]) for row in listed["rows"]] == [("Rainy Cup", "rain")]
    for number in range(3):
        directing.call_off(tournament=events.event(olga, title=f"Cup {number}"), by=olga, reason="rain")
    first = queries.called_off(limit=3)
    rest = queries.called_off(cursor=first.next, limit=3)
    assert (len(first.rows), len(rest.rows), rest.next) == (3, 1, "")


def test_the_dry_run_says_where_the_timetable_is_too_short(clock: Clock) -> None:
    plan = plans.checked(
        events.plan(format="round-robin", capacity=32, round_minutes=1, reveal="end", reveal_after=5),
        now=events.NOW,
    )
    first, second = dry_runs.dry_run(plan, now=events.NOW).notices
    assert first.startswith("Round 1 may take 6 minutes, and a round is planned every 1:")
    assert second.startswith("Results are told up to ")
    enough = plans.checked(events.plan(format="round-robin", capacity=32, round_minutes=10), now=events.NOW)
    assert dry_runs.dry_run(enough, now=events.NOW).notices == []
