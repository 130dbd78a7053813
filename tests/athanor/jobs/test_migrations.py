"""A site that was running is upgraded: what was under way goes on, with the tokens that its workers have."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Final

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from athanor.bots.models import Version
from athanor.jobs import services, sweeping, workers
from athanor.jobs.models import Attempt, Job, Kind
from athanor.jobs.services import Settlement
from athanor.lifecycles import AttemptState, JobState
from athanor.matches.models import Match
from athanor.tournaments.models import PairingJob
from tests.athanor import world
from tests.athanor.jobs.rigs import CHECK, MATCH, PAIRING

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database, pytest.mark.slow]

BEFORE: Final = [
    ("tournaments", "0002_one_spelling_of_a_format"),
    ("matches", "0011_isolation_levels"),
    ("bots", "0003_stored_bytes"),
    ("jobs", None),
]
NOW: Final = timezone.now().replace(microsecond=0)


def migrated(to: Any) -> Any:
    """The models as they are then."""
    executor = MigrationExecutor(connection)
    executor.migrate(to)
    executor.loader.build_graph()
    return executor.loader.project_state([node for node in to if node[1]]).apps


@pytest.fixture
def earlier() -> Iterator[Any]:
    """The models of the version before."""
    yield migrated(BEFORE)
    migrated(MigrationExecutor(connection).loader.graph.leaf_nodes())


def attempt(of: Any, number: int, state: str, **also: Any) -> None:
    """An attempt at a match, or at a check, as that version wrote it."""
    open_ones = ("sent", "started")
    times = {
        "opened_at": NOW,
        "sent_at": NOW,
        "deadline": NOW + timedelta(hours=1),
        "started_at": None if state == "sent" else NOW,
        "closed_at": None if state in open_ones else NOW,
    }
    attempts = of.attempts if hasattr(of, "attempts") else of.checks
    attempts.create(number=number, state=state, token=f"{of._meta.model_name}-{of.pk}-{number}", **(times | also))


def match(apps: Any, state: str, **also: Any) -> Any:
    epoch, _ = apps.get_model("matches", "Epoch").objects.get_or_create(
        day=NOW.date(), defaults={"key": "ab" * 32, "commitment": "cd" * 32, "opened_at": NOW}
    )
    versions = list(apps.get_model("bots", "Version").objects.filter(state="accepted").order_by("pk")[:3])
    given = {"purpose": "challenge", "game": "poison", "epoch": epoch, "ordered_at": NOW, "state": state}
    made = apps.get_model("matches", "Match").objects.create(public_id=f"m-{state}", **(given | also))
    for seat, version in enumerate(versions):
        made.seats.create(seat=seat, version=version, bot_id=version.bot_id)
    return made


def version(apps: Any, bot: Any, state: str, **also: Any) -> Any:
    number = bot.versions.count() + 1
    given = {"state": state, "number": number, "filename": "bot.py", "size": 9, "digest": f"{bot.pk}{number}" * 8}
    given |= {"runtime": "python", "protocol": "stdio", "games": ["poison"], "uploaded_at": NOW}
    return apps.get_model("bots", "Version").objects.create(bot=bot, **(given | also))


def tournament(apps: Any, owner: Any, slug: str, also: dict[str, Any]) -> None:
    """One that runs, whose next round is being paired aside."""
    names = ("opens_at", "check_in_at", "starts_at", "started_at", "created_at", "pairing_since")
    given: dict[str, Any] = dict.fromkeys(names, NOW)
    given |= {"pairing_of": 9, "pairing_token": slug, "pairing_until": NOW + timedelta(minutes=1)}
    given |= {"pairing_leases": 2, "slug": slug, "title": slug, "owner": owner, "state": "running", "sequence": 9}
    given |= {"game": "kazaam", "capacity": 8, "per_user": 1, "settings": {}, "plan": {}}
    apps.get_model("tournaments", "Tournament").objects.create(**(given | also))


def fill(apps: Any) -> None:
    owner = apps.get_model("accounts", "User").objects.create(username="ada", email="ada@example.org")
    bots = [apps.get_model("bots", "Bot").objects.create(owner=owner, name=name, slug=name) for name in "abcd"]
    decided: dict[str, Any] = {"decided_at": NOW}
    for bot in bots[:3]:
        version(apps, bot, "accepted", built="ab" * 32, **decided)
    attempt(version(apps, bots[3], "uploaded"), 1, "sent")
    attempt(version(apps, bots[3], "checking"), 1, "started", worker="w1")
    attempt(version(apps, bots[3], "accepted", built="ab" * 32, **decided), 1, "settled")
    lost = version(apps, bots[3], "refused", reason="not-checked", message="our fault", **decided)
    attempt(lost, 1, "failed", reason="no sandbox")
    attempt(match(apps, "ordered", least_isolation="disk"), 1, "sent")
    again = match(apps, "running", started_at=NOW)
    attempt(again, 1, "failed", reason="the host stalled")
    attempt(again, 2, "started", alone=True)
    over: dict[str, Any] = {"ended_at": NOW, "reason": "rounds-played"}
    attempt(match(apps, "finished", replay="ab" * 32, chain="cd" * 32, **over), 1, "settled", worker="w2")
    attempt(match(apps, "void", **over), 1, "expired", reason="no worker took it in time")
    tournament(apps, owner, "paired", {})
    tournament(apps, owner, "waits-for-its-time", {"pairing_event": {"kind": "ended"}})
    tournament(apps, owner, "went-on", {"sequence": 10})
    apps.get_model("matches", "Worker").objects.create(
        name="w1", host="h", sandbox="docker", isolation="own", heard_at=NOW
    )


def test_what_was_under_way_goes_on_after_the_upgrade(earlier: Any) -> None:
    fill(earlier)
    migrated(MigrationExecutor(connection).loader.graph.leaf_nodes())
    states = {(job.kind, job.state, job.queue) for job in Job.objects.all()}
    assert states == {
        *(("match", state, "arena-challenges") for state in ("running", "done", "void")),
        ("match", "waiting", "arena-challenges-disk"),
        *(("check", state, "arena-checks") for state in ("waiting", "running", "done", "void")),
        *(("pairing", state, "pairing") for state in ("waiting", "done")),
    }
    assert Version.objects.filter(job=None).count() == 3, "those of the house never had a check"
    assert [row.name for row in workers.living(now=NOW)] == ["w1"]

    running = Match.objects.get(public_id="m-running")
    assert list(running.attempts.order_by("number").values_list("state", "reason", "alone")) == [
        ("failed", "the host stalled", False),
        ("started", "", True),
    ]
    taken = world.attempt_of(running)
    assert taken.token == f"match-{running.pk}-2"
    assert not services.begin(token=taken.token, now=NOW), "a heartbeat is no news: it had begun"
    assert MATCH.settle(taken) is Settlement.FINISHED
    assert MATCH.settle(taken) is Settlement.STALE

    rounds = PairingJob.objects.order_by("tournament__slug").values_list("tournament__slug", "sequence", "event")
    assert list(rounds) == [("paired", 9, None), ("waits-for-its-time", 9, {"kind": "ended"})]
    paired = Attempt.objects.get(token="paired")
    assert (paired.number, paired.state) == (2, AttemptState.SENT)
    assert PAIRING.settle(paired) is Settlement.FINISHED

    checked = Attempt.objects.get(job__kind=Kind.CHECK, state=AttemptState.STARTED)
    assert CHECK.settle(checked) is Settlement.FINISHED
    late = NOW + timedelta(hours=2)
    assert sweeping.sweep(now=late).overdue == 2, "what no worker had begun is tried again"
    again = Job.objects.filter(state=JobState.WAITING)
    assert [job.attempts.count() for job in again] == [2, 2]
    assert world.order([world.bot() for _ in range(3)])[0].job.attempts.count() == 1, "new rows have new numbers"


def test_after_going_back_the_upgrade_can_be_repeated(earlier: Any) -> None:
    fill(earlier)
    latest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    migrated(latest)
    again = migrated([("matches", "0011_isolation_levels"), ("jobs", "0001_initial")])
    again.get_model("matches", "Worker").objects.create(
        name="w1", host="h", sandbox="docker", isolation="own", heard_at=NOW
    )
    migrated(latest)
    assert Job.objects.filter(kind=Kind.MATCH).count() == Match.objects.count() == 4
    assert Job.objects.filter(kind=Kind.CHECK).count() == 2, "those that were decided are no jobs any more"
    assert not Job.objects.filter(kind=Kind.PAIRING).exists(), "tournaments order theirs anew"
    assert sweeping.sweep(now=NOW).forsaken == 4, "matches and uploads under way get another attempt"
