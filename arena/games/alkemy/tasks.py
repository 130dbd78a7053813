"""What is still to be resolved of the present action (AK-102): the agenda, a stack of plain data.

The last task is the present one. Its module takes it off, does what can be done without asking, and puts
it back, with where it stands, before it asks. So a position can be copied, saved and loaded at any question. They
are named tuples, which are changed faster.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NamedTuple, TypeAlias

from arena.games.alkemy.material import NONE
from arena.games.alkemy.orders import ORDERS, Order, Orders
from arena.games.alkemy.responses import RESPONSES, Response
from arena.games.alkemy.spellings import Chosen, Maybe, Objects
from arena.kernel.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Reaction:
    """What a figure has answered to a shot, and will do (AK-193, AK-195)."""

    figure: int
    response: Annotated[Response, Chosen(RESPONSES)]


@dataclass(frozen=True, slots=True)
class Shot:
    shooter: int
    target: int
    marksman: bool = False
    estimate: Maybe = NONE
    reaction: bool = False
    at_charger: bool = False


@dataclass(frozen=True, slots=True)
class Harm:
    """DOM of a volley that are inflicted when all its shots are rolled (AK-176)."""

    shooter: int
    victim: int
    dom: int


TO_CHARGES, TO_SHOTS, CHARGE_VOLLEY, MOVEMENTS, VOLLEY, REACTIONS, COMBATS, DONE = range(8)
"""Steps of an action; the AP are paid and the charges announced before the first."""


class Acting(NamedTuple):
    """One `act`, by the steps of AK-102. Orders are meant by their places in the list."""

    orders: Orders
    step: int = 0
    at: int = 0
    annulled: tuple[int, ...] = ()
    failed: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    volley: Annotated[tuple[Shot, ...], Objects(Shot)] = ()
    """Reaction shots that wait for their volley."""
    reacted: tuple[int, ...] = ()
    """Targets of shots that have reacted: no aim at them (AK-197)."""
    reactions: Annotated[tuple[Reaction, ...], Objects(Reaction)] = ()


class Leaving(NamedTuple):
    """A movement out of combat: the test, the blows, then the movement (AK-123)."""

    order: Annotated[Order, Chosen(ORDERS)]
    place: int
    strikers: tuple[int, ...]
    free: bool = False
    """It has leave to go."""


class Volley(NamedTuple):
    shots: Annotated[tuple[Shot, ...], Objects(Shot)]
    colours: tuple[str, ...]
    """Health of the shooters when it began (AK-176)."""
    reacted: tuple[int, ...] = ()
    at: int = 0
    harm: tuple[Harm, ...] = ()


class Preparing(NamedTuple):
    """A formula that has worked and may be enhanced (AK-224)."""

    figure: int
    formula: str
    targets: tuple[int, ...]
    card: str
    total: Maybe


class Clash(NamedTuple):
    """One exchange of cards (sections 11 and 22.4)."""

    attacker: int
    defender: int
    mode: str
    reaction: bool = False
    """Of a reaction engagement."""
    step: int = 0
    attacker_card: str = ""
    defender_card: str = ""
    paid: tuple[int, ...] = ()
    """Figures whose card has cost them an AP."""
    round: int = 0
    """Exchanges made against Parry (AK-152)."""
    rerolled: bool = False
    total: int = 0
    dom: int = 0
    """Of the attack roll that stands."""


Task: TypeAlias = Acting | Leaving | Volley | Preparing | Clash
TASKS: Vocabulary[Task] = Vocabulary(Acting, Leaving, Volley, Preparing, Clash)
