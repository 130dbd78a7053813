"""A tournament by real parts, to its published results, whatever dies in the middle: nothing twice, nothing lost.

Real workers play bots in sandboxes, messages go through a real broker, everything is in a real database; organizer
and authors speak to the API as anybody does.
"""

from __future__ import annotations

import io
import os
import secrets
import signal
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import combinations
from typing import Any

import pytest

from arena.pairing import audit
from arena.pairing.documents import read_event, read_settings
from arena.replay.file import read
from arena.replay.verification import verify
from tests.end_to_end.conftest import each_once
from tests.end_to_end.running import Platform, below, check_invariants, processes, until
from tests.end_to_end.visitor import Visitor

pytestmark = each_once

FAIR = b"import time\n\n\ndef choose(ask):\n    time.sleep(0.05)\n    return 0\n"
"""Its games take long enough to be interrupted."""
CRASHING = b"""
def choose(ask):
    if len(ask.view["players"]) == 2:
        raise RuntimeError("two are too few")
    return 0
"""
"""Passes the check, which is played by three, and dies in every game of a tournament of twos."""

PLAYING = "SELECT count(*) FROM matches_match WHERE state = 'running'"


@pytest.fixture(scope="module")
def organizer(platform: Platform) -> Iterator[Visitor]:
    yield from author(platform, "olga")


@pytest.fixture(scope="module")
def ada(platform: Platform) -> Iterator[Visitor]:
    yield from author(platform, "ada")


@pytest.fixture(scope="module")
def crash(platform: Platform) -> Iterator[Visitor]:
    yield from author(platform, "cras")


def author(platform: Platform, name: str) -> Iterator[Visitor]:
    found = Visitor(platform, f"{name}{secrets.token_hex(3)}")
    found.sign_up()
    found.make_token()
    yield found
    found.session.close()


def accepted(by: Visitor, name: str, content: bytes) -> str:
    made = by.upload(content, f"{name}.py", games="poison").json()
    verdict = by.verdict(made["bot"], made["version"]["number"])
    assert verdict["state"] == "accepted", verdict
    slug: str = made["bot"]
    return slug


def tournament(platform: Platform, slug: str) -> dict[str, Any]:
    found: dict[str, Any] = platform.json(f"/api/v1/tournaments/{slug}")
    return found


def planned(by: Visitor, **fields: Any) -> str:
    start = datetime.now(UTC) + timedelta(hours=2)
    plan = {"title": "Real Cup", "game": "poison", "start": f"{start:%Y-%m-%dT%H:%M}", "opens_days": 0, "seats": 2}
    answer = by.api("POST", "/tournaments", json={"plan": {**plan, **fields}, "command": secrets.token_hex(8)})
    assert answer.status_code == 201, answer.text
    slug: str = answer.json()["slug"]
    return slug


def command(by: Visitor, slug: str, what: str, **fields: Any) -> None:
    wish = {"command": secrets.token_hex(8), "confirm": True, **fields}
    answer = by.api("POST", f"/tournaments/{slug}/commands/{what}", json=wish)
    assert answer.status_code == 200, answer.text


@dataclass(frozen=True, slots=True)
class Cup:
    slug: str
    field: list[str]


def field_of(platform: Platform, slug: str) -> list[str]:
    """The keys of who is entered."""
    entries = platform.json(f"/api/v1/tournaments/{slug}/entries")
    return [entry["key"] for entry in entries if entry["state"] == "entered"]


def played_in(results: dict[str, Any]) -> list[dict[str, Any]]:
    return [one for one in results["records"] if one["kind"] == "played"]


def counted(platform: Platform) -> int:
    return platform.number("SELECT count(*) FROM tournaments_game WHERE counted_at IS NOT NULL")


