"""What a position holds. The rules are in the modules beside this one; they work on these fields."""

from __future__ import annotations

from typing import NamedTuple

from arena.games.kazaam.actions import Use
from arena.games.kazaam.material import NONE
from arena.games.kazaam.options import Settings
from arena.kernel.chance import Chance
from arena.kernel.results import Result
from arena.kernel.seats import Seat

TURN, REACTION, LEG_CHOICE, OVER = range(4)
PHASES = ("turn", "reaction", "leg-choice", "over")

ALONE: tuple[tuple[Seat, ...], ...] = tuple((seat,) for seat in range(8))
"""`to_act` of one seat."""

STREAMS = ("alchemists", "deck", "reshuffle", "steal")  # KZ-12


class Pending(NamedTuple):
    """A use that heads may still answer, or a head that answered (KZ-67)."""

    seat: Seat
    use: Use
    at: Seat = NONE
    """The last seat asked about it."""


class Look(NamedTuple):
    """What a seat saw, and when (KZ-47, KZ-54). Never brought up to date."""

    ply: int
    tiles: tuple[int, ...]


class Position:
    """Tiles, parts and seats are numbers, sets of parts are bits, six counts of ingredients one number."""

    __slots__ = (
        "actions_left",
        "alchemists",
        "board",
        "chance",
        "deck",
        "discard",
        "filled",
        "hands",
        "pending",
        "phase",
        "ply",
        "result",
        "round",
        "seats",
        "seen_discards",
        "seen_hands",
        "settings",
        "supply",
        "to_act",
        "turn",
        "units",
        "up",
    )

    settings: Settings
    seats: int
    alchemists: tuple[int, ...]
    chance: Chance
    phase: int
    to_act: tuple[Seat, ...]
    ply: int
    round: int
    turn: Seat
    actions_left: int
    deck: list[int]
    """The top is last here."""
    discard: list[int]
    """The oldest is first."""
    supply: int
    hands: list[tuple[int, ...]]
    """By seat, in order of arrival."""
    units: list[int]
    board: list[list[int]]
    """By seat, by part: the tile, or NONE."""
    filled: list[int]
    """By seat: the parts in play."""
    up: list[int]
    """By seat: the parts in play that are face up."""
    seen_hands: dict[tuple[Seat, Seat], Look]
    """By who looked and at whom."""
    seen_discards: dict[Seat, Look]
    pending: list[Pending]
    """Empty except in a reaction; the top is last."""
    result: Result | None

    def copy_onto(self, twin: Position) -> None:
        twin.settings = self.settings
        twin.seats = self.seats
        twin.alchemists = self.alchemists
        twin.chance = self.chance.copy()
        twin.phase = self.phase
        twin.to_act = self.to_act
        twin.ply = self.ply
        twin.round = self.round
        twin.turn = self.turn
        twin.actions_left = self.actions_left
        twin.deck = self.deck.copy()
        twin.discard = self.discard.copy()
        twin.supply = self.supply
        twin.hands = self.hands.copy()
        twin.units = self.units.copy()
        twin.board = [row.copy() for row in self.board]
        twin.filled = self.filled.copy()
        twin.up = self.up.copy()
        twin.seen_hands = self.seen_hands.copy()
        twin.seen_discards = self.seen_discards.copy()
        twin.pending = self.pending.copy()
        twin.result = self.result
