"""One exchange of combat cards, from the choice of cards to the last blow (section 11; 22.4, 22.5)."""

from __future__ import annotations

from typing import Final

from arena.games.alkemy import actions, blows, cards, dicing, facts, keeping, questions, skills
from arena.games.alkemy.announcements import Events, tell
from arena.games.alkemy.cards import CHARGE
from arena.games.alkemy.material import CARDS, INACTIVE, REROLLS, Card
from arena.games.alkemy.position import BOARD, BOTH, Figure, Position
from arena.games.alkemy.tasks import Clash

CHOOSE, REVEAL, FEINT_ATTACKER, FEINT_DEFENDER, PAY, ATTACK, REROLL, PARRY = range(8)
"""Steps of a clash; each is where it goes on after a question."""
VETERAN_MARGIN: Final = 5  # AK-289


def step(position: Position, clash: Clash, events: Events) -> None:
    """Goes on until something is to be asked, or the exchange is over."""
    attacker, defender = position.figures[clash.attacker], position.figures[clash.defender]
    if clash.step == CHOOSE:
        _choose(position, clash, attacker, defender, events)
    elif clash.step == REVEAL:
        _reveal(position, clash, attacker, defender, events)
    elif clash.step == FEINT_ATTACKER:
        _feint(position, clash, attacker, defender, clash.attacker_card, clash.defender_card)
    elif clash.step == FEINT_DEFENDER:
        _feint(position, clash, defender, attacker, clash.defender_card, clash.attacker_card)
    elif clash.step == PAY:
        _pay(position, clash, attacker, defender, events)
    elif clash.step == ATTACK:
        _attack(position, clash, events)
    elif clash.step == REROLL:
        _reroll(position, clash)
    else:
        _parry(position, clash, events)


def _go_on(position: Position, clash: Clash) -> None:
    position.agenda.append(clash)


def _choose(position: Position, clash: Clash, attacker: Figure, defender: Figure, events: Events) -> None:
    if not position.are_fighting(attacker.id, defender.id):  # AK-160
        tell(events, facts.OrderLost(attacker.id))
        return
    choices = cards.choices(position, clash)
    asked = asked_seats(position, clash, choices)
    _go_on(position, clash._replace(step=REVEAL))
    if asked:
        position.ask(asked, questions.Card(clash.attacker, clash.defender, clash.mode, choices))


def asked_seats(position: Position, clash: Clash, choices: tuple[questions.Choice, ...]) -> tuple[int, ...]:
    """AK-139, AK-238: a seat with one card is not asked, nor one whose card fate chooses."""
    by_seat = {position.figures[one].seat: position.figures[one] for one in (clash.attacker, clash.defender)}
    return tuple(
        choice.seat
        for choice in choices
        if len(choice.cards) > 1 and not cards.is_fated(by_seat[choice.seat], choice.cards)
    )


def chosen(position: Position, events: Events) -> None:
    """Both have answered: their cards are those of the clash."""
    secret = position.secret
    clash = position.agenda.pop()
    assert isinstance(clash, Clash)
    position.answered()
    for seat in BOTH:
        answer = secret[seat]
        if isinstance(answer, actions.Card):
            if position.figures[clash.attacker].seat == seat:
                clash = clash._replace(attacker_card=answer.card)
            else:
                clash = clash._replace(defender_card=answer.card)
    _go_on(position, clash)


def _reveal(position: Position, clash: Clash, attacker: Figure, defender: Figure, events: Events) -> None:
    """What was not asked is filled in (AK-139, AK-238), the attacker's first; then both are shown."""
    choices = {choice.seat: choice.cards for choice in cards.choices(position, clash)}
    own = clash.attacker_card or _unasked(position, attacker, choices[attacker.seat])
    other = clash.defender_card or _unasked(position, defender, choices[defender.seat])
    tell(events, facts.Cards(attacker.id, defender.id, own, other))
    _go_on(position, clash._replace(step=FEINT_ATTACKER, attacker_card=own, defender_card=other))


