"""What each phase asks for: whose answer, and that there is one (invariants 10, 11, 15, 21)."""

from __future__ import annotations

from collections.abc import Iterable

from arena.games.alakazoo.listing import group
from arena.games.alakazoo.material import (
    ABILITIES,
    ALL_POSITIONS,
    CREATURE_OF,
    DARK_LIMIT,
    KEEPERS,
    KEEPERS_OF,
    MAGICIANS,
    MAGICIANS_OF,
    NONE,
    PAGE_DEAL,
    PAGE_NAMES,
    SCHOOL_DEAL,
    SOLO_ABILITIES,
    START_HAND,
)
from arena.games.alakazoo.position import (
    ACTION,
    BOOK,
    DICE,
    DISCARD,
    DRAFT,
    GIVE,
    OVER,
    PHASES,
    PORTAL,
    TRIM,
    UNIVERSITY,
    Position,
)
from arena.games.alakazoo.setup import pages_in_play
from arena.kernel.game import BadState


def check(position: Position) -> None:
    _setup(position)
    _to_act(position)
    _turn(position)
    if position.phase == GIVE:
        _pending(position)
    for seat in position.to_act:
        if not answers(position, seat):
            raise BadState("/phase", f"{PHASES[position.phase]} has no answer for seat {seat} (invariant 15)")


def _setup(position: Position) -> None:
    if position.phase == PORTAL and (position.creatures or not position.settings.choose_portals):
        raise BadState("/phase", "portals are chosen by an option, before the creatures are known (AZ-16)")
    if position.phase == DRAFT and position.settings.solo:
        raise BadState("/phase", "the solo mode has no draft (AZ-103)")
    if position.phase == UNIVERSITY and not position.settings.university:
        raise BadState("/phase", "there is no University in this game")
    if position.phase == BOOK and position.settings.book == "off":
        raise BadState("/phase", "there is no Book in this game")
    _draft(position)
    _abilities(position)
    _school(position)
    _pages(position)


def _draft(position: Position) -> None:
    """AZ-20 to AZ-22."""
    for seat in range(position.seats):
        pack, pick = position.packs[seat], position.picks[seat]
        size = len(pack) + (pick != NONE)
        if position.phase != DRAFT:
            if size:
                raise BadState(f"/players/{seat}/pack", "packs and picks are there in the draft only")
            continue
        expected = START_HAND - len(position.hands[0])
        if size != expected or size < 2 or len(position.hands[seat]) != len(position.hands[0]):
            raise BadState(f"/players/{seat}/pack", "pack, pick and hand are as large as those of other seats")
    if position.phase <= DRAFT and position.discard:
        raise BadState("/discard", "nothing is discarded before the first turn")


def _abilities(position: Position) -> None:
    if position.phase <= DRAFT:
        count = 0
    else:
        count = 2 if position.settings.solo else 1
    for seat, held in enumerate(position.abilities):
        here = f"/players/{seat}/abilities"
        if len(held) != count:
            raise BadState(here, f"{count} were expected, not {len(held)} (AZ-24, AZ-101)")
        if position.settings.solo and not set(held) <= set(SOLO_ABILITIES):
            raise BadState(here, "an ability that needs another seat (AZ-101)")
    _different("/players/{seat}/abilities", position.abilities, ABILITIES)


def _different(pointer: str, held: list[tuple[int, ...]], names: tuple[str, ...]) -> None:
    """21."""
    seen: set[int] = set()
    for seat, cards in enumerate(held):
        for card in cards:
            if card in seen:
                raise BadState(pointer.format(seat=seat), f"{names[card]} is there twice (invariant 21)")
            seen.add(card)


def _school(position: Position) -> None:
    """AZ-162, AZ-163: offers until all have chosen, of which one is kept."""
    if not position.settings.university:
        return
    solo = position.settings.solo
    for offered, kept, names, allowed, word in (
        (position.offered_magicians, position.magicians, MAGICIANS, MAGICIANS_OF[solo], "magician"),
        (position.offered_keepers, position.keepers, KEEPERS, KEEPERS_OF[solo], "keeper"),
    ):
        pointer = "/players/{seat}/school/" + word
        _offers(position, UNIVERSITY, SCHOOL_DEAL, offered, kept, allowed, pointer, names)


def _pages(position: Position) -> None:
    """AZ-122, AZ-123."""
    if position.settings.book != "off":
        offered, kept = position.offered_pages, position.kept_pages
        allowed = pages_in_play(position)
        _offers(position, BOOK, PAGE_DEAL, offered, kept, allowed, "/players/{seat}/book/page", PAGE_NAMES)


