"""What cannot be is refused beside its field, with what would be right."""

from __future__ import annotations

from typing import Any

import pytest
import time_machine

from athanor.refusals import Refusal
from athanor.tournaments import commands, editions, plan_checks
from athanor.tournaments.models import Tournament
from athanor.tournaments.plan_checks import BadPlan
from tests.athanor import world
from tests.athanor.tournaments import events

pytestmark = [pytest.mark.django_db, pytest.mark.database]
Clock = time_machine.Traveller


def problems(**fields: Any) -> dict[str, str]:
    try:
        plan_checks.checked(events.plan(**fields), now=events.NOW)
    except BadPlan as error:
        return dict(error.problems)
    return {}


def test_it_works(clock: Clock) -> None:
    assert problems() == {}
    assert problems(format="groups", then="double-elimination", advance=2, groups=2, legs=3, best_of=True) == {}
    assert problems(game="poison", seats=4, least_seats=3, format="swiss", duplicate=True) == {}


@pytest.mark.parametrize(
    ("fields", "field", "says"),
    [
        ({"capacity": 1}, "capacity", "1 is out of reach. Take 2 to 512."),
        ({"capacity": 513}, "capacity", "Take 2 to 512."),
        ({"start": "2027-03-01T11:00"}, "start", "That is past: in UTC it is 2027-03-01 12:00 now."),
        (
            {"start": "2027-03-01T12:30", "zone": "Europe/Berlin"},
            "start",
            "in Europe/Berlin it is 2027-03-01 13:00",
        ),
        ({"start": "tomorrow"}, "start", "'tomorrow' is no time. Write it like 2027-03-31T18:00."),
        ({"start": "2027-03-05T18:00" + " " * 20}, "start", "is no time. Write it like 2027-03-31T18:00."),
        ({"start": "9999-12-31T23:59"}, "start", "out of reach"),
        ({"start": "2029-01-01T12:00"}, "start", "more than 400 days away. Take 2028-04-04"),
        (
            {"start": "2027-03-28T02:30", "zone": "Europe/Berlin"},
            "start",
            "the clocks of Europe/Berlin go from before 02:30 to after it. Take 03:30.",
        ),
        ({"seats": 0}, "seats", "Kazaam is for 2 to 5 at a table, not 0."),
        ({"seats": 3, "least_seats": 0}, "least_seats", "A table of this game has 2 to 5 seats, not 0."),
        (
            {"seats": 3, "least_seats": 5},
            "least_seats",
            "The smallest table cannot be larger than the largest, 3 seats.",
        ),
        (
            {"format": "swiss", "then": "single-elimination", "advance": 500, "capacity": 8},
            "stages.0.advance",
            "500 cannot go on where 8 play. Take 8 or fewer.",
        ),
        ({"seats": 7}, "seats", "Kazaam is for 2 to 5 at a table, not 7."),
        ({"zone": "Europe/Berlln"}, "zone", "There is no time zone 'Europe/Berlln'. Write it like Europe/Berlin."),
        ({"zone": "tokyo"}, "zone", "Write it like Asia/Tokyo."),
        ({"zone": "../etc/passwd"}, "zone", "There is no time zone"),
        ({"repeat": "0 18 31 2 *"}, "repeat", "'0 18 31 2 *' never comes"),
        ({"repeat": "0 18 30 FEB *"}, "repeat", "never comes"),
        ({"repeat": "weekly"}, "repeat", "five parts"),
        ({"repeat": "0 25 * * *"}, "repeat", "its hour does not exist"),
        ({"repeat": "*/5 * * * *"}, "repeat", "comes again after 5 minutes. Leave an hour"),
        ({"title": "!!!"}, "title", "at least one letter"),
        ({"title": "x"}, "title", "3 to 80 characters"),
        ({"title": "a\u202ebc"}, "title", "can be shown"),
        ({"about": "Bring tea\x1b[2J"}, "about", "a character that cannot be shown, U+001B. Leave it out."),
        ({"about": "Bring\0tea"}, "about", "U+0000"),
        ({"ladder": "poison\0"}, "ladder", "U+0000"),
        ({"invited": ["ada", "b\0b"]}, "invited", "U+0000"),
        ({"runtimes": ["python\0"]}, "runtimes", "U+0000"),
        ({"slug": "cup\n\u200b"}, "slug", "U+200B"),
        ({"game": "chess"}, "game", "There is no game 'chess'. There are: poison, kazaam"),
        ({"format": "knock-out"}, "stages.0.format", "There is no format 'knock-out'."),
        ({"format": "groups"}, "stages.0.format", "add a stage after them"),
        ({"format": "swiss", "advance": 8}, "stages.0.advance", "There is no stage after the last one"),
        (
            {"format": "swiss", "then": "gauntlet", "advance": 1},
            "stages.0.advance",
            "A stage needs at least 2 entrants",
        ),
        ({"format": "swiss", "then": "knock-out", "advance": 4}, "stages.1.format", "There is no format"),
        ({"format": "swiss", "then": "single-elimination"}, "stages.0.advance", "how many go on"),
        ({"legs": 2, "best_of": True}, "stages.0.legs", "choose 1 or 3"),
        ({"tie_breaks": ["wins", "wins"]}, "stages.0.tie_breaks", "named once; more than once: wins"),
        ({"tie_breaks": ["luck"]}, "stages.0.tie_breaks", "There is no tie-break 'luck'"),
        ({"ladder": "nowhere"}, "ladder", "There is no ladder 'nowhere'."),
        ({"least_rating": 10.0}, "least_rating", "On which ladder?"),
        ({"least_rating": 1e7}, "least_rating", "Take one between -1000000 and 1000000."),
        ({"runtimes": ["python", "python"]}, "runtimes", "Name each runtime once."),
        ({"runtimes": ["cobol"]}, "runtimes", "There is no runtime 'cobol'."),
        ({"invited": ["ada"] * 513}, "invited", "These are 513 authors, and 512 are as many as a plan names."),
        ({"invited": ["nobody"]}, "invited", "There is no author 'nobody'."),
        ({"reveal": "end"}, "reveal_after", "When?"),
        (
            {"reveal": "end", "reveal_after": 60, "late_entry": True},
            "late_entry",
            "would show how far a tournament is",
        ),
        ({"reveal": "rounds", "reveal_after": 60}, "reveal_every", "Take 1 or more."),
        ({"check_in_minutes": 1440, "start": "2027-03-01T13:00"}, "check_in_minutes", "It starts in 60 minutes"),
        ({"options": {"tommy": True}}, "options", "has no option 'tommy'"),
        ({"game": "poison", "seats": 2, "format": "round-robin", "capacity": 512}, "capacity", "Take fewer."),
    ],
    ids=str,
)
def test_it_is_refused_beside_the_field(clock: Clock, fields: dict[str, Any], field: str, says: str) -> None:
    found = problems(**fields)
    assert field in found, found
    assert says in found[field]


