"""How the numbers of the engine read and write in documents: tiles and parts by name, units by ingredient."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

from arena.games.kazaam import units
from arena.games.kazaam.material import INGREDIENTS, NONE, PARTS, TILES, TORSO_TAKES, UNKNOWN_TILE
from arena.kernel.vocabulary import LEFT_OUT, Malformed


class Word:
    """A number written as its name. Left out and "" stand for none; a name that is not listed is `unknown`."""

    def __init__(self, names: tuple[str, ...], thing: str, *, unknown: int | None = None) -> None:
        self.default = NONE
        self._names = names
        self._numbers = {"": NONE, **{name: number for number, name in enumerate(names)}}
        self._thing = thing
        self._unknown = unknown

    def read(self, document: Any) -> int:
        if not isinstance(document, str):
            raise Malformed(f"the name of a {self._thing} was expected, not {document!r:.60}")
        number = self._numbers.get(document, self._unknown)
        if number is None:
            raise Malformed(f"no {self._thing} is called {document!r:.60}; there are: {', '.join(self._names)}")
        return number

    def write(self, value: int) -> Any:
        if value == NONE:
            return LEFT_OUT
        return "unknown" if value == self._unknown else self._names[value]


class Words:
    """A list of numbers, each written as its name."""

    default = ()

    def __init__(self, word: Word) -> None:
        self._word = word

    def read(self, document: Any) -> tuple[int, ...]:
        if not isinstance(document, list):
            raise Malformed(f"a list was expected, not {document!r:.60}")
        return tuple(map(self._word.read, document))

    def write(self, value: tuple[int, ...]) -> list[str]:
        return [self._word.write(item) for item in value]


class SeatOrNone:
    default = NONE

    def read(self, document: Any) -> int:
        if not isinstance(document, int) or isinstance(document, bool) or not 0 <= document < 2**31:
            raise Malformed(f"the number of a seat was expected, not {document!r:.60}")
        return document

    def write(self, value: int) -> Any:
        return LEFT_OUT if value == NONE else value


@dataclass(frozen=True)
class Units:
    """Only ingredients of which there is one or more."""

    may_be_left_out: bool = False
    default: int = 0

    def read(self, document: Any) -> int:
        if not isinstance(document, dict):
            raise Malformed(f"numbers by ingredient were expected, not {document!r:.60}")
        for name, count in document.items():
            if name not in INGREDIENTS:
                raise Malformed(f"no ingredient is called {name!r:.60}; there are: {', '.join(INGREDIENTS)}")
            if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count < 2**31:
                raise Malformed(f"{name}: a whole number from 1 on was expected, not {count!r:.60}")
        # What is beyond any torso (KZ-56) stays beyond it, and short enough to be held.
        beyond = TORSO_TAKES + 1
        return units.packed(min(document.get(name, 0), beyond) for name in INGREDIENTS)

    def write(self, value: int) -> Any:
        return some_units(value) if value or not self.may_be_left_out else LEFT_OUT


def some_units(held: int) -> dict[str, int]:
    return {name: count for name, count in zip(INGREDIENTS, units.counts(held), strict=True) if count}


def all_units(held: int) -> dict[str, int]:
    return dict(zip(INGREDIENTS, units.counts(held), strict=True))


TILE = Word(TILES, "tile", unknown=UNKNOWN_TILE)
PART = Word(PARTS, "part")
TAKE = Units(may_be_left_out=True)

Tile: TypeAlias = Annotated[int, TILE]
Tiles: TypeAlias = Annotated[tuple[int, ...], Words(TILE)]
Part: TypeAlias = Annotated[int, PART]
Parts: TypeAlias = Annotated[tuple[int, ...], Words(PART)]
MaybeSeat: TypeAlias = Annotated[int, SeatOrNone()]
AllOf: TypeAlias = Annotated[int, Units()]
MaybeTake: TypeAlias = Annotated[int, TAKE]
