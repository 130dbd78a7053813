"""Reactions to shots and charges: who is asked, what may be answered, what is done (section 14)."""

from __future__ import annotations

from collections.abc import Iterable

from arena.games.alkemy import engaging, facts, movement, questions, shooting, sight, skills
from arena.games.alkemy.announcements import Events, tell
from arena.games.alkemy.movement import Way
from arena.games.alkemy.paths import Trouble
from arena.games.alkemy.position import Figure, Position
from arena.games.alkemy.responses import Engage, Move, Response, Shoot
from arena.games.alkemy.sight import sees
from arena.games.alkemy.table import Base, apart
from arena.games.alkemy.tasks import Clash, Reaction, Shot


def to_charge(position: Position, target: Figure, chargers: Iterable[int]) -> questions.ReactCharge | None:
    """AK-200: the question, if it is asked."""
    if not skills.on_watch(target) or not shooting.can_shoot(position, target):
        return None
    seen = tuple(charger for charger in chargers if sees(position.table, target.id, charger))
    return questions.ReactCharge(target.id, seen) if seen else None


def to_shot(position: Position, target: Figure, shooters: Iterable[int]) -> questions.ReactShot | None:
    """AK-192."""
    if not skills.on_watch(target) or position.in_combat(target.id):
        return None
    by = tuple(shooters)
    armed = target.profile.ranged is not None
    shoot = tuple(shooter for shooter in by if armed and sees(position.table, target.id, shooter))
    move = skills.may_move(target)
    return questions.ReactShot(target.id, by, move, shoot) if move or shoot else None


# --- what may be answered


def shoot_trouble(position: Position, figure: Figure, shoot: Shoot, offered: tuple[int, ...]) -> Trouble | None:
    """AK-196."""
    at = shoot.at
    if not at or len(set(at)) != len(at):
        return Trouble("malformed")
    for one in at:
        if one not in offered:
            return Trouble("bad-target", figure=one)
    if len(at) > figure.ap:
        return Trouble("no-action-points")
    return shooting.marksman_trouble(position, figure, len(at)) if shoot.marksman else None


def move_trouble(position: Position, asked: questions.ReactShot, move: Move) -> Trouble | None:
    """AK-193."""
    figure = position.figures[asked.figure]
    if not skills.may_move(figure):
        return Trouble("no-more-movement")
    found = movement.trouble_to(position, figure, way_of(figure, move))
    if found is not None:
        return found
    end = position.base(figure.id).at(*move.path[-1])
    for shooter in asked.by:
        if not is_safe(position, figure, end, shooter):
            return Trouble("no-cover", figure=shooter)
    return None


def is_safe(position: Position, figure: Figure, end: Base, shooter: int) -> bool:
    """Whether the end is out of sight, out of range or in cover."""
    if skills.stealthy(position, figure):  # AK-282
        return True
    weapon = position.figures[shooter].profile.ranged
    base = position.base(shooter)
    if weapon is None or apart(base, end, weapon.range):
        return True
    found = sight.covers(position.table, base, end)
    return bool(found.pieces or found.figures) or not sight.sees_between(position.table, base, end)


def engage_trouble(position: Position, asked: questions.ReactShot, engage: Engage) -> Trouble | None:
    """AK-195."""
    figure = position.figures[asked.figure]
    if not skills.may_move(figure):
        return Trouble("no-more-movement")
    if engage.target not in asked.by:
        return Trouble("bad-target", figure=engage.target)
    return engaging.way_trouble(position, figure, (engage.target,), engage.to, engage.jump)


def way_of(figure: Figure, move: Move) -> Way:
    return Way(move.path, skills.walk_value(figure), move.jump, move.leap)


# --- what is done


def shots_of(figure: Figure, shoot: Shoot, at_charger: bool) -> tuple[Shot, ...]:
    """Pays for them: 1 AP each."""
    figure.ap -= len(shoot.at)
    return tuple(Shot(figure.id, at, shoot.marksman, reaction=True, at_charger=at_charger) for at in shoot.at)


def told(figure: Figure, response: Response, events: Events) -> None:
    tell(events, facts.React(figure.id, response))


def carry_out(position: Position, reaction: Reaction, events: Events) -> None:
    """Step 7 of AK-102, if it is still legal."""
    figure = position.figures[reaction.figure]
    response = reaction.response
    if not position.on_board(figure.id) or position.in_combat(figure.id):
        tell(events, facts.OrderLost(figure.id))
    elif isinstance(response, Move):
        way = way_of(figure, response)
        if movement.trouble_to(position, figure, way) is None:
            movement.make(position, figure, way, events)
        else:
            tell(events, facts.OrderLost(figure.id))
    elif isinstance(response, Engage):
        targets = (response.target,)
        if position.on_board(response.target) and not engaging.way_trouble(
            position, figure, targets, response.to, response.jump
        ):
            engaging.carry_out(position, figure, targets, response.to, response.jump, events)
            if position.are_fighting(figure.id, response.target):
                position.agenda.append(Clash(figure.id, response.target, "engage", reaction=True))
        else:
            tell(events, facts.OrderLost(figure.id))
