"""A plan may be changed as long as it is lawful; what may not says the state, and what leads out of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from athanor.accounts.models import User
from athanor.lifecycles import TournamentState as State
from athanor.tournaments import changes, commands, editions
from athanor.tournaments.acts import LEADS_OUT
from athanor.tournaments.models import Series, Tournament
from athanor.tournaments.plan import Plan, StagePlan
from athanor.tournaments.plan_checks import BadPlan
from athanor.tournaments.tasks import turn_tournaments
from tests.athanor import world
from tests.athanor.tournaments import events

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
Clock = time_machine.Traveller

START = datetime(2027, 3, 5, 18, tzinfo=UTC)
NAMES = ("ada", "bea", "cam", "dot")


def changed(cup: Tournament, by: User, **wish: Any) -> Tournament:
    known = Plan.read(events.fresh(cup).plan)
    return editions.edit(tournament=cup, plan=known.changed(**wish), by=by)


def problems(cup: Tournament, by: User, **wish: Any) -> dict[str, str]:
    try:
        changed(cup, by, **wish)
    except BadPlan as error:
        return dict(error.problems)
    return {}


@pytest.mark.database
def test_it_works(clock: Clock, olga: User) -> None:
    cup = events.event(olga, capacity=2)
    events.enter(cup, NAMES)
    cup = changed(cup, olga, capacity=8, start="2027-03-06T20:00", stages=[StagePlan(format="double-elimination")])
    assert cup.starts_at == datetime(2027, 3, 6, 20, tzinfo=UTC)
    assert {entry.state for entry in cup.entries.all()} == {"entered"}, "who waited has the new places"
    act = cup.log.get(what="edit")
    assert (act.is_public, act.sentence) == (True, "Changed its plan: the start, the format, the places.")
    events.at(clock, cup.starts_at)
    events.play_out()
    assert events.fresh(cup).state == State.FINISHED
    assert events.fresh(cup).settings["stages"][0]["format"]["kind"] == "double-elimination"


def test_every_field_of_a_plan_says_how_long_it_may_change() -> None:
    assert set(changes.MAY_CHANGE) == set(Plan.model_fields) - {"slug"}


@pytest.mark.parametrize(
    ("wish", "field", "until"),
    [
        ({"game": "poison", "seats": 2, "least_seats": 2, "ladder": ""}, "game", State.REGISTRATION),
        ({"clock": "long"}, "clock", State.REGISTRATION),
        ({"account_days": 9}, "account_days", State.REGISTRATION),
        ({"runtimes": ["python"]}, "runtimes", State.REGISTRATION),
        ({"opens_days": 3}, "opens_days", State.REGISTRATION),
        ({"start": "2027-03-09T18:00"}, "start", State.RUNNING),
        ({"stages": [StagePlan(format="gauntlet")]}, "stages", State.RUNNING),
        ({"seeding": "random"}, "seeding", State.RUNNING),
        ({"reveal": "end", "reveal_after": 60}, "reveal", State.RUNNING),
        ({"capacity": 16}, "capacity", State.FINISHED),
        ({"late_entry": True}, "late_entry", State.FINISHED),
        ({"title": "Other Cup"}, "title", State.ARCHIVED),
        ({"about": "Thanks to all."}, "about", State.ARCHIVED),
    ],
    ids=str,
)
def test_what_may_not_change_any_more_says_why(
    clock: Clock, olga: User, wish: dict[str, Any], field: str, until: State
) -> None:
    for state in (
        State.ANNOUNCED,
        State.REGISTRATION,
        State.CHECK_IN,
        State.RUNNING,
        State.PAUSED,
        State.FINISHED,
    ):
        cup = events.event(olga, title=f"Cup in {state.value}", opens_days=0 if state != State.ANNOUNCED else 1)
        events.at(clock, events.NOW)
        if state == State.ANNOUNCED:
            assert cup.state == state
        else:
            at_hand: dict[str, State | datetime] = {"state": state}
            if state in (State.RUNNING, State.PAUSED, State.FINISHED):
                at_hand["started_at"] = events.NOW
            if state == State.FINISHED:
                at_hand["finished_at"] = events.NOW
            Tournament.objects.filter(pk=cup.pk).update(**at_hand)
        found = problems(events.fresh(cup), olga, **wish)
        order = list(State)
        late = order.index(state) >= order.index(until)
        assert (field in found) == late, (state, found)
        if late:
            assert f"It is {state.label}, and this may change only while it is" in found[field]
            assert found[field].endswith(f"{LEADS_OUT[state]}.")
        Tournament.objects.filter(pk=cup.pk).update(state=State.CANCELLED)


def test_fewer_places_than_entrants_are_refused(clock: Clock, olga: User) -> None:
    cup = events.event(olga)
    events.enter(cup, NAMES)
    assert problems(cup, olga, capacity=3) == {
        "capacity": "4 are entered: take 4 or more, or take somebody out first."
    }
    assert problems(cup, olga, capacity=4) == {}


def test_a_later_start_opens_registration_again(clock: Clock, olga: User) -> None:
    cup = events.event(olga, check_in_minutes=30)
    events.enter(cup, NAMES)
    events.at(clock, START - timedelta(minutes=10))
    assert events.fresh(cup).state == State.CHECK_IN
    assert problems(cup, olga, about="Bring tea") == {}, "times that were agreed on are no fault of the change"
    cup = changed(cup, olga, start="2027-03-05T20:00")
    assert (cup.state, cup.check_in_at) == (State.REGISTRATION, START + timedelta(minutes=90))


def test_what_was_put_off_stays_put_off_when_something_else_changes(clock: Clock, olga: User) -> None:
    cup = events.event(olga)
    commands.carry("extend", tournament=cup, by=olga, minutes=45)
    cup = changed(events.fresh(cup), olga, about="Bring tea")
    assert cup.starts_at == START + timedelta(minutes=45)
    cup = changed(cup, olga, check_in_minutes=15)
    assert (cup.starts_at, cup.check_in_at) == (START + timedelta(minutes=45), START + timedelta(minutes=30))


@pytest.mark.database
def test_a_start_in_the_hour_that_comes_twice_stays_where_it_was_put(clock: Clock, olga: User) -> None:
    """02:30 of that night names two moments; the plan can only say the first."""
    clock.move_to(datetime(2027, 10, 28, 12, tzinfo=UTC))
    cup = events.event(olga, start="2027-10-31T02:30", zone="Europe/Berlin", opens_days=1)
    first = datetime(2027, 10, 31, 0, 30, tzinfo=UTC)
    assert cup.starts_at == first
    commands.carry("extend", tournament=cup, by=olga, minutes=60)
    cup = changed(events.fresh(cup), olga, check_in_minutes=15)
    assert cup.starts_at == first + timedelta(hours=1)
    assert cup.check_in_at == first + timedelta(minutes=45)


def test_a_timetable_stays_a_timetable(clock: Clock, olga: User) -> None:
    timed, free = (
        events.event(olga, title=title, round_minutes=minutes) for title, minutes in (("Timed", 30), ("Free", 0))
    )
    for cup in (timed, free):
        events.enter(cup, [f"{name}-{cup.pk}" for name in NAMES])
    events.at(clock, START)
    assert problems(timed, olga, round_minutes=60) == {}
    assert "that stays" in problems(free, olga, round_minutes=60)["round_minutes"]


@pytest.mark.database
def test_only_the_newest_edition_speaks_for_those_to_come(clock: Clock, olga: User) -> None:
    first = events.event(olga, repeat="0 18 * * FRI", opens_days=3)
    events.at(clock, START - timedelta(days=1))
    events.enter(first, NAMES)
    events.at(clock, START)
    events.play_out()
    events.at(clock, START + timedelta(days=5))
    second = Tournament.objects.get(edition=2)
    changed(second, olga, capacity=16)
    changed(first, olga, about="The first one")
    events.at(clock, START + timedelta(days=12))
    third = Tournament.objects.get(edition=3)
    assert (third.capacity, third.about) == (16, "")


def test_without_a_rule_no_further_edition_comes(clock: Clock, olga: User) -> None:
    weekly = events.event(olga, repeat="0 18 * * FRI", opens_days=3)
    other = events.event(olga, title="Other", repeat="0 18 * * SAT", opens_days=3)
    changed(weekly, olga, repeat="")
    assert Series.objects.get(tournaments=weekly).stopped_at is not None
    for days in (7, 14):
        clock.move_to(START + timedelta(days=days))
        turn_tournaments()
    assert Tournament.objects.filter(series=events.fresh(weekly).series).count() == 1
    assert Tournament.objects.filter(series=events.fresh(other).series).count() > 1


@pytest.mark.database
def test_a_series_that_cannot_be_read_does_not_stop_the_others(clock: Clock, olga: User) -> None:
    broken = events.event(olga, repeat="0 18 * * FRI", opens_days=3)
    sound = events.event(olga, title="Sound", repeat="0 18 * * FRI", opens_days=3)
    Series.objects.filter(tournaments=broken).update(plan={"title": "nothing"})
    clock.move_to(START + timedelta(days=5))
    turn_tournaments()
    assert Tournament.objects.filter(series=events.fresh(sound).series).count() == 2


@pytest.mark.database
def test_who_is_invited_later_stays_invited_when_the_plan_changes(clock: Clock, olga: User) -> None:
    eva, ida = world.author("eva"), world.author("ida")
    cup = events.event(olga, invited=["eva"])
    commands.carry("invite", tournament=cup, by=olga, username="ida")
    changed(events.fresh(cup), olga, about="Bring tea")
    assert set(events.fresh(cup).invited.all()) == {eva, ida}
    assert problems(events.fresh(cup), olga, invited=[]) != {}, "who entered by invitation came for that"


def test_an_edition_may_be_put_off_to_where_the_next_one_would_be(clock: Clock, olga: User) -> None:
    first = events.event(olga, repeat="0 18 * * FRI", opens_days=10)
    clock.move_to(events.NOW + timedelta(days=2))
    turn_tournaments()
    assert Tournament.objects.count() == 2
    commands.carry("extend", tournament=first, by=olga, minutes=7 * 24 * 60)
    second = Tournament.objects.get(edition=2)
    assert events.fresh(first).starts_at == second.starts_at
    commands.carry("extend", tournament=second, by=olga, minutes=7 * 24 * 60)
    events.at(clock, START + timedelta(days=11, minutes=1))
    third = Tournament.objects.get(edition=3)
    assert third.starts_at == START + timedelta(days=21), "the second one has the time between"


def test_a_series_whose_rule_was_taken_away_goes_on_with_a_new_one(clock: Clock, olga: User) -> None:
    cup = events.event(olga, repeat="0 18 * * FRI", opens_days=3)
    commands.carry("stop-series", tournament=cup, by=olga)
    changed(cup, olga, about="Bring tea")
    assert Series.objects.get().stopped_at is not None, "stopped by a command, it stays so"
    changed(cup, olga, repeat="0 18 * * SAT")
    clock.move_to(START + timedelta(days=6))
    turn_tournaments()
    assert Tournament.objects.filter(edition=2, starts_at__week_day=7).exists()


def test_of_the_house_only_those_stay_that_play_the_game(clock: Clock, olga: User) -> None:
    house = world.author("house", is_house=True)
    for game in ("kazaam", "poison"):
        events.bot(f"house-{game}", owner=house, game=game)
    cup = events.event(olga, opens_days=2, house=True)
    assert [entry.bot.slug for entry in cup.entries.all()] == ["house-kazaam"]
    changed(cup, olga, game="poison", seats=2, least_seats=2, ladder="")
    assert [entry.bot.slug for entry in cup.entries.all()] == ["house-poison"]
    changed(cup, olga, house=False)
    assert not cup.entries.exists()


@pytest.mark.database
def test_who_waits_goes_before_the_house(clock: Clock, olga: User) -> None:
    house = world.author("house", is_house=True)
    events.bot("house-kazaam", owner=house)
    cup = events.event(olga, capacity=2)
    events.enter(cup, NAMES[:3])
    changed(cup, olga, capacity=3, house=True)
    there = [entry.bot.slug for entry in cup.entries.filter(state="entered")]
    assert there == ["ada", "bea", "cam"]


def test_after_the_draw_the_settings_are_not_written_again(clock: Clock, olga: User) -> None:
    cup = events.event(olga, format="swiss", rounds=2, late_entry=True)
    events.enter(cup, NAMES)
    events.at(clock, START)
    before = events.fresh(cup).settings | {"kept": "as it was read by then"}
    Tournament.objects.filter(pk=cup.pk).update(settings=before)
    cup = changed(events.fresh(cup), olga, capacity=16, title="Other Cup")
    assert (cup.settings, cup.capacity, cup.title) == (before, 16, "Other Cup")
