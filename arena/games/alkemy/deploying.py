"""Deployment, card by card (AK-258 to AK-260)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from arena.games.alkemy import actions, dicing, facts, paths, questions
from arena.games.alkemy.announcements import Events, tell
from arena.games.alkemy.geometry import Point, overlap
from arena.games.alkemy.material import BOARD, COLOURS, NONE, ZONE_DEPTH, Profile
from arena.games.alkemy.paths import Trouble
from arena.games.alkemy.position import ALONE, DEPLOYMENT, RESERVE, Figure, Position
from arena.games.alkemy.skills import LED
from arena.games.alkemy.table import Base
from arena.games.alkemy.zones import Zone, zone_of
from arena.kernel.seats import Seat

REST_FITS: Final = 2
"""The revision since which a deployment leaves room for the seat's other cards, and the default sees to it."""


def begin(position: Position, events: Events) -> None:
    """AK-259: who deploys first."""
    position.phase = DEPLOYMENT
    south, north = (len(army.cards) for army in position.armies)
    if south == north:
        wins = dicing.opposed(position, "deployment", _speaker(position, 0), _speaker(position, 1), events)
        first = 1 if wins else 0
    else:
        first = 0 if south > north else 1
    tell(events, facts.DeployFirst(first))
    position.setup = replace(position.setup, spacing=0, next=first, deploy_first=first)


def _speaker(position: Position, seat: Seat) -> dicing.Side:
    """The figure of highest printed ESP, the lowest id."""
    figure = max((one for one in position.figures if one.seat == seat), key=lambda one: (one.profile.esp, -one.id))
    return dicing.Side(figure, figure.profile.esp, 0, COLOURS[0])


def undeployed(position: Position, seat: Seat) -> tuple[int, ...]:
    return tuple(
        number
        for number, card in enumerate(position.cards)
        if card.seat == seat and position.figures[card.figures[0]].status == RESERVE
    )


def may_be_last(position: Position, number: int) -> bool:
    """AK-260: whether a card is one of stealthy figures."""
    card = position.cards[number]
    leader, follower = LED["stealth"]
    return "stealth" in card.profile.skills or (
        card.profile.id == follower
        and any(leader in one.profile.skills for one in position.cards if one.seat == card.seat)
    )


def ask(position: Position) -> bool:
    """Whether a card is to be deployed. Who has only stealthy cards left waits for the other's last open card."""
    seat = position.setup.next
    cards = {one: undeployed(position, one) for one in (seat, 1 - seat)}
    is_open = {one: any(not may_be_last(position, card) for card in cards[one]) for one in cards}
    if not cards[seat] or (not is_open[seat] and is_open[1 - seat]):
        seat = 1 - seat
    if not cards[seat]:
        return False
    position.setup = replace(position.setup, next=seat)
    position.ask(ALONE[seat], questions.Deploy(cards[seat]))
    return True


def trouble(position: Position, seat: Seat, asked: questions.Deploy, deploy: actions.Deploy) -> Trouble | None:
    """AK-259."""
    if deploy.card not in asked.cards:
        return Trouble("unknown-card")
    card = position.cards[deploy.card]
    if len(deploy.positions) != len(card.figures):
        return Trouble("malformed")
    own: list[Point] = []
    for place, (x, y) in enumerate(deploy.positions):
        if not in_zone(seat, card.profile, x, y):
            return Trouble("off-zone", place)
        found = _obstacle(position, card.profile, own, x, y)
        if found is not None:
            return found._replace(segment=place)
        own.append((x, y))
    return None if _rest_fits(position, seat, asked, deploy) else Trouble("blocked")


def in_zone(seat: Seat, profile: Profile, x: int, y: int) -> bool:
    """AK-258."""
    r = profile.radius
    if not r <= x <= BOARD - r:
        return False
    return r <= y <= ZONE_DEPTH - r if seat == 0 else BOARD - ZONE_DEPTH + r <= y <= BOARD - r


def _obstacle(position: Position, profile: Profile, own: list[Point], x: int, y: int) -> Trouble | None:
    r = profile.radius
    if any(overlap(x, y, r, px, py, r) for px, py in own):
        return Trouble("blocked")
    return paths.obstacle(position.table, Base(NONE, NONE, x, y, r, profile.size), x, y)


def _rest_fits(position: Position, seat: Seat, asked: questions.Deploy, deploy: actions.Deploy) -> bool:
    """Whether the seat still has a default for the rest of its cards."""
    if position.settings.revision < REST_FITS:
        return True
    rest = [card for card in asked.cards if card != deploy.card]
    zone = _zone(position, seat, rest)
    for x, y in deploy.positions:
        zone.occupy(x, y, position.cards[deploy.card].profile.radius)
    return not rest or _first_that_fits(position, rest, zone) is not None


def has_default(position: Position, seat: Seat) -> bool:
    """Whether the seat's cards in reserve find room in its zone."""
    cards = undeployed(position, seat)
    return not cards or _first_that_fits(position, cards, _zone(position, seat, cards)) is not None


def default(position: Position, seat: Seat) -> actions.Deploy:
    """AK-259. There is one: no card was deployed that leaves none, and no state is loaded that has none."""
    cards = undeployed(position, seat)
    zone = _zone(position, seat, cards)
    if position.settings.revision < REST_FITS:
        cards = cards_in_order(position, cards)[:1]
    found = _first_that_fits(position, cards, zone)
    assert found is not None
    return found


def _zone(position: Position, seat: Seat, cards: Iterable[int]) -> Zone:
    return zone_of(position.table, seat, (position.cards[card].profile.radius for card in cards))


def cards_in_order(position: Position, cards: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(cards, key=lambda card: (may_be_last(position, card), card)))


def _first_that_fits(position: Position, cards: Iterable[int], zone: Zone) -> actions.Deploy | None:
    """The first card after which all the others, in the same order, still find room."""
    ordered = cards_in_order(position, cards)
    for first in ordered:
        left = zone.copy()
        spots = _settled(position, first, left)
        others = (card for card in ordered if card != first)
        if spots is not None and all(_settled(position, card, left) is not None for card in others):
            return actions.Deploy(first, spots)
    return None


def _settled(position: Position, number: int, zone: Zone) -> tuple[Point, ...] | None:
    """The first free spot for each figure of a card, which then stand there; None: there is no room for all."""
    card = position.cards[number]
    spots = []
    for _ in card.figures:
        spot = zone.settle(card.profile.radius)
        if spot is None:
            return None
        spots.append(spot)
    return tuple(spots)


def deploy(position: Position, seat: Seat, deployed: actions.Deploy, events: Events) -> None:
    position.answered()
    figures: list[Figure] = [position.figures[one] for one in position.cards[deployed.card].figures]
    for figure, (x, y) in zip(figures, deployed.positions, strict=True):
        position.put(figure, x, y)
    position.setup = replace(position.setup, next=1 - seat)
    tell(events, facts.Deploy(seat, deployed.card, deployed.positions))
