"""Shots, one by one and in volleys (section 13)."""

from __future__ import annotations

from typing import Final

from arena.games.alkemy import actions, covering, damage, dicing, facts, keeping, questions, skills
from arena.games.alkemy.announcements import Events, tell
from arena.games.alkemy.covering import covers
from arena.games.alkemy.geometry import gap
from arena.games.alkemy.material import COVER_COLOUR, COVER_NEED, INCH, MOST_ESTIMATE, NONE
from arena.games.alkemy.orders import Shoot
from arena.games.alkemy.paths import Trouble
from arena.games.alkemy.position import BOARD, Figure, Position
from arena.games.alkemy.responses import Shoot as ShootBack
from arena.games.alkemy.sight import sees
from arena.games.alkemy.tasks import VOLLEY, Acting, Harm, Shot, Task, Volley

HIT, MISS, OUT_OF_RANGE = "hit", "miss", "out-of-range"
POINT_BLANK: Final = 1
"""AK-174: columns to the right."""
ANNOUNCED_COUNT: Final = 2
"""The revision since which shots of a marksman count that are announced and not yet fired (AK-285)."""
ONE_EYED_DIE: Final = "red"  # AK-299


def trouble(position: Position, figure: Figure, shoot: Shoot, again: bool) -> Trouble | None:
    """AK-170."""
    if figure.profile.ranged is None:
        return Trouble("no-weapon")
    if position.in_combat(figure.id):
        return Trouble("in-combat")
    if not position.on_board(shoot.target) or position.figures[shoot.target].seat == figure.seat:
        return Trouble("bad-target")
    if not sees(position.table, figure.id, shoot.target):
        return Trouble("no-line-of-sight", figure=shoot.target)
    if again:
        return None
    if is_cumbered(position, figure):
        return Trouble("cumbersome")
    found = marksman_trouble(position, figure, 1) if shoot.marksman else None
    if found is not None:
        return found
    if position.settings.aim == "estimate" and not 0 <= shoot.estimate <= MOST_ESTIMATE:
        return Trouble("estimate-needed")
    return None


def is_cumbered(position: Position, figure: Figure) -> bool:
    """AK-299."""
    activation = position.activation
    return activation is not None and figure.id in activation.last_shot and "cumbersome" in figure.profile.skills


def marksman_trouble(position: Position, figure: Figure, shots: int) -> Trouble | None:
    """AK-285: also those count that are announced and not yet fired."""
    uses = figure.profile.values.get("marksman")
    if uses is None:
        return Trouble("no-skill")
    used = figure.marksman_used
    if position.settings.revision >= ANNOUNCED_COUNT:
        used += announced(position, figure.id)
    return Trouble("already-done") if used + shots > uses else None


def announced(position: Position, figure: int) -> int:
    """Shots of a marksman that wait for their volley on the agenda, or in it."""
    return sum(
        shot.shooter == figure and shot.marksman for task in position.agenda for shot in _not_yet_fired(task)
    )


def _not_yet_fired(task: Task) -> tuple[Shot, ...]:
    if isinstance(task, Volley):
        return task.shots[task.at :]
    return waiting(task) if isinstance(task, Acting) else ()


def waiting(acting: Acting) -> tuple[Shot, ...]:
    """Of an action: the reaction shots at its charges, and those of its last volley, as far as it is not begun."""
    return acting.volley + (shots_of(acting) if acting.step <= VOLLEY else ())


def shots_of(acting: Acting) -> tuple[Shot, ...]:
    """Of the volley of step 6: the shots that were ordered, then those that answer them."""
    ordered = tuple(
        Shot(order.figure, order.target, order.marksman, order.estimate)
        for order in acting.orders
        if isinstance(order, Shoot)
    )
    answers = tuple(
        Shot(one.figure, target, one.response.marksman, reaction=True)
        for one in acting.reactions
        if isinstance(one.response, ShootBack)
        for target in one.response.at
    )
    return ordered + answers


# --- volleys (AK-176)


def begin(position: Position, shots: tuple[Shot, ...], reacted: tuple[int, ...], events: Events) -> None:
    """Those that may no longer be made are lost; healths are read once (AK-176, AK-177)."""
    left = []
    for shot in shots:
        if _stands(position, shot):
            left.append(shot)
        else:
            tell(events, facts.OrderLost(shot.shooter))
    colours = tuple(skills.colour(position.figures[shot.shooter]) for shot in left)
    if left:
        position.agenda.append(Volley(tuple(left), colours, reacted))


def _stands(position: Position, shot: Shot) -> bool:
    """AK-104, AK-198."""
    return (
        position.on_board(shot.shooter)
        and position.on_board(shot.target)
        and not position.in_combat(shot.shooter)
        and sees(position.table, shot.shooter, shot.target)
    )


