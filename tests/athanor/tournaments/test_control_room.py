"""The control room: whom it is for, and what it makes of whatever is typed into it."""

from __future__ import annotations

import pytest
import time_machine

from athanor.accounts.models import User
from athanor.refusals import Refusal
from athanor.tournaments import commands, consequences, entries
from athanor.tournaments.tasks import advance_tournaments
from tests.athanor import world
from tests.athanor.api import caller
from tests.athanor.front.reading import client_of, page_of
from tests.athanor.tournaments import events

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
Clock = time_machine.Traveller


def test_the_control_room_is_for_organizers(clock: Clock, olga: User) -> None:
    cup = events.event(olga)
    here = f"{cup.get_absolute_url()}control/"
    assert client_of(None).get(here).status_code == 302
    assert client_of(world.author("eva")).get(here).status_code == 403
    assert client_of(world.author("eve2")).post(here, {"do": "call-off", "reason": "x"}).status_code == 403


@pytest.mark.database
def test_commands_of_the_control_room_work_once(clock: Clock, olga: User) -> None:
    cup = events.event(olga, format="round-robin")
    events.enter(cup, events.NAMES[:3])
    events.at(clock, events.START)
    client = client_of(olga)
    here = f"{cup.get_absolute_url()}control/"
    seen = str(events.fresh(cup).acts)
    given = {"do": "announce", "text": "Pizza at eight", "command": "c1", "seen": seen, "confirm": "yes"}
    for _ in range(2):
        assert client.post(here, given).status_code == 302
    assert events.fresh(cup).log.filter(what="announce").count() == 1
    assert "Pizza at eight" in client_of(None).get(cup.get_absolute_url()).content.decode()
    other = client.post(here, given | {"command": "c2", "text": "Soup"})
    assert other.status_code == 409
    assert "Since you looked, olga did this: Pizza at eight" in other.content.decode()
    for reused in ({"text": "Cake at nine"}, {"do": "pause", "reason": "cake"}):
        back = client.post(here, given | reused)
        assert back.status_code == 409
        assert "That name was used already for another command: Pizza at eight" in back.content.decode()
    assert events.fresh(cup).state == "running"
    wrongs = client.post(here, {"do": "extend", "minutes": "soon"})
    assert wrongs.status_code == 400
    assert "&#x27;soon&#x27; is no whole number" in wrongs.content.decode()
    assert 'value="soon"' in wrongs.content.decode(), "what was typed stays"
    assert page_of(wrongs).faults == []


@pytest.mark.database
@pytest.mark.parametrize("minutes", ["--5", "-", "5-", "1e3", "", "\0", "99999999999", "²"])
def test_what_is_no_number_is_refused_beside_its_field(clock: Clock, olga: User, minutes: str) -> None:
    cup = events.event(olga)
    given = {"do": "extend", "minutes": minutes, "command": "c"}
    answer = client_of(olga).post(f"{cup.get_absolute_url()}control/", given)
    assert answer.status_code == 400
    assert "is no whole number" in answer.content.decode()


@pytest.mark.parametrize(
    ("what", "field"),
    [("announce", "text"), ("call-off", "reason"), ("add-organizer", "username"), ("remove", "key")],
)
def test_what_cannot_be_shown_is_refused_beside_its_field(clock: Clock, olga: User, what: str, field: str) -> None:
    """PostgreSQL takes no zero character, and a terminal that shows the log would obey others."""
    cup = events.event(olga)
    for odd, name in (("\0", "U+0000"), ("\x1b", "U+001B"), ("\u202e", "U+202E")):
        given = {"do": what, "command": "c", "reason": "rain"} | {field: f"a{odd}b"}
        answer = client_of(olga).post(f"{cup.get_absolute_url()}control/", given)
        assert answer.status_code == 400
        assert f"a character that cannot be shown, {name}" in answer.content.decode()
        assert page_of(answer).faults == []
    named = {"do": "announce", "text": "Tea", "command": "c\0"}
    assert client_of(olga).post(f"{cup.get_absolute_url()}control/", named).status_code == 400
    assert (
        client_of(olga).post(f"{cup.get_absolute_url()}enter/", {"bot": "a\0", "do": "enter"}).status_code == 404
    )
    assert events.fresh(cup).log.filter(by=olga).exclude(what__in=("create", "publish")).count() == 0


def test_a_command_that_cannot_be_undone_is_asked_about_on_a_page_of_its_own(clock: Clock, olga: User) -> None:
    cup = events.event(olga)
    events.enter(cup, events.NAMES[:3])
    client, here = client_of(olga), f"{cup.get_absolute_url()}control/"
    given = {"do": "call-off", "reason": "no power & rain", "command": "c1"}
    answer = client.post(here, given)
    text = answer.content.decode()
    assert events.fresh(cup).state == "registration"
    assert "It ends without a winner" in text
    assert 'name="confirm" value="yes"' in text
    assert 'name="reason" value="no power &amp; rain"' in text, "what was typed is sent again"
    assert page_of(answer).faults == []
    assert client.post(here, given | {"confirm": "yes"}).status_code == 302
    assert events.fresh(cup).state == "cancelled"


def test_start_now_with_too_few_says_so_and_calls_nothing_off(clock: Clock, olga: User) -> None:
    cup = events.event(olga)
    events.enter(cup, ["ada"])
    for confirm in ({}, {"confirm": "yes"}):
        answer = client_of(olga).post(
            f"{cup.get_absolute_url()}control/", {"do": "start", "command": "go", **confirm}
        )
        assert answer.status_code == 409
        assert "At least 2 entrants are needed, and there is 1" in answer.content.decode().replace(
            "at least", "At least"
        )
    assert events.fresh(cup).state == "registration"


