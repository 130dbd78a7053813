"""What holds in every state (section 23), as far as it speaks of one state (AK-325)."""

from __future__ import annotations

from arena.games.alkemy import skills
from arena.games.alkemy.material import MOST_COMPONENTS, MOST_CONCENTRATION
from arena.games.alkemy.position import BOARD, OUT, RESERVE, Figure, Position
from arena.games.alkemy.table import in_contact, on_board, overlapping
from arena.kernel.game import BadState


def check(position: Position) -> None:
    """Raises BadState where one of them does not hold."""
    for figure in position.figures:
        _check_figure(figure)
    _check_bases(position)
    _check_combats(position)


def _check_figure(figure: Figure) -> None:
    here = f"/figures/{figure.id}"
    profile = figure.profile
    bounds: tuple[tuple[str, int, int], ...] = (
        ("ap", figure.ap, 0 if figure.status == OUT else profile.ap),
        ("marked", figure.marked, profile.boxes - (figure.status != OUT)),
        ("concentration", figure.concentration, MOST_CONCENTRATION),
        ("components", figure.components, MOST_COMPONENTS),
        ("stones", figure.stones, profile.alchemy.stones if profile.alchemy else 0),
        ("marksman_used", figure.marksman_used, profile.values.get("marksman", 0)),
    )
    for name, value, most in bounds:
        if not 0 <= value <= most:
            raise BadState(f"{here}/{name}", f"0 to {most} was expected, not {value}")
    if figure.status == OUT and figure.marked != profile.boxes:
        raise BadState(f"{here}/marked", f"a figure that is out has all {profile.boxes} boxes ticked")
    if figure.failed_charge and not figure.charged:
        raise BadState(f"{here}/charged", "who has failed a charge has charged")
    formulas = profile.alchemy.formulas if profile.alchemy else ()
    if len(set(figure.prepared)) != len(figure.prepared) or not set(figure.prepared) <= set(formulas):
        raise BadState(f"{here}/prepared", "formulas of its card, each once a turn (AK-214)")
    kinds = [effect.kind for effect in figure.effects]
    if len(set(kinds)) != len(kinds):
        raise BadState(f"{here}/effects", "at most one effect of a kind (AK-236)")
    if figure.status == RESERVE and (figure.effects or figure.afraid_of):
        raise BadState(here, "nothing has happened yet to a figure in reserve")


def _check_bases(position: Position) -> None:
    bases = list(position.table.bases.values())
    for place, base in enumerate(bases):
        here = f"/figures/{base.figure}"
        if not on_board(base.x, base.y, base.radius):
            raise BadState(here, f"its base does not lie on the board at ({base.x}, {base.y}) (AK-35)")
        for number, part in position.table.terrain.barring:
            if part.closer(base.x, base.y, base.x, base.y, base.radius):
                raise BadState(here, f"its base overlaps scenery that bars movement, piece {number} (AK-92)")
        for other in bases[:place]:
            if overlapping(base, other):
                raise BadState(here, f"its base overlaps that of figure {other.figure} (AK-38)")


def _check_combats(position: Position) -> None:
    for a, b in position.combats:
        here = "/combats"
        if position.figures[a].seat == position.figures[b].seat:
            raise BadState(here, f"{a} and {b} are no enemies")
        if not (skills.can_strike(position, a, b) or skills.can_strike(position, b, a)):
            raise BadState(here, f"neither of {a} and {b} can strike the other (AK-125)")
    for figure in position.figures:
        for feared in figure.afraid_of:
            if figure.status == BOARD and not position.are_fighting(figure.id, feared):
                raise BadState(f"/figures/{figure.id}/afraid_of", f"it is in no combat with {feared} (AK-128)")
    bases = list(position.table.bases.values())
    for place, base in enumerate(bases):
        for other in bases[:place]:
            if (
                base.seat != other.seat
                and in_contact(base, other)
                and skills.can_strike(position, base.figure, other.figure)
                and not position.are_fighting(base.figure, other.figure)
            ):
                raise BadState(
                    "/combats", f"{other.figure} and {base.figure} are enemies in contact, and in no combat"
                )
