"""Pieces of scenery and where they may be placed; tokens at scenery (section 6, AK-250 to AK-257)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from arena.games.alkemy.geometry import Part, Point, csq, disc, overlap, polygon, trunc
from arena.games.alkemy.material import (
    BOARD,
    DEFAULT_ROTATION,
    GAPS,
    LATTICE,
    MARKER_RADIUS,
    MARKERS,
    MEDIAN,
    SLOTS,
    SPACINGS,
    TOKEN_RADIUS,
    TOKEN_TOUCH,
    TOKENS_A_SEAT,
    ZONE_DEPTH,
    table,
)

_DATA = table("terrain")
KINDS = ("open", "hindering", "cluttered", "obstructing", "water", "hill")  # AK-58 to AK-66
PIECES: dict[str, list[dict[str, Any]]] = {entry["id"]: entry["parts"] for entry in _DATA["piece"]}
SETS: dict[str, tuple[str, ...]] = {entry["id"]: tuple(entry["pieces"]) for entry in _DATA["set"]}
ROTATIONS: dict[str, tuple[int, int]] = {name: (turn["c"], turn["s"]) for name, turn in _DATA["rotation"].items()}
"""Cosine and sine, in fifths (AK-66)."""

LATTICE_ROTATIONS = ("r0", "r90")  # AK-255
TOKEN_GAP = 5
"""AK-257: how far from the scenery a token is placed by default."""

Pieces = Sequence[Sequence[Part]]


class Placement(NamedTuple):
    piece: str
    x: int
    y: int
    rotation: str


def parts_of(piece: str, x: int, y: int, rotation: str = DEFAULT_ROTATION) -> tuple[Part, ...]:
    """AK-66: the parts of a piece that stands there."""
    return tuple(_placed(entry, x, y, *ROTATIONS[rotation]) for entry in PIECES[piece])


def placing_trouble(parts: Sequence[Part], placed: Pieces, gap: int) -> str | None:
    """AK-254: `off-board`, `too-close` or None, for the parts of one piece beside pieces already placed."""
    for part in parts:
        x0, y0, x1, y1 = part.box
        if min(x0, y0) < gap or max(x1, y1) > BOARD - gap or y0 < ZONE_DEPTH or y1 > BOARD - ZONE_DEPTH:
            return "off-board"
        if any(part.closer(x, y, x, y, MARKER_RADIUS + gap) for x, y in MARKERS):
            return "too-close"
        if any(nearer(part, other, gap) for piece in placed for other in piece):
            return "too-close"
    return None


def nearer(a: Part, b: Part, gap: int) -> bool:
    """Whether two parts are nearer than the gap; at gap 0, whether they overlap."""
    if not a.corners:
        return b.closer(a.x, a.y, a.x, a.y, a.r + gap)
    if not b.corners:
        return a.closer(b.x, b.y, b.x, b.y, b.r + gap)
    if not _separate(a, b) and not _separate(b, a):
        return True
    edges = zip(a.corners, (*a.corners[1:], a.corners[0]), strict=True)
    return gap > 0 and any(b.closer(px, py, qx, qy, gap) for (px, py), (qx, qy) in edges)


def default_placement(pool: Sequence[str], placed: Pieces) -> tuple[int, Placement] | None:
    """AK-254, AK-255: the gap that counts now, and the default; None: the rest of the pieces is left off."""
    for gap in GAPS:
        for placement in _tried(pool):
            if placing_trouble(parts_of(*placement), placed, gap) is None:
                return gap, placement
    return None


def token_trouble(
    x: int, y: int, pieces: Pieces, tokens: Sequence[Point], own: Sequence[Point], spacing: int, halves: bool
) -> str | None:
    """AK-256: why a token may not be placed there. `tokens`: all that stand, `own`: the seat's own of them."""
    parts = [part for piece in pieces for part in piece]
    if not (TOKEN_RADIUS <= x <= BOARD - TOKEN_RADIUS and TOKEN_RADIUS <= y <= BOARD - TOKEN_RADIUS):
        return "off-board"
    if y == MEDIAN:
        return "on-the-median"
    if any(part.closer(x, y, x, y, TOKEN_RADIUS) for part in parts):
        return "too-close"
    if not any(part.within(x, y, x, y, TOKEN_RADIUS + TOKEN_TOUCH) for part in parts):
        return "not-at-scenery"
    if any(overlap(x, y, TOKEN_RADIUS, tx, ty, TOKEN_RADIUS + spacing) for tx, ty in tokens):
        return "too-close"
    if halves:
        north = {ty > MEDIAN for _, ty in own} | {y > MEDIAN}
        if 2 - len(north) > TOKENS_A_SEAT - len(own) - 1:
            return "wrong-half"
    return None


def default_token(
    pieces: Pieces, tokens: Sequence[Point], own: Sequence[Point]
) -> tuple[int, bool, Point] | None:  # fmt: skip
    """AK-256, AK-257: the spacing and the rule of halves that count now, and the default; None: no more tokens."""
    candidates = [point for piece in pieces for part in piece for point in token_places(part)]
    for halves in (True, False):
        for spacing in SPACINGS:
            for x, y in candidates:
                if token_trouble(x, y, pieces, tokens, own, spacing, halves) is None:
                    return spacing, halves, (x, y)
    return None


def token_places(part: Part) -> Iterator[Point]:
    """AK-257: the candidates at a part."""
    out = TOKEN_RADIUS + TOKEN_GAP
    if not part.corners:
        away = part.r + out
        yield from ((part.x + dx * away, part.y + dy * away) for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)))
        return
    for (px, py), (qx, qy) in zip(part.corners, (*part.corners[1:], part.corners[0]), strict=True):
        dx, dy = qx - px, qy - py
        length = csq(dx * dx + dy * dy)
        yield (px + qx) // 2 + trunc(out * dy, length), (py + qy) // 2 - trunc(out * dx, length)


def convex(corners: Sequence[Point]) -> bool:
    """AK-40: whether these are the corners, counter-clockwise, of a convex polygon, none idle or doubled."""
    count = len(corners)
    if count < 3:
        return False
    for (px, py), (qx, qy) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if sum((qx - px) * (y - py) > (qy - py) * (x - px) for x, y in corners) != count - 2:
            return False
    return True


def _tried(pool: Sequence[str]) -> Iterator[Placement]:
    for piece in pool:
        for x, y in SLOTS:
            yield Placement(piece, x, y, DEFAULT_ROTATION)
    for piece in pool:
        for rotation in LATTICE_ROTATIONS:
            for y in range(LATTICE, BOARD, LATTICE):
                for x in range(LATTICE, BOARD, LATTICE):
                    yield Placement(piece, x, y, rotation)


def _placed(entry: dict[str, Any], x: int, y: int, c: int, s: int) -> Part:
    if "disc" in entry:
        dx, dy, r = entry["disc"]
        return disc(
            entry["kind"], entry["size"], entry["height"],
            x + (c * dx - s * dy) // 5, y + (s * dx + c * dy) // 5, r,
        )  # fmt: skip
    x0, y0, x1, y1 = entry["rect"]
    corners = tuple(
        (x + (c * dx - s * dy) // 5, y + (s * dx + c * dy) // 5)
        for dx, dy in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    )
    return polygon(entry["kind"], entry["size"], entry["height"], corners)


def _separate(a: Part, b: Part) -> bool:
    """Whether an edge of a has all of b on its outer side: the open interiors then share no point."""
    return any(all(p * x + q * y + c <= 0 for x, y in b.corners) for p, q, c in a.edges)
