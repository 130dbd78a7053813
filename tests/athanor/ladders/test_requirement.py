"""What a ladder requires of isolation can be changed, counts for tournaments too, and is said on its page."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import timedelta
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from arena.orders.lanes import Lane
from athanor.jobs import services as jobs
from athanor.jobs import workers
from athanor.jobs.services import Settlement
from athanor.ladders.guarantees import GUARANTEES
from athanor.ladders.matchmaker import matchmake
from athanor.ladders.models import Ladder
from athanor.ladders.requirement import require
from athanor.lifecycles import AttemptState, MatchState
from athanor.matches import services
from athanor.matches.models import LogEntry, Match
from athanor.tournaments import dry_runs, plan_checks, progress
from athanorpb.farm.values import WorkerReport
from athanorpb.isolation import Isolation
from tests.athanor import world
from tests.athanor.api.caller import Caller
from tests.athanor.matches.test_settle_at_once import at_once
from tests.athanor.tournaments import events
from tests.waiting import until

pytestmark = [pytest.mark.django_db, pytest.mark.database]

OWN, MEMORY, NONE = Isolation.OWN, Isolation.MEMORY, Isolation.NONE


@pytest.fixture
def ladder() -> Ladder:
    return world.ladder()


def order(ladder: Ladder) -> Match:
    ladder.refresh_from_db()
    return world.order([world.bot() for _ in range(4)], on=ladder)[0]


def fresh(match: Match) -> Match:
    return Match.objects.get(pk=match.pk)


def command(*words: str) -> str:
    out = io.StringIO()
    call_command("require_isolation", *words, stdout=out, stderr=out)
    return out.getvalue()


def test_a_new_ladder_requires_none_so_that_any_host_plays_it(ladder: Ladder) -> None:
    for _ in range(4):
        world.bot()
    matchmake()
    assert ladder.least_isolation == NONE
    assert set(Match.objects.values_list("least_isolation", flat=True)) == {"none"}


def test_matches_are_ordered_by_what_the_ladder_requires(ladder: Ladder) -> None:
    for _ in range(4):
        world.bot()
    require(ladder=ladder, least=MEMORY, now=timezone.now())
    matchmake()
    assert set(Match.objects.values_list("least_isolation", flat=True)) == {"memory"}


def test_a_match_that_waits_is_sent_anew_to_workers_of_the_new_level(
    ladder: Ladder, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    match = order(ladder)
    old = world.attempt_of(match)
    with django_capture_on_commit_callbacks(execute=True):
        assert require(ladder=ladder, least=OWN, now=timezone.now()) == 1
    (sent,) = world.orders(Lane.LADDERS.queue_for(OWN))
    assert (sent.match, sent.attempt.number, sent.least_isolation) == (match.public_id, 2, "own")
    old.refresh_from_db()
    assert (old.state, old.reason) == (AttemptState.EXPIRED, "its ladder requires isolation level own now")
    assert LogEntry.objects.get(kind="repeated").details["reason"] == old.reason
    weak = world.settle(signed=world.signed(world.record(match, attempt=old, isolation="memory")))
    assert weak is Settlement.STALE, "the old order may still be played by whoever has it"
    assert require(ladder=ladder, least=OWN, now=timezone.now()) == 0


def test_of_a_match_that_is_played_the_record_decides(ladder: Ladder) -> None:
    strong, weak = order(ladder), order(ladder)
    for match in (strong, weak):
        assert jobs.begin(token=world.attempt_of(match).token)
    assert require(ladder=ladder, least=OWN, now=timezone.now()) == 0
    assert fresh(strong).state == MatchState.RUNNING
    records = [world.record(match, isolation=level) for match, level in ((strong, "own"), (weak, "memory"))]
    settled = [world.settle(signed=world.signed(record)) for record in records]
    assert settled == [Settlement.FINISHED, Settlement.AGAIN]


def test_a_ladder_that_requires_less_has_its_waiting_matches_played(
    ladder: Ladder, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    require(ladder=ladder, least=OWN, now=timezone.now())
    match = order(ladder)
    with django_capture_on_commit_callbacks(execute=True):
        require(ladder=ladder, least=NONE, now=timezone.now())
    (sent,) = world.orders(Lane.LADDERS.queue)
    assert sent.match == match.public_id


def test_matches_that_have_ended_and_those_of_other_ladders_stay_as_they_were(ladder: Ladder) -> None:
    ended, elsewhere = order(ladder), order(world.ladder("another"))
    assert world.play(ended) is Settlement.FINISHED
    assert require(ladder=ladder, least=OWN, now=timezone.now()) == 0
    assert (fresh(ended).least_isolation, fresh(elsewhere).least_isolation) == ("none", "none")


def test_tournaments_with_its_ratings_require_the_same(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with time_machine.travel(events.NOW, tick=False) as clock:
        ladder = world.ladder("kazaam", seats=2, least_seats=2, game="kazaam", least_isolation=MEMORY)
        cup = events.event(ladder=ladder.slug)
        events.enter(cup, events.NAMES[:4])
        events.at(clock, events.START)
        games = events.open_matches()
        assert {game.least_isolation for game in games} == {"memory"}
        with django_capture_on_commit_callbacks(execute=True):
            assert require(ladder=ladder, least=OWN, now=events.START + timedelta(minutes=1)) == len(games) > 0
        assert len(world.orders(Lane.TOURNAMENTS.queue_for(OWN))) == len(games)
        weak, *_ = events.open_matches()
        refused = world.settle(signed=world.signed(world.record(weak, isolation="memory")))
        assert refused is Settlement.AGAIN


@pytest.mark.django_db(transaction=True)
def test_a_round_that_is_ordered_just_while_its_ladder_comes_to_require_more_does_so_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ordering, writing, required = Event(), Event(), Event()

    def order(**given: Any) -> list[Match]:
        ordered = services.order(**given)
        ordering.set()
        until(lambda: required.is_set() or is_waited_for(writing), "who requires more comes to its end, or waits")
        return ordered

    def require_more() -> None:
        until(ordering.is_set, "a round is being ordered")
        with connection.execute_wrapper(noting(writing)):
            require(ladder=kazaam, least=OWN, now=timezone.now())
        required.set()

    with time_machine.travel(events.NOW, tick=False) as clock:
        kazaam = world.ladder("kazaam", seats=2, least_seats=2, game="kazaam", least_isolation=MEMORY)
        cup = events.event(ladder=kazaam.slug)
        events.enter(cup, events.NAMES[:4])
        clock.move_to(events.START)
        monkeypatch.setattr(progress, "services", SimpleNamespace(order=order))
        at_once(lambda: events.at(clock, events.START), require_more)
        assert {game.least_isolation for game in events.open_matches()} == {"own"}


def noting(writing: Event) -> Callable[..., Any]:
    """Sets it when a connection is about to write."""

    def execute(run: Callable[..., Any], statement: str, *given: Any) -> Any:
        if statement.startswith("UPDATE"):
            writing.set()
        return run(statement, *given)

    return execute


def is_waited_for(writing: Event) -> bool:
    """Whether another connection waits for what this one holds: with SQLite everybody does who writes."""
    if connection.vendor == "sqlite":
        return writing.is_set()
    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted)")
        return bool(cursor.fetchone()[0])


def test_the_organizer_of_a_tournament_is_told_what_its_ladder_requires() -> None:
    with time_machine.travel(events.NOW, tick=False):
        ladder = world.ladder("kazaam", seats=2, least_seats=2, game="kazaam", least_isolation=OWN)
        cup = events.event(ladder=ladder.slug)
        text = Client().get(cup.get_absolute_url()).content.decode()
        assert (
            '<dt>Isolation</dt><dd><a href="/docs/ladders/#isolation">own</a>, as its ladder requires</dd>' in text
        )
        plan = plan_checks.checked(events.plan(ladder=ladder.slug), now=events.NOW)
        (notice,) = dry_runs.dry_run(plan, now=events.NOW).notices
        assert (
            "requires isolation level own of its tournaments too, and no worker that is running has it" in notice
        )
        report = WorkerReport("w", "h", "bubblewrap", "", OWN)
        workers.report(signed=world.signed_report(report), now=events.NOW)
        assert dry_runs.dry_run(plan, now=events.NOW).notices == []


def test_the_command_warns_where_no_worker_has_that_level(ladder: Ladder) -> None:
    order(ladder)
    told = command("poison", "own")
    assert "ladder poison requires isolation level own; 1 waiting match was sent anew" in told
    assert "its matches wait: they require isolation level own" in told
    report = WorkerReport("w", "h", "bubblewrap", "", OWN)
    workers.report(signed=world.signed_report(report), now=timezone.now())
    assert "its matches wait" not in command("poison", "own")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("nothing", "own"), "there is no ladder called 'nothing'"),
        (("poison", "better"), "invalid choice: 'better'"),
    ],
)
def test_the_command_refuses_what_there_is_not(ladder: Ladder, words: tuple[str, str], says: str) -> None:
    with pytest.raises(CommandError, match=says):
        command(*words)


def test_a_ladder_can_be_added_with_a_level() -> None:
    call_command("add_ladder", "strict", "poison", "4", "--isolation", "own", stdout=io.StringIO())
    assert Ladder.objects.get(slug="strict").least_isolation == "own"
    with pytest.raises(IntegrityError), transaction.atomic():
        Ladder.objects.update(least_isolation="some")


@pytest.mark.parametrize("least", list(Isolation))
def test_the_page_of_a_ladder_says_what_is_guaranteed(ladder: Ladder, least: Isolation) -> None:
    require(ladder=ladder, least=least, now=timezone.now())
    text = Client().get(ladder.get_absolute_url()).content.decode()
    assert GUARANTEES[least] in text
    assert Caller().get("/ladders/poison").document["least_isolation"] == least


def test_the_page_of_a_solo_ladder_says_what_is_guaranteed() -> None:
    alone = world.solo_ladder()
    matchmake()
    require(ladder=alone, least=OWN, now=timezone.now())
    assert GUARANTEES[OWN] in Client().get(alone.get_absolute_url()).content.decode()


def test_the_documentation_has_every_level() -> None:
    text = Client().get("/docs/ladders/").content.decode()
    for level, guarantee in GUARANTEES.items():
        assert f'id="isolation-{level}"' in text
        assert guarantee in text
