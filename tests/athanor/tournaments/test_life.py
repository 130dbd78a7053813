"""A tournament goes its way by the schedule alone, catches up after downtime, and does nothing twice."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone
from pytest_django import Settings

from athanor.accounts.models import User
from athanor.lifecycles import EntryState, TournamentState
from athanor.matches import services
from athanor.refusals import Refusal
from athanor.tournaments import calendars, commands, entries, progress, queries
from athanor.tournaments.models import Entry, Game, Record, Tournament
from athanor.tournaments.records import contest_of, due_of
from athanor.tournaments.tasks import turn_tournaments
from tests.athanor import world
from tests.athanor.tournaments import events

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
Clock = time_machine.Traveller

START = datetime(2027, 3, 5, 18, tzinfo=UTC)
NAMES = ("ada", "bea", "cam", "dot")


@pytest.mark.database
def test_it_works(clock: Clock) -> None:
    cup = events.event(format="round-robin")
    assert cup.state == TournamentState.REGISTRATION
    events.enter(cup, NAMES)
    events.at(clock, START - timedelta(seconds=1))
    assert events.fresh(cup).state == TournamentState.REGISTRATION
    events.at(clock, START)
    assert events.fresh(cup).state == TournamentState.RUNNING
    assert events.play_out() == 6
    cup = events.fresh(cup)
    assert cup.state == TournamentState.FINISHED
    places = {entry.bot.slug: entry.place for entry in cup.entries.select_related("bot")}
    assert places == {"ada": 1, "bea": 2, "cam": 3, "dot": 4}
    events.at(clock, START + timedelta(days=31))
    assert events.fresh(cup).state == TournamentState.ARCHIVED


def test_registration_opens_at_its_time_and_not_before(clock: Clock) -> None:
    cup = events.event(opens_days=2)
    assert cup.state == TournamentState.ANNOUNCED
    with pytest.raises(Refusal, match="the tournament is announced, and") as refused:
        events.enter(cup, ["ada"])
    assert "registration opens at its time" in refused.value.hint
    events.at(clock, START - timedelta(days=2))
    assert events.fresh(cup).state == TournamentState.REGISTRATION


@pytest.mark.database
@pytest.mark.parametrize("minutes", [0, 30])
def test_every_wake_up_may_come_twice_and_late(clock: Clock, minutes: int) -> None:
    cup = events.event(format="single-elimination", check_in_minutes=minutes)
    events.enter(cup, NAMES)
    for moment in (START - timedelta(minutes=20), START, *(START + timedelta(hours=each) for each in (1, 2))):
        clock.move_to(moment)
        turn_tournaments()
        for entry in cup.entries.filter(state=EntryState.ENTERED) if minutes and moment < START else ():
            entries.check_in(entry=entry)
        turn_tournaments()
        before = events.snapshot()
        turn_tournaments()
        turn_tournaments()
        assert events.snapshot() == before
        events.play()
    assert events.play_out() == 0
    assert events.fresh(cup).state == TournamentState.FINISHED
    assert Game.objects.filter(tournament=cup).count() == 3


@pytest.mark.database
def test_a_site_that_slept_through_everything_takes_the_steps_one_after_the_other(clock: Clock) -> None:
    cup = events.event(opens_days=7)
    events.enter(cup, NAMES)
    later = events.event(title="Later", start="2027-03-09T18:00", opens_days=2)
    assert later.state == TournamentState.ANNOUNCED
    events.at(clock, START + timedelta(days=20))
    assert events.fresh(cup).state == TournamentState.RUNNING
    assert events.fresh(later).state == TournamentState.CANCELLED
    assert events.fresh(later).reason == "At least 2 entrants are needed, and there are 0"


@pytest.mark.database
def test_a_match_that_is_void_is_played_again_and_after_three_an_organizer_is_asked(clock: Clock) -> None:
    cup = events.event(format="single-elimination")
    events.enter(cup, NAMES[:2])
    events.at(clock, START)
    for again in range(1, 4):
        (match,) = events.open_matches()
        services.give_up(match=match, fault="the worker stalled", now=timezone.now())
        turn_tournaments()
        assert Game.objects.filter(tournament=cup).count() == min(again + 1, 3)
    cup = events.fresh(cup)
    assert cup.state == TournamentState.PAUSED
    assert cup.reason == "matches of one game were void too often, which is our fault"


def test_a_tournament_orders_no_more_than_its_backlog(clock: Clock, settings: object) -> None:
    settings.TOURNAMENT_BACKLOG = 2  # type: ignore[attr-defined]
    cup = events.event(format="round-robin")
    events.enter(cup, NAMES)
    events.at(clock, START)
    assert len(events.open_matches()) == 2
    played = 0
    while count := events.play():
        assert count <= 2
        played += count
    assert played == 6


def test_rounds_keep_their_timetable(clock: Clock) -> None:
    cup = events.event(format="swiss", rounds=2, round_minutes=60)
    events.enter(cup, NAMES)
    events.at(clock, START)
    assert events.play() == 2
    assert events.open_matches() == []
    events.at(clock, START + timedelta(minutes=59))
    assert events.open_matches() == []
    events.at(clock, START + timedelta(minutes=60))
    assert events.play() == 2
    assert events.fresh(cup).state == TournamentState.FINISHED


@pytest.mark.database
def test_what_is_recorded_while_a_round_is_computed_goes_first(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = events.event(format="swiss", rounds=2)
    events.enter(cup, NAMES)
    events.at(clock, START)

    def slow(tournament: Tournament) -> object:
        event = due_of(tournament)
        if event is not None and events.entry(cup, "dot").state == EntryState.PLAYING:
            entries.withdraw(entry=events.entry(cup, "dot"))
        return event

    monkeypatch.setattr(progress, "due_of", slow)
    events.play()
    assert events.entry(cup, "dot").state == EntryState.WITHDRAWN
    contest = contest_of(events.fresh(cup))
    second = [key for one in contest.stages[0].rounds if one.number == 2 for key in one.keys]
    assert len(second) == 1
    assert events.key("dot") not in contest.stages[0].matches[second[0]].players


def test_late_entries_are_taken_where_the_organizer_says_so(clock: Clock) -> None:
    closed = events.event(title="Closed", format="swiss", rounds=3)
    cup = events.event(format="swiss", rounds=3, late_entry=True)
    for each, names in ((closed, ("u", "v")), (cup, NAMES)):
        events.enter(each, names)
    events.at(clock, START)
    with pytest.raises(Refusal, match="takes no late entries"):
        events.enter(closed, ["late"])
    events.enter(cup, ["eve"])
    assert events.entry(cup, "eve").state == EntryState.PLAYING
    events.play_out()
    assert events.fresh(cup).state == TournamentState.FINISHED
    assert events.entry(cup, "eve").place is not None


@pytest.mark.database
def test_its_records_fold_to_what_it_is(clock: Clock) -> None:
    cup = events.event(format="double-elimination")
    events.enter(cup, (*NAMES, "eve"))
    events.at(clock, START)
    events.play_out()
    records = Record.objects.filter(tournament=cup).order_by("sequence")
    assert [record.sequence for record in records] == list(range(1, len(records) + 1))
    assert contest_of(events.fresh(cup)).champions == (events.key("ada"),)
    assert Entry.objects.filter(tournament=cup, place=1).get().bot.slug == "ada"


def test_the_clock_counts_where_the_schedule_is_late(clock: Clock) -> None:
    cup = events.event(check_in_minutes=30, zone="Europe/Berlin", start="2027-03-05T19:00")
    events.enter(cup, NAMES[:2])
    clock.move_to(START - timedelta(minutes=30))
    late = events.bot("late")
    with pytest.raises(Refusal, match="registration closed at 2027-03-05 18:30 Europe/Berlin"):
        entries.enter(tournament=cup, bot=late, by=late.owner)
    assert entries.check_in(entry=events.entry(cup, "ada")).checked_in_at is not None
    clock.move_to(START)
    with pytest.raises(Refusal, match="check-in ended at 2027-03-05 19:00 Europe/Berlin"):
        entries.check_in(entry=events.entry(cup, "bea"))


def test_who_is_called_otherwise_by_now_is_still_the_entrant(clock: Clock) -> None:
    cup = events.event(format="round-robin")
    bots = events.enter(cup, NAMES[:2])
    events.at(clock, START)
    User.objects.filter(pk=bots[0].owner_id).update(username="somebody-else")
    events.play_out()
    assert events.fresh(cup).state == TournamentState.FINISHED
    assert Game.objects.filter(tournament=cup, dropped_at__isnull=False).count() == 0


@pytest.mark.slow
def test_tournaments_share_what_there_is_room_for(clock: Clock, settings: Settings) -> None:
    settings.TOURNAMENT_BACKLOG, settings.TOURNAMENTS_BACKLOG = 8, 9
    cups = [events.event(title=f"Cup {number}", format="round-robin") for number in range(3)]
    for number, cup in enumerate(cups):
        events.enter(cup, [f"{name}-{number}" for name in NAMES])
    events.at(clock, START)
    turn_tournaments()
    played = [Game.objects.filter(tournament=cup).count() for cup in cups]
    assert played[1:] == [4, 3], "what is under way counts when it begins"
    for _ in range(3):
        events.play(matches=events.open_matches()[:2])
    under_way = [Game.objects.filter(tournament=cup, counted_at=None, dropped_at=None).count() for cup in cups]
    assert max(under_way) <= 4


def test_no_round_is_announced_that_will_never_come(clock: Clock) -> None:
    cup = events.event(format="swiss", rounds=2, round_minutes=60)
    events.enter(cup, NAMES)
    events.at(clock, START)
    second = START + timedelta(minutes=60)
    assert queries.row(events.fresh(cup)).next_round_at == second
    assert "SUMMARY:Spring Cup: round 2" in calendars.calendar([events.fresh(cup)], "", second)
    events.play()
    events.at(clock, second)
    assert len(events.open_matches()) == 2, "the last round is played"
    cup = events.fresh(cup)
    assert queries.row(cup).next_round_at is None
    assert "round 3" not in calendars.calendar([cup], "", second)
    with pytest.raises(Refusal, match="there is no planned time to put off"):
        commands.carry("extend", tournament=cup, by=cup.owner, minutes=30)


@pytest.mark.parametrize("competes", [False, True])
def test_the_house_plays_out_of_competition_unless_the_organizer_lets_it_compete(
    clock: Clock, competes: bool
) -> None:
    world.bot("aaa", world.author("house", is_house=True), games=["kazaam"])
    if competes:
        cup = events.event(format="round-robin", house=True, house_competes=True)
    else:
        cup = events.event(format="round-robin", house=True)
    events.enter(cup, NAMES[:2])
    events.at(clock, START)
    assert events.play_out() == 3
    cup = events.fresh(cup)
    assert cup.state == TournamentState.FINISHED
    places = {entry.key: entry.place for entry in cup.entries.all()}
    ada, bea = events.key("ada"), events.key("bea")
    assert places == ({"house/aaa": 1, ada: 2, bea: 3} if competes else {"house/aaa": None, ada: 1, bea: 2})
    assert queries.row(cup).champion == ("house/aaa" if competes else ada)
    assert [one.competes for one in queries.entries(cup) if one.house] == [competes]


def test_a_plan_that_is_older_than_the_choice_has_the_house_compete(clock: Clock) -> None:
    world.bot("aaa", world.author("house", is_house=True), games=["kazaam"])
    cup = events.event(format="round-robin", house=True)
    del cup.plan["house_competes"]
    Tournament.objects.filter(pk=cup.pk).update(plan=cup.plan)
    events.enter(cup, NAMES[:2])
    events.at(clock, START)
    events.play_out()
    assert queries.row(cup).champion == "house/aaa"
