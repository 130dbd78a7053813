"""A position as documents: the whole state, and what a viewer may know of it (AZ-175 to AZ-177).

A view is built up from nothing: what is not put there is not there.
"""

from __future__ import annotations

from collections.abc import Iterable

from arena.games.alakazoo.material import (
    ABILITIES,
    CARDS,
    CREATURES,
    FACES,
    KEEPERS,
    MAGICIANS,
    NONE,
    PAGE_NAMES,
    places_in,
)
from arena.games.alakazoo.position import OVER, PHASES, UNIVERSITY, Position
from arena.kernel.game import Document
from arena.kernel.seats import Seat, Viewer


def state(position: Position) -> Document:
    drawn = position.chance.drawn
    return {
        **table(position),
        "drawn": {stream: drawn.get(stream, 0) for stream in position.settings.streams},
        "deck": cards(reversed(position.deck)),
        "pending": pending(position, True),
        "players": [
            {**player(position, seat), **held(position, seat), **secrets(position, seat)}
            for seat in range(position.seats)
        ],
    }


def view(position: Position, viewer: Viewer) -> Document:
    deal = position.pending
    return {
        **table(position),
        "seat": NONE if viewer is None else viewer,
        "deck_count": len(position.deck),
        "pending": pending(position, deal is not None and viewer == deal.seat),
        "players": [_seen_player(position, seat, viewer == seat) for seat in range(position.seats)],
    }


def _seen_player(position: Position, seat: Seat, own: bool) -> Document:
    document = {
        **player(position, seat),
        "hand_count": len(position.hands[seat]),
        "pack_count": len(position.packs[seat]),
    }
    if own:
        document |= held(position, seat)
    settings = position.settings
    if settings.university and (own or position.phase > UNIVERSITY):  # AZ-163
        document["school"] = school(position, seat)
    if settings.book != "off" and (own or position.phase == OVER):  # AZ-124
        document["book"] = book(position, seat)
    return document


def table(position: Position) -> Document:
    """What lies open on the table, but for the seats' own places."""
    document: Document = {
        "game": "alakazoo",
        "options": dict(position.settings.document),
        "seats": position.seats,
        "phase": PHASES[position.phase],
        "to_act": list(position.to_act),
        "ply": position.ply,
        "result": None if position.result is None else position.result.document(),
        "round": position.round,
        "turn": position.turn,
        "finisher": position.finisher,
        "creatures": [CREATURES[creature] for creature in places_in(position.creatures)],
        "magic_supply": position.magic_supply,
        "dark_supply": position.dark_supply,
        "discard": cards(sorted(position.discard)),
        "columns": [{"cards": cards(column)} for column in position.columns],
        "dice": [FACES[face] for face in position.dice],
    }
    if position.settings.tommy:
        document["tommy"] = {"active": cards(position.active), "gone": cards(position.gone)}
    if position.settings.university:
        document["charm_used"] = position.charm_used
    return document


def player(position: Position, seat: Seat) -> Document:
    """What all know of a seat."""
    portal, covered = position.portals[seat], position.covered[seat]
    return {
        "portal": CREATURES[portal] if portal != NONE else "",
        "positions": [
            {"spell": card(spell), "covered": [bool(covered >> 2 * place & 1), bool(covered >> 2 * place & 2)]}
            for place, spell in enumerate(position.spells[seat])
        ],
        "magic": position.magic[seat],
        "dark": position.dark[seat],
        "abilities": [ABILITIES[ability] for ability in position.abilities[seat]],
        "points": position.points[seat],
    }


def held(position: Position, seat: Seat) -> Document:
    return {
        "hand": cards(position.hands[seat]),
        "pack": cards(position.packs[seat]),
        "pick": card(position.picks[seat]),
    }


def secrets(position: Position, seat: Seat) -> Document:
    document: Document = {}
    if position.settings.university:
        document["school"] = school(position, seat)
    if position.settings.book != "off":
        document["book"] = book(position, seat)
    return document


def school(position: Position, seat: Seat) -> Document:
    magician, keeper = position.magicians[seat], position.keepers[seat]
    return {
        "magicians": [MAGICIANS[offered] for offered in position.offered_magicians[seat]],
        "keepers": [KEEPERS[offered] for offered in position.offered_keepers[seat]],
        "magician": MAGICIANS[magician] if magician != NONE else "",
        "keeper": KEEPERS[keeper] if keeper != NONE else "",
    }


def book(position: Position, seat: Seat) -> Document:
    page = position.kept_pages[seat]
    return {
        "pages": [PAGE_NAMES[offered] for offered in position.offered_pages[seat]],
        "page": PAGE_NAMES[page] if page != NONE else "",
    }


def pending(position: Position, whole: bool) -> Document | None:
    deal = position.pending
    if deal is None:
        return None
    document = {
        "seat": deal.seat,
        "other": deal.other,
        "creature": CREATURES[deal.creature],
        "count": deal.count,
    }
    return {**document, "offer": cards(deal.offer)} if whole else document


def cards(numbers: Iterable[int]) -> list[str]:
    return [CARDS[number] for number in numbers]


def card(number: int) -> str:
    return CARDS[number] if number != NONE else ""
