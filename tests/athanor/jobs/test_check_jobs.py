"""The check of an upload ends: accepted or refused with the reason, whatever dies in between."""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as site
from django.utils import timezone
from pytest_django import Settings

from arena.games.registry import GAMES
from arena.orders.envelopes import sign
from arena.orders.ladders import QUICK
from arena.orders.lanes import Lane
from athanor.bots import verdicts
from athanor.bots.models import Version
from athanor.bots.services import retire, upload
from athanor.bots.verdicts import NOT_CHECKED
from athanor.jobs import check_jobs, lost_messages, sweeping, tasks
from athanor.jobs import services as jobs
from athanor.jobs.lost_messages import UNSENT_AFTER
from athanor.jobs.models import Attempt, Kind
from athanor.jobs.services import Settlement
from athanor.ladders.models import Ladder, Standing
from athanor.lifecycles import OPEN_ATTEMPT, VersionState, one_of
from athanor.storage import blobs
from athanorpb.farm.values import Attempt as AttemptMessage
from athanorpb.farm.values import CheckRecord, Clock, Trial
from tests.athanor import world

pytestmark = [pytest.mark.django_db, pytest.mark.database]

SOURCE = b"def choose(ask):\n    return 0\n"


@pytest.fixture
def version() -> Version:
    world.ladder()
    return upload(owner=world.author("ada"), content=SOURCE, filename="bot.py", games=["poison"])


def open_check(version: Version) -> Attempt:
    return Attempt.objects.get(one_of(OPEN_ATTEMPT), job__version=version)


def another_check(version: Version) -> Attempt:
    """Of the bot's next version."""
    waits: dict[str, Any] = {"state": VersionState.UPLOADED, "built": "", "decided_at": None}
    another = world.version(version.bot, **waits)
    check_jobs.order(another, timezone.now())
    return open_check(another)


def checked_version(check: Attempt) -> Version:
    return Version.objects.get(job=check.job)


def record(version: Version, **also: Any) -> CheckRecord:
    check = open_check(version)
    given: dict[str, Any] = {
        "upload": str(version.pk),
        "attempt": AttemptMessage(check.number, check.token),
        "outcome": "accepted",
        "reason": "",
        "message": "It plays.",
        "log": "built, played",
        "built": blobs().put(b"built " + version.digest.encode()),
        "worker": "worker-1",
    }
    return CheckRecord(**(given | also))


def settle(said: CheckRecord, key: bytes = b"") -> Settlement:
    return jobs.settle(kind=Kind.CHECK, signed=sign(said, key or site.RECORD_KEY))


def test_it_works(version: Version) -> None:
    assert jobs.begin(token=open_check(version).token)
    version.refresh_from_db()
    assert version.state == VersionState.CHECKING
    assert settle(record(version)) is Settlement.FINISHED
    version.refresh_from_db()
    assert (version.state, version.log) == (VersionState.ACCEPTED, "built, played")
    assert version.bot.current == version
    standing = Standing.objects.get(version=version)
    assert (standing.listed, standing.games, standing.ladder.slug) == (True, 0, "poison")


def test_what_a_build_made_is_measured_unless_it_is_the_bundle_itself(version: Version) -> None:
    assert settle(record(version)) is Settlement.FINISHED
    version.refresh_from_db()
    assert version.built_bytes == len(blobs().get(version.built))
    other = checked_version(another_check(version))
    other.digest = blobs().put(b"nothing was to be built")
    other.save()
    assert settle(record(other, built=other.digest)) is Settlement.FINISHED
    other.refresh_from_db()
    assert other.built_bytes == 0


def test_a_refused_one_has_code_message_and_log_and_joins_nothing(version: Version) -> None:
    said = record(
        version, outcome="refused", reason="never-ready", message="It never said ready.", log="Traceback…"
    )
    assert settle(said) is Settlement.FINISHED
    version.refresh_from_db()
    assert (version.state, version.reason, version.message) == ("refused", "never-ready", "It never said ready.")
    assert version.log == "Traceback…"
    assert version.bot.current is None
    assert not Standing.objects.exists()


