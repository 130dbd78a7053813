"""A tournament by real parts, to its published results, whatever dies in the middle: nothing twice, nothing lost.

Real workers play bots in sandboxes, messages go through a real broker, everything is in a real database; organizer
and authors speak to the API as anybody does.
"""

from __future__ import annotations

import io
import os
import secrets
import signal
import time
import zipfile
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import combinations
from typing import Any

import pytest

from arena.pairing import audit
from arena.pairing.documents import read_event, read_settings
from arena.replay.file import read
from arena.replay.verification import verify
from tests.end_to_end.conftest import SHAPES
from tests.end_to_end.running import Platform, check_invariants, processes, until
from tests.end_to_end.visitor import Visitor

FAIR = b"def choose(ask):\n    return 0\n"
CRASHING = b"""
def choose(ask):
    if len(ask.view["players"]) == 2:
        raise RuntimeError("two are too few")
    return 0
"""
"""Passes the check, which is played by three, and dies in every game of a tournament of twos."""

QUIET = {"ATHANOR_BACKLOG": "0", "ATHANOR_LEASE": "12", "ATHANOR_PAIRING_LEASE": "12"}
"""No ladder plays, and what a killed worker held is given to another soon."""


@pytest.fixture(scope="module", params=SHAPES)
def platform(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platform]:
    given: Platform = SHAPES[request.param](tmp_path_factory.mktemp("var"))
    given.more |= QUIET
    given.start()
    try:
        given.wait_until_ready()
        yield given
    finally:
        if given.process is not None:
            given.stop()


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
    verdict = by.verdict(made["bot"], made["version"]["number"], within=120)
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
    wish = {"command": secrets.token_hex(8), **fields}
    answer = by.api("POST", f"/tournaments/{slug}/commands/{what}", json=wish)
    assert answer.status_code == 200, answer.text


def counted(platform: Platform) -> int:
    return platform.number("SELECT count(*) FROM tournaments_game WHERE counted_at IS NOT NULL")


