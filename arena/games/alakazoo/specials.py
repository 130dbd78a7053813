"""The legal special actions of keepers, group by group: those of every keeper, then those of cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import comb
from typing import TypeAlias

from arena.games.alakazoo import actions
from arena.games.alakazoo.actions import Action
from arena.games.alakazoo.dicing import free_runes
from arena.games.alakazoo.material import (
    ABILITIES,
    ABILITY_POWER,
    ALL_POSITIONS,
    DARK_LIMIT,
    FIRST_TOMMY,
    KEEPER_POWER,
    KEEPERS,
    PART_OF,
    POSITIONS_IN,
    WILD,
    places_in,
    runes_in,
    subsets,
)
from arena.games.alakazoo.position import Position
from arena.kernel.seats import Seat

Group: TypeAlias = tuple[int, Callable[[int], Action]]
"""How many, and which is the i-th."""


def groups(position: Position, seat: Seat) -> list[Group]:
    """Where the keeper can pay."""
    if position.settings.solo:  # AZ-107
        found = [_fetches(position, seat), _revisions(position, seat)]
    else:
        found = [
            _fetches(position, seat),
            _trades(position, seat),
            _revisions(position, seat),
            _barters(position, seat),
        ]
    powers = position.powers[seat]
    return found + [listing(position, seat) for power, listing in POWERS if powers & power]


def pairs(first: tuple[int, ...], second: tuple[int, ...], make: Callable[[int, int], Action]) -> Group:
    """Each of the first with each of the second."""
    width = len(second)
    return len(first) * width, lambda i: make(first[i // width], second[i % width])


def chosen(cards: tuple[int, ...], places: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([cards[place] for place in places])


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
    return pairs(position.hands[seat], _pool(position), actions.Fetch)


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
            chosen(hand, subsets(len(hand), 2)[discarded]),
            chosen(tuple(sorted(_pool(position))), subsets(size, 2)[taken]),
        )

    return comb(len(hand), 2) * width, fetch_two


def _double_trades(position: Position, seat: Seat) -> Group:
    others, creatures, hand = _others(position, seat, 2), _creatures(position), position.hands[seat]
    two = subsets(len(hand), 2)

    def trade_two(i: int) -> Action:
        deal, pair = divmod(i, len(two))
        other, creature = divmod(deal, len(creatures))
        return actions.TradeTwo(others[other], creatures[creature], chosen(hand, two[pair]))

    return len(others) * len(creatures) * len(two), trade_two


# --- the University's keeper cards


def _free(position: Position, seat: Seat) -> tuple[int, ...]:
    return runes_in(free_runes(position, seat, WILD))


def _recalls(position: Position, seat: Seat) -> Group:
    return pairs(position.hands[seat], _spells_discarded(position), actions.Recall)


def _kindlings(position: Position, seat: Seat) -> Group:
    free = _free(position, seat)
    return len(free), lambda i: actions.KINDLE[free[i]]


def _shifts(position: Position, seat: Seat) -> Group:
    return pairs(runes_in(position.covered[seat]), _free(position, seat), actions.Shift)


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
    return pairs(position.hands[seat], _pool(position), actions.Borrow)


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
    return pairs(tuple(_others(position, seat, 1)), position.hands[seat], actions.Swindle)


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
