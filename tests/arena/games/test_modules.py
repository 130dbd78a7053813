"""The modules of our games, as `arena/games/README.md` has them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arena.contract.modules import NAMES, modules_in
from arena.games.registry import folder_of
from tests.arena.games.kits import KITS

ROOT = Path(__file__).parents[3]
PACKAGES = ROOT / "arena" / "games"
TWINS = sorted(path.relative_to(PACKAGES) for path in PACKAGES.glob("*/fast/*.py") if path.stem != "__init__")


def tables() -> list[list[tuple[str, str]]]:
    """The rows of each table of the page, first and second cell, without its head."""
    found = re.findall(r"(?:^\|.*\n)+", (PACKAGES / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    return [[(cells[1].strip(" `"), cells[2].strip()) for cells in _rows(table)] for table in found]


def _rows(table: str) -> list[list[str]]:
    return [line.split("|") for line in table.splitlines()[2:]]


def test_the_page_says_of_every_name_what_it_holds() -> None:
    every_game, some_games, _ = tables()
    told = [name for name, meaning in (*every_game, *some_games) if meaning]
    assert sorted(told) == sorted(NAMES)


@pytest.mark.parametrize("game", KITS)
def test_a_game_of_ours_has_all_the_modules_of_the_first_table(game: str) -> None:
    assert {name for name, _ in tables()[0]} <= set(modules_in(folder_of(game)))


def test_every_quicker_twin_stands_on_the_page_and_has_a_test_of_equality() -> None:
    assert TWINS
    assert sorted(Path(twin) for twin, _ in tables()[2]) == TWINS
    for twin in TWINS:
        test = Path(__file__).parent / twin.parent / f"test_{twin.name}"
        assert test.is_file(), f"nothing holds {twin} to its plain version"
