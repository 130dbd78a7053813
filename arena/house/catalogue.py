"""Which house bots there are: the Python files of this folder's sub-folders, one sub-folder a game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

_HERE = Path(__file__).parent


def house_bots(game: str) -> Mapping[str, Path]:
    """The house bots of a game by name; none for a game that has no folder here."""
    files = sorted((_HERE / game).glob("*.py")) if game.isidentifier() else []
    return {file.stem: file for file in files if not file.stem.startswith("_")}
