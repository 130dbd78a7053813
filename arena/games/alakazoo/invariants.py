"""Section 23: what a position must keep to be one, as far as a single position shows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from arena.games.alakazoo import phases
from arena.games.alakazoo.material import (
    ALL_POSITIONS,
    CARDS,
    CREATURE_OF,
    DARK_LIMIT,
    DARK_LOST_AT,
    DARK_TOKENS,
    FIRST_TOMMY,
    IS_PERMANENT,
    MAGIC_TOKENS,
    NONE,
    OPEN_RUNES,
    PART_OF,
    PARTS,
    SPELLS,
    TOMMY_A_SEAT,
    TOMMY_COPIES,
)
from arena.games.alakazoo.position import DISCARD, DRAFT, OVER, PORTAL, Position
from arena.kernel.game import BadState

TOKENS_AT_MOST, HAND_AT_MOST = 9, 8
"""Of the base game (invariant 8)."""


def check(position: Position) -> None:
    """Raises BadState: where, and which invariant is broken."""
    _portals(position)
    _spells(position)
    _tokens(position)
    _positions(position)
    _tommy(position)
    _columns(position)
    _hands(position)
    _finisher(position)
    phases.check(position)


def _portals(position: Position) -> None:
    """21; and portals are chosen in turn order (AZ-16)."""
    portals = position.portals
    for seat, portal in enumerate(portals):
        here = f"/players/{seat}/portal"
        if portal != NONE and portal in portals[:seat]:
            raise BadState(here, "another seat has the same portal (invariant 21)")
        if portal == NONE and position.phase != PORTAL:
            raise BadState(here, "a portal was expected: the phase is another than portal")
        if portal != NONE and position.phase != PORTAL and not position.creatures >> portal & 1:
            raise BadState(here, "a creature with a portal is in play (AZ-18)")


def _spells(position: Position) -> None:
    """1."""
    found: dict[int, str] = {}
    for pointer, cards in _places(position):
        for card in cards:
            if card >= FIRST_TOMMY:
                continue
            if card in found:
                raise BadState(pointer, f"{SPELLS[card]} is at {found[card]} too (invariant 1)")
            if not position.creatures >> CREATURE_OF[card] & 1:
                raise BadState(pointer, f"{SPELLS[card]} is of no creature in play (invariant 1)")
            found[card] = pointer
    for card, name in enumerate(SPELLS):
        if position.creatures >> CREATURE_OF[card] & 1 and card not in found:
            raise BadState("", f"{name} is nowhere (invariant 1)")


def _places(position: Position) -> Iterator[tuple[str, list[int]]]:
    yield "/deck", position.deck[::-1]
    yield "/discard", position.discard
    for column, cards in enumerate(position.columns):
        yield f"/columns/{column}/cards", list(cards)
    for seat in range(position.seats):
        yield f"/players/{seat}/hand", list(position.hands[seat])
        yield f"/players/{seat}/pack", list(position.packs[seat])
        yield f"/players/{seat}/pick", [card for card in [position.picks[seat]] if card != NONE]
        for place, spell in enumerate(position.spells[seat]):
            if spell != NONE:
                yield f"/players/{seat}/positions/{place}/spell", [spell]


def _tokens(position: Position) -> None:
    """2 and 3."""
    runes = [covered.bit_count() for covered in position.covered]
    magic = position.magic_supply + sum(position.magic) + sum(runes)
    if magic != MAGIC_TOKENS:
        raise BadState("/magic_supply", f"{magic} magic tokens in all, not {MAGIC_TOKENS} (invariant 2)")
    dark = position.dark_supply + sum(position.dark)
    if dark != DARK_TOKENS:
        raise BadState("/dark_supply", f"{dark} dark tokens in all, not {DARK_TOKENS} (invariant 2)")
    most = DARK_LIMIT
    if position.settings.solo:
        most = DARK_LOST_AT if position.phase == OVER else DARK_LOST_AT - 1
    for seat in range(position.seats):
        if position.free_slots(seat) < 0:
            slots = position.settings.slots
            raise BadState(f"/players/{seat}/magic", f"more than {slots} tokens on the keeper (invariant 3)")
        if position.dark[seat] > most:
            raise BadState(f"/players/{seat}/dark", f"at most {most} was expected (invariant 3)")


def _positions(position: Position) -> None:
    """4."""
    for seat in range(position.seats):
        for place, spell in enumerate(position.spells[seat]):
            if spell != NONE and PART_OF[spell] != place:
                raise BadState(
                    f"/players/{seat}/positions/{place}/spell",
                    f"{SPELLS[spell]} is no {PARTS[place]} (invariant 4)",
                )
        if position.covered[seat] & ~OPEN_RUNES[position.filled[seat]]:
            raise BadState(f"/players/{seat}/positions", "a covered rune lies under a spell (invariant 4)")


def check_open_tommy(position: Position) -> None:
    """Permanent cards are active, single-use cards gone; before any figure is made of them."""
    for name, cards, permanent in (("active", position.active, True), ("gone", position.gone, False)):
        for place, card in enumerate(cards):
            if card < FIRST_TOMMY or IS_PERMANENT[card - FIRST_TOMMY] != permanent:
                kind = "permanent" if permanent else "single-use"
                raise BadState(f"/tommy/{name}/{place}", f"a {kind} card of Tommy's was expected (invariant 20)")


def _tommy(position: Position) -> None:
    """20."""
    cards = [*position.deck, *position.discard, *position.active, *position.gone]
    there = Counter(card for card in cards if card >= FIRST_TOMMY)
    expected = TOMMY_A_SEAT * position.seats if position.settings.tommy and position.phase > DRAFT else 0
    if there.total() != expected:
        raise BadState("", f"{there.total()} cards of Tommy's, not {expected} (invariant 20)")
    for card, count in there.items():
        if count > TOMMY_COPIES.count(card):
            raise BadState("", f"{count} of {CARDS[card]}, more than there are (invariant 20)")


def _columns(position: Position) -> None:
    """9."""
    limit = position.figures.column_limit if position.phase > DRAFT else 0
    for column, cards in enumerate(position.columns):
        if len(cards) > limit:
            raise BadState(f"/columns/{column}/cards", f"{len(cards)} cards, more than {limit} (invariant 9)")


def _hands(position: Position) -> None:
    """7 and 8: of the base game, whose limits nothing changes."""
    if position.settings.tommy or position.settings.university:
        return
    for seat in range(position.seats):
        hand, tokens = len(position.hands[seat]), position.covered[seat].bit_count()
        limits = position.hand_limits[seat], position.portal_limits[seat]
        if seat != position.turn and position.phase != OVER:
            if hand > limits[0]:
                raise BadState(f"/players/{seat}/hand", f"{hand} cards, more than {limits[0]} (invariant 7)")
            if tokens > limits[1]:
                raise BadState(
                    f"/players/{seat}/positions", f"{tokens} tokens, more than {limits[1]} (invariant 7)"
                )
        if hand > HAND_AT_MOST:
            raise BadState(f"/players/{seat}/hand", f"{hand} cards, more than {HAND_AT_MOST} (invariant 8)")
        if tokens + len(position.dice) > TOKENS_AT_MOST:
            raise BadState(f"/players/{seat}/positions", f"{tokens} tokens, more than there can be (invariant 8)")


def _finisher(position: Position) -> None:
    """12."""
    if position.settings.solo:
        if position.finisher != NONE:
            raise BadState("/finisher", "-1 was expected: always so in the solo mode")
        if position.phase != OVER and position.filled[0] == ALL_POSITIONS and position.settings.book == "off":
            raise BadState("/players/0/positions", "a full portal would have won the game (AZ-109)")
        return
    full = [seat for seat in range(position.seats) if position.filled[seat] == ALL_POSITIONS]
    if position.finisher not in (full or [NONE]):
        raise BadState("/finisher", f"one of {full or [NONE]} was expected (invariant 12)")
    for seat in full:
        turn_is_past = seat < position.turn or (seat == position.turn and position.phase in (DISCARD, OVER))
        if not turn_is_past:
            raise BadState(f"/players/{seat}/positions", "nobody begins a turn with a full portal (invariant 12)")
