"""The form of a plan: tried, announced, changed, and refused beside the field that is wrong."""

from __future__ import annotations

import html
import re
from datetime import UTC, datetime
from itertools import product
from urllib.parse import urlencode

import pytest
import time_machine
from django.http import QueryDict

from arena.games.registry import GAMES
from athanor.accounts.models import User
from athanor.tournaments import commands
from athanor.tournaments.forms import SECTIONS, PlanForm
from athanor.tournaments.models import Tournament
from athanor.tournaments.stage_forms import FOR_ALL, OWN, TIES
from tests.athanor.front.reading import client_of, page_of
from tests.athanor.front.test_every_page import wrong
from tests.athanor.tournaments import events

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
Clock = time_machine.Traveller


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
        ("invited", "a" * 100, "There is no author"),
        ("about", "a" * 4001, "at most 4000 characters (it has 4001)"),
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


def test_whatever_is_typed_into_a_field_is_taken_or_answered_beside_it(clock: Clock) -> None:
    """What the form lets through is a plan, or is refused by a sentence: nothing of it is a fault of ours."""
    names = [name for _, fields in SECTIONS for name in fields if "-" not in name]
    names += [f"stage-1-{name}" for name in ("format", *OWN, *FOR_ALL, *TIES)]
    for name, typed in product(names, ("", "-1", "9" * 30, "1e400", "x" * 5000, "a\0b")):
        data = QueryDict(urlencode(form(**{name: typed})))
        tried = PlanForm(data, now=events.NOW)
        tried.full_clean()
        assert (tried.plan is None) == tried.is_wrong, (name, typed[:20])


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
    commands.carry("call-off", tournament=cup, by=olga, reason="rain")
    refused = client.get(f"{cup.get_absolute_url()}edit/")
    assert refused.status_code == 409
    assert "the tournament is called off" in refused.content.decode().lower()


def test_the_options_of_a_game_are_fields_of_the_form(clock: Clock, olga: User) -> None:
    client = client_of(olga)
    page = client.get("/tournaments/new/").content.decode()
    assert '<link rel="stylesheet" href="/tournaments/plan.css">' in page
    css = client.get("/tournaments/plan.css").content.decode()
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
    assert "A stage needs at least 2 entrants" in part


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
