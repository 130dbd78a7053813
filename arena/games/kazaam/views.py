"""A position as documents: the whole state, and what a viewer may know of it (KZ-70, KZ-87, KZ-88).

A view is built up from nothing: what is not put there is not there.
"""

from __future__ import annotations

from collections.abc import Iterable

from arena.games.kazaam.material import ALCHEMISTS, NONE, PARTS, PARTS_IN, TILES
from arena.games.kazaam.position import LEG_CHOICE, PHASES, STREAMS, Look, Pending, Position
from arena.games.kazaam.spellings import all_units, some_units
from arena.kernel.game import Document
from arena.kernel.seats import Seat, Viewer


def state(position: Position) -> Document:
    return {
        **table(position),
        "deck": names(reversed(position.deck)),
        "discard": names(position.discard),
        "players": [
            {
                **player(position, seat),
                "hand": names(position.hands[seat]),
                "seen": seen(position, seat),
            }
            for seat in range(position.seats)
        ],
        "drawn": {stream: position.chance.drawn.get(stream, 0) for stream in STREAMS},
    }


def view(position: Position, viewer: Viewer) -> Document:
    document = {
        **table(position),
        "seat": NONE if viewer is None else viewer,
        "deck_count": len(position.deck),
        "discard_count": len(position.discard),
        "players": [
            {**player(position, seat), "hand_count": len(position.hands[seat])} for seat in range(position.seats)
        ],
    }
    if viewer is not None:
        own = document["players"][viewer]
        own["hand"] = names(position.hands[viewer])
        own["seen"] = seen(position, viewer)
        if position.phase == LEG_CHOICE and viewer in position.to_act:  # KZ-54
            document["discard"] = names(sorted(position.discard))
    return document


def table(position: Position) -> Document:
    """What lies open on the table, but for the seats' own places."""
    return {
        "game": "kazaam",
        "options": dict(position.settings.document),
        "seats": position.seats,
        "phase": PHASES[position.phase],
        "to_act": list(position.to_act),
        "ply": position.ply,
        "round": position.round,
        "turn": position.turn,
        "actions_left": position.actions_left,
        "supply": all_units(position.supply),
        "pending": [pending(item) for item in position.pending],
        "result": None if position.result is None else position.result.document(),
    }


def player(position: Position, seat: Seat) -> Document:
    """What all know of a seat."""
    row, up = position.board[seat], position.up[seat]
    return {
        "alchemist": ALCHEMISTS[position.alchemists[seat]],
        "ingredients": all_units(position.units[seat]),
        "board": {
            PARTS[part]: {"tile": TILES[row[part]], "face": "up" if up >> part & 1 else "down"}
            for part in PARTS_IN[position.filled[seat]]
        },
    }


def pending(item: Pending) -> Document:
    document: Document = {"seat": item.seat, "part": PARTS[item.use.part]}
    if item.use.target != NONE:
        document["target"] = item.use.target
    if item.use.target_part != NONE:
        document["target_part"] = PARTS[item.use.target_part]
    if item.use.take:
        document["take"] = some_units(item.use.take)
    if item.at != NONE:
        document["at"] = item.at
    return document


def seen(position: Position, seat: Seat) -> Document:
    hands = sorted((target, seen) for (who, target), seen in position.seen_hands.items() if who == seat)
    document: Document = {"hands": [{"seat": target, **look(seen)} for target, seen in hands]}
    if seat in position.seen_discards:
        document["discard"] = look(position.seen_discards[seat])
    return document


def look(seen: Look) -> Document:
    return {"ply": seen.ply, "tiles": names(seen.tiles)}


def names(tiles: Iterable[int]) -> list[str]:
    return [TILES[tile] for tile in tiles]
