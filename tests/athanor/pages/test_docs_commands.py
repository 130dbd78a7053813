"""The commands of the documentation and of the README, run as they stand there."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest
from django.test import Client
from pytest_django.live_server_helper import LiveServer

from arena.cli.main import main
from athanor.ladders.services import seed
from athanor.pages.chapters import CHAPTERS
from athanor.tournaments.models import Tournament
from tests.athanor import world
from tests.athanor.bots.test_upload import SOURCE, zipped
from tests.athanor.pages.docpage import Page
from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[3]
TOML = b'name = "Gus"\ngame = "poison"\nruntime = "python"\n'

pytestmark = pytest.mark.slow


def blocks(slug: str, host: str = "testserver") -> list[str]:
    address = f"/docs/{slug}/" if slug else "/docs/"
    return [text for _, text in Page(Client(headers={"host": host}).get(address).content.decode()).code]


def written(texts: list[str]) -> list[str]:
    """The lines that make a new bot."""
    return [
        line.strip()
        for text in texts
        for line in text.splitlines()
        if "athanor new " in line and "GAME" not in line
    ]


@pytest.mark.django_db
@pytest.mark.parametrize("slug", [chapter.slug for chapter in CHAPTERS] + ["README"])
def test_the_bots_that_one_page_has_made_do_not_collide(
    slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of them by one reader, one after the other, in one folder."""
    monkeypatch.chdir(tmp_path)
    readme = re.findall(r"```\w*\n(.*?)```", (ROOT / "README.md").read_text(), flags=re.DOTALL)
    lines = written(readme if slug == "README" else blocks(slug))
    folders = [shlex.split(line)[3] for line in lines if len(shlex.split(line)) > 3]
    for line in lines:
        _, *words = shlex.split(line)
        if len(words) > 1:
            assert main(words) == 0, line
    assert {place.name for place in tmp_path.iterdir()} == set(folders)
    if slug in ("quick-start", "languages", "README"):
        assert folders


def test_every_call_of_the_api_that_is_shown_is_answered(
    live_server: LiveServer, transactional_db: None, tmp_path: Path
) -> None:
    seed()
    ada = world.author("ada")
    (tmp_path / "my-bot.zip").write_bytes(zipped(bot__toml=TOML, main__py=SOURCE))
    (tmp_path / "my_bot.py").write_bytes(SOURCE)
    environment = os.environ | {"ATHANOR_TOKEN": world.token(ada)}
    host = live_server.url.removeprefix("http://")
    calls = [
        text for chapter in CHAPTERS for text in blocks(chapter.slug, host) if text.strip().startswith("curl ")
    ]
    assert len(calls) >= 4
    for call in calls:
        told = subprocess.run(
            ["bash", "-c", call],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert told.returncode == 0, (call, told.stderr)
        assert '"error"' not in told.stdout, (call, told.stdout)
    assert Tournament.objects.get().plan["title"] == "Friday Cup"
