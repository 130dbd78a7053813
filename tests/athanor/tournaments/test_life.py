"""A tournament goes its way by the schedule alone, catches up after downtime, and does nothing twice."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone
from pytest_django import Settings

from athanor.accounts.models import User
from athanor.bots.services import make_current, retire
from athanor.lifecycles import EntryState, TournamentState
from athanor.matches import services
from athanor.matches.models import Match
from athanor.refusals import Refusal
from athanor.tournaments import calendars, directing, entries, progress, queries
from athanor.tournaments.models import Entry, Game, Record, Tournament
from athanor.tournaments.records import contest_of, due_of
from athanor.tournaments.tasks import turn_tournaments
from tests.athanor import world
from tests.athanor.tournaments import events

pytestmark = pytest.mark.django_db
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
def test_who_does_not_check_in_is_left_out_and_who_waits_has_the_place(clock: Clock) -> None:
    cup = events.event(capacity=2, check_in_minutes=30)
    events.enter(cup, NAMES)
    states = [entry.state for entry in cup.entries.all()]
    assert states == ["entered", "entered", "waiting", "waiting"]
    with pytest.raises(Refusal, match="check-in begins at 2027-03-05 17:30"):
        entries.check_in(entry=events.entry(cup, "ada"))
    events.at(clock, START - timedelta(minutes=30))
    assert events.fresh(cup).state == TournamentState.CHECK_IN
    with pytest.raises(Refusal, match="is in check-in"):
        events.enter(cup, ["eve"])
    for name in ("bea", "dot"):
        entries.check_in(entry=events.entry(cup, name))
        entries.check_in(entry=events.entry(cup, name))
    events.at(clock, START)
    assert {entry.bot.slug: entry.state for entry in cup.entries.select_related("bot")} == {
        "ada": "left-out",
        "bea": "playing",
        "cam": "left-out",
        "dot": "playing",
    }
    assert events.entry(cup, "ada").reason == "it was not checked in"


def test_a_site_that_was_away_gives_check_in_all_of_its_time_again(clock: Clock) -> None:
    cup = events.event(check_in_minutes=30, reveal="end", reveal_after=60)
    events.enter(cup, NAMES)
    for away in (START + timedelta(hours=2), START + timedelta(hours=5)):
        events.at(clock, away)
        here = events.fresh(cup)
        assert (here.state, here.check_in_at) == (TournamentState.CHECK_IN, away)
        assert here.starts_at == away + timedelta(minutes=30)
        assert here.reveal_at == away + timedelta(minutes=90)
        assert here.plan["start"] == f"{here.starts_at:%Y-%m-%dT%H:%M}"
        before = events.snapshot()
        turn_tournaments()
        assert events.snapshot() == before
    told = [act.sentence for act in events.fresh(cup).log.filter(what="check-in").order_by("number")]
    assert [sentence.rpartition(". ")[2] for sentence in told] == [
        "The site was away: all of it is put off by 150 minutes.",
        "The site was away: all of it is put off by 180 minutes.",
    ]
    for name in NAMES[:3]:
        entries.check_in(entry=events.entry(cup, name))
    events.at(clock, START + timedelta(hours=9))
    assert events.fresh(cup).state == TournamentState.RUNNING, "nobody is waited for twice"
    assert events.entry(cup, NAMES[3]).state == "left-out"


def test_who_is_all_there_is_not_asked_again_by_a_site_that_was_away(clock: Clock) -> None:
    cup = events.event(check_in_minutes=30)
    events.enter(cup, NAMES)
    events.at(clock, START - timedelta(minutes=30))
    for name in NAMES:
        entries.check_in(entry=events.entry(cup, name))
    events.at(clock, START + timedelta(hours=1))
    assert events.fresh(cup).state == TournamentState.RUNNING


def test_versions_are_frozen_at_the_start(clock: Clock) -> None:
    cup = events.event(format="round-robin", legs=3)
    first, *_ = events.enter(cup, NAMES)
    second = world.version(first, games=["kazaam"])
    make_current(version=second)
    events.at(clock, START)
    assert events.entry(cup, "ada").version == second
    make_current(version=world.version(first, games=["kazaam"]))
    events.play_out()
    played = Game.objects.filter(tournament=cup, match__seats__bot=first).values_list(
        "match__seats__version", "pk"
    )
    versions = {version for version, _ in played if version in first.versions.values_list("pk", flat=True)}
    assert versions == {second.pk}


def test_a_bot_without_a_version_that_plays_is_left_out(clock: Clock) -> None:
    cup = events.event(capacity=3)
    bots = events.enter(cup, NAMES)
    make_current(version=world.version(bots[0], games=["poison"]))
    events.at(clock, START)
    assert events.entry(cup, "ada").state == EntryState.LEFT_OUT
    assert events.entry(cup, "ada").reason == "its current version does not play kazaam"
    assert events.entry(cup, "dot").state == EntryState.PLAYING, "who waited has the place"


@pytest.mark.database
def test_a_place_goes_down_the_waiting_list_until_somebody_can_play(clock: Clock) -> None:
    cup = events.event(capacity=2)
    bots = events.enter(cup, ("ada", "bea", "cam", "dot", "eve", "fay", "gil"))
    for bot in bots[1:5]:
        make_current(version=world.version(bot, games=["poison"]))
    events.at(clock, START)
    states = {entry.bot.slug: entry.state for entry in cup.entries.select_related("bot")}
    assert [states[name] for name in ("ada", "fay", "gil")] == ["playing", "playing", "left-out"]
    assert {states[name] for name in ("bea", "cam", "dot", "eve")} == {"left-out"}
    assert "does not play kazaam" in events.entry(cup, "eve").reason


def test_who_withdraws_before_the_start_gives_the_place_to_who_waits(clock: Clock) -> None:
    cup = events.event(capacity=3)
    events.enter(cup, NAMES)
    entries.withdraw(entry=events.entry(cup, "bea"))
    entries.withdraw(entry=events.entry(cup, "bea"))
    states = {entry.bot.slug: entry.state for entry in cup.entries.select_related("bot")}
    assert states == {"ada": "entered", "bea": "withdrawn", "cam": "entered", "dot": "entered"}
    back = events.entry(cup, "bea")
    assert entries.enter(tournament=cup, bot=back.bot, by=back.bot.owner).state == EntryState.WAITING


@pytest.mark.database
def test_who_withdraws_while_it_runs_loses_the_rest_and_the_match_is_given_up(clock: Clock) -> None:
    cup = events.event(format="round-robin")
    events.enter(cup, NAMES)
    events.at(clock, START)
    before = len(events.open_matches())
    entries.withdraw(entry=events.entry(cup, "ada"))
    assert len(events.open_matches()) < before
    assert not any(match.seats.filter(bot__slug="ada").exists() for match in events.open_matches())
    events.play_out()
    cup = events.fresh(cup)
    assert cup.state == TournamentState.FINISHED
    assert contest_of(cup).champions == (events.key("bea"),)
    with pytest.raises(Refusal, match="the tournament is finished"):
        entries.withdraw(entry=events.entry(cup, "bea"))


@pytest.mark.database
def test_a_bot_that_is_retired_gives_its_place_up_and_plays_no_more(clock: Clock) -> None:
    cup = events.event(capacity=3, format="round-robin")
    bots = events.enter(cup, NAMES)
    retire(bot=bots[0])
    turn_tournaments()
    assert (events.entry(cup, "ada").state, events.entry(cup, "ada").reason) == (
        "withdrawn",
        "its author retired it",
    )
    assert events.entry(cup, "dot").state == "entered", "who waited has the place"
    events.at(clock, START)
    retire(bot=bots[1])
    turn_tournaments()
    assert {match.state for match in Match.objects.filter(seats__bot=bots[1])} == {"void"}
    before = events.snapshot()
    turn_tournaments()
    assert events.snapshot() == before
    events.play_out()
    places = {entry.bot.slug: (entry.state, entry.place) for entry in cup.entries.select_related("bot")}
    assert places == {
        "ada": ("withdrawn", None),
        "bea": ("withdrawn", 3),
        "cam": ("playing", 1),
        "dot": ("playing", 2),
    }
    retire(bot=bots[2])
    turn_tournaments()
    assert events.entry(cup, "cam").place == 1, "what is over stays as it was"


def test_a_bot_that_is_retired_when_all_is_played_keeps_its_results(clock: Clock) -> None:
    cup = events.event(format="round-robin", reveal="end", reveal_after=120)
    bots = events.enter(cup, NAMES[:2])
    events.at(clock, START)
    events.play_out()
    retire(bot=bots[0])
    for _ in range(2):
        turn_tournaments()
    assert events.entry(cup, "ada").state == "withdrawn", "nothing tells that all is played"
    events.at(clock, START + timedelta(hours=3))
    assert events.entry(cup, "ada").place == 1


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
    with pytest.raises(Refusal, match="takes nobody late"):
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
    cup = events.event(check_in_minutes=30)
    events.enter(cup, NAMES[:2])
    clock.move_to(START - timedelta(minutes=30))
    late = events.bot("late")
    with pytest.raises(Refusal, match="registration closed at 2027-03-05 17:30 UTC"):
        entries.enter(tournament=cup, bot=late, by=late.owner)
    assert entries.check_in(entry=events.entry(cup, "ada")).checked_in_at is not None
    clock.move_to(START)
    with pytest.raises(Refusal, match="check-in ended at 2027-03-05 18:00 UTC"):
        entries.check_in(entry=events.entry(cup, "bea"))


def test_who_is_called_otherwise_by_now_is_still_the_entrant(clock: Clock) -> None:
    cup = events.event(format="round-robin")
    bots = events.enter(cup, NAMES[:2])
    events.at(clock, START)
    User.objects.filter(pk=bots[0].owner_id).update(username="somebody-else")
    events.play_out()
    assert events.fresh(cup).state == TournamentState.FINISHED
    assert Game.objects.filter(tournament=cup, dropped_at__isnull=False).count() == 0


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
    with pytest.raises(Refusal, match="nothing here waits for a time"):
        directing.extend(tournament=cup, by=cup.owner, minutes=30)


@pytest.mark.parametrize("competes", [False, True])
def test_the_house_plays_out_of_competition_unless_the_organizer_lets_it_compete(
    clock: Clock, competes: bool
) -> None:
    world.bot("aaa", world.author("house", is_house=True), games=["kazaam"])
    cup = events.event(format="round-robin", house=True, house_competes=competes)
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
