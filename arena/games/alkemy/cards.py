"""Combat cards: which a figure may play, what they cost, feints (AK-134 to AK-139, AK-286, AK-298)."""

from __future__ import annotations

from arena.games.alkemy import effects, facts, questions, skills
from arena.games.alkemy.announcements import Events, tell
from arena.games.alkemy.material import ATTACKS, CARD_ORDER, CARDS, FATE_ORDER, INACTIVE, PARRY
from arena.games.alkemy.position import Figure, Position
from arena.games.alkemy.tasks import Clash

CHARGE, ENGAGE, FIGHT = "charge", "engage", "fight"


def is_free(clash: Clash, figure: Figure) -> bool:
    """AK-137: the free attack of a charge or engagement."""
    return figure.id == clash.attacker and clash.mode != FIGHT


def has_master(position: Position, figure: Figure, against: Figure) -> bool:
    """AK-298: the first card of the turn that would cost it AP costs none."""
    return (
        not figure.master_used
        and skills.has(position, figure, "master-combat")
        and not skills.clairvoyant(against)
    )


def can_pay(position: Position, figure: Figure, against: Figure) -> bool:
    return figure.ap > 0 or has_master(position, figure, against)


def allowed(position: Position, clash: Clash, figure: Figure, against: Figure) -> tuple[str, ...]:
    """AK-136 to AK-138."""
    if skills.knocked(figure):
        return (INACTIVE,)
    free = is_free(clash, figure)
    if not free and not can_pay(position, figure, against):
        return (INACTIVE,)
    barred = figure.effect("apathy") if figure.effects else None
    attacks = not figure.failed_charge and skills.can_strike(position, figure.id, against.id)
    cards = [card for card in ATTACKS if attacks and not (barred and barred.card == card)]
    if not (cards and free and clash.mode == CHARGE):
        cards += [PARRY, INACTIVE]
    return tuple(card for card in CARD_ORDER if card in cards)


def choices(position: Position, clash: Clash) -> tuple[questions.Choice, ...]:
    """What each seat may play, by seat."""
    attacker, defender = position.figures[clash.attacker], position.figures[clash.defender]
    both = ((attacker, defender), (defender, attacker))
    return tuple(
        sorted(
            (
                questions.Choice(figure.seat, _open(figure, allowed(position, clash, figure, against)))
                for figure, against in both
            ),
            key=lambda choice: choice.seat,
        )
    )


def _open(figure: Figure, cards: tuple[str, ...]) -> tuple[str, ...]:
    """AK-238: what Destiny's Pranks may still make it play."""
    fate = figure.effect("fate") if figure.effects else None
    attacks = tuple(card for card in cards if CARDS[card].attack)
    if fate is None or not attacks:
        return cards
    return (fate.card,) if fate.card in attacks else attacks


def is_fated(figure: Figure, cards: tuple[str, ...]) -> bool:
    return bool(figure.effects) and figure.effect("fate") is not None and CARDS[cards[0]].attack


def fated(position: Position, figure: Figure, cards: tuple[str, ...]) -> str:
    """AK-238: the fixed card, or one at random."""
    fate = figure.effect("fate")
    if fate is not None and fate.card in cards:
        return fate.card
    order = [card for card in FATE_ORDER if card in cards]
    return order[position.chance.draw("fate", len(order))]


def may_feint(position: Position, clash: Clash, figure: Figure, against: Figure, card: str) -> bool:
    """AK-286."""
    return (
        clash.mode != CHARGE
        and card != INACTIVE
        and skills.has(position, figure, "feint")
        and not skills.clairvoyant(against)
    )


def pay(position: Position, clash: Clash, figure: Figure, against: Figure, card: str) -> bool:
    """AK-137: whether the card has cost an AP. What playing it ends is ended (AK-238)."""
    paid = False
    if card != INACTIVE:
        if not is_free(clash, figure):
            if has_master(position, figure, against):
                figure.master_used = True
            else:
                figure.ap -= 1
                paid = True
        effects.happened(figure, effects.PLAYED)
    if CARDS[card].attack:
        effects.happened(figure, effects.ATTACK_CARD)
    return paid


def feinted(figure: Figure, events: Events) -> str:
    tell(events, facts.Feint(figure.id))
    return INACTIVE
