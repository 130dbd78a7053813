"""Effects: how they come upon a figure, what ends them, what marks them (AK-236, AK-238)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from arena.games.alkemy import combats, facts
from arena.games.alkemy.announcements import Events, tell
from arena.games.alkemy.material import BY_EFFECT
from arena.games.alkemy.position import Effect, Figure, Position

WOUNDED, COM_ROLL, ATTACK_CARD, PLAYED, INFLICTED = "wounded", "com-roll", "attack-card", "played", "inflicted"
TURN: Final = "turn"

ENDS: Final[Mapping[str, frozenset[str]]] = {
    **{kind: formula.ends for kind, formula in BY_EFFECT.items()},
    "hemotoxic": frozenset({TURN}),
    "poison": frozenset({TURN}),
}
"""By kind: what ends it."""
LASTING: Final[Mapping[str, frozenset[str]]] = {
    **ENDS,
    "angelus": frozenset({PLAYED}),
    "oil": frozenset({INFLICTED}),
}
"""By kind: what has a lasting one end with the turn."""
KINDS: Final = tuple(kind for kind, ends in ENDS.items() if "at-once" not in ends)


def lay(figure: Figure, effect: Effect, events: Events) -> None:
    """AK-236: a new one replaces the old."""
    figure.effects = (*(one for one in figure.effects if one.kind != effect.kind), effect)
    tell(events, facts.Effect(figure.id, effect.kind))


def lift(figure: Figure, kind: str) -> None:
    figure.effects = tuple(one for one in figure.effects if one.kind != kind)


def happened(figure: Figure, what: str) -> None:
    """Something happened that ends effects, or has them end with the turn."""
    if figure.effects:
        figure.effects = tuple(left for one in figure.effects if (left := _after(one, what)) is not None)


def _after(effect: Effect, what: str) -> Effect | None:
    ends = ENDS[effect.kind]
    if what == WOUNDED and "wounded-turn" in ends:
        return effect if effect.hit else replace(effect, hit=True)
    if effect.lasting:
        return replace(effect, hit=True) if what in LASTING[effect.kind] and not effect.hit else effect
    return None if what in ends else effect


def end_turn(position: Position, events: Events) -> None:
    """AK-86: effects that end with the turn."""
    for figure in position.figures:
        if figure.effects:
            figure.effects = tuple(one for one in figure.effects if not (one.hit or TURN in ENDS[one.kind]))
    combats.settle(position, events)
