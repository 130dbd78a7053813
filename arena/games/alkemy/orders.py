"""The orders (AK-301): what a figure is told to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from arena.games.alkemy.material import NONE
from arena.games.alkemy.spellings import Listed, Maybe, MaybeWord, Number, Path, Spot, Strict, Word


@dataclass(frozen=True, slots=True)
class Walk:
    figure: Number
    path: Path
    jump: bool = False
    leap: Maybe = NONE
    free: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    figure: Number
    path: Path
    jump: bool = False
    leap: Maybe = NONE


@dataclass(frozen=True, slots=True)
class Charge:
    figure: Number
    targets: tuple[int, ...]
    path: Path
    jump: bool = False
    leap: Maybe = NONE


@dataclass(frozen=True, slots=True)
class Engage:
    figure: Number
    targets: tuple[int, ...]
    to: Spot
    jump: bool = False


@dataclass(frozen=True, slots=True)
class Shoot:
    figure: Number
    target: Number
    estimate: Maybe = NONE
    marksman: bool = False


@dataclass(frozen=True, slots=True)
class Fight:
    figure: Number
    target: Number


@dataclass(frozen=True, slots=True)
class Concentrate:
    figure: Number


@dataclass(frozen=True, slots=True)
class Prepare:
    figure: Number
    formula: Word
    targets: tuple[int, ...] = ()
    card: MaybeWord = ""


@dataclass(frozen=True, slots=True)
class Control:
    figure: Number
    marker: Number


@dataclass(frozen=True, slots=True)
class Harvest:
    figure: Number
    token: Number


@dataclass(frozen=True, slots=True)
class Stand:
    figure: Number


Order: TypeAlias = Walk | Run | Charge | Engage | Shoot | Fight | Concentrate | Prepare | Control | Harvest | Stand
ORDERS: Strict[Order] = Strict(
    Walk, Run, Charge, Engage, Shoot, Fight, Concentrate, Prepare, Control, Harvest, Stand
)
ORDER_NAMES: dict[type[Order], str] = {kind: name for name, kind in ORDERS.kinds.items()}
Orders: TypeAlias = Annotated[tuple[Order, ...], Listed(ORDERS)]
