"""What a position holds. The rules are in the modules beside this one; they work on these fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from arena.games.alkemy.actions import Army as ArmyAnswer
from arena.games.alkemy.actions import Card as CardAnswer
from arena.games.alkemy.actions import Initiative as InitiativeAnswer
from arena.games.alkemy.armies import Army
from arena.games.alkemy.geometry import Part
from arena.games.alkemy.material import NONE, Profile
from arena.games.alkemy.options import Settings
from arena.games.alkemy.questions import Question
from arena.games.alkemy.table import Base, Table
from arena.games.alkemy.tasks import Task
from arena.kernel.chance import Chance
from arena.kernel.results import Result
from arena.kernel.seats import Seat

ARMY, TERRAIN, COMPONENTS, DEPLOYMENT = "army", "terrain", "components", "deployment"
INITIATIVE, FIRST, ACTIVATION, OVER = "initiative", "first", "activation", "over"
PHASES = (ARMY, TERRAIN, COMPONENTS, DEPLOYMENT, INITIATIVE, FIRST, ACTIVATION, OVER)
RESERVE, BOARD, OUT = "reserve", "board", "out"
STATUSES = (RESERVE, BOARD, OUT)

ALONE: tuple[tuple[Seat, ...], ...] = ((0,), (1,))
BOTH: tuple[Seat, ...] = (0, 1)

Sealed = ArmyAnswer | InitiativeAnswer | CardAnswer | None
"""What a seat has answered that the other may not know yet (AK-303)."""


class Held(NamedTuple):
    """A profile card in an army; its place among `cards` is its id."""

    seat: Seat
    profile: Profile
    figures: tuple[int, ...]


class Piece(NamedTuple):
    """A piece of scenery on the board."""

    piece: str
    seat: Seat
    x: int
    y: int
    rotation: str
    parts: tuple[Part, ...]


class Token(NamedTuple):
    seat: Seat
    element: str
    x: int
    y: int


class Marker(NamedTuple):
    x: int
    y: int
    control: Seat


@dataclass(frozen=True, slots=True)
class Effect:
    kind: str
    by: int
    card: str = ""
    lasting: bool = False
    hit: bool = False
    """It ends at the end of this turn."""
    radius: int = 0
    dom: int = 0
    grants: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Setup:
    first: Seat = NONE
    next: Seat = NONE
    pool: tuple[str, ...] = ()
    gap: int = 0
    spacing: int = 0
    placed: tuple[int, int] = (0, 0)
    deploy_first: Seat = NONE


class Activation(NamedTuple):
    card: int
    figures: tuple[int, ...]
    reactivation: bool
    acted: tuple[int, ...] = ()
    last_shot: tuple[int, ...] = ()
    over: bool = False


class Figure:
    """One figure. What is fixed of it is its profile."""

    __slots__ = (
        "afraid_of",
        "ap",
        "barred",
        "card",
        "charged",
        "components",
        "concentration",
        "effects",
        "failed_charge",
        "harvested",
        "id",
        "immunity_lost",
        "marked",
        "marksman_used",
        "master_used",
        "moved",
        "prepared",
        "profile",
        "ran",
        "seat",
        "status",
        "stones",
        "tracked",
        "x",
        "y",
    )

    id: int
    seat: Seat
    card: int
    profile: Profile
    status: str
    x: int
    y: int
    marked: int
    ap: int
    moved: bool
    ran: bool
    charged: bool
    failed_charge: bool
    concentration: int
    stones: int
    components: int
    harvested: bool
    prepared: tuple[str, ...]
    marksman_used: int
    master_used: bool
    tracked: bool
    immunity_lost: bool
    barred: tuple[int, ...]
    afraid_of: tuple[int, ...]
    effects: tuple[Effect, ...]

    def copy(self) -> Figure:
        twin = Figure.__new__(Figure)
        twin.id = self.id
        twin.seat = self.seat
        twin.card = self.card
        twin.profile = self.profile
        twin.status = self.status
        twin.x = self.x
        twin.y = self.y
        twin.marked = self.marked
        twin.ap = self.ap
        twin.moved = self.moved
        twin.ran = self.ran
        twin.charged = self.charged
        twin.failed_charge = self.failed_charge
        twin.concentration = self.concentration
        twin.stones = self.stones
        twin.components = self.components
        twin.harvested = self.harvested
        twin.prepared = self.prepared
        twin.marksman_used = self.marksman_used
        twin.master_used = self.master_used
        twin.tracked = self.tracked
        twin.immunity_lost = self.immunity_lost
        twin.barred = self.barred
        twin.afraid_of = self.afraid_of
        twin.effects = self.effects
        return twin

    def effect(self, kind: str) -> Effect | None:
        for effect in self.effects:
            if effect.kind == kind:
                return effect
        return None


def recruit(number: int, seat: Seat, card: int, profile: Profile) -> Figure:
    """A figure in reserve."""
    figure = Figure()
    figure.id, figure.seat, figure.card, figure.profile = number, seat, card, profile
    figure.status = RESERVE
    figure.x = figure.y = figure.marked = figure.ap = 0
    figure.concentration = figure.components = figure.marksman_used = 0
    figure.stones = profile.alchemy.stones if profile.alchemy else 0  # AK-210
    figure.moved = figure.ran = figure.charged = figure.failed_charge = False
    figure.harvested = figure.master_used = figure.tracked = figure.immunity_lost = False
    figure.prepared = ()
    figure.barred = figure.afraid_of = ()
    figure.effects = ()
    return figure


class Position:
    """Tuples are replaced, never changed in place; figures are changed by the modules of the rules."""

    __slots__ = (
        "activated",
        "activation",
        "agenda",
        "armies",
        "asked",
        "cards",
        "chance",
        "combats",
        "figures",
        "hand",
        "markers",
        "opening",
        "passes",
        "phase",
        "pieces",
        "ply",
        "result",
        "seats",
        "secret",
        "settings",
        "setup",
        "table",
        "to_act",
        "tokens",
        "turn",
        "victory_points",
        "with_question",
    )

    settings: Settings
    seats: int
    chance: Chance
    phase: str
    to_act: tuple[Seat, ...]
    with_question: tuple[Seat, ...]
    """The seats of the question; those that have answered are no longer in `to_act`."""
    asked: Question | None
    secret: tuple[Sealed, Sealed]
    ply: int
    result: Result | None
    turn: int
    hand: Seat
    opening: bool
    passes: int
    victory_points: tuple[int, int]
    setup: Setup
    armies: tuple[Army, ...]
    pieces: tuple[Piece, ...]
    tokens: tuple[Token, ...]
    markers: tuple[Marker, ...]
    cards: tuple[Held, ...]
    activated: tuple[bool, ...]
    """By card."""
    figures: list[Figure]
    table: Table
    """The bases on board and the scenery: what the geometry asks."""
    combats: frozenset[tuple[int, int]]
    """Pairs, the lower id first (AK-127)."""
    activation: Activation | None
    agenda: list[Task]

    def copy_onto(self, twin: Position) -> None:
        twin.settings = self.settings
        twin.seats = self.seats
        twin.chance = self.chance.copy()
        twin.phase = self.phase
        twin.to_act = self.to_act
        twin.with_question = self.with_question
        twin.asked = self.asked
        twin.secret = self.secret
        twin.ply = self.ply
        twin.result = self.result
        twin.turn = self.turn
        twin.hand = self.hand
        twin.opening = self.opening
        twin.passes = self.passes
        twin.victory_points = self.victory_points
        twin.setup = self.setup
        twin.armies = self.armies
        twin.pieces = self.pieces
        twin.tokens = self.tokens
        twin.markers = self.markers
        twin.cards = self.cards
        twin.activated = self.activated
        twin.figures = [figure.copy() for figure in self.figures]
        twin.table = self.table.copy()
        twin.combats = self.combats
        twin.activation = self.activation
        twin.agenda = self.agenda[:]

    def scratch(self) -> Position:
        """A twin to try something on."""
        twin = Position.__new__(Position)
        self.copy_onto(twin)
        return twin

    # --- asking

    def ask(self, seats: tuple[Seat, ...], question: Question) -> None:
        self.asked = question
        self.with_question = self.to_act = seats
        self.secret = (None, None)

    def answered(self) -> None:
        """The question is settled: nobody is asked anything."""
        self.asked = None
        self.with_question = self.to_act = ()
        self.secret = (None, None)

    # --- figures on the board

    def base(self, number: int) -> Base:
        return self.table.bases[number]

    def on_board(self, number: int) -> bool:
        return 0 <= number < len(self.figures) and self.figures[number].status == BOARD

    def put(self, figure: Figure, x: int, y: int) -> None:
        """Sets a figure down; the table knows of it too."""
        figure.x, figure.y = x, y
        figure.status = BOARD
        profile = figure.profile
        self.table.put(Base(figure.id, figure.seat, x, y, profile.radius, profile.size))

    def take_off(self, figure: Figure) -> None:
        figure.status = OUT
        self.table.remove(figure.id)

    def foes(self, number: int) -> list[int]:
        """Those that a figure is in combat with, by id."""
        return sorted(b if a == number else a for a, b in self.combats if number in (a, b))

    def in_combat(self, number: int) -> bool:
        return any(number in pair for pair in self.combats)

    def are_fighting(self, a: int, b: int) -> bool:
        return ((a, b) if a < b else (b, a)) in self.combats
