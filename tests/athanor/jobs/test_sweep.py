"""G1: every ordered match ends, finished or void with a reason, whatever dies in between."""

from __future__ import annotations

import itertools
from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from arena.orders.lanes import Lane
from arena.orders.queues import WAITS_EVERY
from athanor.jobs import lost_messages, sweeping, workers
from athanor.jobs import services as jobs
from athanor.jobs.lost_messages import UNSENT_AFTER
from athanor.jobs.models import Attempt, Kind
from athanor.jobs.services import Settlement
from athanor.lifecycles import OPEN_ATTEMPT, AttemptState, MatchState, one_of
from athanor.matches import play_jobs
from athanor.matches.models import Match
from athanorpb.farm.values import WorkerReport
from athanorpb.isolation import Isolation
from tests.athanor import world

pytestmark = [pytest.mark.django_db, pytest.mark.database]

A_WHILE = lost_messages.SAID_WITHIN + timedelta(seconds=1)


@pytest.fixture
def match() -> Match:
    return world.order([world.bot() for _ in range(4)], on=world.ladder())[0]


def after_its_deadline(match: Match) -> datetime:
    return world.attempt_of(match).deadline + timedelta(seconds=1)


def test_it_works(match: Match) -> None:
    """Nobody took the order in time: another attempt is open, and its message sent."""
    sweeping.sweep(now=after_its_deadline(match))
    first, second = match.attempts.order_by("number")
    assert (first.state, second.state) == (AttemptState.EXPIRED, AttemptState.SENT)
    assert first.token != second.token


def test_a_job_that_cannot_be_handled_keeps_no_other_waiting(
    match: Match, caplog: pytest.LogCaptureFixture
) -> None:
    """Each of these is a match's, and there is no such match: whatever the sweeper does with them fails."""
    now, queue = world.attempt_of(match).opened_at, Lane.LADDERS.queue
    jobs.order(kind=Kind.MATCH, queue=queue, now=now)
    for deadline in (now, now + timedelta(days=1)):
        lost = jobs.order(kind=Kind.MATCH, queue=queue, now=now)
        lost.attempts.create(number=1, opened_at=now - timedelta(hours=1), deadline=deadline)
    swept = sweeping.sweep(now=after_its_deadline(match))
    assert swept.overdue == 1
    assert world.attempt_of(match).number == 2
    steps = [record.getMessage() for record in caplog.records if "goes on with the others" in record.getMessage()]
    assert [line.split()[3] for line in steps] == ["expire", "take_up", "send", "send"]


def test_an_order_whose_message_was_lost_before_it_was_sent_is_sent_again(match: Match) -> None:
    """Killed between the commit and the publish: the row is there, the message is not."""
    attempt = world.attempt_of(match)
    assert attempt.sent_at is None
    assert not world.orders(Lane.LADDERS.queue)
    swept = sweeping.sweep(now=attempt.opened_at + UNSENT_AFTER + timedelta(seconds=1))
    assert swept.sent == 1
    (order,) = world.orders(Lane.LADDERS.queue)
    assert (order.match, order.attempt.token) == (match.public_id, attempt.token)
    assert sweeping.sweep(now=attempt.opened_at + 2 * UNSENT_AFTER).sent == 0, "a sent one is not sent again"


def test_an_order_that_later_ones_have_overtaken_is_sent_again_and_one_that_waits_is_not() -> None:
    """The broker lost it: the queue is first in, first out."""
    bots, ladder, now = [world.bot() for _ in range(4)], world.ladder(), timezone.now()
    moments = [now - timedelta(seconds=seconds) for seconds in (70, 60, 40, 20)]
    first, lost, begun, waiting = (world.order(bots, on=ladder)[0] for _ in moments)
    for match, moment in zip((first, lost, begun, waiting), moments, strict=True):
        match.attempts.update(opened_at=moment, sent_at=moment)
    jobs.begin(token=world.attempt_of(first).token, now=now)
    assert sweeping.sweep(now=now).sent == 0, "all others wait"
    jobs.begin(token=world.attempt_of(begun).token, now=now)
    assert sweeping.sweep(now=now).sent == 0, "another worker may have taken it a moment before"
    later = now + A_WHILE
    assert sweeping.sweep(now=later).sent == 1
    (order,) = world.orders(Lane.LADDERS.queue)
    assert (order.match, order.attempt.number) == (lost.public_id, 1)
    assert sweeping.sweep(now=later + A_WHILE).sent == 0, "it waits behind all that came before it"