def step(position: Position, volley: Volley, events: Events) -> None:
    """The next shot; after the last one all DOM."""
    if volley.at == len(volley.shots):
        for harm in volley.harm:
            damage.inflict(position, position.figures[harm.victim], harm.dom, damage.SHOT, harm.shooter, events)
        return
    shot = volley.shots[volley.at]
    dom = _roll(position, volley, shot, events)
    if dom is None:
        position.agenda.append(volley._replace(at=volley.at + 1))
        return
    found = () if shot.marksman else covers(position, shot.shooter, shot.target)
    if not found:
        _hurts(position, volley, shot, shot.target, dom)
        return
    position.agenda.append(volley)
    target = position.figures[shot.target]
    position.ask((target.seat,), questions.Cover(target.id, shot.shooter, dom, found))  # AK-180


def _hurts(position: Position, volley: Volley, shot: Shot, victim: int, dom: int) -> None:
    harm = (*volley.harm, Harm(shot.shooter, victim, dom))
    position.agenda.append(volley._replace(at=volley.at + 1, harm=harm))


def _roll(position: Position, volley: Volley, shot: Shot, events: Events) -> int | None:
    """AK-172: the DOM of a hit, None of a miss."""
    shooter, target = position.figures[shot.shooter], position.figures[shot.target]
    weapon = shooter.profile.ranged
    assert weapon is not None
    distance = distance_of(position, shooter.id, target.id)
    if shot.marksman:
        shooter.marksman_used += 1
    if distance > weapon.range and not shot.at_charger:  # AK-173, AK-200
        tell(events, facts.Shot(shooter.id, target.id, OUT_OF_RANGE))
        return None
    aimed = not shot.reaction and target.id not in volley.reacted and is_aimed(position, shot, distance)
    net = aimed - skills.hindrance(shooter)
    shift = POINT_BLANK if not shot.reaction and distance <= skills.charge_value(shooter) else 0
    last = ONE_EYED_DIE if aimed and net > 0 and "one-eyed" in shooter.profile.skills else ""
    difficulty = skills.defence(target)
    dice = dicing.roll(position, volley.colours[volley.at], net, last)
    if net > 0:
        pair = keeping.best(dice, weapon.com, difficulty, weapon.dom, shift)
    else:
        pair = keeping.kept(dice, net)
    total = dicing.total_of(dice, pair, weapon.com)
    tell(events, facts.Roll(shooter.id, "shot", dice, pair, weapon.com, total))
    if "diplomatic-immunity" in shooter.profile.skills:  # AK-284
        shooter.immunity_lost = True
    hit = total >= difficulty
    tell(events, facts.Shot(shooter.id, target.id, HIT if hit else MISS))
    return keeping.dom_of(dice[pair[0]], dice[pair[1]], weapon.dom, shift) if hit else None


def is_aimed(position: Position, shot: Shot, distance: int) -> bool:
    """AK-175."""
    shooter, target = position.figures[shot.shooter], position.figures[shot.target]
    if target.effects and target.effect("speed"):  # AK-238
        return False
    aim = position.settings.aim
    if aim == "steady":
        return not shooter.moved
    if aim == "estimate":
        return distance <= INCH * shot.estimate <= distance + 2 * target.profile.radius
    return False


def distance_of(position: Position, a: int, b: int) -> int:
    one, other = position.base(a), position.base(b)
    return gap(one.x, one.y, one.radius, other.x, other.y, other.radius)


def covered(position: Position, asked: questions.Cover, use: actions.Cover, events: Events) -> None:
    """AK-180 to AK-182: the answer, and the roll."""
    volley = position.agenda.pop()
    assert isinstance(volley, Volley)
    position.answered()
    shot = volley.shots[volley.at]
    target = position.figures[asked.figure]
    victim = target.id
    if not use.none and _saved(position, target, use, events):
        victim = covering.sufferer(position, shot.shooter, target, use)
    if victim == NONE:
        position.agenda.append(volley._replace(at=volley.at + 1))
    else:
        _hurts(position, volley, shot, victim, asked.dom)


def _saved(position: Position, target: Figure, use: actions.Cover, events: Events) -> bool:
    """AK-181: two white dice, whatever the health."""
    need = COVER_NEED[target.profile.size]
    dice = dicing.roll(position, COVER_COLOUR, 0)
    saved = dicing.total_of(dice, (0, 1), 0) >= need
    tell(events, facts.CoverRoll(target.id, use, dice, need, saved))
    return saved


def can_shoot(position: Position, figure: Figure) -> bool:
    return figure.status == BOARD and figure.profile.ranged is not None and not position.in_combat(figure.id)
