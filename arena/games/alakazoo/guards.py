"""What may be wrong with each action: its checks of section 20's second table, in their order."""

from __future__ import annotations

from arena.games.alakazoo import actions
from arena.games.alakazoo.dicing import is_usable
from arena.games.alakazoo.material import (
    ALL_POSITIONS,
    COLUMNS,
    CREATURE_OF,
    DARK_LIMIT,
    FACE_AT,
    NONE,
    PAIR,
    PART_OF,
    RUNES,
    WILD,
)
from arena.games.alakazoo.position import Position
from arena.kernel.seats import Seat


def never(position: Position, seat: Seat, action: actions.Action) -> str | None:
    """Of what is always legal in its phase."""
    return None


# --- the groups of checks that the table writes as one word


def of_cards(position: Position, seat: Seat, cards: tuple[int, ...]) -> str | None:
    """ "hand": each named once, all of them there."""
    if len(cards) > 1 and len(set(cards)) < len(cards):
        return "repeated-card"
    hand = position.hands[seat]
    for card in cards:
        if card not in hand:
            return "not-in-hand"
    return None


def of_rune(position: Position, seat: Seat, rune: int) -> str | None:
    """ "rune": one of the portal, in play, uncovered."""
    if not 0 <= rune < RUNES:
        return "no-such-rune"
    if position.filled[seat] >> (rune >> 1) & 1:  # AZ-36
        return "rune-closed"
    return "rune-covered" if position.covered[seat] >> rune & 1 else None


def of_covered_rune(position: Position, seat: Seat, rune: int) -> str | None:
    if not 0 <= rune < RUNES:
        return "no-such-rune"
    return None if position.covered[seat] >> rune & 1 else "rune-not-covered"


def of_other(position: Position, seat: Seat, other: Seat) -> str | None:
    """ "seat": another one, whose portal is not full (AZ-67, AZ-167)."""
    if other == seat or not 0 <= other < position.seats:
        return "bad-seat"
    return "protected" if position.filled[other] == ALL_POSITIONS else None


def of_column_card(position: Position, card: int) -> str | None:
    for cards in position.columns:
        if card in cards:
            return None
    return "not-in-columns"


def of_part(position: Position, seat: Seat, card: int) -> str | None:
    """A spell of the same part is on the own portal (AZ-64, AZ-65)."""
    return None if position.filled[seat] >> PART_OF[card] & 1 else "no-own-spell"


# --- the setup


def of_choose_portal(position: Position, seat: Seat, action: actions.ChoosePortal) -> str | None:
    if action.portal == NONE:
        return "unknown-portal"
    return "portal-taken" if action.portal in position.portals else None  # AZ-14


def of_pick(position: Position, seat: Seat, action: actions.Pick) -> str | None:
    return None if action.card in position.packs[seat] else "not-in-pack"


def of_enrol(position: Position, seat: Seat, action: actions.Enrol) -> str | None:
    magicians, keepers = position.offered_magicians[seat], position.offered_keepers[seat]
    return None if action.magician in magicians and action.keeper in keepers else "not-offered"


def of_keep(position: Position, seat: Seat, action: actions.Keep) -> str | None:
    return None if action.page in position.offered_pages[seat] else "not-offered"


# --- dice and cards


def of_roll(position: Position, seat: Seat, action: actions.Roll) -> str | None:
    return None if 1 <= action.dice <= position.figures.dice else "dice-count"  # AZ-43


def of_column(position: Position, seat: Seat, action: actions.Take | actions.Sweep) -> str | None:
    if not 0 <= action.column < COLUMNS:
        return "no-such-column"
    return None if position.columns[action.column] else "empty-column"  # AZ-30


def of_redraw(position: Position, seat: Seat, action: actions.Redraw) -> str | None:
    return of_cards(position, seat, action.cards) if action.cards else "wrong-count"  # AZ-54


def of_activate(position: Position, seat: Seat, action: actions.Activate) -> str | None:
    face, rune = action.face, action.rune
    if face not in position.dice:
        return "no-such-die"
    code = of_rune(position, seat, rune)
    if code is not None:
        return code
    if face != WILD and face != FACE_AT[position.portals[seat]][rune]:  # AZ-46
        return "rune-mismatch"
    return None if position.magic_supply else "supply-empty"  # AZ-33


def of_store(position: Position, seat: Seat, action: actions.Store) -> str | None:
    if WILD not in position.dice:
        return "no-such-die"
    if position.free_slots(seat) <= 0:  # AZ-45
        return "no-free-slot"
    return None if position.magic_supply else "supply-empty"


def of_miss(position: Position, seat: Seat, action: actions.Miss) -> str | None:
    if action.face not in position.dice:
        return "no-such-die"
    return "die-usable" if is_usable(position, seat, action.face) else None  # AZ-48


# --- keepers


def of_fetch(position: Position, seat: Seat, action: actions.Fetch) -> str | None:
    if action.discard not in position.hands[seat]:
        return "not-in-hand"
    return of_column_card(position, action.card)


def of_fetch_two(position: Position, seat: Seat, action: actions.FetchTwo) -> str | None:
    if len(action.discard) != 2 or len(action.cards) != 2:  # AZ-71
        return "wrong-count"
    code = of_cards(position, seat, action.discard)
    if code is not None:
        return code
    first, second = action.cards
    if first == second:
        return "repeated-card"
    return of_column_card(position, first) or of_column_card(position, second)


