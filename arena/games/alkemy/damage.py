"""Damage (section 12): ticked boxes and what follows from them."""

from __future__ import annotations

from typing import Final

from arena.games.alkemy import combats, effects, facts, skills
from arena.games.alkemy.announcements import Events, tell
from arena.games.alkemy.material import COLOURS, NONE
from arena.games.alkemy.paths import fall_damage
from arena.games.alkemy.position import BOARD, Effect, Figure, Position
from arena.games.alkemy.table import in_contact

COMBAT: Final = "combat"
SHOT: Final = "shot"
DIRECT: Final = "direct"
PIERCING: Final = {COMBAT: "piercing-combat", SHOT: "piercing-shot"}  # AK-292
HEMOTOXIC_DOM: Final = 1


def inflict(position: Position, victim: Figure, amount: int, source: str, by: int, events: Events) -> bool:
    """AK-164, in its order: whether it wounded. `by` is the striker, the shooter, or who direct DOM come from."""
    if amount <= 0 or victim.status != BOARD:  # AK-165
        return False
    author = position.figures[by] if by != NONE else None
    rolled = source != DIRECT
    if author is not None and rolled and not skills.has(position, author, PIERCING[source]):  # AK-163
        toughness = skills.tough(position, victim)
        if toughness:
            amount = max(1, amount - toughness)  # AK-281
    victim.marked = min(victim.profile.boxes, victim.marked + amount)
    tell(events, facts.Damage(victim.id, amount, source, by))
    keeps_concentration = victim.effect("scimitar") is not None
    effects.happened(victim, effects.WOUNDED)
    if victim.marked == victim.profile.boxes:
        put_out(position, victim, events)
        return True
    if victim.concentration and not keeps_concentration:  # AK-231
        victim.concentration -= 1
        tell(events, facts.Concentration(victim.id, victim.concentration))
    if author is not None and rolled and skills.has(position, author, "poison"):  # AK-293
        effects.lay(victim, Effect("poison", author.id), events)
    if author is not None and source == COMBAT and author.status == BOARD:
        give_back(position, victim, author, events)
    return True


def give_back(position: Position, victim: Figure, striker: Figure, events: Events) -> None:
    """What a wounded figure does to who struck it: Hemotoxic (AK-291) and thorns (AK-238), together."""
    if not in_contact(position.base(victim.id), position.base(striker.id)):
        return
    back = 0
    if skills.colour(victim) != COLOURS[0] and skills.has(position, victim, "hemotoxic"):
        back += HEMOTOXIC_DOM
    thorns = victim.effect("thorns")
    if thorns is not None:
        back += thorns.dom
    inflict(position, striker, back, DIRECT, victim.id, events)


def put_out(position: Position, figure: Figure, events: Events) -> None:
    """AK-162: it leaves the board, its combats and effects end."""
    position.take_off(figure)
    figure.ap = 0
    figure.effects = ()
    figure.afraid_of = ()
    tell(events, facts.OutOfAction(figure.id))
    combats.settle(position, events)


def fall(position: Position, figure: Figure, height: int, events: Events) -> None:
    """AK-98."""
    if height <= 0 or figure.status != BOARD or skills.has(position, figure, "leap"):
        return
    amount = fall_damage(height, figure.profile.size)
    tell(events, facts.Fall(figure.id, height, amount))
    inflict(position, figure, amount, DIRECT, NONE, events)


def heal(figure: Figure, amount: int, events: Events) -> None:
    healed = min(amount, figure.marked)
    if healed:
        figure.marked -= healed
        tell(events, facts.Heal(figure.id, healed))
