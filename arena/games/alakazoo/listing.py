"""The legal actions of a seat, in the order of section 20's table, counted before they are made.

Most of them are combinations (which cards to redraw, what to give for what), of which a seat takes one. So a list
is groups: how many there are, and which is the i-th. Only what `refusal` accepts is ever counted; property tests
hold the groups against it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from math import prod
from operator import itemgetter
from typing import TYPE_CHECKING

from arena.games.alakazoo import actions, specials
from arena.games.alakazoo.actions import Action
from arena.games.alakazoo.dicing import free_runes
from arena.games.alakazoo.material import (
    CREATURE_OF,
    CREATURES,
    PAIR,
    PART_OF,
    WILD,
    places_in,
    runes_in,
    subsets,
)
from arena.games.alakazoo.position import (
    ACTION,
    BOOK,
    DICE,
    DISCARD,
    DRAFT,
    GIVE,
    PLACE,
    PORTAL,
    TRIM,
    UNIVERSITY,
    Position,
)
from arena.games.alakazoo.specials import Group, chosen, pairs
from arena.kernel.choices import Choices
from arena.kernel.seats import Seat

if TYPE_CHECKING:
    from arena.games.alakazoo.state import AlakazooState


HOW_MANY = itemgetter(0)


class Groups(Choices[Action]):
    """All legal actions; `len` and the i-th are had without making the others."""

    __slots__ = ("_count", "_groups", "_seat", "_state")

    finite = True

    def __init__(self, state: AlakazooState, seat: Seat) -> None:
        self._state = state
        self._seat = seat
        self._groups = groups(state, seat)
        self._count: int = sum(map(HOW_MANY, self._groups))

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, place: int) -> Action:
        if place < 0:
            place += self._count
        if place >= 0:
            for count, action_at in self._groups:
                if place < count:
                    return action_at(place)
                place -= count
        raise IndexError("no such legal action")

    def __iter__(self) -> Iterator[Action]:
        return chain.from_iterable([map(action_at, range(count)) for count, action_at in self._groups])

    def __contains__(self, action: object) -> bool:
        return self._state.refusal(self._seat, action) is None  # type: ignore[arg-type]  # as Filtered does


def groups(position: Position, seat: Seat) -> list[Group]:
    return LISTINGS[position.phase](position, seat) if seat in position.to_act else []


def _listed(found: Sequence[Action]) -> Group:
    return len(found), found.__getitem__


def _portals(position: Position, seat: Seat) -> list[Group]:
    free = [portal for portal in range(len(CREATURES)) if portal not in position.portals]
    return [(len(free), lambda i: actions.ChoosePortal(free[i]))]


def _picks(position: Position, seat: Seat) -> list[Group]:
    pack = position.packs[seat]
    return [(len(pack), lambda i: actions.Pick(pack[i]))]


def _enrolments(position: Position, seat: Seat) -> list[Group]:
    magicians, keepers = position.offered_magicians[seat], position.offered_keepers[seat]
    return [pairs(magicians, keepers, actions.Enrol)]


def _pages(position: Position, seat: Seat) -> list[Group]:
    pages = position.offered_pages[seat]
    return [(len(pages), lambda i: actions.Keep(pages[i]))]


# --- the action of a turn


def _rest(i: int) -> Action:
    return actions.REST


REST: Group = (1, _rest)
ROLLS: tuple[Group, ...] = tuple((dice, actions.ROLL.__getitem__) for dice in range(len(actions.ROLL) + 1))
"""By number of dice."""
TAKES: Group = _listed(actions.TAKE)


def _turn(position: Position, seat: Seat) -> list[Group]:
    hand = position.hands[seat]
    takes = TAKES if all(position.columns) else _takes(position)
    solo = position.settings.solo
    if solo:  # AZ-105, AZ-106
        found = [ROLLS[position.figures.dice], takes]
    else:
        redraws = (1 << len(hand)) - 1, lambda i: actions.Redraw(chosen(hand, places_in(i + 1)))
        found = [REST, ROLLS[position.figures.dice], takes, redraws]
    if position.magic[seat] >= position.figures.keeper_cost:  # AZ-55
        found += specials.groups(position, seat)
    return found


def _takes(position: Position) -> Group:
    columns = [column for column, cards in enumerate(position.columns) if cards]
    return len(columns), lambda i: actions.TAKE[columns[i]]


# --- the other phases of a turn


def _dice(position: Position, seat: Seat) -> list[Group]:
    """Every face once, however many dice show it (AZ-44)."""
    found: list[Action] = []
    supply = position.magic_supply
    for face in sorted(set(position.dice)):
        free = free_runes(position, seat, face) if supply else 0
        aims = actions.ACTIVATE[face]
        found += [aims[rune] for rune in runes_in(free)]
        store = face == WILD and supply and position.free_slots(seat) > 0
        if store:
            found.append(actions.STORE)
        if not free and not store:
            found.append(actions.MISS[face])
    return [_listed(found)]


def _gifts(position: Position, seat: Seat) -> list[Group]:
    deal = position.pending
    assert deal is not None, "a gift is asked for while a trade is pending"
    cards = tuple([card for card in position.hands[seat] if CREATURE_OF[card] == deal.creature])
    ways = subsets(len(cards), deal.count)
    return [(len(ways), lambda i: actions.Give(chosen(cards, ways[i])))]


def _placings(position: Position, seat: Seat) -> list[Group]:
    """Of each part that is ready one of its spells, or none (AZ-73, AZ-76, AZ-78)."""
    covered = position.covered[seat]
    by_part: dict[int, list[int]] = {}
    for card in position.hands[seat]:
        part = PART_OF[card]
        if covered >> 2 * part & PAIR == PAIR:
            by_part.setdefault(part, []).append(card)
    count = prod([len(cards) + 1 for cards in by_part.values()])

    def place(i: int) -> Action:
        placed = []
        for cards in by_part.values():
            i, which = divmod(i, len(cards) + 1)
            if which:
                placed.append(cards[which - 1])
        return actions.Place(tuple(sorted(placed)))

    return [(count, place)]


def _trimmings(position: Position, seat: Seat) -> list[Group]:
    runes = runes_in(position.covered[seat])
    ways = subsets(len(runes), len(runes) - position.portal_limit(seat))
    return [(len(ways), lambda i: actions.Trim(chosen(runes, ways[i])))]


def _discardings(position: Position, seat: Seat) -> list[Group]:
    hand = position.hands[seat]
    ways = subsets(len(hand), len(hand) - position.hand_limit(seat))
    return [(len(ways), lambda i: actions.Discard(chosen(hand, ways[i])))]


LISTINGS: Mapping[int, Callable[[Position, Seat], list[Group]]] = {
    PORTAL: _portals,
    DRAFT: _picks,
    UNIVERSITY: _enrolments,
    BOOK: _pages,
    ACTION: _turn,
    DICE: _dice,
    GIVE: _gifts,
    PLACE: _placings,
    TRIM: _trimmings,
    DISCARD: _discardings,
}
