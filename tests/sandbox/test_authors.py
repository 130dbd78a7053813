"""What a bot can import of a game: in every box the engine's own modules, and nothing else of ours."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arena.games.alkemy import geometry, keeping, sight
from sandbox.interface import Driver
from sandbox.runtimes import library
from tests.sandbox.playing import bundle, launch_of, running, talking

SOURCES = [
    hashlib.sha256(Path(str(module.__file__)).read_bytes()).hexdigest() for module in (geometry, keeping, sight)
]
TELLING = """
import hashlib, importlib, json
from importlib.util import find_spec
from arena.games.alkemy import geometry, keeping, sight
from arena.games.alkemy.terrain import parts_of
from athanor_bot.alkemy import Base, Reach, Roll, Table, Terrain, success

def digest(module):
    return hashlib.sha256(open(module.__file__, "rb").read()).hexdigest()

def there(name):
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        return False

def choose(ask):
    bases = [Base(0, 0, 1200, 900, 50, 1), Base(1, 1, 1200, 1500, 50, 1)]
    table = Table(Terrain([parts_of("house", 1200, 1200)]), bases)
    ask.note(json.dumps({
        "sources": [digest(module) for module in (geometry, keeping, sight)],
        "sees": sight.sees(table, 0, 1),
        "corners": len(Reach(table, bases[0], 1000).way_to_contact(bases[1])) - 1,
        "success": str(success(Roll("white", 6), 13)),
        "others": [name for name in ("arena.referee", "arena.games.poison", "sandbox", "athanor") if there(name)],
    }))
    return 0
"""


async def test_a_bot_computes_with_the_engines_own_modules(driver: Driver, tmp_path: Path) -> None:
    path = bundle(tmp_path / "bot", {"main.py": TELLING}) / "main.py"
    async with running(driver, launch_of(path)) as up, talking(up.box) as bot:
        await bot.welcomed()
        await bot.answer()
    told = json.loads(bot.notes[0])
    corners = told.pop("corners")
    assert told == {"sources": SOURCES, "sees": False, "success": "7/12", "others": []}
    assert corners > 0, "there is a house in the way"


async def test_a_bot_without_walls_has_them_too(any_driver: Driver, tmp_path: Path) -> None:
    source = "import athanor_bot.alkemy as alkemy\n\ndef choose(ask):\n    return int(alkemy.cover(4) * 36)\n"
    path = bundle(tmp_path / "bot", {"main.py": source}) / "main.py"
    async with running(any_driver, launch_of(path)) as up, talking(up.box) as bot:
        await bot.welcomed()
        assert (await bot.answer()).index == 1


def test_what_is_shipped_needs_nothing_else(tmp_path: Path) -> None:
    """Imported without the packages of this environment."""
    library.copy_ours(tmp_path)
    library.copy_wheels(tmp_path)
    done = subprocess.run(
        [
            sys.executable,
            "-S",
            "-P",
            "-B",
            "-c",
            "import athanor_bot.alkemy; print(athanor_bot.alkemy.Board.__module__)",
        ],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "arena.games.alkemy.authors\n", done.stderr
    assert {path.name for path in (tmp_path / "arena").iterdir()} == {"__init__.py", "games", "kernel"}
    assert {path.name for path in (tmp_path / "arena" / "games").iterdir()} == {"__init__.py", "alkemy"}


def test_a_runtime_is_another_one_when_a_games_data_have_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(library.ARENA, tmp_path / "arena", ignore=library.LEFT_OUT)
    monkeypatch.setattr(library, "ARENA", tmp_path / "arena")
    before = library.digest()
    assert library.digest() == before
    dice = tmp_path / "arena" / "games" / "alkemy" / "data" / "dice.toml"
    dice.write_text(dice.read_text().replace("number = 6", "number = 7"))
    assert library.digest() != before