def test_one_whose_author_unticked_the_ladders_is_accepted_and_waits(version: Version) -> None:
    Version.objects.filter(pk=version.pk).update(joins=False)
    assert settle(record(version)) is Settlement.FINISHED
    version.refresh_from_db()
    assert version.bot.current is None
    assert not Standing.objects.exists()


def test_a_second_or_a_forged_record_changes_nothing(version: Version) -> None:
    said = record(version)
    assert settle(said, key=b"x" * 32) is Settlement.FORGED
    assert settle(replace(said, attempt=replace(said.attempt, token="guessed"))) is Settlement.STALE
    assert settle(replace(said, upload="999999")) is Settlement.STALE
    assert settle(said) is Settlement.FINISHED
    before = list(Version.objects.values())
    assert settle(said) is Settlement.STALE
    assert settle(replace(said, outcome="refused", reason="x", message="y")) is Settlement.STALE
    assert list(Version.objects.values()) == before


def test_a_fault_of_ours_is_tried_again_and_in_the_end_not_the_authors(
    version: Version, settings: Settings
) -> None:
    settings.ATTEMPTS = 2
    void = {"outcome": "void", "reason": "the sandbox did not start", "built": ""}
    assert settle(record(version, **void)) is Settlement.AGAIN
    version.refresh_from_db()
    assert version.state == VersionState.UPLOADED
    assert settle(record(version, **void)) is Settlement.VOID
    version.refresh_from_db()
    assert (version.state, version.reason) == (VersionState.REFUSED, NOT_CHECKED)
    assert "which is our fault" in version.message


@pytest.mark.parametrize(
    "unfit",
    [
        {"built": ""},
        {"built": "00" * 32},
        {"outcome": "refused", "reason": ""},
        {"outcome": "refused", "reason": "x", "message": ""},
    ],
)
def test_a_signed_record_that_cannot_be_one_is_a_fault_of_ours(version: Version, unfit: dict[str, Any]) -> None:
    assert settle(record(version, **unfit)) is Settlement.AGAIN


def test_a_check_whose_worker_died_is_tried_again(version: Version) -> None:
    first = open_check(version)
    jobs.begin(token=first.token)
    first.refresh_from_db()
    assert sweeping.sweep(now=first.deadline + timedelta(seconds=1)).overdue == 1
    assert open_check(version).number == 2
    assert settle(record(version)) is Settlement.FINISHED


def test_an_order_whose_message_was_lost_is_sent_again(version: Version) -> None:
    check = open_check(version)
    assert not world.orders(Lane.CHECKS.queue)
    assert sweeping.sweep(now=check.opened_at + 2 * UNSENT_AFTER).sent == 1
    assert len(world.orders(Lane.CHECKS.queue)) == 1


def test_an_order_that_an_idle_farm_does_not_take_is_sent_again(version: Version) -> None:
    sent = open_check(version).opened_at + timedelta(seconds=1)
    version.job.attempts.update(sent_at=sent)
    assert sweeping.sweep(now=sent + lost_messages.QUIET).sent == 0
    later = sent + lost_messages.QUIET + timedelta(seconds=1)
    assert sweeping.sweep(now=later).sent == 1
    assert sweeping.sweep(now=later).sent == 0, "it was sent just now"


def test_an_order_that_another_check_has_overtaken_is_sent_again_and_one_that_waits_is_not(
    version: Version,
) -> None:
    """The broker lost it: checks wait in one queue, first in, first out."""
    now = timezone.now()
    before, lost, after = (open_check(version), *(another_check(version) for _ in range(2)))
    for check, seconds in ((before, 70), (lost, 60), (after, 40)):
        moment = now - timedelta(seconds=seconds)
        Attempt.objects.filter(pk=check.pk).update(opened_at=moment, sent_at=moment)
    assert jobs.begin(token=before.token, now=now)
    assert sweeping.sweep(now=now).sent == 0, "it waits, as others do"
    assert jobs.begin(token=after.token, now=now)
    later = now + lost_messages.SAID_WITHIN + timedelta(seconds=1)
    assert jobs.wait(token=lost.token, now=now)
    assert sweeping.sweep(now=later).sent == 0, "a worker holds it"
    Attempt.objects.filter(pk=lost.pk).update(sent_at=now - timedelta(seconds=60))
    assert sweeping.sweep(now=later).sent == 1
    (order,) = world.orders(Lane.CHECKS.queue)
    assert (order.upload, order.attempt.number) == (str(checked_version(lost).pk), 1)
    assert sweeping.sweep(now=later + timedelta(seconds=5)).sent == 0, "it was sent just now"