def _offers(
    position: Position,
    phase: int,
    deal: int,
    offered: list[tuple[int, ...]],
    kept: list[int],
    allowed: Iterable[int],
    pointer: str,
    names: tuple[str, ...],
) -> None:
    now = position.phase == phase
    for seat in range(position.seats):
        here = pointer.format(seat=seat)
        if len(offered[seat]) != (deal if now else 0):
            raise BadState(f"{here}s", f"{deal if now else 0} were expected in this phase")
        chooses = now and seat in position.to_act
        if (kept[seat] == NONE) != (chooses or position.phase < phase):
            raise BadState(here, "it is kept by those that have chosen, and by nobody before")
        if now and not chooses and kept[seat] not in offered[seat]:
            raise BadState(here, "it was not among the offered")
        for card in (*offered[seat], kept[seat]):
            if card != NONE and card not in allowed:
                raise BadState(here, f"{names[card]} is not in this game")
    _different(pointer, offered if now else [(card,) for card in kept if card != NONE], names)


def _to_act(position: Position) -> None:
    phase, to_act = position.phase, position.to_act
    if phase == OVER:
        expected: tuple[int, ...] = ()
    elif phase == PORTAL:
        chosen = [portal != NONE for portal in position.portals]
        if chosen != sorted(chosen, reverse=True):
            raise BadState("/players", "portals are chosen in turn order (AZ-16)")
        expected = tuple([seat for seat, has in enumerate(chosen) if not has][:1])
    elif phase == DRAFT:
        expected = tuple(seat for seat, pick in enumerate(position.picks) if pick == NONE)
    elif phase in (UNIVERSITY, BOOK):
        expected = tuple(sorted(set(to_act)))
    elif phase == GIVE:
        expected = (position.pending.other,) if position.pending else ()
    else:
        expected = (position.turn,)
    if to_act != expected:
        raise BadState("/to_act", f"{list(expected)} was expected, not {list(to_act)} (invariant 15)")
    if bool(to_act) == (phase == OVER):
        raise BadState("/to_act", "it is empty when the game is over, and only then (invariant 15)")
    if (position.result is not None) != (phase == OVER):
        raise BadState("/result", "a result is set when the game is over, and only then")


def _turn(position: Position) -> None:
    phase, turn = position.phase, position.turn
    if position.round >= position.settings.round_limit:
        raise BadState("/round", f"at most {position.settings.round_limit - 1} was expected (AZ-89)")
    if phase < ACTION and (turn or position.round):
        raise BadState("/turn", "seat 0 and round 0 are expected before the first turn")
    if (phase == DICE) != bool(position.dice):
        raise BadState("/dice", "there are dice in phase dice, and only then (invariant 10)")
    if len(position.dice) > position.figures.dice:
        raise BadState("/dice", f"at most {position.figures.dice} was expected")
    if (phase == GIVE) != (position.pending is not None):
        raise BadState("/pending", "it is set in phase give, and only then (invariant 10)")
    if phase == ACTION and position.dark[turn] >= DARK_LIMIT and not position.settings.solo:
        raise BadState(f"/players/{turn}/dark", "with three dark tokens the turn is lost (invariant 11)")
    covered, hand = position.covered[turn].bit_count(), position.hands[turn]
    if phase == TRIM and covered <= position.portal_limits[turn]:
        raise BadState("/phase", "there is no token too many on the portal (AZ-82)")
    if phase == DISCARD and len(hand) <= position.hand_limits[turn]:
        raise BadState("/phase", "there is no card too many in hand (AZ-83)")


def _pending(position: Position) -> None:
    """AZ-59, AZ-61, AZ-72."""
    deal = position.pending
    assert deal is not None
    if deal.seat != position.turn:
        raise BadState("/pending/seat", f"{position.turn} was expected, whose turn it is")
    if deal.other == deal.seat or position.filled[deal.other] == ALL_POSITIONS:
        raise BadState("/pending/other", "another seat was expected, whose portal is not full (AZ-67)")
    if deal.count not in (1, 2):
        raise BadState("/pending/count", f"1 or 2 was expected, not {deal.count}")
    if len(deal.offer) != deal.count or not set(deal.offer) <= set(position.hands[deal.seat]):
        raise BadState("/pending/offer", f"{deal.count} cards of the trader's hand were expected")
    of_creature = [card for card in position.hands[deal.other] if CREATURE_OF[card] == deal.creature]
    if len(of_creature) <= deal.count:
        raise BadState("/pending", "the other seat has no choice to make (AZ-59)")


def answers(position: Position, seat: int) -> int:
    count, _ = group(position, seat)
    return count
