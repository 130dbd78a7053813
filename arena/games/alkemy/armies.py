"""What an army is: a faction and cards (AK-17, AK-18)."""

from __future__ import annotations

from typing import NamedTuple


class Recruited(NamedTuple):
    profile: str
    figures: int


class Army(NamedTuple):
    faction: str
    cards: tuple[Recruited, ...]
