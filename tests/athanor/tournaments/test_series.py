"""A series opens its editions by itself: on the organizer's clock, before their time, each once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine

from athanor.lifecycles import EntryState, TournamentState
from athanor.tournaments import calendars, commands, editions, entries, execution
from athanor.tournaments.models import Series, Tournament
from athanor.tournaments.tasks import turn_tournaments
from tests.athanor import world
from tests.athanor.tournaments import events

pytestmark = pytest.mark.django_db
Clock = time_machine.Traveller

BERLIN = ZoneInfo("Europe/Berlin")
WEEK = timedelta(days=7)


def weekly(**fields: object) -> Tournament:
    return events.event(
        world.author("olga"),
        **(
            {
                "title": "Friday Cup",
                "zone": "Europe/Berlin",
                "start": "2027-03-12T18:00",
                "repeat": "0 18 * * FRI",
                "opens_days": 6,
                "format": "single-elimination",
            }
            | fields
        ),
    )


def local(cup: Tournament) -> list[str]:
    return [f"{moment.astimezone(BERLIN):%m-%d %H:%M}" for moment in (cup.opens_at, cup.starts_at)]


@pytest.mark.database
def test_it_works(clock: Clock) -> None:
    first = weekly()
    assert (first.slug, first.edition, first.series is None) == ("friday-cup", 1, False)
    events.at(clock, first.starts_at)
    events.at(clock, first.starts_at + timedelta(days=1))
    second = Tournament.objects.get(edition=2)
    assert (second.slug, second.state) == ("friday-cup-2", TournamentState.REGISTRATION)
    assert local(first) == ["03-06 18:00", "03-12 18:00"]
    assert local(second) == ["03-13 18:00", "03-19 18:00"]
    assert second.seed != first.seed


def test_the_clock_of_the_place_is_kept_when_it_is_put_forward_and_back(clock: Clock) -> None:
    weekly()
    for _ in range(40):
        clock.shift(WEEK)
        editions.turn(now=events.now())
    for edition in Tournament.objects.all():
        assert f"{edition.starts_at.astimezone(BERLIN):%a %H:%M}" == "Fri 18:00"
        assert f"{edition.opens_at.astimezone(BERLIN):%a %H:%M}" == "Sat 18:00"
    hours = {edition.starts_at.hour for edition in Tournament.objects.all()}
    assert hours == {16, 17}, "in summer it is an hour earlier in UTC"


def test_what_was_slept_through_is_left_out_and_the_numbers_go_on(clock: Clock) -> None:
    weekly()
    events.at(clock, datetime(2027, 6, 2, 12, tzinfo=UTC))
    assert list(Tournament.objects.order_by("edition").values_list("edition", "state")) == [
        (1, "cancelled"),
        (2, "registration"),
    ]
    assert local(Tournament.objects.get(edition=2)) == ["05-29 18:00", "06-04 18:00"]


def test_two_schedulers_open_an_edition_once(clock: Clock) -> None:
    first = weekly()
    clock.move_to(first.starts_at + timedelta(days=2))
    (series,) = Series.objects.all()
    assert editions.open_next(series_id=series.pk, now=events.now()) == 1
    assert editions.open_next(series_id=series.pk, now=events.now()) == 0
    assert Tournament.objects.count() == 2


def test_without_a_lead_the_next_opens_when_one_has_started(clock: Clock) -> None:
    first = weekly(opens_days=0)
    events.at(clock, first.starts_at - timedelta(minutes=1))
    assert Tournament.objects.count() == 1
    events.at(clock, first.starts_at)
    assert Tournament.objects.get(edition=2).state == TournamentState.REGISTRATION


@pytest.mark.slow
def test_three_editions_with_who_joins_who_leaves_and_who_fails(clock: Clock) -> None:
    cup = weekly(format="round-robin")
    bots = [events.bot(name) for name in ("ada", "bea", "cam")]
    for number in (1, 2, 3):
        cup = Tournament.objects.get(edition=number)
        clock.move_to(max(cup.opens_at, events.now()))
        events.at(clock, events.now())
        bots.append(events.bot(f"new-{number}"))
        for bot in bots:
            entries.enter(tournament=cup, bot=bot, by=bot.owner)
        events.at(clock, cup.starts_at)
        if number == 2:
            entries.withdraw(entry=events.entry(cup, "cam"))
        events.play_out()
        events.at(clock, cup.starts_at + timedelta(days=2))
    found = list(Tournament.objects.order_by("edition"))
    assert [each.state for each in found] == ["finished", "finished", "finished", "registration"]
    assert [each.entries.filter(state=EntryState.PLAYING).count() for each in found[:3]] == [4, 4, 6]
    assert all(events.entry(each, "ada").place == 1 for each in found[:3])


def test_its_co_organizers_direct_the_next_edition_too(clock: Clock) -> None:
    cup = weekly()
    carl = world.author("carl")
    commands.carry("add-organizer", tournament=cup, by=cup.owner, username="carl")
    events.at(clock, cup.starts_at + timedelta(days=2))
    assert execution.may_direct(Tournament.objects.get(edition=2), carl)


def test_a_series_that_is_stopped_opens_no_more(clock: Clock) -> None:
    cup = weekly()
    commands.carry("stop-series", tournament=cup, by=cup.owner)
    events.at(clock, cup.starts_at + 4 * WEEK)
    assert Tournament.objects.count() == 1


def test_a_rule_of_every_hour_opens_no_more_than_a_few_ahead(clock: Clock) -> None:
    events.event(repeat="0 * * * *", opens_days=60)
    turn_tournaments()
    assert Tournament.objects.count() == editions.MOST_AHEAD
    turn_tournaments()
    assert Tournament.objects.count() == editions.MOST_AHEAD
    events.at(clock, Tournament.objects.order_by("starts_at")[0].starts_at)
    turn_tournaments()
    assert Tournament.objects.count() == editions.MOST_AHEAD + 1


def test_the_calendar_of_one_edition_has_the_next_one_that_is_open_already(clock: Clock) -> None:
    first = weekly()
    clock.move_to(first.starts_at + timedelta(days=3))
    turn_tournaments()
    second = Tournament.objects.get(edition=2)
    text = calendars.calendar([events.fresh(first)], "https://example.org", second.opens_at)
    starts = [line for line in text.split("\r\n") if line.startswith("SUMMARY:")]
    assert starts == [f"SUMMARY:Friday Cup {number}" for number in range(1, 7)]
    assert f"https://example.org{second.get_absolute_url()}" in text
