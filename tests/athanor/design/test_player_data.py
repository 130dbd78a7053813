"""What a board of the player knows of its game's data is what the game's own tables say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import athanor

ROOT = Path(__file__).resolve().parents[3]
GAMES = Path(athanor.__file__).parent / "design" / "static" / "athanor" / "player" / "games"
MADE = "// Made by infra/scripts/generate-player-data"


def made(folder: Path) -> dict[str, str]:
    found = {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*.js")}
    return {name: text for name, text in found.items() if text.startswith(MADE)}


def test_the_committed_modules_are_what_the_tables_give_and_no_more(tmp_path: Path) -> None:
    subprocess.run([sys.executable, ROOT / "infra" / "scripts" / "generate-player-data", tmp_path], check=True)
    fresh = made(tmp_path)
    assert fresh, "the script wrote nothing"
    assert made(GAMES) == fresh, "run `make player-data` and commit what it writes"