def of_trade(position: Position, seat: Seat, action: actions.Trade) -> str | None:
    code = of_other(position, seat, action.seat)
    if code is not None:
        return code
    if action.creature == NONE or not position.creatures >> action.creature & 1:  # AZ-61
        return "unknown-creature"
    if action.give not in position.hands[seat]:
        return "not-in-hand"
    return None if position.hands[action.seat] else "empty-hand"


def of_trade_two(position: Position, seat: Seat, action: actions.TradeTwo) -> str | None:
    code = of_other(position, seat, action.seat)
    if code is not None:
        return code
    if action.creature == NONE or not position.creatures >> action.creature & 1:
        return "unknown-creature"
    if len(action.give) != 2:  # AZ-72
        return "wrong-count"
    code = of_cards(position, seat, action.give)
    if code is not None:
        return code
    return None if len(position.hands[action.seat]) >= 2 else "empty-hand"


def of_revise(position: Position, seat: Seat, action: actions.Revise) -> str | None:
    if action.card not in position.hands[seat]:
        return "not-in-hand"
    return of_part(position, seat, action.card)


def of_barter(position: Position, seat: Seat, action: actions.Barter) -> str | None:
    code = of_other(position, seat, action.seat)
    if code is not None:
        return code
    if action.part == NONE:
        return "unknown-part"
    if not position.filled[seat] >> action.part & 1:
        return "no-own-spell"
    return None if position.filled[action.seat] >> action.part & 1 else "no-their-spell"


def of_swap_column(position: Position, seat: Seat, action: actions.SwapColumn) -> str | None:
    return of_column_card(position, action.card) or of_part(position, seat, action.card)


def of_swap_discard(position: Position, seat: Seat, action: actions.SwapDiscard) -> str | None:
    if action.card not in position.discard:
        return "not-in-discard"
    return of_part(position, seat, action.card)


def of_give(position: Position, seat: Seat, action: actions.Give) -> str | None:
    deal = position.pending
    assert deal is not None, "a gift is asked for while a trade is pending"
    if len(action.cards) != deal.count:
        return "wrong-count"
    code = of_cards(position, seat, action.cards)
    if code is not None:
        return code
    right = all(CREATURE_OF[card] == deal.creature for card in action.cards)
    return None if right else "wrong-creature"


# --- placing and the limits


def of_place(position: Position, seat: Seat, action: actions.Place) -> str | None:
    cards = action.cards
    code = of_cards(position, seat, cards)
    if code is not None:
        return code
    parts = [PART_OF[card] for card in cards]
    if len(set(parts)) < len(parts):  # AZ-78
        return "repeated-part"
    for part in parts:
        if position.filled[seat] >> part & 1:
            return "position-filled"
    for part in parts:  # AZ-74
        if position.covered[seat] >> 2 * part & PAIR != PAIR:
            return "runes-not-active"
    return None


def of_trim(position: Position, seat: Seat, action: actions.Trim) -> str | None:
    runes, covered = action.runes, position.covered[seat]
    excess = covered.bit_count() - position.portal_limits[seat]  # AZ-82
    if len(runes) != excess or len(set(runes)) < excess:
        return "wrong-count"
    for rune in runes:
        if not 0 <= rune < RUNES:
            return "no-such-rune"
    for rune in runes:
        if not covered >> rune & 1:
            return "rune-not-covered"
    return None


def of_discard(position: Position, seat: Seat, action: actions.Discard) -> str | None:
    if len(action.cards) != len(position.hands[seat]) - position.hand_limits[seat]:  # AZ-83
        return "wrong-count"
    return of_cards(position, seat, action.cards)


# --- the University's keeper cards


def of_recall(position: Position, seat: Seat, action: actions.Recall) -> str | None:
    if action.discard not in position.hands[seat]:
        return "not-in-hand"
    return None if action.card in position.discard else "not-in-discard"


def of_kindle(position: Position, seat: Seat, action: actions.Kindle) -> str | None:
    return of_rune(position, seat, action.rune)


def of_shift(position: Position, seat: Seat, action: actions.Shift) -> str | None:
    code = of_covered_rune(position, seat, action.from_rune)
    return of_rune(position, seat, action.to_rune) if code is None else code


def of_cleanse(position: Position, seat: Seat, action: actions.Cleanse) -> str | None:
    return None if position.dark[seat] else "no-dark-token"


def of_pluck(position: Position, seat: Seat, action: actions.Pluck) -> str | None:
    return of_column_card(position, action.card)


def of_borrow(position: Position, seat: Seat, action: actions.Borrow) -> str | None:
    if action.give not in position.hands[seat]:
        return "not-in-hand"
    return of_column_card(position, action.card)


def of_snatch(position: Position, seat: Seat, action: actions.Snatch) -> str | None:
    code = of_other(position, seat, action.seat)
    if code is not None:
        return code
    return None if position.magic[action.seat] else "no-magic-token"


def of_curse(position: Position, seat: Seat, action: actions.Curse) -> str | None:
    code = of_other(position, seat, action.seat)
    if code is not None:
        return code
    if not position.dark[seat]:
        return "no-dark-token"
    return "dark-full" if position.dark[action.seat] >= DARK_LIMIT else None


def of_extinguish(position: Position, seat: Seat, action: actions.Extinguish) -> str | None:
    code = of_other(position, seat, action.seat)
    return of_covered_rune(position, action.seat, action.rune) if code is None else code


def of_swindle(position: Position, seat: Seat, action: actions.Swindle) -> str | None:
    code = of_other(position, seat, action.seat)
    if code is not None:
        return code
    if action.give not in position.hands[seat]:
        return "not-in-hand"
    return None if position.hands[action.seat] else "empty-hand"
