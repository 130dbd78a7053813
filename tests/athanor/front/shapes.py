"""The pictures of a rules page are the shapes of the game's board in the replay player."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[3]
PLAYER = ROOT / "platform/athanor/design/static/athanor/player/games"
PAGES = ROOT / "platform/athanor/front/templates/docs"


def script(game: str, name: str) -> str:
    return (PLAYER / game / name).read_text(encoding="utf-8")


def check(game: str, paths: Sequence[str], count: int) -> None:
    drawn = (PAGES / game / "shapes.html").read_text(encoding="utf-8")
    assert len(paths) == count
    for path in paths:
        assert f'd="{path}"' in drawn
