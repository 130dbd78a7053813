"""The legal actions of a seat, in the order of section 20's table, counted before they are made.

Most of them are combinations (which cards to redraw, what to give for what), of which a seat takes one. So a list
is groups: how many there are, and which is the i-th. Only what `refusal` accepts is ever counted; property tests
hold the groups against it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from math import comb, prod
from typing import TYPE_CHECKING, TypeAlias

from arena.games.alakazoo import actions
from arena.games.alakazoo.actions import Action
from arena.games.alakazoo.dicing import free_runes
from arena.games.alakazoo.material import (
    ABILITIES,
    ABILITY_POWER,
    ALL_POSITIONS,
    CREATURE_OF,
    CREATURES,
    DARK_LIMIT,
    FIRST_TOMMY,
    KEEPER_POWER,
    KEEPERS,
    PAIR,
    PART_OF,
    POSITIONS_IN,
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
from arena.kernel.choices import Choices
from arena.kernel.seats import Seat

if TYPE_CHECKING:
    from arena.games.alakazoo.state import AlakazooState

Group: TypeAlias = tuple[int, Callable[[int], Action]]
"""How many, and which is the i-th."""


class Groups(Choices[Action]):
    """All legal actions; `len` and the i-th are had without making the others."""

    __slots__ = ("_count", "_groups", "_seat", "_state")

    finite = True

    def __init__(self, state: AlakazooState, seat: Seat) -> None:
        self._state = state
        self._seat = seat
        self._groups = groups(state, seat)
        self._count = sum([count for count, _ in self._groups])

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
    return [_pairs(magicians, keepers, actions.Enrol)]


def _pages(position: Position, seat: Seat) -> list[Group]:
    pages = position.offered_pages[seat]
    return [(len(pages), lambda i: actions.Keep(pages[i]))]


def _pairs(first: tuple[int, ...], second: tuple[int, ...], make: Callable[[int, int], Action]) -> Group:
    """Each of the first with each of the second."""
    width = len(second)
    return len(first) * width, lambda i: make(first[i // width], second[i % width])


def _chosen(cards: tuple[int, ...], places: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([cards[place] for place in places])


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
        redraws = (1 << len(hand)) - 1, lambda i: actions.Redraw(_chosen(hand, places_in(i + 1)))
        found = [REST, ROLLS[position.figures.dice], takes, redraws]
    if position.magic[seat] >= position.figures.keeper_cost:  # AZ-55
        found.append(_fetches(position, seat))
        if not solo:  # AZ-107
            found.append(_trades(position, seat))
        found.append(_revisions(position, seat))
        if not solo:
            found.append(_barters(position, seat))
        powers = position.powers[seat]
        found += [listing(position, seat) for power, listing in POWERS if powers & power]
    return found


def _takes(position: Position) -> Group:
    columns = [column for column, cards in enumerate(position.columns) if cards]
    return len(columns), lambda i: actions.TAKE[columns[i]]


def _pool(position: Position) -> tuple[int, ...]:
    """The cards of all columns."""
    first, second, third, fourth = position.columns
    return first + second + third + fourth


def _others(position: Position, seat: Seat, cards: int = 0) -> list[Seat]:
    """Those against whom a keeper may be used (AZ-67), with so many cards in hand."""
    return [
        other
        for other in range(position.seats)
        if other != seat and position.filled[other] != ALL_POSITIONS and len(position.hands[other]) >= cards
    ]


def _creatures(position: Position) -> tuple[int, ...]:
    return places_in(position.creatures)


def _of_filled_parts(position: Position, seat: Seat, cards: tuple[int, ...]) -> list[int]:
    """The spells for which one on the portal can be exchanged (AZ-64)."""
    filled = position.filled[seat]
    return [card for card in cards if filled >> PART_OF[card] & 1]


def _spells_discarded(position: Position) -> tuple[int, ...]:
    return tuple(sorted([card for card in position.discard if card < FIRST_TOMMY]))  # AZ-145


def _fetches(position: Position, seat: Seat) -> Group:
    return _pairs(position.hands[seat], _pool(position), actions.Fetch)


def _trades(position: Position, seat: Seat) -> Group:
    others, creatures, hand = _others(position, seat, 1), _creatures(position), position.hands[seat]

    def trade(i: int) -> Action:
        deal, card = divmod(i, len(hand))
        other, creature = divmod(deal, len(creatures))
        return actions.Trade(others[other], creatures[creature], hand[card])

    return len(others) * len(creatures) * len(hand), trade


def _revisions(position: Position, seat: Seat) -> Group:
    cards = _of_filled_parts(position, seat, position.hands[seat])
    return len(cards), lambda i: actions.Revise(cards[i])


def _barters(position: Position, seat: Seat) -> Group:
    found = [
        (other, part)
        for other in _others(position, seat)
        for part in POSITIONS_IN[position.filled[seat] & position.filled[other]]
    ]
    return len(found), lambda i: actions.Barter(*found[i])


def _column_swaps(position: Position, seat: Seat) -> Group:
    cards = _of_filled_parts(position, seat, _pool(position))
    return len(cards), lambda i: actions.SwapColumn(cards[i])


def _discard_swaps(position: Position, seat: Seat) -> Group:
    cards = _of_filled_parts(position, seat, _spells_discarded(position))
    return len(cards), lambda i: actions.SwapDiscard(cards[i])


def _double_fetches(position: Position, seat: Seat) -> Group:
    hand = position.hands[seat]
    size = sum(map(len, position.columns))
    width = comb(size, 2)

    def fetch_two(i: int) -> Action:
        discarded, taken = divmod(i, width)
        return actions.FetchTwo(
            _chosen(hand, subsets(len(hand), 2)[discarded]),
            _chosen(tuple(sorted(_pool(position))), subsets(size, 2)[taken]),
        )

    return comb(len(hand), 2) * width, fetch_two


def _double_trades(position: Position, seat: Seat) -> Group:
    others, creatures, hand = _others(position, seat, 2), _creatures(position), position.hands[seat]
    pairs = subsets(len(hand), 2)

    def trade_two(i: int) -> Action:
        deal, pair = divmod(i, len(pairs))
        other, creature = divmod(deal, len(creatures))
        return actions.TradeTwo(others[other], creatures[creature], _chosen(hand, pairs[pair]))

    return len(others) * len(creatures) * len(pairs), trade_two


# --- the University's keeper cards


def _free(position: Position, seat: Seat) -> tuple[int, ...]:
    return runes_in(free_runes(position, seat, WILD))


def _recalls(position: Position, seat: Seat) -> Group:
    return _pairs(position.hands[seat], _spells_discarded(position), actions.Recall)


def _kindlings(position: Position, seat: Seat) -> Group:
    free = _free(position, seat)
    return len(free), lambda i: actions.KINDLE[free[i]]


def _shifts(position: Position, seat: Seat) -> Group:
    return _pairs(runes_in(position.covered[seat]), _free(position, seat), actions.Shift)


def _cleansings(position: Position, seat: Seat) -> Group:
    return min(position.dark[seat], 1), lambda i: actions.CLEANSE


def _studies(position: Position, seat: Seat) -> Group:
    return 1, lambda i: actions.STUDY


def _sweeps(position: Position, seat: Seat) -> Group:
    columns = [column for column, cards in enumerate(position.columns) if cards]
    return len(columns), lambda i: actions.Sweep(columns[i])


def _plucks(position: Position, seat: Seat) -> Group:
    pool = _pool(position)
    return len(pool), lambda i: actions.Pluck(pool[i])


def _borrowings(position: Position, seat: Seat) -> Group:
    return _pairs(position.hands[seat], _pool(position), actions.Borrow)


def _hoards(position: Position, seat: Seat) -> Group:
    return 1, lambda i: actions.HOARD


def _snatches(position: Position, seat: Seat) -> Group:
    others = [other for other in _others(position, seat) if position.magic[other]]
    return len(others), lambda i: actions.Snatch(others[i])


def _curses(position: Position, seat: Seat) -> Group:
    others = [other for other in _others(position, seat) if position.dark[other] < DARK_LIMIT]
    return len(others) if position.dark[seat] else 0, lambda i: actions.Curse(others[i])


def _extinctions(position: Position, seat: Seat) -> Group:
    found = [(other, rune) for other in _others(position, seat) for rune in runes_in(position.covered[other])]
    return len(found), lambda i: actions.Extinguish(*found[i])


def _swindles(position: Position, seat: Seat) -> Group:
    return _pairs(tuple(_others(position, seat, 1)), position.hands[seat], actions.Swindle)


_OF_CARDS: Mapping[str, Callable[[Position, Seat], Group]] = {
    "swap-column": _column_swaps,
    "swap-discard": _discard_swaps,
    "fetch-two": _double_fetches,
    "trade-two": _double_trades,
    "recall": _recalls,
    "kindle": _kindlings,
    "shift": _shifts,
    "cleanse": _cleansings,
    "study": _studies,
    "sweep": _sweeps,
    "pluck": _plucks,
    "borrow": _borrowings,
    "hoard": _hoards,
    "snatch": _snatches,
    "curse": _curses,
    "extinguish": _extinctions,
    "swindle": _swindles,
}
POWERS = tuple(
    (power, _OF_CARDS[name])
    for name, power in zip((*ABILITIES, *KEEPERS), (*ABILITY_POWER, *KEEPER_POWER), strict=False)
    if name in _OF_CARDS
)
"""The actions of ability and keeper cards; a mimic has none of its own."""


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
    chosen = subsets(len(cards), deal.count)
    return [(len(chosen), lambda i: actions.Give(_chosen(cards, chosen[i])))]


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
    chosen = subsets(len(runes), len(runes) - position.portal_limit(seat))
    return [(len(chosen), lambda i: actions.Trim(_chosen(runes, chosen[i])))]


def _discardings(position: Position, seat: Seat) -> list[Group]:
    hand = position.hands[seat]
    chosen = subsets(len(hand), len(hand) - position.hand_limit(seat))
    return [(len(chosen), lambda i: actions.Discard(_chosen(hand, chosen[i])))]


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