def test_it_is_played_to_its_results_whatever_is_killed(
    platform: Platform, organizer: Visitor, ada: Visitor, crash: Visitor
) -> None:
    stages = [
        {"format": "round-robin", "duplicate": True, "advance": 2},
        {"format": "single-elimination", "legs": 3, "best_of": True},
    ]
    slug = planned(organizer, stages=stages, house=True, capacity=8)
    assert tournament(platform, slug)["state"] == "registration"
    for by, bot in ((ada, accepted(ada, "first", FAIR)), (crash, accepted(crash, "crash", CRASHING))):
        answer = by.api("PUT", f"/tournaments/{slug}/entries/{bot}")
        assert answer.json()["state"] == "entered", answer.text
    field = [entry["key"] for entry in platform.json(f"/api/v1/tournaments/{slug}/entries")]
    assert len(field) == 5, "three of the house, and two that were uploaded"
    command(organizer, slug, "start")

    until(lambda: counted(platform) >= 2, 120, "the first games are counted")
    platform.kill("site")
    until(lambda: counted(platform) >= 5, 120, "games are counted after the site's worker was killed")
    arena = until(lambda: platform.service("arena"), 20, "the arena runs")
    playing = "SELECT count(*) FROM matches_match WHERE state = 'running'"
    until(lambda: platform.number(playing) > 0, 60, "a game is being played")
    for child in [one for one in processes() if one.parent == arena]:
        os.kill(child.pid, signal.SIGKILL)
    until(lambda: counted(platform) >= 9, 120, "games are counted after the arena's processes were killed")
    until(lambda: platform.number(playing) > 0, 60, "a game is being played")
    platform.stop(signal.SIGKILL)
    time.sleep(1)
    platform.start()
    platform.wait_until_ready()
    until(lambda: tournament(platform, slug)["state"] == "finished", 300, "the tournament is finished")

    results = platform.json(f"/tournaments/{slug}/results.json")
    settings, records = read_settings(results["settings"]), [read_event(one) for one in results["records"]]
    assert audit(settings, records) == [], "every draw and round follows from what was played before"
    played = [one for one in results["records"] if one["kind"] == "played"]
    assert len({(one["pairing"], one["game"]) for one in played}) == len(played), "nothing twice"
    assert len({one["match"] for one in played}) == len(played)
    met = Counter(frozenset(one["seating"]) for one in played if one["pairing"].startswith("1-"))
    assert met == {frozenset(pair): 2 for pair in combinations(field, 2)}, "everybody everybody, both ways round"
    rows = results["standings"][0]["rows"]
    assert rows[-1]["entrant"].endswith("/crash"), "who dies in every game is last"
    assert len(results["champions"]) == 1
    assert tournament(platform, slug)["champion"] == results["champions"][0]

    states = dict(
        platform.sql("SELECT state, count(*) FROM matches_match WHERE purpose = 'tournament' GROUP BY 1")
    )
    assert states.pop("finished") >= len(played)
    assert set(states) <= {"void"}
    assert counted(platform) == len(played)
    assert platform.sql("SELECT id FROM tournaments_game WHERE counted_at IS NULL AND dropped_at IS NULL") == []
    assert platform.number("SELECT count(*) FROM ladders_ledgerentry") == 0, "a tournament rates nobody"
    archive = zipfile.ZipFile(
        io.BytesIO(organizer.session.get(f"{platform.url}/tournaments/{slug}/replays.zip", timeout=60).content)
    )
    assert len(archive.namelist()) == len(played)
    assert [verify(read(archive.read(name))) for name in archive.namelist()] == [None] * len(played)
    here = (f"/tournaments/{slug}/{part}" for part in ("", "standings/", "crosstable/", "bracket/", "results.csv"))
    assert {platform.page(address)[0] for address in here} == {200}
    notices = [one["sentence"] for one in crash.api("GET", "/me/notices").json()]
    assert notices[0] == "Real Cup: crash came 5. of 5."
    assert len(set(notices)) == len(notices)
    check_invariants(platform)


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


def test_a_round_of_a_hundred_is_paired_aside(platform: Platform, organizer: Visitor) -> None:
    """By the process of the queue `pairing`, which is killed over it; the site's own goes on with the rest."""
    count = 96
    made = platform.manage("shell", "-c", MANY.format(author=organizer.name, count=count))
    assert made.returncode == 0, made.stderr
    slug = planned(organizer, title="Open", stages=[{"format": "swiss", "rounds": 2}], capacity=count, per_user=50)
    before = counted(platform)
    platform.sql_write(
        "INSERT INTO tournaments_entry (tournament_id, bot_id, key, state, rating, entered_at, reason) "
        f"SELECT t.id, b.id, '{organizer.name}/' || b.slug, 'entered', 0, t.created_at, '' "
        f"FROM tournaments_tournament t, bots_bot b WHERE t.slug = '{slug}' AND b.slug LIKE 'many-%'"
    )
    command(organizer, slug, "start")
    until(lambda: counted(platform) - before >= count // 2 - 3, 400, "nearly all of the first round is counted")
    platform.kill("pairing")
    leases = f"SELECT pairing_leases FROM tournaments_tournament WHERE slug = '{slug}'"
    until(lambda: platform.number(leases) > 0, 120, "the next round is given to somebody")
    platform.kill("pairing")
    rounds = f"SELECT rounds FROM tournaments_tournament WHERE slug = '{slug}'"
    until(lambda: platform.number(rounds) == 2, 120, "the second round is paired")
    command(organizer, slug, "call-off", reason="enough was seen")
    pairs = (
        "SELECT count(*) FROM tournaments_record r JOIN tournaments_tournament t ON t.id = r.tournament_id "
        f"WHERE r.pairs AND t.slug = '{slug}'"
    )
    assert platform.number(pairs) == 2, "each round once"
    check_invariants(platform)
