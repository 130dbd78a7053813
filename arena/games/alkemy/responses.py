"""What a figure may answer that is shot at or charged (AK-191, AK-200)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from arena.games.alkemy.material import NONE
from arena.games.alkemy.spellings import Maybe, Number, Path, Spot, Strict


@dataclass(frozen=True, slots=True)
class None_:  # noqa: N801  # its key is "none", a word of the language
    pass


@dataclass(frozen=True, slots=True)
class Shoot:
    at: tuple[int, ...]
    marksman: bool = False


@dataclass(frozen=True, slots=True)
class Move:
    path: Path
    jump: bool = False
    leap: Maybe = NONE


@dataclass(frozen=True, slots=True)
class Engage:
    target: Number
    to: Spot
    jump: bool = False


Response: TypeAlias = None_ | Shoot | Move | Engage
RESPONSES: Strict[Response] = Strict(None_, Shoot, Move, Engage)
NOTHING = None_()
