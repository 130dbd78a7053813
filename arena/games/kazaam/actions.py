"""The actions (KZ-89): what a seat can say. Each that can be legal exists once, in the tables below."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import Any, TypeAlias, TypeVar, cast

from arena.games.kazaam import units
from arena.games.kazaam.material import (
    HEAD,
    INGREDIENTS,
    KINDS,
    NONE,
    PARTS,
    PARTS_IN,
    SEATS,
    TAIL,
    TILES,
    TORSO,
    TORSO_TAKES,
)
from arena.games.kazaam.spellings import MaybeSeat, MaybeTake, Part, Tile
from arena.kernel.vocabulary import Malformed, Vocabulary


@dataclass(frozen=True, slots=True)
class Draw:
    discard: Tile = NONE


@dataclass(frozen=True, slots=True)
class Play:
    tile: Tile


@dataclass(frozen=True, slots=True)
class Use:
    part: Part
    target: MaybeSeat = NONE
    target_part: Part = NONE
    take: MaybeTake = 0


@dataclass(frozen=True, slots=True)
class Extract:
    tile: Tile


@dataclass(frozen=True, slots=True)
class Refresh:
    pass


@dataclass(frozen=True, slots=True)
class EndTurn:
    pass


@dataclass(frozen=True, slots=True)
class Kazaam:
    pass


@dataclass(frozen=True, slots=True)
class Cancel:
    pass


@dataclass(frozen=True, slots=True)
class Pass:
    pass


@dataclass(frozen=True, slots=True)
class Take:
    tile: Tile


@dataclass(frozen=True, slots=True)
class Decline:
    pass


Action: TypeAlias = Draw | Play | Use | Extract | Refresh | EndTurn | Kazaam | Cancel | Pass | Take | Decline

A = TypeVar("A", bound=Action)

DRAW = Draw()
DRAW_DISCARDING = tuple(map(Draw, range(len(TILES))))
PLAY = tuple(map(Play, range(len(TILES))))
EXTRACT = tuple(map(Extract, range(len(TILES))))
TAKE = tuple(map(Take, range(len(TILES))))
REFRESH, END_TURN, KAZAAM, CANCEL, PASS, DECLINE = Refresh(), EndTurn(), Kazaam(), Cancel(), Pass(), Decline()

USE_HEAD = Use(HEAD)
USE_ON_SEAT = {
    part: tuple(Use(part, target=seat) for seat in range(SEATS.stop - 1))
    for part in range(len(PARTS))
    if KINDS[part] in ("ear", "hand")
}
USE_ON_SEATS = {
    part: tuple(
        tuple(use for seat, use in enumerate(uses) if seats >> seat & 1) for seats in range(1 << len(uses))
    )
    for part, uses in USE_ON_SEAT.items()
}
"""By part and set of seats, bit by bit."""
USE_LEG = {part: Use(part) for part in range(len(PARTS)) if KINDS[part] == "leg"}
USE_TAIL = tuple(
    tuple(Use(TAIL, target=seat, target_part=part) for part in range(len(PARTS))) for seat in range(SEATS.stop - 1)
)

USE_TAIL_ON = tuple(tuple(tuple(aims[part] for part in parts) for parts in PARTS_IN) for aims in USE_TAIL)
"""By target and set of its parts."""


def _torso_takes(size: int) -> tuple[Use, ...]:
    return tuple(
        Use(TORSO, take=sum(map(units.one, taken)))
        for taken in combinations_with_replacement(range(len(INGREDIENTS)), size)
    )


USE_TORSO = tuple(_torso_takes(size) for size in range(TORSO_TAKES + 1))
_PLENTY = units.packed([TORSO_TAKES] * len(INGREDIENTS))


def torso_uses(supply: int) -> tuple[Use, ...]:
    """Those that take exactly three of the supply, or all that is left of it (KZ-55, KZ-56)."""
    if units.covers(supply, _PLENTY):
        return USE_TORSO[TORSO_TAKES]
    return _scarce_torso_uses(units.lesser(supply, _PLENTY))


@cache
def _scarce_torso_uses(supply: int) -> tuple[Use, ...]:
    size = min(TORSO_TAKES, units.total(supply))
    return tuple(use for use in USE_TORSO[size] if size and units.covers(supply, use.take))


class Actions(Vocabulary[Action]):
    def parse(self, document: Any) -> Action:
        action = super().parse(document)
        if isinstance(action, Use):
            action = fitting(action)
        return one_of_each(action)


def one_of_each(action: A) -> A:
    """The action that stands in the tables, where this one does."""
    return cast(A, _ONE_OF_EACH.get(action, action))


def fitting(use: Use) -> Use:
    """The use with the parameters of its part, and no other (KZ-89). Raises Malformed."""
    if use.part == NONE:
        raise Malformed(f"use needs a part: one of {', '.join(PARTS)}")
    kind = KINDS[use.part]
    aimed = kind in ("ear", "hand", "tail")
    if not aimed and use.target > 0:
        raise Malformed(f"a {kind} has no target")
    if kind == "tail" and use.target_part == NONE:
        raise Malformed("a tail needs a target_part")
    if kind != "tail" and use.target_part != NONE:
        raise Malformed(f"a {kind} has no target_part")
    if kind != "torso" and use.take:
        raise Malformed(f"a {kind} takes nothing")
    return Use(use.part, max(use.target, 0) if aimed else NONE, use.target_part, use.take)


ACTIONS = Actions(Draw, Play, Use, Extract, Refresh, EndTurn, Kazaam, Cancel, Pass, Take, Decline)

_ONE_OF_EACH: dict[Action, Action] = {
    action: action
    for actions in (
        (DRAW, REFRESH, END_TURN, KAZAAM, CANCEL, PASS, DECLINE, USE_HEAD),
        *(DRAW_DISCARDING, PLAY, EXTRACT, TAKE),
        *USE_ON_SEAT.values(),
        tuple(USE_LEG.values()),
        *USE_TAIL,
        *USE_TORSO,
    )
    for action in actions
}
"""Every action that can be legal, by itself: so that what is read is the one that is listed."""
