"""`make game`: what it writes is installed and plays, and what it cannot write is said in one line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.plugin.installed import installed

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "infra" / "scripts" / "new-game"

pytestmark = pytest.mark.slow


def new_game(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, SCRIPT, *words], capture_output=True, text=True)


def test_a_new_game_is_installed_plays_and_is_verified(tmp_path: Path) -> None:
    written = new_game("stones", tmp_path / "stones")
    assert written.returncode == 0, written.stderr
    files = [path for path in (tmp_path / "stones").rglob("*") if path.is_file() and path.suffix != ".pyc"]
    assert not [path for path in files if "connect" in path.read_text().lower()]
    installed(tmp_path / "stones", tmp_path / "site")

    def athanor(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "arena.cli.main", *words],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(tmp_path / "site")},
        )

    played = athanor("play", "stones", "greedy", "random", "--seed", "01", "--replay", "one.athanor")
    assert played.returncode == 0, played.stderr
    assert athanor("verify", "one.athanor").returncode == 0
    tested = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--write-golden", "-m", "not slow"],
        capture_output=True,
        text=True,
        cwd=tmp_path / "stones",
        env={**os.environ, "PYTHONPATH": str(tmp_path / "site")},
    )
    assert tested.returncode == 0, tested.stdout[-6000:]
    assert json.loads((tmp_path / "stones/contract/golden/2-7.json").read_text())["game"] == "stones"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Stones", "'Stones' cannot be a game's name: up to 30 small letters and digits"),
        ("", "'' cannot be a game's name"),
        ("poison", "there is a game called 'poison' already"),
        ("class", "'class' is a word or a module of Python here"),
        ("json", "'json' is a word or a module of Python here"),
        ("arena", "'arena' is a word or a module of Python here"),
        ("stones", "is not an empty folder"),
    ],
)
def test_what_cannot_be_written_is_said_in_one_line(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "notes").write_text("mine")
    ended = new_game(name, tmp_path)
    assert ended.returncode == 1
    assert said in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["notes"]