def test_an_author_is_asked_before_a_bot_that_plays_is_withdrawn(clock: Clock, olga: User) -> None:
    cup = events.event(olga, format="round-robin")
    ada, bea, *_ = events.enter(cup, events.NAMES[:3])
    events.at(clock, events.START)
    client, there = client_of(ada.owner), f"{cup.get_absolute_url()}enter/"
    asked = client.post(there, {"bot": "ada", "do": "withdraw"})
    assert "what it has left to play is lost" in asked.content.decode()
    assert page_of(asked).faults == []
    assert events.entry(cup, "ada").state == "playing"
    assert client.post(there, {"bot": "ada", "do": "withdraw", "confirm": "yes"}).status_code == 302
    assert events.entry(cup, "ada").state == "withdrawn"
    by, entry = caller.of(bea.owner), f"/tournaments/{cup.slug}/entries/bea"
    refused = by.delete(entry)
    assert (refused.status, refused.code) == (409, "not-confirmed")
    assert "--yes" in refused.document["error"]["hint"]
    assert by.delete(f"{entry}?confirm=true").document["state"] == "withdrawn"


def test_an_author_is_asked_before_a_bot_is_withdrawn_that_cannot_enter_again(clock: Clock, olga: User) -> None:
    cup = events.event(olga, check_in_minutes=60)
    ada, bea, *_ = events.enter(cup, events.NAMES[:3])
    by, entry = caller.of(bea.owner), f"/tournaments/{cup.slug}/entries/bea"
    assert by.delete(entry).document["state"] == "withdrawn", "while it can enter again nothing is asked"
    assert by.put(entry).document["state"] == "entered"
    # Registration closes by the clock, also before the schedule says so.
    clock.move_to(events.fresh(cup).check_in_at)
    assert events.fresh(cup).state == "registration"
    for moment in ("by the clock", "by the schedule"):
        refused = by.delete(entry)
        assert (refused.status, refused.code) == (409, "not-confirmed"), moment
        assert "cannot enter again: registration is closed" in refused.document["error"]["message"]
        events.at(clock, events.fresh(cup).check_in_at)
    assert events.fresh(cup).state == "check-in"
    client, there = client_of(ada.owner), f"{cup.get_absolute_url()}enter/"
    asked = client.post(there, {"bot": "ada", "do": "withdraw"})
    assert "cannot enter again" in asked.content.decode()
    assert page_of(asked).faults == []
    assert events.entry(cup, "ada").state == "entered"
    assert client.post(there, {"bot": "ada", "do": "withdraw", "confirm": "yes"}).status_code == 302
    assert events.entry(cup, "ada").state == "withdrawn"


def test_an_author_is_asked_before_a_bot_gives_its_place_to_those_who_wait(clock: Clock, olga: User) -> None:
    cup = events.event(olga, capacity=2)
    events.enter(cup, events.NAMES[:4])
    follows = {name: consequences.of_withdrawing(events.entry(cup, name)) for name in events.NAMES[:4]}
    assert "The next on the waiting list gets its place" in follows["ada"]
    assert "The next on the waiting list" not in follows["cam"], "it has none"
    assert "only behind all who wait" in follows["cam"]
    assert follows["dot"] == "", "it comes back where it was"


def test_a_bot_that_cannot_be_withdrawn_any_more_is_refused_without_a_question(clock: Clock, olga: User) -> None:
    cup = events.event(olga, format="round-robin")
    ada, *_ = events.enter(cup, events.NAMES[:2])
    events.at(clock, events.START)
    events.play_out()
    assert (events.fresh(cup).state, events.entry(cup, "ada").state) == ("finished", "playing")
    assert caller.of(ada.owner).delete(f"/tournaments/{cup.slug}/entries/ada").code != "not-confirmed"


def test_a_command_in_a_message_of_a_tournament_is_shown_as_code(
    clock: Clock, olga: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a dropped game and of a refusal, on both pages that show them: no backtick is left."""
    cup = events.event(olga, format="round-robin")
    ada, *_ = events.enter(cup, events.NAMES[:2])
    events.at(clock, events.START)
    (match,) = events.open_matches()
    world.services.give_up(match=match, fault="no sandbox works: `athanor doctor` says more", now=events.now())
    advance_tournaments()
    here, there = f"{cup.get_absolute_url()}control/", f"{cup.get_absolute_url()}enter/"
    shown = client_of(olga).get(here).content.decode()
    assert "its match was void: no sandbox works: <code>athanor doctor</code> says more" in shown
    assert "`athanor" not in shown

    def refuse(**_: object) -> None:
        raise Refusal("bad", "it cannot be", "try it with `athanor play` <first>")

    monkeypatch.setattr(commands, "give", refuse)
    monkeypatch.setattr(entries, "withdraw", refuse)
    given = {"bot": "ada", "do": "withdraw", "confirm": "yes"}
    for page, times in (
        (client_of(olga).post(here, {"do": "pause"}), 2),
        (client_of(ada.owner).post(there, given), 1),
    ):
        assert page.content.decode().count("with <code>athanor play</code> &lt;first&gt;") == times
        assert "`athanor" not in page.content.decode()
