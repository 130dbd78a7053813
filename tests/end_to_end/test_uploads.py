"""From an upload to the ladder; and every way to be refused says why, on the page and in the API."""

from __future__ import annotations

import contextlib
import html
import io
import os
import secrets
import signal
import zipfile
from collections.abc import Iterator

import kombu
import pytest

from arena.orders.lanes import Lane
from tests.end_to_end.conftest import embedded_only
from tests.end_to_end.running import SPARING, Platform, below, check_invariants, until
from tests.end_to_end.visitor import Visitor

GOOD = b"def choose(ask):\n    return 0\n"
MANIFEST = """
name = "{name}"
games = ["poison"]
runtime = "{runtime}"
command = ["python3", "-m", "athanor_bot", "bot.py"]
"""


def archive(files: dict[str, str]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as made:
        for name, text in files.items():
            made.writestr(name, text)
    return content.getvalue()


def manifest(name: str, runtime: str = "python", more: str = "") -> str:
    return MANIFEST.format(name=name, runtime=runtime) + more


BAD_FILES = {
    "too-big": (b"#" * (10 * 1024 * 1024 + 1), "bot.py", 413),
    "not-an-archive": (b"these bytes are no zip", "bot.zip", 400),
    "path-outside": (
        archive({"bot.toml": manifest("climber"), "../outside.py": "", "bot.py": ""}),
        "bot.zip",
        400,
    ),
    "no-bot-toml": (archive({"bot.py": GOOD.decode()}), "bot.zip", 400),
    "unknown-runtime": (archive({"bot.toml": manifest("abacus", "abacus"), "bot.py": ""}), "bot.zip", 400),
}
"""Refused on the spot."""

BAD_BOTS = {
    "build-failed": archive(
        {
            "bot.toml": manifest("builder", more='build = ["python3", "-c", "raise SystemExit(3)"]\n'),
            "bot.py": GOOD.decode(),
        }
    ),
    "never-ready": archive({"bot.toml": manifest("sleeper"), "bot.py": "raise SystemExit(1)\n"}),
    "illegal-play": archive(
        {
            "bot.toml": manifest("cheat"),
            "bot.py": "def choose(ask):\n    return {'play': {'card': 'red-1', 'cauldron': 7}}\n",
        }
    ),
    "crash-in-check": archive(
        {"bot.toml": manifest("crasher"), "bot.py": "def choose(ask):\n    raise RuntimeError('lost my way')\n"}
    ),
}
"""Taken, tried out, and refused then."""


@pytest.fixture(scope="module")
def visitor(platform: Platform) -> Iterator[Visitor]:
    found = Visitor(platform, f"ada{secrets.token_hex(3)}")
    found.sign_up()
    found.make_token()
    yield found
    found.session.close()


def test_an_uploaded_bot_is_accepted_and_gets_its_first_rated_matches_at_once(
    playing: Platform, visitor: Visitor
) -> None:
    answer = visitor.upload(GOOD, "first.py", games="poison")
    assert answer.status_code == 201, answer.text
    made = answer.json()
    version = visitor.verdict(made["bot"], made["version"]["number"])
    assert version["state"] == "accepted", version
    place = f"/api/v1/bots/{visitor.name}/{made['bot']}"
    until(lambda: any(row["games"] >= 10 for row in playing.json(place)["places"]), "ten rated matches")
    # The ladder's backlog is 1: without a welcome the next deal waits until the one before it has been played.
    its = (
        "SELECT played.* FROM matches_match played JOIN matches_seat seat ON seat.match_id = played.id"
        " JOIN bots_bot bot ON bot.id = seat.bot_id JOIN accounts_user author ON author.id = bot.owner_id"
        f" WHERE bot.slug = '{made['bot']}' AND author.username = '{visitor.name}'"
    )
    at_once = playing.number(
        f"WITH its AS ({its}) SELECT count(DISTINCT duplicate_set) FROM its"
        " WHERE ordered_at < (SELECT min(ended_at) FROM its)"
    )
    assert at_once > 1, "one after the other"
    assert made["bot"] in playing.page("/ladders/poison/")[1]
    check_invariants(playing)
    playing.close_ladders()


@embedded_only
def test_the_page_takes_an_upload_too(platform: Platform, visitor: Visitor) -> None:
    answer = visitor.submit(
        "/upload/", files={"file": ("by-page.py", b"# by page\n" + GOOD)}, games="poison", joins="on"
    )
    assert answer.status_code == 200, answer.text[:2000]
    assert "/bots/" in answer.url
    assert visitor.verdict("by-page", 1)["state"] == "accepted"


@pytest.mark.parametrize("code", BAD_FILES)
@embedded_only
def test_a_bad_file_is_refused_on_the_spot_with_its_reason(visitor: Visitor, code: str) -> None:
    content, filename, status = BAD_FILES[code]
    answer = visitor.upload(content, filename)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), answer.text
    message = answer.json()["error"]["message"]
    assert len(message) > 15
    page = visitor.submit("/upload/", files={"file": (filename, content)}, joins="on")
    assert page.status_code == status
    assert message.rstrip(".")[1:] in html.unescape(page.text)


