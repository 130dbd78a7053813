"""The commands of the READMEs and of the pages, as they stand there: each page by a new author in an empty folder.

Only `FILLED_IN` is put in their place: the site's address, names in capitals, and how many games are played. Which
blocks these are, and that none is left out, `tests/blocks.py` says.
"""

from __future__ import annotations

import io
import json
import os
import re
import secrets
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

import pytest

from tests import blocks
from tests.blocks import ACCOUNTS, DOCS, LADDERS, PAGES
from tests.end_to_end.conftest import embedded_only
from tests.end_to_end.running import Platform, until
from tests.end_to_end.visitor import Visitor
from tests.waiting import PATIENCE

BOT: Final = "def choose(ask):\n    return ask.legal[0]\n"
TOML: Final = 'name = "Gus"\ngame = "poison"\nruntime = "python"\n'
LONGEST: Final = 5 * PATIENCE
"""Seconds for one block: several matches of bots that think, or an upload with its check."""
STARTER: Final = "arena/cli/starters/python/README.md"
MATCH_PAGE: Final = "platform/athanor/matches/templates/matches/match.html"
ADDRESSES: Final = {
    f"{PAGES}/home.html": "/",
    f"{PAGES}/fairness.html": "/fairness/",
    f"{PAGES}/fairness_log.html": "/fairness/log/",
    f"{ACCOUNTS}/you.html": "/accounts/you/",
    f"{ACCOUNTS}/tokens.html": "/accounts/tokens/",
    MATCH_PAGE: "/matches/{match}/",
}
"""Where a template is seen that is no page of the documentation."""
NOT_SEEN: Final = (f"{LADDERS}/ladder.html", f"{LADDERS}/solo.html")
"""Whose commands stand there while a ladder has no bot: they are read in the template, and the pages are seen in
`tests/athanor/front/test_empty_ladders.py`."""
FILLED_IN: Final[Mapping[str, str]] = {
    r"http://127\.0\.0\.1:8000": "{site}",
    r"--games (\d+|{{ season\.seeds }})": "--games 1",
    r"{{ ladder\.game }}": "alakazoo",
    r"\bKEY\b": "{key}",
    r"\bREPLAY\b": "{match}",
}
"""What a reader puts in place of what is written; `Reader.fills_in` knows the names in braces."""


def pages() -> list[str]:
    """All files with a command to be run. Of the starters' READMEs one: they have the same commands."""
    found = {block.path for block in blocks.of_kind("shell")}
    return sorted(path for path in found if path == STARTER or "/starters/" not in path)


@dataclass(frozen=True)
class Played:
    """A match that has ended, with its replay, and the key that the site tells when the day is over."""

    match: str
    replay: bytes
    key: str


@dataclass
class Reader:
    """Somebody with an account and a shell, who does what a page says."""

    visitor: Visitor
    folder: Path
    played: Played

    def blocks_of(self, path: str) -> list[str]:
        """As they are seen there."""
        if path == STARTER:
            written = self.does("athanor new poison my-bot")
            assert "my-bot" in written.stdout
            return self._shown(blocks.of_markdown(path, (self.folder / "my-bot" / "README.md").read_text()))
        if (path.endswith(".md") and not path.startswith(DOCS)) or path in NOT_SEEN:
            return [block.text for block in blocks.of_kind("shell", under=path)]
        page = self.visitor.session.get(self.visitor.platform.url + self._address(path), timeout=60)
        assert page.status_code == 200, page.text[:500]
        return self._shown(blocks.of_template(path, page.text))

    def _shown(self, found: Iterator[blocks.Block]) -> list[str]:
        return [block.text for block in found if block.kind == "shell"]

    def _address(self, path: str) -> str:
        if path.startswith(DOCS):
            return f"/docs/{path.removeprefix(DOCS).removesuffix('.md').strip('/')}/"
        return ADDRESSES[path].format(match=self.played.match)

    def fills_in(self, command: str) -> str:
        known = {"site": self.visitor.platform.url, "match": self.played.match, "key": self.played.key}
        for written, meant in FILLED_IN.items():
            command = re.sub(written, meant.format_map(known), command)
        return command

    def does(self, command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", "-euo", "pipefail", "-c", self.fills_in(command)],
            cwd=self.folder,
            env={
                **{name: value for name, value in os.environ.items() if not name.startswith("ATHANOR_")},
                "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
                "XDG_CONFIG_HOME": str(self.folder / ".config"),
                "ATHANOR_TOKEN": self.visitor.token,
            },
            # What `athanor login` asks for.
            input=f"{self.visitor.token}\n",
            capture_output=True,
            text=True,
            timeout=LONGEST,
            check=False,
        )

    def writes_a_bot(self, remark: str) -> None:
        """What a page takes to be there; with something new in it."""
        source = f"{BOT}# {remark}\n"
        (self.folder / "my_bot.py").write_text(source)
        content = io.BytesIO()
        with zipfile.ZipFile(content, "w") as made:
            made.writestr("bot.toml", TOML)
            made.writestr("main.py", source)
        (self.folder / "my-bot.zip").write_bytes(content.getvalue())