@pytest.fixture(scope="module")
def cup(platform: Platform, organizer: Visitor, ada: Visitor, crash: Visitor) -> Cup:
    """A tournament that has begun: the tests below kill what it is played with, one after the other."""
    stages = [
        {"format": "round-robin", "duplicate": True, "advance": 2},
        {"format": "single-elimination", "legs": 3, "best_of": True},
    ]
    slug = planned(organizer, stages=stages, house=True, house_competes=True, capacity=8)
    assert tournament(platform, slug)["state"] == "registration"
    for by, bot in ((ada, accepted(ada, "first", FAIR)), (crash, accepted(crash, "crash", CRASHING))):
        answer = by.api("PUT", f"/tournaments/{slug}/entries/{bot}")
        assert answer.json()["state"] == "entered", answer.text
    assert len(field_of(platform, slug)) == 6, "four of the house, and two that were uploaded"
    for key in ("house/poison-counting", "house/poison-thinking"):
        command(organizer, slug, "remove", key=key, reason="it thinks long")
    field = field_of(platform, slug)
    assert len(field) == 4
    command(organizer, slug, "start")
    return Cup(slug, field)


def test_games_are_counted_after_the_sites_worker_was_killed(platform: Platform, cup: Cup) -> None:
    until(lambda: counted(platform) >= 1, "the first game is counted")
    platform.kill("site")
    before = counted(platform)
    until(lambda: counted(platform) > before, "another game is counted")


def test_games_are_counted_after_the_arena_workers_were_killed(platform: Platform, cup: Cup) -> None:
    until(lambda: platform.number(PLAYING) > 0, "a game is being played")
    for pid in until(platform.workers, "arena workers run"):
        os.kill(pid, signal.SIGKILL)
    before = counted(platform)
    until(lambda: counted(platform) > before, "another game is counted")


def test_a_supervisor_that_is_killed_takes_everything_along_and_can_start_again(
    platform: Platform, cup: Cup
) -> None:
    until(lambda: platform.number(PLAYING) > 0, "a game is being played")
    children = {process.pid for process in below(platform.pid)}
    assert len(children) >= 5
    platform.stop(signal.SIGKILL)
    until(lambda: not children & {process.pid for process in processes()}, "nothing outlives the supervisor")
    before = counted(platform)
    # From here on the ladders may play, where one is open.
    platform.more.pop("ATHANOR_BACKLOG", None)
    platform.start_again()
    until(lambda: counted(platform) > before, "another game is counted")


def test_its_results_are_complete_and_hold_nothing_twice(platform: Platform, cup: Cup) -> None:
    slug = cup.slug
    until(lambda: tournament(platform, slug)["state"] == "finished", "the tournament is finished")
    results = platform.json(f"/tournaments/{slug}/results.json")
    settings, records = read_settings(results["settings"]), [read_event(one) for one in results["records"]]
    assert audit(settings, records) == [], "every draw and round follows from what was played before"
    played = played_in(results)
    assert len({(one["pairing"], one["game"]) for one in played}) == len(played), "nothing twice"
    assert len({one["match"] for one in played}) == len(played)
    met = Counter(frozenset(one["seating"]) for one in played if one["pairing"].startswith("1-"))
    assert met == {frozenset(pair): 2 for pair in combinations(cup.field, 2)}, (
        "everybody everybody, both ways round"
    )
    rows = results["standings"][0]["rows"]
    assert rows[-1]["entrant"].endswith("/crash"), "who dies in every game is last"
    assert len(results["champions"]) == 1
    assert tournament(platform, slug)["champion"] == results["champions"][0]


def test_every_game_was_counted_and_rates_nobody(platform: Platform, cup: Cup, crash: Visitor) -> None:
    played = played_in(platform.json(f"/tournaments/{cup.slug}/results.json"))
    states = dict(
        platform.sql("SELECT state, count(*) FROM matches_match WHERE purpose = 'tournament' GROUP BY 1")
    )
    assert states.pop("finished") >= len(played)
    assert set(states) <= {"void"}
    assert counted(platform) == len(played)
    assert platform.sql("SELECT id FROM tournaments_game WHERE counted_at IS NULL AND dropped_at IS NULL") == []
    rated = "ladders_ledgerentry e JOIN matches_match m ON m.id = e.match_id WHERE m.purpose = 'tournament'"
    assert platform.number(f"SELECT count(*) FROM {rated}") == 0, "a tournament rates nobody"
    notices = [one["sentence"] for one in crash.api("GET", "/me/notices").json()]
    assert notices[0] == "Real Cup: crash came 4. of 4."
    assert len(set(notices)) == len(notices)
    check_invariants(platform)