def _unasked(position: Position, figure: Figure, choice: tuple[str, ...]) -> str:
    return cards.fated(position, figure, choice) if cards.is_fated(figure, choice) else choice[0]


def _feint(position: Position, clash: Clash, figure: Figure, against: Figure, own: str, other: str) -> None:
    _go_on(position, clash._replace(step=clash.step + 1))
    if cards.may_feint(position, clash, figure, against, own):
        position.ask((figure.seat,), questions.Feint(figure.id, against.id, own, other))


def feinted(position: Position, figure: Figure, use: bool, events: Events) -> None:
    position.answered()
    if use:
        clash = position.agenda.pop()
        assert isinstance(clash, Clash)
        card = cards.feinted(figure, events)
        if figure.id == clash.attacker:
            _go_on(position, clash._replace(attacker_card=card))
        else:
            _go_on(position, clash._replace(defender_card=card))


def _pay(position: Position, clash: Clash, attacker: Figure, defender: Figure, events: Events) -> None:
    own, other = CARDS[clash.attacker_card], CARDS[clash.defender_card]
    paid = tuple(
        figure.id
        for figure, against, card in ((attacker, defender, own), (defender, attacker, other))
        if cards.pay(position, clash, figure, against, card.id)
    )
    clash = clash._replace(paid=paid, step=ATTACK)
    if own.attack and other.attack:
        _both(position, clash, attacker, defender, own, other, events)
    elif not own.attack and not other.attack:
        _neither(position, clash, own, other, events)
    elif INACTIVE in (own.id, other.id):  # AK-142
        striker, target = (attacker, defender) if own.attack else (defender, attacker)
        card, against = (own, other) if own.attack else (other, own)
        _blow(position, clash, striker, target, card, against, events)
    else:
        _go_on(position, clash)


def _neither(position: Position, clash: Clash, own: Card, other: Card, events: Events) -> None:
    """AK-143."""
    pair = sorted((clash.attacker, clash.defender))
    tell(events, facts.NothingHappens(pair[0], pair[1]))
    if own.id == other.id == INACTIVE and not clash.reaction and position.activation is not None:
        position.activation = position.activation._replace(over=True)


def _both(
    position: Position, clash: Clash, attacker: Figure, defender: Figure, own: Card, other: Card, events: Events
) -> None:
    """AK-140."""
    first = dicing.opposed(position, "first-blow", _reflex(attacker, own), _reflex(defender, other), events)
    order = [(attacker, defender, own, other), (defender, attacker, other, own)]
    for striker, target, card, against in order if first else reversed(order):
        _blow(position, clash, striker, target, card, against, events)


def _reflex(figure: Figure, card: Card) -> dicing.Side:
    net = card.ref_dice + skills.reflex_net(figure)
    return dicing.Side(figure, figure.profile.ref, net, skills.colour(figure))


def _charge_die(clash: Clash, striker: Figure) -> bool:
    """AK-116: the blow of the charge itself."""
    return clash.mode == CHARGE and striker.id == clash.attacker


def _blow(
    position: Position, clash: Clash, striker: Figure, target: Figure, card: Card, against: Card, events: Events
) -> None:
    """AK-145, AK-146."""
    if striker.status != BOARD or target.status != BOARD or skills.knocked(striker):  # AK-161
        return
    net = blows.card_net(position, striker, target, card, _charge_die(clash, striker))
    net += against.attack and card.beats == against.id
    if blows.strike(position, striker, target, "attack", events, net=net, shift=card.column_shift):
        blows.combo(position, striker, target, card, events)


# --- attack against Parry (AK-141)


def sides(position: Position, clash: Clash) -> tuple[Figure, Figure, Card, Card]:
    """Who attacks, who parries, and their cards (AK-144)."""
    attacker, defender = position.figures[clash.attacker], position.figures[clash.defender]
    own, other = CARDS[clash.attacker_card], CARDS[clash.defender_card]
    return (attacker, defender, own, other) if own.attack else (defender, attacker, other, own)


