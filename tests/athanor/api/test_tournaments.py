"""Tournaments by the API: everything that the pages can do, in the same words."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine

from athanor.accounts.models import User
from athanor.tournaments.commands import COMMANDS
from athanor.tournaments.models import Tournament
from tests.athanor import world
from tests.athanor.api import caller
from tests.athanor.api.caller import Caller
from tests.athanor.tournaments import events

pytestmark = [pytest.mark.django_db, pytest.mark.database]
Clock = time_machine.Traveller

START = datetime(2027, 3, 5, 18, tzinfo=UTC)
PLAN = {"title": "Spring Cup", "game": "kazaam", "start": "2027-03-05T18:00", "capacity": 8}


@pytest.fixture
def clock(db: None) -> Iterator[Clock]:
    with time_machine.travel(events.NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def olga(clock: Clock) -> User:
    return world.author("olga")


def made(by: Caller, **fields: Any) -> str:
    answer = by.post("/tournaments", {"plan": PLAN | fields, "command": f"make-{len(fields)}"})
    assert answer.status == 201, answer.document
    slug: str = answer.document["slug"]
    return slug


@pytest.mark.slow
def test_it_works(clock: Clock, olga: User) -> None:
    by, anybody = caller.of(olga), Caller()
    slug = made(by, stages=[{"format": "double-elimination"}])
    assert made(by, stages=[{"format": "double-elimination"}]) == slug, "the same command is the same tournament"
    for name in ("ada", "bea", "cam"):
        bot = events.bot(name)
        answer = caller.of(bot.owner).put(f"/tournaments/{slug}/entries/{name}")
        assert (answer.status, answer.document["state"]) == (200, "entered")
        assert caller.of(bot.owner).put(f"/tournaments/{slug}/entries/{name}").document == answer.document
    answer = by.post(f"/tournaments/{slug}/commands/start", {"command": "go", "confirm": True})
    assert answer.document["state"] == "running"
    events.play_out()
    assert anybody.get(f"/tournaments/{slug}").document["champion"] == "a-ada/ada"
    assert anybody.get(f"/tournaments/{slug}/standings").document["champions"] == ["a-ada/ada"]
    (bracket,) = anybody.get(f"/tournaments/{slug}/bracket").document
    assert {box["section"] for box in bracket["boxes"]} == {"winners", "losers", "final"}
    first = anybody.get(f"/tournaments/{slug}/pairings").document[-1]["pairings"][0]
    page = anybody.get(f"/tournaments/{slug}/pairings/{first['key']}").document
    assert anybody.get(f"/matches/{page['games'][0]['match']}").document["match"]["purpose"] == "tournament"
    assert anybody.get(f"/tournaments/{slug}/stages/1/crosstable").status == 200
    assert anybody.get(f"/tournaments/{slug}/stages/2/crosstable").code == "not-found"
    log = by.get(f"/tournaments/{slug}/log").document
    assert "start" in [act["what"] for act in log]


def test_a_dry_run_says_what_it_comes_to_and_makes_nothing(clock: Clock, olga: User) -> None:
    plan = PLAN | {"stages": [{"format": "double-elimination"}], "repeat": "0 18 * * FRI", "zone": "Europe/Berlin"}
    tried = caller.of(olga).post("/tournaments/dry-run", plan).document
    assert tried["pairings"] == [14, 15]
    assert tried["editions"][0] == "2027-03-12T17:00:00Z"
    assert not Tournament.objects.exists()


def test_what_cannot_be_names_the_field_and_what_would_be_right(clock: Clock, olga: User) -> None:
    answer = caller.of(olga).post("/tournaments", {"plan": PLAN | {"seats": 7, "zone": "Nowhere/Land"}})
    assert (answer.status, answer.code) == (400, "bad-plan")
    message = answer.document["error"]["message"]
    assert "zone: There is no time zone 'Nowhere/Land'" in message
    assert "seats: Kazaam is for 2 to 5 at a table, not 7" in message
    unknown = caller.of(olga).post("/tournaments", {"plan": PLAN | {"colour": "red"}})
    assert (unknown.status, unknown.code) == (422, "invalid")


def test_every_command_is_there_for_organizers_and_nobody_else(clock: Clock, olga: User) -> None:
    slug = made(caller.of(olga))
    eva = caller.of(world.author("eva"))
    for what in COMMANDS:
        assert eva.post(f"/tournaments/{slug}/commands/{what}", {"command": "x"}).code == "not-yours"
    assert eva.get(f"/tournaments/{slug}/log").code == "not-yours"
    assert eva.get(f"/tournaments/{slug}/control").code == "not-yours"
    assert eva.put(f"/tournaments/{slug}/plan", {"plan": PLAN, "command": "x"}).code == "not-yours"
    assert caller.of(olga).post(f"/tournaments/{slug}/commands/dance", {"command": "x"}).code == "not-found"


def test_a_command_needs_a_name_and_takes_effect_once(clock: Clock, olga: User) -> None:
    by = caller.of(olga)
    slug = made(by)
    there = f"/tournaments/{slug}/commands/extend"
    assert by.post(there, {"minutes": 30}).code == "invalid"
    for _ in range(2):
        assert by.post(there, {"minutes": 30, "command": "later"}).document["starts_at"] == "2027-03-05T18:30:00Z"
    seen = by.get(f"/tournaments/{slug}/log").document[0]["number"]
    assert by.post(there, {"minutes": 30, "command": "more", "seen": seen}).status == 200
    stale = by.post(there, {"minutes": 30, "command": "and more", "seen": seen})
    assert (stale.status, stale.code) == (409, "changed-since")
    refused = by.post(f"/tournaments/{slug}/commands/resume", {"command": "resume"})
    assert refused.status == 409
    assert "the tournament is open for registration" in refused.document["error"]["message"]


def test_a_draft_is_not_there_for_others(clock: Clock, olga: User) -> None:
    by = caller.of(olga)
    slug = by.post("/tournaments", {"plan": PLAN, "announce": False}).document["slug"]
    assert Caller().get(f"/tournaments/{slug}").status == 404
    assert by.get(f"/tournaments/{slug}").status == 200 or by.get(f"/tournaments/{slug}/log").status == 200
    changed = by.put(f"/tournaments/{slug}/plan", {"plan": PLAN | {"title": "Other"}, "command": "c"})
    assert changed.document["title"] == "Other"
    assert (
        by.post(f"/tournaments/{slug}/commands/publish", {"command": "p", "confirm": True}).document["state"]
        == "registration"
    )


def test_games_of_the_control_room_show_their_state(clock: Clock, olga: User) -> None:
    by = caller.of(olga)
    slug = made(by, stages=[{"format": "round-robin"}])
    cup = Tournament.objects.get(slug=slug)
    events.enter(cup, ["ada", "bea", "cam"])
    events.at(clock, START)
    events.play(matches=events.open_matches()[:1])
    rows = by.get(f"/tournaments/{slug}/control").document
    states = sorted(game["state"] for row in rows for game in row["games"])
    assert states == ["counted", "ordered", "ordered"]
    ruled = {"command": "r", "pairing": rows[0]["key"], "ranks": [1, 2], "reason": "a forfeit", "confirm": True}
    assert by.post(f"/tournaments/{slug}/commands/rule", ruled).status == 200
    assert by.post(f"/tournaments/{slug}/commands/rule", ruled | {"command": "r2"}).status == 409


def test_a_plan_is_read_changed_and_sent_back(clock: Clock, olga: User) -> None:
    by = caller.of(olga)
    slug = made(by, stages=[{"format": "groups", "groups": 2, "advance": 2}, {"format": "gauntlet"}])
    plan = by.get(f"/tournaments/{slug}/plan").document
    assert [stage["format"] for stage in plan["stages"]] == ["groups", "gauntlet"]
    same = by.put(f"/tournaments/{slug}/plan", {"plan": plan, "command": "c1"})
    assert same.status == 200
    changed = by.put(f"/tournaments/{slug}/plan", {"plan": plan | {"capacity": 12}, "command": "c2"})
    assert changed.document["capacity"] == 12
    fixed = by.put(f"/tournaments/{slug}/plan", {"plan": plan | {"clock": "long"}, "command": "c3"})
    assert (fixed.status, fixed.code) == (400, "bad-plan")
    assert (
        "clock: It is open for registration, and this may change only while" in fixed.document["error"]["message"]
    )
    assert caller.of(world.author("eva")).get(f"/tournaments/{slug}/plan").code == "not-yours"


def test_what_cannot_be_undone_needs_a_field_that_confirms_it(clock: Clock, olga: User) -> None:
    by = caller.of(olga)
    slug = made(by)
    off = {"command": "off", "reason": "rain"}
    asked = by.post(f"/tournaments/{slug}/commands/call-off", off)
    assert (asked.status, asked.code) == (409, "not-confirmed")
    assert "It ends without a winner" in asked.document["error"]["message"]
    assert "confirm: true" in asked.document["error"]["hint"]
    assert by.get(f"/tournaments/{slug}").document["state"] == "registration"
    done = by.post(f"/tournaments/{slug}/commands/call-off", off | {"confirm": True})
    assert done.document["state"] == "cancelled"
