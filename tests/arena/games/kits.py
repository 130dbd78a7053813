"""The kit of every game there is, found beside the tests of its rules."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Final

from arena.contract.kit import Kit
from arena.games.registry import GAMES

FOLDER: Final = "tests.arena.games"


def kit_of(game: str) -> Kit:
    place = f"{FOLDER}.{game}"
    if find_spec(place) is None or find_spec(f"{place}.kit") is None:
        raise LookupError(f"the game {game!r} has no kit: write {place.replace('.', '/')}/kit.py with a value KIT")
    kit = import_module(f"{place}.kit").KIT
    if not isinstance(kit, Kit):
        raise LookupError(f"KIT of {place}.kit is a {type(kit).__name__}: it has to be a Kit")
    return kit


KITS: Final[Mapping[str, Kit]] = {name: kit_of(name) for name in GAMES}
