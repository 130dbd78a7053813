"""What a ladder requires of isolation is kept: no worker below it gets an order, and no record below it counts."""

from __future__ import annotations

import io
import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from arena.orders.lanes import Lane
from arena.orders.queues import REPORTS_EVERY
from athanor.jobs import lost_messages, sweeping, workers
from athanor.jobs import services as jobs
from athanor.jobs import tasks as job_tasks
from athanor.jobs.models import Worker
from athanor.jobs.services import Settlement
from athanor.ladders.matchmaker import matchmake
from athanor.ladders.models import LedgerEntry
from athanor.lifecycles import AttemptState, MatchState
from athanor.matches import tasks
from athanor.matches.models import LogEntry, Match
from athanor.matches.queries import match_page
from athanorpb.farm.codec import document, read
from athanorpb.farm.values import WorkerReport
from athanorpb.isolation import MEANINGS, Isolation
from tests.athanor import world
from tests.athanor.api.caller import Caller

pytestmark = [pytest.mark.django_db, pytest.mark.database]

OWN, MEMORY, DISK, NONE = Isolation.OWN, Isolation.MEMORY, Isolation.DISK, Isolation.NONE


def ordered(least: Isolation = OWN, **also: Any) -> list[Match]:
    ladder = world.ladder(f"needs-{least}", least_isolation=least)
    return world.order([world.bot() for _ in range(4)], on=ladder, **also)


def said(match: Match, **also: Any) -> Settlement:
    return world.settle(signed=world.signed(world.record(match, **also)))


def here(name: str, level: Isolation, host: str = "", now: datetime | None = None, key: bytes = b"") -> bool:
    """A worker reports itself."""
    report = WorkerReport(name, host or f"host of {name}", "docker", "runc", level)
    signed = world.signed_report(report, key)
    return workers.report(signed=signed, now=now or timezone.now())


# Records


@pytest.mark.parametrize("level", ["", "none", "disk", "memory", "better-than-own"])
def test_a_record_below_what_the_ladder_requires_gives_no_result(level: str) -> None:
    (match,) = ordered(OWN)
    assert said(match, isolation=level) is Settlement.AGAIN
    match.refresh_from_db()
    assert (match.state, match.isolation) == (MatchState.ORDERED, "")
    assert not LedgerEntry.objects.exists()
    failed = match.attempts.get(state=AttemptState.FAILED)
    named = f"isolation level {level}" if level else "no isolation level"
    assert failed.reason == f"the record says {named}, and the ladder requires own"
    assert said(match, isolation="own") is Settlement.FINISHED
    match.refresh_from_db()
    assert match.isolation == "own"


@pytest.mark.parametrize(("least", "level"), [(MEMORY, "memory"), (MEMORY, "own"), (DISK, "memory"), (NONE, "")])
def test_a_record_of_that_level_or_a_better_one_counts(least: Isolation, level: str) -> None:
    (match,) = ordered(least)
    assert said(match, isolation=level, container_runtime="runsc", sandbox="docker") is Settlement.FINISHED
    page = match_page(match.public_id)
    assert (page.sandbox, page.container_runtime, page.isolation) == ("docker", "runsc", level)


def test_a_season_s_match_requires_what_its_ladder_does() -> None:
    ladder = world.solo_ladder()
    ladder.least_isolation = OWN
    ladder.save()
    world.soloist()
    tasks.turn_epochs()
    matchmake()
    matchmake()
    match = Match.objects.filter(ladder=ladder)[0]
    assert world.play_alone(match, isolation="disk") is Settlement.AGAIN
    assert world.play_alone(match, isolation="own") is Settlement.FINISHED


def test_a_challenge_requires_none() -> None:
    (match,) = world.order([world.bot() for _ in range(4)])
    assert world.dispatch_order(match).least_isolation is NONE
    assert said(match, isolation="none") is Settlement.FINISHED


def test_the_database_holds_no_level_that_there_is_not() -> None:
    (match,) = ordered(NONE)
    for field in ("isolation", "least_isolation"):
        with pytest.raises(IntegrityError), transaction.atomic():
            Match.objects.filter(pk=match.pk).update(**{field: "some"})


# Orders


