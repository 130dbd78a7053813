"""The legal actions of a seat, in the order of section 20's table, counted before they are made.

Most of them are combinations (which cards to redraw, what to give for what), of which a seat takes one. So a list
is how many there are, and which is the i-th. Only what `refusal` accepts is ever counted; property tests
hold the groups against it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import prod
from typing import TYPE_CHECKING

from arena.games.alakazoo import actions, specials
from arena.games.alakazoo.actions import Action
from arena.games.alakazoo.material import (
    CREATURE_OF,
    CREATURES,
    NONE,
    OPEN_RUNES,
    PAIR,
    PART_OF,
    RUNES_FOR,
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


class Numbered(Choices[Action]):
    """All legal actions; `len` and the i-th are had without making the others."""

    __slots__ = ("_action_at", "_count", "_seat", "_state")

    finite = True

    def __init__(self, state: AlakazooState, seat: Seat) -> None:
        self._state = state
        self._seat = seat
        self._count, self._action_at = LISTINGS[state.phase](state, seat) if seat in state.to_act else NOTHING

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, place: int) -> Action:
        if 0 <= place < self._count:
            return self._action_at(place)
        if -self._count <= place < 0:
            return self._action_at(self._count + place)
        raise IndexError("no such legal action")

    def __iter__(self) -> Iterator[Action]:
        return map(self._action_at, range(self._count))

    def __contains__(self, action: object) -> bool:
        return self._state.refusal(self._seat, action) is None  # type: ignore[arg-type]  # as Filtered does


def group(position: Position, seat: Seat) -> Group:
    """What the seat may do, if it is to act."""
    return LISTINGS[position.phase](position, seat)


def _listed(found: Sequence[Action]) -> Group:
    return len(found), found.__getitem__


NOTHING: Group = _listed(())


def _joined(groups: Sequence[Group]) -> Group:
    """One group after the other."""

    def action_at(place: int) -> Action:
        for count, action_of_group in groups:
            if place < count:
                return action_of_group(place)
            place -= count
        raise IndexError("no such action in any group")

    return sum([count for count, _ in groups]), action_at


def _portals(position: Position, seat: Seat) -> Group:
    free = [portal for portal in range(len(CREATURES)) if portal not in position.portals]
    return len(free), lambda i: actions.ChoosePortal(free[i])


def _picks(position: Position, seat: Seat) -> Group:
    pack = position.packs[seat]
    return len(pack), lambda i: actions.Pick(pack[i])


def _enrolments(position: Position, seat: Seat) -> Group:
    return pairs(position.offered_magicians[seat], position.offered_keepers[seat], actions.Enrol)


def _pages(position: Position, seat: Seat) -> Group:
    pages = position.offered_pages[seat]
    return len(pages), lambda i: actions.Keep(pages[i])


# --- the action of a turn


def _turn(position: Position, seat: Seat) -> Group:
    figures = position.figures
    if position.settings.solo:
        found = _solo_basics(position)
    else:
        hand, dice = position.hands[seat], figures.dice
        usual = REST_ROLL_TAKE[dice] if all(position.columns) else (*REST_ROLL[dice], *_takes(position))
        found = len(usual) + (1 << len(hand)) - 1, partial(_basic, usual, hand)
    if position.magic[seat] < figures.keeper_cost:  # AZ-55
        return found
    return _joined([found, *specials.groups(position, seat)])


def _basic(usual: Sequence[Action], hand: tuple[int, ...], i: int) -> Action:
    """Rest, roll, take, and redraw any cards of the hand, but not none (AZ-54)."""
    if i < len(usual):
        return usual[i]
    return actions.Redraw(tuple([hand[place] for place in places_in(i - len(usual) + 1)]))


def _solo_basics(position: Position) -> Group:
    """AZ-105, AZ-106."""
    return _listed((*actions.ROLL[: position.figures.dice], *_takes(position)))


def _takes(position: Position) -> list[Action]:
    return [take for take, cards in zip(actions.TAKE, position.columns, strict=True) if cards]  # AZ-30


REST_ROLL: tuple[tuple[Action, ...], ...] = tuple(
    (actions.REST, *actions.ROLL[:dice]) for dice in range(len(actions.ROLL) + 1)
)
"""By number of dice."""
REST_ROLL_TAKE: tuple[tuple[Action, ...], ...] = tuple((*some, *actions.TAKE) for some in REST_ROLL)


# --- the other phases of a turn


STORE: Group = _listed((actions.STORE,))
MISSES: tuple[Group, ...] = tuple(_listed((miss,)) for miss in actions.MISS)
"""By face."""


def _dice(position: Position, seat: Seat) -> Group:
    """Every face once, however many dice show it (AZ-44)."""
    found: list[Group] = []
    supply, last = position.magic_supply, NONE
    uncovered = OPEN_RUNES[position.filled[seat]] & ~position.covered[seat] if supply else 0
    runes_for = RUNES_FOR[position.portals[seat]]
    for face in position.dice:
        if face != last:
            last = face
            free = uncovered & runes_for[face]
            if free:
                found.append(_activations(face, free))
            if face == WILD and supply and position.free_slots(seat) > 0:
                found.append(STORE)
            elif not free:
                found.append(MISSES[face])
    return found[0] if len(found) == 1 else _joined(found)


def _activations(face: int, free: int) -> Group:
    aims = actions.ACTIVATE[face]
    return free.bit_count(), lambda i: aims[runes_in(free)[i]]


def _gifts(position: Position, seat: Seat) -> Group:
    deal = position.pending
    assert deal is not None, "a gift is asked for while a trade is pending"
    cards = tuple([card for card in position.hands[seat] if CREATURE_OF[card] == deal.creature])
    ways = subsets(len(cards), deal.count)
    return len(ways), lambda i: actions.Give(chosen(cards, ways[i]))


def _placings(position: Position, seat: Seat) -> Group:
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

    return count, place


def _trimmings(position: Position, seat: Seat) -> Group:
    runes = runes_in(position.covered[seat])
    ways = subsets(len(runes), len(runes) - position.portal_limits[seat])
    return len(ways), lambda i: actions.Trim(chosen(runes, ways[i]))


def _discardings(position: Position, seat: Seat) -> Group:
    hand = position.hands[seat]
    ways = subsets(len(hand), len(hand) - position.hand_limits[seat])
    return len(ways), lambda i: actions.Discard(chosen(hand, ways[i]))


LISTINGS: Mapping[int, Callable[[Position, Seat], Group]] = {
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