def test_a_description_may_have_lines(clock: Clock) -> None:
    assert problems(about="Bring tea.\r\n\tAnd cake: \u00e9, \u4e2d, \U0001f370.") == {}


def test_all_problems_are_told_at_once(clock: Clock) -> None:
    assert set(problems(title="", capacity=0, zone="Nowhere", seats=9)) >= {"title", "capacity", "zone", "seats"}
    never, past = "0 18 31 2 *", "2020-01-01T12:00"
    assert set(problems(zone="Nowhere", start=past, repeat=never, reveal="end")) == {
        *("zone", "start", "repeat", "reveal_after")
    }
    assert set(problems(start="soon", repeat=never, check_in_minutes=1440)) == {"start", "repeat"}
    assert set(problems(zone="Nowhere", start="2027-03-01T11:30", check_in_minutes=60)) == {"zone"}, (
        "it may be later there"
    )


def test_the_same_command_makes_one_tournament(clock: Clock) -> None:
    olga = world.author("olga")
    first = editions.create(plan=events.plan(), owner=olga, command="form-1")
    assert editions.create(plan=events.plan(), owner=olga, command="form-1") == first
    second = editions.create(plan=events.plan(), owner=olga, command="form-2")
    assert (first.slug, second.slug) == ("spring-cup", "spring-cup-2")


def test_a_form_that_is_sent_again_with_something_else_in_it_makes_nothing_and_says_so(clock: Clock) -> None:
    olga = world.author("olga")
    first = editions.create(plan=events.plan(), owner=olga, command="form-1")
    for other in ({"plan": events.plan(title="Other Cup")}, {"plan": events.plan(), "announce": False}):
        with pytest.raises(Refusal, match="command-used: that name was used already for another command"):
            editions.create(owner=olga, command="form-1", **other)
    assert list(Tournament.objects.all()) == [first]


def test_an_organizer_has_so_many_at_once(clock: Clock, settings: Any) -> None:
    settings.TOURNAMENTS_A_USER = 1
    olga = world.author("olga")
    editions.create(plan=events.plan(), owner=olga)
    with pytest.raises(Refusal, match="you have 1 tournaments that are not over"):
        editions.create(plan=events.plan(), owner=olga)


def test_a_draft_is_checked_again_when_it_is_announced(clock: Clock) -> None:
    olga = world.author("olga")
    draft = editions.create(plan=events.plan(), owner=olga, announce=False)
    clock.move_to(draft.starts_at)
    with pytest.raises(BadPlan, match="start: That is past"):
        commands.carry("publish", tournament=draft, by=olga)
    changed = editions.edit(tournament=draft, plan=events.plan(start="2027-03-20T18:00"), by=olga)
    assert changed.commitment == draft.commitment, "the draw's seed was committed to"
    assert commands.carry("publish", tournament=changed, by=olga)
    assert events.fresh(changed).state == "announced"