def test_orders_that_wait_at_a_busy_worker_are_not_sent_again_while_another_worker_begins_later_ones() -> None:
    bots, ladder, now = [world.bot() for _ in range(4)], world.ladder(), timezone.now()
    held = [world.order(bots, on=ladder)[0] for _ in range(3)]
    for match in held:
        match.attempts.update(opened_at=now, sent_at=now)
    plays, *waiting = [world.attempt_of(match).token for match in held]
    jobs.begin(token=plays, now=now)
    for _ in range(8):
        now += timedelta(seconds=WAITS_EVERY)
        (later,) = world.order(bots, on=ladder)
        later.attempts.update(opened_at=now, sent_at=now)
        jobs.begin(token=world.attempt_of(later).token, now=now)
        for token in waiting:
            assert jobs.wait(token=token, now=now)
        assert sweeping.sweep(now=now).sent == 0
    # Its worker dies, and the broker loses them on the way back.
    (last,) = world.order(bots, on=ladder)
    last.attempts.update(opened_at=now + A_WHILE, sent_at=now + A_WHILE)
    jobs.begin(token=world.attempt_of(last).token, now=now + A_WHILE)
    assert sweeping.sweep(now=now + 2 * A_WHILE).sent == len(waiting)


def test_an_order_waits_until_it_is_begun(match: Match) -> None:
    token = world.attempt_of(match).token
    assert jobs.wait(token=token)
    assert jobs.begin(token=token)
    assert not jobs.wait(token=token), "its word came late"
    assert not jobs.wait(token="never was one")


def test_an_order_that_only_other_lanes_have_overtaken_is_not_sent_again() -> None:
    """Theirs are other queues."""
    now = timezone.now()
    bots, ladder = [world.bot() for _ in range(4)], world.ladder()
    plays, waits = (world.order(bots, on=ladder)[0] for _ in range(2))
    (challenge,) = world.order(bots)
    for match, seconds in ((plays, 70), (waits, 60), (challenge, 20)):
        moment = now - timedelta(seconds=seconds)
        match.attempts.update(opened_at=moment, sent_at=moment)
    for match in (plays, challenge):
        assert jobs.begin(token=world.attempt_of(match).token, now=now)
    assert sweeping.sweep(now=now).sent == 0


def test_an_order_of_a_lane_that_does_nothing_is_sent_again_however_busy_the_others_are() -> None:
    now = timezone.now()
    bots = [world.bot() for _ in range(4)]
    (rated,), (challenge,) = world.order(bots, on=world.ladder()), world.order(bots)
    Attempt.objects.update(opened_at=now - timedelta(seconds=60), sent_at=now - timedelta(seconds=60))
    assert jobs.begin(token=world.attempt_of(rated).token, now=now)
    assert sweeping.sweep(now=now).sent == 1
    assert not world.orders(Lane.LADDERS.queue)
    (order,) = world.orders(Lane.CHALLENGES.queue)
    assert order.match == challenge.public_id


def test_an_order_that_was_just_opened_is_left_to_who_opened_it(match: Match) -> None:
    assert sweeping.sweep(now=timezone.now()).sent == 0


