"""Several at once, on threads with connections of their own: everything takes effect once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine

from athanor.accounts.models import User
from athanor.lifecycles import EntryState, TournamentState
from athanor.notices.models import Notice
from athanor.refusals import Refusal
from athanor.tournaments import commands, editions, entries, schedule
from athanor.tournaments.acts import Command
from athanor.tournaments.models import Act, Entry, Game, Organizer, Record, Tournament
from tests.athanor import world
from tests.athanor.matches.test_settle_at_once import at_once
from tests.athanor.tournaments import events

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database, pytest.mark.slow]

START = datetime(2027, 3, 5, 18, tzinfo=UTC)
NAMES = ("ada", "bea", "cam", "dot")


@pytest.fixture
def clock(transactional_db: None) -> Iterator[time_machine.Traveller]:
    with time_machine.travel(events.NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def oona(olga: User) -> User:
    return world.author("oona")


def shared(olga: User, oona: User, **fields: Any) -> Tournament:
    cup = events.event(olga, **({"format": "round-robin"} | fields))
    Organizer.objects.create(tournament=cup, user=oona)
    return cup


def said(job: Callable[[], Any]) -> Callable[[], str]:
    """What came of it: "" or the code of the refusal."""

    def run() -> str:
        try:
            job()
        except Refusal as refusal:
            return refusal.code
        return ""

    return run


def test_the_same_command_in_four_threads_takes_effect_once(clock: time_machine.Traveller, olga: User) -> None:
    cup = events.event(olga, format="round-robin")
    events.enter(cup, NAMES)
    before = events.fresh(cup).starts_at
    jobs = [lambda: commands.carry("extend", tournament=cup, by=olga, minutes=30, command=Command("c1"))] * 4
    assert sorted(at_once(*jobs)) == [False, False, False, True]
    assert (events.fresh(cup).starts_at - before).total_seconds() == 30 * 60
    assert Act.objects.filter(tournament=cup, what="extend").count() == 1


@pytest.mark.parametrize(
    ("what", "fields"),
    [
        ("start", {}),
        ("extend", {"minutes": "30"}),
        ("call-off", {"reason": "rain"}),
        ("remove", {"key": "a-ada/ada", "reason": "on request"}),
        ("disqualify", {"key": "a-ada/ada", "reason": "cheated"}),
    ],
)
def test_of_two_organizers_at_once_who_saw_the_same_one_is_told_of_the_other(
    clock: time_machine.Traveller, olga: User, oona: User, what: str, fields: dict[str, str]
) -> None:
    cup = shared(olga, oona)
    events.enter(cup, NAMES)
    seen = events.fresh(cup).acts

    def give(by: User) -> Callable[[], Any]:
        command = Command(f"by-{by.username}", seen)
        return said(
            lambda: commands.give(tournament=cup, by=by, what=what, fields=fields, command=command, confirmed=True)
        )

    assert sorted(at_once(give(olga), give(oona))) == ["", "changed-since"]
    assert Act.objects.filter(tournament=cup, what=what, by__isnull=False).count() == 1


def test_a_game_is_voided_once_by_two(clock: time_machine.Traveller, olga: User, oona: User) -> None:
    cup = shared(olga, oona)
    events.enter(cup, NAMES)
    events.at(clock, START)
    events.play(matches=events.open_matches()[:1])
    game = Game.objects.get(tournament=cup, counted_at__isnull=False)
    seen = events.fresh(cup).acts

    def void(by: User) -> Callable[[], Any]:
        command = Command(f"by-{by.username}", seen)
        return said(
            lambda: commands.carry(
                "void", tournament=cup, by=by, pairing=game.pairing, game=1, reason="a fault", command=command
            )
        )

    assert sorted(at_once(void(olga), void(oona))) == ["", "changed-since"]
    live = Game.objects.filter(tournament=cup, pairing=game.pairing, dropped_at=None)
    assert live.count() == 1
    assert sum(record.document["kind"] == "voided" for record in Record.objects.filter(tournament=cup)) == 1


def test_schedules_that_turn_at_once_start_it_once(clock: time_machine.Traveller, olga: User) -> None:
    cup = events.event(olga, format="swiss", rounds=2)
    events.enter(cup, NAMES)
    clock.move_to(START)
    at_once(*[lambda: schedule.turn(now=START)] * 4)
    assert events.fresh(cup).state == TournamentState.RUNNING
    assert Game.objects.filter(tournament=cup).count() == len(events.open_matches()) == 2
    for match in events.open_matches():
        world.play(match, [1, 2])
    at_once(*[lambda: schedule.sweep(now=START)] * 4)
    assert events.fresh(cup).rounds == 2
    assert Game.objects.filter(tournament=cup).count() == 4
    assert sum(record.pairs for record in Record.objects.filter(tournament=cup)) == 2
    told = Notice.objects.filter(user__username="a-ada", sentence__contains=" meets ")
    assert told.count() == 2


def test_editions_are_opened_once_by_schedules_at_once(clock: time_machine.Traveller, olga: User) -> None:
    first = events.event(olga, repeat="0 18 * * FRI", opens_days=3)
    clock.move_to(START.replace(day=10))
    at_once(*[lambda: editions.turn(now=START.replace(day=10))] * 4)
    editions_there = Tournament.objects.filter(series=events.fresh(first).series)
    assert sorted(editions_there.values_list("edition", flat=True)) == [1, 2]


def test_the_last_place_is_taken_once(clock: time_machine.Traveller, olga: User) -> None:
    cup = events.event(olga, capacity=2)
    bots = [events.bot(name) for name in NAMES]
    at_once(*[lambda bot=bot: entries.enter(tournament=cup, bot=bot, by=bot.owner) for bot in bots])
    states = sorted(Entry.objects.filter(tournament=cup).values_list("state", flat=True))
    assert states == [EntryState.ENTERED, EntryState.ENTERED, EntryState.WAITING, EntryState.WAITING]


def test_who_withdraws_twice_at_once_frees_one_place(clock: time_machine.Traveller, olga: User) -> None:
    cup = events.event(olga, capacity=2)
    events.enter(cup, NAMES)
    at_once(*[lambda: entries.withdraw(entry=events.entry(cup, "ada"))] * 3)
    states = sorted(Entry.objects.filter(tournament=cup).values_list("state", flat=True))
    assert states == [EntryState.ENTERED, EntryState.ENTERED, EntryState.WAITING, EntryState.WITHDRAWN]


def test_the_same_form_sent_twice_at_once_makes_one_tournament(clock: time_machine.Traveller, olga: User) -> None:
    jobs = [lambda: editions.create(plan=events.plan(), owner=olga, command="form-1").pk] * 3
    assert len(set(at_once(*jobs))) == 1
    assert Tournament.objects.count() == 1


def test_two_who_change_the_plan_at_once_do_not_mix_it(
    clock: time_machine.Traveller, olga: User, oona: User
) -> None:
    cup = shared(olga, oona)
    seen = events.fresh(cup).acts

    def change(by: User, capacity: int) -> Callable[[], Any]:
        plan = events.plan(format="round-robin", capacity=capacity, about=by.username)
        command = Command(f"by-{by.username}", seen)
        return said(lambda: editions.edit(tournament=cup, plan=plan, by=by, command=command))

    assert sorted(at_once(change(olga, 12), change(oona, 16))) == ["", "changed-since"]
    cup = events.fresh(cup)
    assert (cup.capacity, cup.about) in ((12, "olga"), (16, "oona"))
    assert cup.plan["capacity"] == cup.capacity
