"""Deployment, card by card (AK-258 to AK-260)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from arena.games.alkemy import actions, dicing, facts, paths, questions
from arena.games.alkemy.geometry import Point, overlap
from arena.games.alkemy.material import BOARD, COLOURS, DEPLOY_COLUMNS, NONE, ZONE_DEPTH, Profile
from arena.games.alkemy.position import ALONE, DEPLOYMENT, RESERVE, Figure, Position
from arena.games.alkemy.skills import LED
from arena.games.alkemy.table import Base
from arena.games.alkemy.telling import Events, tell
from arena.kernel.seats import Seat

ELSEWHERE: Final = 10
"""From place to place where the columns of AK-259 are all taken, by figures deployed between them."""


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


def trouble(position: Position, seat: Seat, asked: questions.Deploy, deploy: actions.Deploy) -> str | None:
    """AK-259."""
    if deploy.card not in asked.cards:
        return "unknown-card"
    card = position.cards[deploy.card]
    if len(deploy.positions) != len(card.figures):
        return "malformed"
    own: list[Point] = []
    for x, y in deploy.positions:
        if not in_zone(seat, card.profile, x, y):
            return "off-zone"
        if not _is_free(position, card.profile, own, x, y):
            return "blocked"
        own.append((x, y))
    return None


def in_zone(seat: Seat, profile: Profile, x: int, y: int) -> bool:
    """AK-258."""
    r = profile.radius
    if not r <= x <= BOARD - r:
        return False
    return r <= y <= ZONE_DEPTH - r if seat == 0 else BOARD - ZONE_DEPTH + r <= y <= BOARD - r


def _is_free(position: Position, profile: Profile, own: list[Point], x: int, y: int) -> bool:
    r = profile.radius
    base = Base(NONE, NONE, x, y, r, profile.size)
    return paths.obstacle(position.table, base, x, y) is None and not any(
        overlap(x, y, r, px, py, r) for px, py in own
    )


def default(position: Position, seat: Seat) -> actions.Deploy:
    """AK-259."""
    cards = undeployed(position, seat)
    number = min(cards, key=lambda card: (may_be_last(position, card), card))
    card = position.cards[number]
    own: list[Point] = []
    for _ in card.figures:
        spots = ((x, y) for x, y in _spots(seat, card.profile) if _is_free(position, card.profile, own, x, y))
        own.append(next(spots))
    return actions.Deploy(number, tuple(own))


def _spots(seat: Seat, profile: Profile) -> Iterator[Point]:
    """Rows and columns of the book; where these are taken, all of the zone from place to place."""
    r = profile.radius
    rows = (ZONE_DEPTH - r, r)
    columns = [x for x in DEPLOY_COLUMNS if r <= x <= BOARD - r]
    everywhere = range(r, BOARD - r + 1, ELSEWHERE)
    for x, y in (
        *((x, y) for y in rows for x in columns),
        *((x, y) for y in range(ZONE_DEPTH - r, r - 1, -ELSEWHERE) for x in everywhere),
    ):
        yield (x, y) if seat == 0 else (BOARD - x, BOARD - y)


def deploy(position: Position, seat: Seat, deployed: actions.Deploy, events: Events) -> None:
    position.answered()
    figures: list[Figure] = [position.figures[one] for one in position.cards[deployed.card].figures]
    for figure, (x, y) in zip(figures, deployed.positions, strict=True):
        position.put(figure, x, y)
    position.setup = replace(position.setup, next=1 - seat)
    tell(events, facts.Deploy(seat, deployed.card, deployed.positions))
