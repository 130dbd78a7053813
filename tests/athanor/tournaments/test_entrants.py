"""Who plays: check-in, the waiting list, frozen versions, withdrawals and bots that are retired."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from athanor.bots.services import make_current, retire
from athanor.lifecycles import EntryState, TournamentState
from athanor.matches.models import Match
from athanor.refusals import Refusal
from athanor.tournaments import entries
from athanor.tournaments.models import Game
from athanor.tournaments.records import contest_of
from athanor.tournaments.tasks import advance_tournaments, turn_tournaments
from tests.athanor import world
from tests.athanor.tournaments import events

pytestmark = pytest.mark.django_db
Clock = time_machine.Traveller

START = datetime(2027, 3, 5, 18, tzinfo=UTC)
NAMES = ("ada", "bea", "cam", "dot")


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


@pytest.mark.slow
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


def test_bots_of_one_author_do_not_meet_in_the_first_round(clock: Clock) -> None:
    """Two authors with eight bots each: by chance one draw in fifty would do."""
    cup = events.event(format="single-elimination", capacity=16, per_user=8)
    for author in (world.author("ada"), world.author("bea")):
        for number in range(8):
            bot = events.bot(f"{author.username}-{number}", author)
            entries.enter(tournament=cup, bot=bot, by=author)
    events.at(clock, START)
    advance_tournaments()
    met = [{seat.bot.owner.username for seat in match.seats.all()} for match in events.open_matches()]
    assert met == [{"ada", "bea"}] * 8