@pytest.mark.parametrize("code", BAD_BOTS)
@embedded_only
def test_a_bad_bot_is_refused_after_its_check_with_its_reason(
    platform: Platform, visitor: Visitor, code: str
) -> None:
    answer = visitor.upload(BAD_BOTS[code], "bot.zip")
    assert answer.status_code == 201, answer.text
    made = answer.json()
    version = visitor.verdict(made["bot"], made["version"]["number"])
    assert (version["state"], version["reason"]) == ("refused", code), version
    page = visitor.session.get(
        f"{platform.url}/bots/{visitor.name}/{made['bot']}/versions/{made['version']['number']}/", timeout=60
    )
    assert page.status_code == 200
    assert version["message"][:60] in html.unescape(page.text)
    log = visitor.api("GET", f"/me/bots/{made['bot']}/versions/{made['version']['number']}/log").json()["log"]
    assert f"refused: {code}" in log


@embedded_only
def test_every_message_is_its_own(visitor: Visitor) -> None:
    """After the tests above: no two of the refused versions were told the same."""
    rows = visitor.platform.sql("SELECT reason, message FROM bots_version WHERE state = 'refused'")
    assert {reason for reason, _ in rows} == set(BAD_BOTS)
    assert len({message for _, message in rows}) == len(rows)


@embedded_only
def test_without_a_token_nothing_is_taken(platform: Platform, visitor: Visitor) -> None:
    stranger = Visitor(platform, "nobody", token="ath_none")
    answer = stranger.upload(GOOD)
    assert answer.status_code == 401
    assert answer.json()["error"]["message"]


NAP = "import time; time.sleep(3600)"
FULL_LANE = int(SPARING["ATHANOR_ARENA_PROCESSES"]) * int(SPARING["ATHANOR_LANE_ORDERS"])
"""Orders of a lane that all workers hold together."""
SLOW_UPLOADS = [
    archive(
        {
            "bot.toml": manifest(f"sleeper-{number}", more=f'build = ["python3", "-c", "{NAP}"]\n'),
            "bot.py": GOOD.decode(),
        }
    )
    for number in range(FULL_LANE + 1)
]


def test_a_match_is_played_while_slow_uploads_fill_the_lane_of_checks(
    platform: Platform, visitor: Visitor
) -> None:
    """On every broker: each lane has its share, whatever the others have to do. That it waited for no check is
    read from the database: how long it takes on a busy machine does not matter, nor that a build is ended in time.
    """
    answers = [visitor.upload(content, "bot.zip") for content in SLOW_UPLOADS]
    assert [answer.status_code for answer in answers] == [201] * len(answers), [answer.text for answer in answers]
    uploads = [(made["bot"], made["version"]["number"]) for made in (answer.json() for answer in answers)]
    until(lambda: naps(platform), "one of them is built")
    until(lambda: waiting_checks(platform) == 1, "every worker holds as many checks as it takes, and one waits")
    answer = visitor.api(
        "POST",
        "/challenges",
        json={"game": "poison", "bots": [f"{visitor.name}/first", *["house/poison-random"] * 2]},
    )
    assert answer.status_code == 201, answer.text
    (match,) = answer.json()["matches"]
    until(lambda: platform.json(f"/api/v1/matches/{match}")["match"]["state"] == "finished", "the match is played")

    def all_decided() -> bool:
        wake(platform)
        return all(visitor.is_decided(*upload) for upload in uploads)

    until(all_decided, "all are decided")
    slow = ", ".join(f"'{bot}'" for bot, _ in uploads)
    before = platform.number(
        "SELECT count(*) FROM bots_version version JOIN bots_bot bot ON bot.id = version.bot_id"
        f" WHERE bot.slug IN ({slow})"
        f" AND version.decided_at <= (SELECT started_at FROM matches_match WHERE public_id = '{match}')"
    )
    assert before == 0, "it waited until one was checked"


def waiting_checks(platform: Platform) -> int:
    """Messages in the queue of checks that no worker holds; more than all of them, until all are sent."""
    unsent = platform.number(
        "SELECT count(*) FROM jobs_attempt attempt JOIN jobs_job job ON job.id = job_id AND job.kind = 'check'"
        " WHERE closed_at IS NULL AND sent_at IS NULL"
    )
    with kombu.Connection(platform.broker_url) as connection:
        found = connection.default_channel.queue_declare(Lane.CHECKS.queue, passive=True).message_count
    return int(found) + unsent * len(SLOW_UPLOADS)


def naps(platform: Platform) -> list[int]:
    """The processes of slow builds."""
    sandboxd = platform.service("sandboxd")
    return [process.pid for process in below(sandboxd) if NAP in process.command] if sandboxd else []


def wake(platform: Platform) -> None:
    for pid in naps(platform):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
