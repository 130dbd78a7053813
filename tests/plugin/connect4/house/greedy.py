"""Wins where it can, keeps the other seat from winning at once, and else drops near the middle."""

from __future__ import annotations

from typing import Any

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def choose(ask: Any) -> int:
    columns, seat = ask.view["columns"], ask.seat
    places = [action["drop"]["column"] for action in ask.legal]
    for mover in (seat, 1 - seat):
        for index, place in enumerate(places):
            if completes(columns, place, mover):
                return index
    middle = (len(columns) - 1) / 2
    return min(range(len(places)), key=lambda index: abs(places[index] - middle))


def completes(columns: list[list[int]], place: int, seat: int) -> bool:
    """Whether a disc of the seat in that column makes four in a line."""
    row = len(columns[place])
    return any(
        1 + run(columns, place, row, dx, dy, seat) + run(columns, place, row, -dx, -dy, seat) >= 4
        for dx, dy in DIRECTIONS
    )


def run(columns: list[list[int]], x: int, y: int, dx: int, dy: int, seat: int) -> int:
    """How many discs of the seat lie in that direction without a gap."""
    count = 0
    while True:
        x, y = x + dx, y + dy
        if not (0 <= x < len(columns) and 0 <= y < len(columns[x]) and columns[x][y] == seat):
            return count
        count += 1