def test_a_broker_that_is_away_loses_nothing(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    attempt = world.attempt_of(match)
    later = attempt.opened_at + UNSENT_AFTER + timedelta(seconds=1)
    monkeypatch.setattr("athanor.messages.app.send_task", refuse)
    assert sweeping.sweep(now=later).sent == 0
    attempt.refresh_from_db()
    assert attempt.sent_at is None
    monkeypatch.undo()
    assert sweeping.sweep(now=later).sent == 1


def refuse(*_: object, **__: object) -> None:
    raise ConnectionRefusedError("nobody listens")


def test_a_match_whose_worker_died_is_played_again(match: Match) -> None:
    jobs.begin(token=world.attempt_of(match).token)
    match.refresh_from_db()
    assert match.state == MatchState.RUNNING
    sweeping.sweep(now=after_its_deadline(match))
    match.refresh_from_db()
    assert (match.state, match.started_at) == (MatchState.ORDERED, None)
    assert world.play(match) is Settlement.FINISHED


def test_a_match_whose_workers_die_again_and_again_is_void_with_the_reason(
    match: Match, settings: Settings
) -> None:
    settings.ATTEMPTS = 3
    for _ in range(3):
        assert jobs.begin(token=world.attempt_of(match).token)
        sweeping.sweep(now=after_its_deadline(match))
    match.refresh_from_db()
    assert match.state == MatchState.VOID
    assert "stopped responding" in match.reason


def test_a_match_that_no_worker_ever_takes_waits_and_is_void_in_the_end(match: Match, settings: Settings) -> None:
    settings.NEVER_TAKEN = 3600
    ends = match.ordered_at + timedelta(seconds=3600)
    rounds = 0
    while (now := match.attempts.latest("pk").deadline + timedelta(seconds=1)) < ends:
        sweeping.sweep(now=now)
        match.refresh_from_db()
        rounds += 1
        assert match.state == MatchState.ORDERED, "waiting alone makes nothing void"
    assert rounds >= 3
    sweeping.sweep(now=now)
    sweeping.sweep(now=now + timedelta(hours=1))
    match.refresh_from_db()
    assert match.state == MatchState.VOID
    nobody = "no worker has reported itself within 3 minutes (`manage.py workers` lists them)"
    assert match.reason == f"no worker took it in time: {nobody}"


def test_an_order_that_an_idle_farm_does_not_take_is_sent_again(match: Match) -> None:
    """The broker lost it, and no later one tells so."""
    attempt = world.attempt_of(match)
    sent = attempt.opened_at + timedelta(seconds=1)
    match.attempts.update(sent_at=sent)
    assert sweeping.sweep(now=sent + lost_messages.QUIET / 2).sent == 0
    late = sent + lost_messages.QUIET + timedelta(seconds=1)
    assert sweeping.sweep(now=late).sent == 1
    assert sweeping.sweep(now=late + lost_messages.QUIET / 2).sent == 0, "it was sent just now"


@pytest.mark.slow
def test_where_no_worker_is_there_orders_are_sent_again_each_time_after_twice_as_long(match: Match) -> None:
    """Their copies lie in the queue until one comes: of an hour seven, and not 180."""
    ordered = world.attempt_of(match).opened_at
    match.attempts.update(sent_at=ordered + timedelta(seconds=1))
    times = [
        seconds
        for seconds in range(0, 3600, 20)
        if sweeping.to_send(Kind.MATCH, Lane.LADDERS.queue, now=ordered + timedelta(seconds=seconds)).update(
            sent_at=ordered + timedelta(seconds=seconds)
        )
    ]
    assert times[0] <= 40, "the broker may have lost it, and a worker be there that does not report itself"
    assert 6 <= len(times) <= 8
    assert all(later >= 2 * earlier for earlier, later in itertools.pairwise(times))
    report = WorkerReport("w1", "host", "bubblewrap", "", Isolation.OWN)
    an_hour_later = ordered + timedelta(hours=1)
    assert workers.report(signed=world.signed_report(report, b""), now=an_hour_later)
    assert is_lost(match, an_hour_later), "once one is there it is sent at once"


def test_a_lane_with_something_to_do_is_not_idle() -> None:
    bots, ladder, now = [world.bot() for _ in range(4)], world.ladder(), timezone.now()
    waits, plays = (world.order(bots, on=ladder)[0] for _ in range(2))
    waits.attempts.update(sent_at=now - timedelta(minutes=1))
    assert is_lost(waits, now)
    jobs.begin(token=world.attempt_of(plays).token, now=now)
    assert not is_lost(waits, now)
    assert sweeping.sweep(now=now).sent == 0
    world.play(plays)
    assert not is_lost(waits, timezone.now()), "it has just ended one"
    assert is_lost(waits, timezone.now() + lost_messages.QUIET)


def is_lost(match: Match, now: datetime) -> bool:
    return sweeping.to_send(Kind.MATCH, Lane.LADDERS.queue, now=now).filter(job=match.job).exists()


def test_a_worker_that_is_heard_of_keeps_its_attempt_and_one_that_is_not_loses_it(
    match: Match, settings: Settings
) -> None:
    settings.LEASE = 60
    token, began = world.attempt_of(match).token, timezone.now()
    assert jobs.begin(token=token, now=began)
    for seconds in (50, 100):
        assert not jobs.begin(token=token, now=began + timedelta(seconds=seconds)), "no news"
        assert sweeping.sweep(now=began + timedelta(seconds=seconds + 55)).overdue == 0
    assert sweeping.sweep(now=began + timedelta(seconds=161)).overdue == 1
    assert not jobs.begin(token=token, now=began + timedelta(seconds=162)), "given away"
    match.refresh_from_db()
    assert (match.state, world.attempt_of(match).number) == (MatchState.ORDERED, 2)


def test_a_worker_keeps_no_attempt_for_longer_than_a_match_may_take(match: Match) -> None:
    token, began = world.attempt_of(match).token, timezone.now()
    longest = play_jobs.play_time(match)
    moment = began
    while moment < began + longest:
        jobs.begin(token=token, now=moment)
        moment += timedelta(seconds=15)
    assert world.attempt_of(match).deadline == began + longest


def test_a_word_that_comes_late_takes_nothing_back(match: Match) -> None:
    token, began = world.attempt_of(match).token, timezone.now()
    for seconds in (0, 30, 15):
        jobs.begin(token=token, now=began + timedelta(seconds=seconds))
    assert world.attempt_of(match).deadline == began + timedelta(seconds=90)


def test_the_time_that_an_order_waited_is_not_taken_from_its_play(match: Match) -> None:
    attempt = world.attempt_of(match)
    begun = attempt.deadline - timedelta(seconds=1)
    assert jobs.begin(token=attempt.token, now=begun)
    sweeping.sweep(now=attempt.deadline + timedelta(seconds=1))
    attempt.refresh_from_db()
    assert attempt.state == AttemptState.STARTED


def test_a_worker_is_told_how_long_it_may_take_from_its_first_word(match: Match) -> None:
    """As long as the site would wait for it: no longer, and no less after a wait in the queue."""
    order = world.dispatch_order(match)
    assert order.seconds == play_jobs.play_time(match).total_seconds()
    assert order.deadline == world.attempt_of(match).deadline.timestamp()


def test_a_worker_that_begins_an_attempt_after_it_was_given_away_is_told_so(match: Match) -> None:
    token = world.attempt_of(match).token
    sweeping.sweep(now=after_its_deadline(match))
    assert not jobs.begin(token=token)
    assert not jobs.begin(token="never was one")


def test_beginning_twice_is_beginning_once(match: Match) -> None:
    token = world.attempt_of(match).token
    assert jobs.begin(token=token)
    before = Attempt.objects.values().get(token=token)
    assert not jobs.begin(token=token)
    after = Attempt.objects.values().get(token=token)
    assert after["deadline"] >= before["deadline"]
    assert after == {**before, "deadline": after["deadline"]}


def test_a_match_left_without_any_attempt_is_taken_up(match: Match) -> None:
    match.attempts.all().delete()
    assert sweeping.sweep().forsaken == 1
    assert match.attempts.filter(one_of(OPEN_ATTEMPT)).count() == 1
    assert world.play(match) is Settlement.FINISHED


def test_a_record_that_overtakes_the_news_of_its_beginning_counts(match: Match) -> None:
    token = world.attempt_of(match).token
    assert world.play(match) is Settlement.FINISHED
    assert not jobs.begin(token=token)
    match.refresh_from_db()
    assert match.state == MatchState.FINISHED


def test_a_closed_attempt_is_never_published(match: Match) -> None:
    attempt = world.attempt_of(match)
    world.play(match)
    assert not jobs.publish(attempt.pk)
    assert not world.orders(Lane.LADDERS.queue)
