"""What a position holds. The rules are in the modules beside this one; they work on these fields."""

from __future__ import annotations

from dataclasses import dataclass

from arena.games.alakazoo.material import (
    ABILITY_POWER,
    HAND_OF,
    KEEPER_POWER,
    MIMIC,
    PORTAL_OF,
    Figures,
)
from arena.games.alakazoo.material import figures as figures_with
from arena.games.alakazoo.options import Settings
from arena.kernel.chance import Chance
from arena.kernel.results import Result
from arena.kernel.seats import Seat

PORTAL, DRAFT, UNIVERSITY, BOOK, ACTION, DICE, GIVE, PLACE, TRIM, DISCARD, OVER = range(11)
PHASES = ("portal", "draft", "university", "book", "action", "dice", "give", "place", "trim", "discard", "over")

ALONE: tuple[tuple[Seat, ...], ...] = tuple((seat,) for seat in range(4))
"""`to_act` of one seat."""
EVERYBODY: tuple[tuple[Seat, ...], ...] = tuple(tuple(range(seats)) for seats in range(5))
"""By number of seats."""


@dataclass(frozen=True, slots=True)
class Pending:
    """A trade that waits for the other seat's choice (AZ-59)."""

    seat: Seat
    other: Seat
    creature: int
    count: int
    offer: tuple[int, ...]


class Position:
    """Lists by seat; what stands in them (cards, portals, sets) is never changed in place but replaced."""

    __slots__ = (
        "abilities",
        "active",
        "chance",
        "charm_used",
        "columns",
        "covered",
        "creatures",
        "dark",
        "dark_supply",
        "deck",
        "dice",
        "discard",
        "figures",
        "filled",
        "finisher",
        "gone",
        "hand_limits",
        "hands",
        "keepers",
        "kept_pages",
        "magic",
        "magic_supply",
        "magicians",
        "offered_keepers",
        "offered_magicians",
        "offered_pages",
        "packs",
        "pending",
        "phase",
        "picks",
        "ply",
        "points",
        "portal_limits",
        "portals",
        "powers",
        "result",
        "round",
        "seats",
        "settings",
        "spells",
        "to_act",
        "turn",
    )

    settings: Settings
    figures: Figures
    """What Tommy's permanent cards make of the figures."""
    hand_limits: tuple[int, ...]
    """By seat, AZ-83; and AZ-82."""
    portal_limits: tuple[int, ...]
    seats: int
    chance: Chance
    phase: int
    to_act: tuple[Seat, ...]
    ply: int
    round: int
    turn: Seat
    finisher: Seat
    creatures: int
    """Those in play, as bits."""
    magic_supply: int
    dark_supply: int
    deck: list[int]
    """The top is last here."""
    discard: list[int]
    """In no order."""
    columns: list[tuple[int, ...]]
    dice: tuple[int, ...]
    """Faces, ascending."""
    pending: Pending | None
    portals: list[int]
    spells: list[tuple[int, ...]]
    """By seat: at each position the spell, or NONE."""
    filled: list[int]
    """By seat: the positions that hold a spell."""
    covered: list[int]
    """By seat: the runes with a token."""
    hands: list[tuple[int, ...]]
    """By seat, in canonical order; packs too."""
    packs: list[tuple[int, ...]]
    picks: list[int]
    magic: list[int]
    """By seat: tokens on the keeper; dark too."""
    dark: list[int]
    abilities: list[tuple[int, ...]]
    powers: list[int]
    """By seat: the abilities and keeper cards whose action it may take."""
    points: list[int]
    active: tuple[int, ...]
    """Tommy's open cards, in order of appearance; those gone too."""
    gone: tuple[int, ...]
    charm_used: bool
    offered_magicians: list[tuple[int, ...]]
    offered_keepers: list[tuple[int, ...]]
    magicians: list[int]
    keepers: list[int]
    offered_pages: list[tuple[int, ...]]
    kept_pages: list[int]
    result: Result | None

    def copy_onto(self, twin: Position) -> None:
        twin.settings = self.settings
        twin.figures = self.figures
        twin.hand_limits = self.hand_limits
        twin.portal_limits = self.portal_limits
        twin.seats = self.seats
        twin.chance = self.chance.copy()
        twin.phase = self.phase
        twin.to_act = self.to_act
        twin.ply = self.ply
        twin.round = self.round
        twin.turn = self.turn
        twin.finisher = self.finisher
        twin.creatures = self.creatures
        twin.magic_supply = self.magic_supply
        twin.dark_supply = self.dark_supply
        twin.deck = self.deck[:]
        twin.discard = self.discard[:]
        twin.columns = self.columns[:]
        twin.dice = self.dice
        twin.pending = self.pending
        twin.portals = self.portals[:]
        twin.spells = self.spells[:]
        twin.filled = self.filled[:]
        twin.covered = self.covered[:]
        twin.hands = self.hands[:]
        twin.packs = self.packs[:]
        twin.picks = self.picks[:]
        twin.magic = self.magic[:]
        twin.dark = self.dark[:]
        twin.abilities = self.abilities[:]
        twin.powers = self.powers[:]
        twin.points = self.points[:]
        twin.active = self.active
        twin.gone = self.gone
        twin.charm_used = self.charm_used
        twin.offered_magicians = self.offered_magicians[:]
        twin.offered_keepers = self.offered_keepers[:]
        twin.magicians = self.magicians[:]
        twin.keepers = self.keepers[:]
        twin.offered_pages = self.offered_pages[:]
        twin.kept_pages = self.kept_pages[:]
        twin.result = self.result

    def settle_limits(self) -> None:
        """What Tommy's open cards and the magicians make of the limits (AZ-148)."""
        figures = self.figures = figures_with(self.active)
        self.hand_limits = tuple([figures.hand_limit + HAND_OF[magician] for magician in self.magicians])
        self.portal_limits = tuple([figures.portal_limit + PORTAL_OF[magician] for magician in self.magicians])

    def free_slots(self, seat: Seat) -> int:
        return self.settings.slots - self.magic[seat] - self.dark[seat]

    def settle_powers(self) -> None:
        """What the abilities and keeper cards let each seat do. Mimics copy abilities only (AZ-70, AZ-166)."""
        own = [sum(ABILITY_POWER[ability] for ability in held) for held in self.abilities]
        self.powers = [
            bits
            | KEEPER_POWER[self.keepers[seat]]
            | (self._abilities_besides(own, seat) if bits & ABILITY_POWER[MIMIC] else 0)
            for seat, bits in enumerate(own)
        ]

    @staticmethod
    def _abilities_besides(own: list[int], seat: Seat) -> int:
        others = 0
        for other, bits in enumerate(own):
            if other != seat:
                others |= bits
        return others