def _attack(position: Position, clash: Clash, events: Events) -> None:
    """The attack roll; its dice may be the attacker's to choose (AK-32)."""
    striker, parrier, card, _ = sides(position, clash)
    net = blows.card_net(position, striker, parrier, card, _charge_die(clash, striker))
    stat, row = skills.combat(striker), blows.row_of(position, striker, parrier)
    shift = blows.shift_of(striker, card.column_shift)
    dice = dicing.roll(position, skills.colour(striker), net)
    if net > 0:
        offers = keeping.offers(dice, stat, row, shift)
        if len(offers) > 1:
            _go_on(position, clash)
            pairs = tuple(questions.Pair(offer.dice, offer.total, offer.dom) for offer in offers)
            position.ask((striker.seat,), questions.Keep(striker.id, parrier.id, dice, pairs))
            return
        pair = offers[0].dice
    else:
        pair = keeping.kept(dice, net)
    total = dicing.total_of(dice, pair, stat)
    tell(events, facts.Roll(striker.id, "attack", dice, pair, stat, total))
    dom = blows.dom_of(dice, pair, row, shift)
    _go_on(position, clash._replace(step=REROLL, total=total, dom=dom))


def kept(position: Position, asked: questions.Keep, pair: questions.Pair, events: Events) -> None:
    clash = position.agenda.pop()
    assert isinstance(clash, Clash)
    position.answered()
    stat = skills.combat(position.figures[asked.figure])
    tell(events, facts.Roll(asked.figure, "attack", asked.dice, pair.dice, stat, pair.total))
    _go_on(position, clash._replace(step=REROLL, total=pair.total, dom=pair.dom))


def _reroll(position: Position, clash: Clash) -> None:
    """AK-294: a flawless parrier is asked once a combat."""
    striker, parrier, _, _ = sides(position, clash)
    _go_on(position, clash._replace(step=PARRY))
    if not clash.rerolled and skills.has(position, parrier, "flawless") and not skills.clairvoyant(striker):
        position.ask((parrier.seat,), questions.Reroll(parrier.id, striker.id, clash.total))


def rerolled(position: Position, use: bool) -> None:
    position.answered()
    if use:
        clash = position.agenda.pop()
        assert isinstance(clash, Clash)
        _go_on(position, clash._replace(step=ATTACK, rerolled=True))


def _parry(position: Position, clash: Clash, events: Events) -> None:
    striker, parrier, card, parry = sides(position, clash)
    net = blows.card_net(position, parrier, striker, parry, charge=False)
    stat = skills.combat(parrier)
    total = dicing.characteristic(position, parrier, "parry", stat, net, events)
    margin = total - clash.total
    if margin == 0:  # AK-152
        edge = skills.combat(striker) - stat
        if edge == 0 and clash.round < REROLLS:
            _go_on(position, clash._replace(step=ATTACK, round=clash.round + 1))
            return
        wins = edge > 0 or (edge == 0 and position.chance.draw("ties", 2) == 0)
    else:
        wins = margin < 0
    blows.rolled(parrier)
    if wins:
        blows.land(position, striker, parrier, True, clash.dom, events)
        blows.combo(position, striker, parrier, card, events)
    else:
        blows.rolled(striker)
        _countered(position, clash, striker, parrier, margin, events)


def _countered(
    position: Position, clash: Clash, striker: Figure, parrier: Figure, margin: int, events: Events
) -> None:
    """AK-141, AK-151, AK-289."""
    tell(events, facts.Parried(parrier.id, striker.id, margin))
    veteran = margin >= VETERAN_MARGIN and skills.has(position, parrier, "temple-veteran")
    if veteran and parrier.id in clash.paid:
        parrier.ap = min(parrier.ap + 1, parrier.profile.ap)
    if margin >= CARDS["parry"].counter_margin and skills.can_strike(position, parrier.id, striker.id):
        blows.strike(position, parrier, striker, "counter", events)