def test_matches_that_are_played_meanwhile_say_nothing_of_a_check_that_is_lost(version: Version) -> None:
    now = timezone.now()
    bots, ladder = [world.bot() for _ in range(4)], Ladder.objects.get()
    (match,) = world.order(bots, on=ladder)
    version.job.attempts.update(sent_at=now - timedelta(minutes=1))
    assert jobs.begin(token=world.attempt_of(match).token, now=now)
    assert sweeping.sweep(now=now).sent == 1, "no worker does anything in its lane"


def test_a_check_has_time_for_the_slowest_matches_in_every_game(version: Version) -> None:
    version.games = list(GAMES)
    version.save()
    slowest = sum(trial.clock.startup + trial.clock.match_cap for trial in check_jobs.trials(version))
    assert check_jobs.check_time(version) > timedelta(milliseconds=2 * slowest)
    now = timezone.now()
    token, longest = open_check(version).token, check_jobs.check_time(version)
    assert jobs.begin(token=token, now=now)
    for seconds in range(15, int(longest.total_seconds()), 15):
        jobs.begin(token=token, now=now + timedelta(seconds=seconds))
    assert open_check(version).deadline == now + longest
    assert check_jobs.order_of(open_check(version)).seconds == longest.total_seconds(), "and its worker knows"


def test_it_is_tried_by_the_clock_of_each_ladder_that_it_will_enter(version: Version) -> None:
    Ladder.objects.all().delete()
    slow = replace(QUICK, bank=60_000)
    for slug, clock in (("quick", QUICK), ("quick-too", QUICK), ("slow", slow), ("closed", Clock())):
        world.ladder(slug, clock=asdict(clock), open=slug != "closed")
    assert check_jobs.trials(version) == (Trial("poison", QUICK), Trial("poison", slow))


def test_a_game_without_a_ladder_is_tried_by_the_clock_of_most_ladders(version: Version) -> None:
    Ladder.objects.all().delete()
    assert check_jobs.trials(version) == (Trial("poison", QUICK),)


def test_a_version_left_without_any_check_is_taken_up(version: Version) -> None:
    version.job.attempts.all().delete()
    assert sweeping.sweep().forsaken == 1
    assert settle(record(version)) is Settlement.FINISHED


def test_an_older_upload_that_is_accepted_later_does_not_take_the_place_of_a_newer_one(version: Version) -> None:
    newer = upload(owner=version.bot.owner, content=SOURCE + b"#", filename="bot.py")
    assert settle(record(newer)) is Settlement.FINISHED
    assert settle(record(version)) is Settlement.FINISHED
    version.bot.refresh_from_db()
    assert version.bot.current == newer
    assert Standing.objects.get(listed=True).version == newer


def test_a_bot_that_was_retired_meanwhile_joins_nothing(version: Version) -> None:
    retire(bot=version.bot)
    assert settle(record(version)) is Settlement.FINISHED
    assert not Standing.objects.filter(listed=True).exists()


def test_a_long_log_keeps_its_head_and_its_tail_and_no_nul(version: Version) -> None:
    log = "head" + "\0" * 10 + "x" * 2 * verdicts.LOG_KEPT + "tail"
    settle(record(version, log=log))
    version.refresh_from_db()
    assert version.log.startswith("head")
    assert version.log.endswith("tail")
    assert "\0" not in version.log
    assert len(version.log) < verdicts.LOG_KEPT + 100


def test_the_task_that_hears_of_a_beginning_finds_the_check_by_its_token(version: Version) -> None:
    assert tasks.heartbeat(world.heartbeat(open_check(version), "working"))
    version.refresh_from_db()
    assert version.state == VersionState.CHECKING
