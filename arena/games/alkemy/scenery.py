"""Scenery and component tokens are placed, in turn (AK-252 to AK-257)."""

from __future__ import annotations

from dataclasses import replace

from arena.games.alkemy import actions, facts, questions, recruiting, terrain
from arena.games.alkemy.announcements import Events, tell
from arena.games.alkemy.geometry import Part, Point
from arena.games.alkemy.material import DEFAULT_ROTATION, ELEMENT_OF, NONE, TOKENS_A_SEAT
from arena.games.alkemy.position import ALONE, COMPONENTS, TERRAIN, Piece, Position, Setup, Token
from arena.games.alkemy.table import Table, Terrain
from arena.kernel.seats import Seat

# --- scenery


def begin(position: Position, events: Events) -> None:
    """AK-253."""
    first = position.chance.draw("setup", 2)
    tell(events, facts.TerrainFirst(first))
    position.phase = TERRAIN
    position.setup = Setup(first=first, next=first, pool=position.settings.pieces)


def parts_placed(position: Position) -> list[tuple[Part, ...]]:
    return [piece.parts for piece in position.pieces]


def possible_scenery(position: Position) -> tuple[int, terrain.Placement] | None:
    """AK-254, AK-255: the gap that counts now, and the default; None: the rest of the pieces is left off."""
    pool = position.setup.pool
    return terrain.default_placement(pool, parts_placed(position)) if pool else None


def ask_scenery(position: Position) -> bool:
    """Whether a piece is to be placed."""
    setup = position.setup
    found = possible_scenery(position)
    if found is None:
        return False
    position.setup = replace(setup, gap=found[0])
    position.ask(ALONE[setup.next], questions.Terrain(setup.pool, found[0]))
    return True


def scenery_trouble(position: Position, placed: actions.Terrain) -> str | None:
    """AK-254."""
    if placed.piece not in position.setup.pool:
        return "unknown-piece"
    rotation = placed.rotation or DEFAULT_ROTATION
    if rotation not in terrain.ROTATIONS:
        return "malformed"
    parts = terrain.parts_of(placed.piece, placed.x, placed.y, rotation)
    return terrain.placing_trouble(parts, parts_placed(position), position.setup.gap)


def default_scenery(position: Position) -> actions.Terrain:
    """AK-255."""
    found = possible_scenery(position)
    assert found is not None
    return actions.Terrain(*found[1])


def place_scenery(position: Position, seat: Seat, placed: actions.Terrain, events: Events) -> None:
    position.answered()
    rotation = placed.rotation or DEFAULT_ROTATION
    parts = terrain.parts_of(placed.piece, placed.x, placed.y, rotation)
    position.pieces = (*position.pieces, Piece(placed.piece, seat, placed.x, placed.y, rotation, parts))
    position.table = Table(Terrain(parts_placed(position)), position.table.bases.values())
    pool = list(position.setup.pool)
    pool.remove(placed.piece)
    position.setup = replace(position.setup, pool=tuple(pool), next=1 - seat)
    tell(events, facts.Terrain(seat, placed.piece, placed.x, placed.y, rotation))


# --- tokens


def begin_tokens(position: Position) -> None:
    """AK-256: whether or not there is an alchemist; first the one that did not begin with the scenery."""
    setup = position.setup
    position.phase = COMPONENTS
    needed = any(map(recruiting.has_alchemist, position.armies))
    position.setup = replace(setup, gap=0, pool=(), next=1 - setup.first if needed else NONE)


def ask_token(position: Position) -> bool:
    """Whether a token is to be placed. A seat that has placed its own, or can place none, is passed over."""
    setup = position.setup
    if setup.next == NONE:
        return False
    for seat in (setup.next, 1 - setup.next):
        found = possible_token(position, seat)
        if found is not None:
            spacing, halves, _ = found
            position.setup = replace(setup, next=seat, spacing=spacing)
            position.ask(ALONE[seat], questions.Component(spacing, halves))
            return True
    return False


def possible_token(position: Position, seat: Seat) -> tuple[int, bool, Point] | None:
    if position.setup.placed[seat] == TOKENS_A_SEAT:
        return None
    tokens, own = _tokens(position, seat)
    return terrain.default_token(parts_placed(position), tokens, own)


def _tokens(position: Position, seat: Seat) -> tuple[list[Point], list[Point]]:
    tokens = [(token.x, token.y) for token in position.tokens]
    return tokens, [(token.x, token.y) for token in position.tokens if token.seat == seat]


def token_trouble(
    position: Position, seat: Seat, asked: questions.Component, placed: actions.Component
) -> str | None:
    """AK-256."""
    tokens, own = _tokens(position, seat)
    return terrain.token_trouble(
        placed.x, placed.y, parts_placed(position), tokens, own, asked.spacing, asked.halves
    )


def default_token(position: Position, seat: Seat) -> actions.Component:
    """AK-257."""
    found = possible_token(position, seat)
    assert found is not None
    return actions.Component(*found[2])


def place_token(position: Position, seat: Seat, placed: actions.Component, events: Events) -> None:
    position.answered()
    element = ELEMENT_OF[position.armies[seat].faction]
    position.tokens = (*position.tokens, Token(seat, element, placed.x, placed.y))
    south, north = position.setup.placed
    counts = (south + 1, north) if seat == 0 else (south, north + 1)
    position.setup = replace(position.setup, placed=counts, next=1 - seat)
    tell(events, facts.Component(seat, element, placed.x, placed.y))