def test_an_order_waits_in_the_queue_of_its_level_and_says_so(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    for least in Isolation:
        with django_capture_on_commit_callbacks(execute=True):
            (match,) = ordered(least)
        (order,) = world.orders(Lane.LADDERS.queue_for(least))
        assert (order.match, order.least_isolation) == (match.public_id, least)
        assert not world.orders(Lane.LADDERS.queue) or least is NONE


def test_an_order_that_waits_for_a_better_worker_is_not_taken_for_lost_while_others_begin() -> None:
    now = timezone.now()
    (served,) = ordered(OWN)
    (waits,) = world.order([world.bot() for _ in range(4)], on=served.ladder)
    (plays,) = ordered(NONE)
    for match, seconds in ((served, 70), (waits, 60), (plays, 40)):
        moment = now - timedelta(seconds=seconds)
        match.attempts.update(opened_at=moment, sent_at=moment)
    for match in (served, plays):
        assert jobs.begin(token=world.attempt_of(match).token, now=now)
    assert sweeping.sweep(now=now + timedelta(seconds=30)).sent == 0


def test_an_order_that_no_worker_may_play_lies_in_its_queue_once_and_is_sent_again_when_one_is_there() -> None:
    now = timezone.now()
    (match,) = ordered(OWN)
    assert jobs.publish(world.attempt_of(match).pk)
    later = now + lost_messages.QUIET * 2
    assert sweeping.sweep(now=later).sent == 0
    assert len(world.orders(Lane.LADDERS.queue_for(OWN))) == 1
    assert here("strong", OWN, now=later)
    assert sweeping.sweep(now=later).sent == 1


@pytest.mark.parametrize(
    ("least", "level", "missing"),
    [
        (OWN, MEMORY, "it requires isolation level own, which no worker has (`manage.py workers` lists theirs)"),
        (OWN, None, "no worker has reported itself within 3 minutes (`manage.py workers` lists them)"),
        (MEMORY, OWN, ""),
        (NONE, NONE, ""),
    ],
)
def test_a_match_that_nobody_took_says_which_level_it_waited_for(
    least: Isolation, level: Isolation | None, missing: str, settings: Settings
) -> None:
    settings.NEVER_TAKEN = 0
    (match,) = ordered(least)
    late = world.attempt_of(match).deadline + timedelta(seconds=1)
    if level is not None:
        here("w1", level, now=late)
    assert sweeping.sweep(now=late).overdue == 1
    match.refresh_from_db()
    reason = "no worker took it in time" + (f": {missing}" if missing else "")
    assert (match.state, match.reason) == (MatchState.VOID, reason)
    assert match.attempts.get().reason == reason
    text = Client().get(match.get_absolute_url()).content.decode()
    assert "`" not in text.partition("This match is void:")[2].partition("</div>")[0]


def test_an_order_that_was_never_sent_is_sent_also_where_no_worker_may_play_it() -> None:
    (match,) = ordered(OWN)
    match.attempts.update(opened_at=timezone.now() - timedelta(minutes=1))
    assert sweeping.sweep(now=timezone.now()).sent == 1


def test_an_order_says_how_many_hosts_may_play_it() -> None:
    (match,) = ordered(MEMORY)
    assert world.dispatch_order(match).hosts == 1
    for name, level, host in (("a", OWN, "one"), ("b", OWN, "one"), ("c", MEMORY, "two"), ("d", DISK, "three")):
        assert here(name, level, host)
    assert world.dispatch_order(match).hosts == 2


def test_all_matches_of_a_set_are_sent_at_once(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        matches = ordered(OWN, rotations=4)
    orders = world.orders(Lane.LADDERS.queue_for(OWN))
    assert [order.match for order in orders] == [match.public_id for match in matches]
    assert {order.set_id for order in orders} == {matches[0].duplicate_set}


# A host that stalled


def test_after_a_host_has_stalled_the_match_is_played_alone() -> None:
    (match,) = ordered(NONE)
    assert not world.dispatch_order(match).alone
    said(match, outcome="void", reason="the host stalled: 2500 ms", stalled=True)
    assert world.dispatch_order(match).alone
    said(match, outcome="void", reason="a bundle is not in the blob store")
    assert world.dispatch_order(match).alone, "at every attempt from then on"
    assert match_page(match.public_id).is_alone


def test_after_another_fault_it_is_played_beside_others() -> None:
    (match,) = ordered(NONE)
    said(match, outcome="void", reason="the sandbox failed: the host stalled, says a bot")
    assert not world.dispatch_order(match).alone
    assert LogEntry.objects.filter(kind="repeated").exists()


# Workers


def test_a_worker_that_reports_itself_is_listed_until_it_falls_silent() -> None:
    now = timezone.now()
    assert here("w1", MEMORY, now=now)
    assert here("w1", OWN, now=now)
    assert [(row.name, row.isolation) for row in workers.living(now=now)] == [("w1", "own")]
    assert Caller().get("/health").document["workers"][0]["isolation"] == "own"
    assert not workers.living(now=now + 3 * timedelta(seconds=REPORTS_EVERY))
    here("w2", OWN, now=now + timedelta(days=8))
    assert [worker.name for worker in Worker.objects.all()] == ["w2"], "the other is forgotten"


def test_a_report_that_is_not_signed_with_our_key_changes_nothing() -> None:
    assert not here("w1", OWN, key=b"another key entirely")
    for junk in (None, "x", {"body": None}, document(WorkerReport("w1", "h", "docker", "", OWN))):
        assert not job_tasks.worker_is_here(junk)
    assert not Worker.objects.exists()


def test_a_record_cannot_be_sent_as_a_report_nor_a_report_of_a_level_that_there_is_not() -> None:
    (match,) = ordered(NONE)
    assert not job_tasks.worker_is_here(world.signed(world.record(match)))
    body = document(WorkerReport("w1", "h", "docker", "", OWN)) | {"isolation": "better"}
    with pytest.raises(ValueError, match="'better' is not a valid Isolation"):
        read(WorkerReport, body)


def waits_for(match: Match) -> bool:
    return match_page(match.public_id).is_unserved


def test_a_match_that_no_worker_may_play_says_so_on_its_page_until_there_is_one() -> None:
    (match,) = ordered(OWN)
    here("weak", MEMORY)
    text = Client().get(match.get_absolute_url()).content.decode()
    assert "No worker can play this match yet." in text
    assert "isolation level own" in text
    assert waits_for(match)
    assert Caller().get(f"/matches/{match.public_id}").document["is_unserved"] is True
    here("strong", OWN)
    assert not waits_for(match)
    assert "No worker can play" not in Client().get(match.get_absolute_url()).content.decode()


def test_a_match_that_requires_none_waits_for_any_worker() -> None:
    (match,) = ordered(NONE)
    assert not waits_for(match)


def test_the_page_of_a_match_says_at_which_level_it_was_played() -> None:
    (match,) = ordered(MEMORY)
    said(match, isolation="memory", sandbox="docker", container_runtime="runc")
    text = Client().get(match.get_absolute_url()).content.decode()
    assert "docker, runc" in text
    assert f"isolation level memory</a> ({MEANINGS[MEMORY]})." in text


def test_the_log_of_the_site_names_what_nobody_may_play_now_and_then(caplog: pytest.LogCaptureFixture) -> None:
    ordered(OWN)
    ordered(MEMORY)
    ordered(NONE)
    here("weak", MEMORY)
    with caplog.at_level(logging.WARNING, "athanor.jobs.workers"):
        sweeping.sweep()
        sweeping.sweep()
    (line,) = [record.getMessage() for record in caplog.records if "isolation level" in record.getMessage()]
    assert line.startswith(
        "1 match requires isolation level own (walls around each bot, and a file system of its own"
    )
    assert "`athanor doctor` says what its host lacks" in line


def test_the_log_of_the_site_says_once_that_there_is_no_worker_and_again_after_there_was_one(
    caplog: pytest.LogCaptureFixture,
) -> None:
    (match,) = ordered(NONE)
    began = match.ordered_at

    def said(minutes: int) -> list[str]:
        caplog.clear()
        workers.tell_operator(now=began + timedelta(minutes=minutes))
        return [record.getMessage() for record in caplog.records]

    with caplog.at_level(logging.WARNING, "athanor.jobs.workers"):
        assert said(1) == [], "one may just be starting"
        assert said(4) == ["1 match waits, and no worker has reported itself within 3 minutes: start one"]
        assert said(60) == []
        here("w1", NONE, now=began + timedelta(minutes=61))
        assert said(61) == []
        assert len(said(70)) == 1


def listed() -> Sequence[str]:
    out = io.StringIO()
    call_command("workers", stdout=out)
    return out.getvalue().splitlines()


def test_the_operator_can_list_workers_and_what_waits_for_better_ones() -> None:
    (line,) = listed()
    assert line.startswith("no worker has reported itself within 3 minutes")
    here("weak", MEMORY, host="abc")
    ordered(OWN, rotations=2)
    worker, waiting = listed()
    assert worker.split()[:5] == ["weak", "memory", "docker,", "runc", "host"]
    assert waiting.startswith("2 matches require isolation level own")