def test_its_pages_and_replays_are_there(platform: Platform, cup: Cup, organizer: Visitor) -> None:
    played = played_in(platform.json(f"/tournaments/{cup.slug}/results.json"))
    replays = organizer.session.get(f"{platform.url}/tournaments/{cup.slug}/replays.zip", timeout=60)
    archive = zipfile.ZipFile(io.BytesIO(replays.content))
    assert len(archive.namelist()) == len(played)
    assert [verify(read(archive.read(name))) for name in archive.namelist()] == [None] * len(played)
    parts = ("", "standings/", "crosstable/", "bracket/", "results.csv")
    assert {platform.page(f"/tournaments/{cup.slug}/{part}")[0] for part in parts} == {200}


MANY = """
from athanor.accounts.models import User
from athanor.bots.models import Bot, Version
from django.utils import timezone
owner = User.objects.get(username={author!r})
model = Version.objects.get(bot__slug="poison-random")
for number in range({count}):
    bot = Bot.objects.create(owner=owner, slug=f"many-{{number}}", name=f"many {{number}}")
    fields = dict(number=1, state="accepted", filename=model.filename, size=model.size, digest=model.digest)
    bot.current = Version.objects.create(
        bot=bot, built=model.built, runtime=model.runtime, protocol=model.protocol, games=["poison"],
        uploaded_at=timezone.now(), decided_at=timezone.now(), **fields
    )
    bot.save()
"""


def test_a_round_of_a_hundred_is_paired_aside(running: Platform, organizer: Visitor) -> None:
    """By the process of the queue `pairing`, which is killed over it; the site's own goes on with the rest.

    A few games of the first round are played, and the organizer decides the others.
    """
    count = 96
    made = running.manage("shell", "--no-imports", "-c", MANY.format(author=organizer.name, count=count))
    assert made.returncode == 0, made.stderr
    slug = planned(organizer, title="Open", stages=[{"format": "swiss", "rounds": 2}], capacity=count, per_user=50)
    running.sql_write(
        "INSERT INTO tournaments_entry (tournament_id, bot_id, key, state, rating, entered_at, reason) "
        f"SELECT t.id, b.id, '{organizer.name}/' || b.slug, 'entered', 0, t.created_at, '' "
        f"FROM tournaments_tournament t, bots_bot b WHERE t.slug = '{slug}' AND b.slug LIKE 'many-%'"
    )
    command(organizer, slug, "start")
    command(organizer, slug, "pause", reason="the organizer decides")
    # What was ordered by then is played; nothing more is ordered before it goes on.
    of_it = f"JOIN tournaments_tournament t ON t.id = tournament_id WHERE t.slug = '{slug}'"
    ordered = {pairing for (pairing,) in running.sql(f"SELECT pairing FROM tournaments_game {of_it}")}
    assert ordered
    (first,) = running.json(f"/api/v1/tournaments/{slug}/pairings")
    for key in {one["key"] for one in first["pairings"]} - ordered:
        command(organizer, slug, "rule", pairing=key, ranks=[1, 2], reason="decided by the organizer")
    running.kill("pairing")
    command(organizer, slug, "resume")
    attempts = (
        "SELECT count(*) FROM jobs_attempt a JOIN tournaments_pairingjob p ON p.job_id = a.job_id"
        f" JOIN tournaments_tournament t ON t.id = p.tournament_id WHERE t.slug = '{slug}'"
    )
    until(lambda: running.number(attempts) > 0, "the next round is given to somebody")
    running.kill("pairing")
    rounds = f"SELECT rounds FROM tournaments_tournament WHERE slug = '{slug}'"
    until(lambda: running.number(rounds) == 2, "the second round is paired")
    command(organizer, slug, "call-off", reason="enough was seen")
    pairs = f"SELECT count(*) FROM tournaments_record {of_it} AND pairs"
    assert running.number(pairs) == 2, "each round once"
    check_invariants(running)