@pytest.fixture(scope="module")
def played(platform: Platform) -> Played:
    visitor = Visitor(platform, f"paul{secrets.token_hex(3)}")
    visitor.sign_up()
    visitor.make_token()
    made = visitor.upload(BOT.encode(), "paul.py", games="poison").json()
    assert visitor.verdict(made["bot"], made["version"]["number"])["state"] == "accepted"
    bots = [f"{visitor.name}/{made['bot']}", "house/poison-random"]
    (match,) = visitor.api("POST", "/challenges", json={"game": "poison", "bots": bots}).json()["matches"]
    place = f"{platform.url}/matches/{match}/replay.athanor"
    replay = until(lambda: _content(visitor, place), "the challenge has been played")
    ((key,),) = platform.sql(
        "SELECT epoch.key FROM matches_epoch epoch JOIN matches_match played ON played.epoch_id = epoch.id"
        f" WHERE played.public_id = '{match}'"
    )
    # As the site opens it when the day is over: until then it is encrypted.
    told = platform.manage(
        "shell", "--no-imports", "-c", f"from athanor import sealing; print(sealing.opened({key!r}).hex())"
    )
    assert told.returncode == 0, told.stderr
    return Played(match, replay, told.stdout.split()[-1])


def _content(visitor: Visitor, place: str) -> bytes:
    answer = visitor.session.get(place, timeout=60)
    return answer.content if answer.status_code == 200 else b""


@pytest.fixture
def reader(running: Platform, played: Played, tmp_path: Path) -> Iterator[Reader]:
    visitor = Visitor(running, f"rita{secrets.token_hex(3)}")
    visitor.sign_up()
    (tmp_path / ".venv").symlink_to(sys.prefix)
    (tmp_path / f"{played.match}.athanor").write_bytes(played.replay)
    yield Reader(visitor, tmp_path, played)
    visitor.session.close()
    # They have done their part: nobody waits for their matches.
    mine = "SELECT bot.id FROM bots_bot bot JOIN accounts_user author ON author.id = bot.owner_id"
    running.sql_write(
        "UPDATE ladders_standing SET listed = false"
        f" WHERE bot_id IN ({mine} WHERE author.username = '{visitor.name}')"
    )


@pytest.mark.slow
@pytest.mark.parametrize("path", pages())
@embedded_only
def test_the_commands_of_a_page_run_as_they_stand(reader: Reader, path: str) -> None:
    commands = reader.blocks_of(path)
    assert len(commands) >= len(blocks.of_kind("shell", under=path))
    # Only now: a page that asks for a token, or for a bot, is seen before there is one.
    reader.visitor.make_token()
    if not any("athanor login" in command for command in commands):
        assert reader.does("athanor login http://127.0.0.1:8000").returncode == 0
    for number, command in enumerate(commands):
        reader.writes_a_bot(f"before block {number}")
        told = reader.does(command)
        assert told.returncode == 0, (command, told.stdout[-2000:], told.stderr[-2000:])
        if command.startswith("curl "):
            assert "error" not in json.loads(told.stdout), (command, told.stdout)
        assert "disqualified" not in told.stdout, (command, told.stdout)


@embedded_only
def test_the_key_of_a_day_gives_the_hash_that_is_shown(reader: Reader) -> None:
    hashed, *_ = reader.blocks_of(f"{PAGES}/fairness.html")
    shown = sha256(bytes.fromhex(reader.played.key)).hexdigest()
    assert shown in reader.does(hashed).stdout
    assert shown in reader.visitor.session.get(f"{reader.visitor.platform.url}/fairness/", timeout=60).text
