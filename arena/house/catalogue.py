"""Which house bots there are: the Python files in the folder `house` of each game's package."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from arena.games.registry import GAMES, folder_of

FOLDER: Final = "house"


def house_bots(game: str) -> Mapping[str, Path]:
    """The house bots of a game by name; none where it brings none, or there is no such game."""
    files = sorted(Path(str(folder_of(game) / FOLDER)).glob("*.py")) if game in GAMES else []
    return {file.stem: file for file in files if not file.stem.startswith("_")}
