"""A stranger's game that pip installed beside Athanor goes the whole way, on a platform of its own."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.running import Platform, check_invariants, check_ratings, until
from tests.end_to_end.test_tournaments import command, field_of, planned, played_in, tournament
from tests.end_to_end.visitor import Visitor
from tests.plugin.installed import connect_four, installed

GAME = "connect4"
BOT = b"def choose(ask):\n    return len(ask.legal) // 2\n"

pytestmark = pytest.mark.parametrize("shape", ["embedded"])
"""By its name this goes to the process of the embedded platform."""


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the distribution was installed."""
    source = connect_four(tmp_path_factory.mktemp("source") / GAME)
    return installed(source, tmp_path_factory.mktemp("packages"))


@pytest.fixture(scope="module")
def site(packages: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platform]:
    """The platform, of which only the ladder of the game plays."""
    given = Platform(tmp_path_factory.mktemp("var"), more={"PYTHONPATH": str(packages)})
    given.start()
    try:
        given.wait_until_ready()
        given.sql_write(f"UPDATE ladders_ladder SET open = false WHERE slug <> '{GAME}'")
        yield given
    finally:
        given.stop()


@pytest.fixture(scope="module")
def ada(site: Platform) -> Iterator[Visitor]:
    found = Visitor(site, f"ada{secrets.token_hex(3)}")
    found.sign_up()
    found.make_token()
    yield found
    found.session.close()


@pytest.fixture(scope="module")
def bot(ada: Visitor) -> str:
    """Accepted, after its check in a sandbox."""
    answer = ada.upload(BOT, "middle.py", games=GAME)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    version = ada.verdict(made["bot"], made["version"]["number"])
    assert version["state"] == "accepted", version
    slug: str = made["bot"]
    return slug


def test_an_uploaded_bot_is_accepted_and_rated(shape: str, site: Platform, ada: Visitor, bot: str) -> None:
    place = f"/api/v1/bots/{ada.name}/{bot}"
    until(lambda: any(row["games"] >= 4 for row in site.json(place)["places"]), "four rated matches")
    status, page = site.page(f"/ladders/{GAME}/")
    assert status == 200
    assert bot in page
    check_invariants(site)
    check_ratings(site)


def test_a_tournament_of_it_is_played_to_its_end(shape: str, site: Platform, ada: Visitor, bot: str) -> None:
    stages = [{"format": "round-robin", "duplicate": True}]
    slug = planned(ada, title="Four Cup", game=GAME, stages=stages, house=True, house_competes=True, capacity=8)
    answer = ada.api("PUT", f"/tournaments/{slug}/entries/{bot}")
    assert answer.json()["state"] == "entered", answer.text
    assert sorted(field_of(site, slug)) == [f"{ada.name}/{bot}", "house/connect4-greedy", "house/connect4-random"]
    command(ada, slug, "start")
    until(lambda: tournament(site, slug)["state"] == "finished", "the tournament is finished")
    results = site.json(f"/tournaments/{slug}/results.json")
    assert len(played_in(results)) == 6, "three pairings, from both sides"
    assert len(results["champions"]) == 1
    assert all(site.page(f"/tournaments/{slug}/{part}")[0] == 200 for part in ("", "standings/", "crosstable/"))
    check_invariants(site)


def test_its_replay_is_shown_and_verified_where_the_game_is_installed(
    shape: str, site: Platform, ada: Visitor, bot: str, packages: Path, tmp_path: Path
) -> None:
    of_bot = f"JOIN matches_seat s ON s.match_id = m.id JOIN bots_bot b ON b.id = s.bot_id WHERE b.slug = '{bot}'"
    ended = f"SELECT m.public_id FROM matches_match m {of_bot} AND m.state = 'finished'"
    match = until(lambda: site.sql(ended), "a match of the bot has ended")[0][0]
    status, page = site.page(f"/matches/{match}/")
    assert status == 200
    assert "Connect Four" in page
    replay = ada.session.get(f"{site.url}/matches/{match}/replay.athanor", timeout=60)
    (tmp_path / "one.athanor").write_bytes(replay.content)
    for path, code in ((str(packages), 0), ("", 1)):
        verified = subprocess.run(
            [sys.executable, "-m", "arena.cli.main", "verify", "one.athanor"],
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": path},
            cwd=tmp_path,
        )
        assert verified.returncode == code, verified.stdout + verified.stderr
    assert "athanor-connect4 1.0" in verified.stdout, "and where it is not, the distribution is named"
