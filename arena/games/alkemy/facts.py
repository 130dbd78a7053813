"""What happens (AK-324). Every seat sees every fact; sealed answers make none until they are revealed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from arena.games.alkemy.actions import ACTIONS, Cover, Takes
from arena.games.alkemy.armies import Army as ArmyList
from arena.games.alkemy.material import Face
from arena.games.alkemy.orders import Orders as OrderList
from arena.games.alkemy.responses import RESPONSES, Response
from arena.games.alkemy.spellings import Chosen, Maybe, Path, Spot


class _Use:
    """A cover stands in a fact as in the answer."""

    default = None

    @staticmethod
    def read(document: Any) -> Any:
        return ACTIONS.parse({"cover": document})

    @staticmethod
    def write(cover: Cover) -> Any:
        return ACTIONS.document(cover)["cover"]


@dataclass(frozen=True, slots=True)
class Army:
    seat: int
    army: ArmyList


@dataclass(frozen=True, slots=True)
class TerrainFirst:
    seat: int


@dataclass(frozen=True, slots=True)
class Terrain:
    seat: int
    piece: str
    x: int
    y: int
    rotation: str


@dataclass(frozen=True, slots=True)
class Component:
    seat: int
    element: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class DeployFirst:
    seat: int


@dataclass(frozen=True, slots=True)
class Deploy:
    seat: int
    card: int
    positions: Path


@dataclass(frozen=True, slots=True)
class TurnBegins:
    turn: int


@dataclass(frozen=True, slots=True)
class InitiativeWon:
    seat: int


@dataclass(frozen=True, slots=True)
class Hand:
    seat: int


@dataclass(frozen=True, slots=True)
class Pass:
    seat: int
    auto: bool


@dataclass(frozen=True, slots=True)
class Activate:
    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Reactivate:
    seat: int
    figure: int


@dataclass(frozen=True, slots=True)
class ActivationEnds:
    card: int


@dataclass(frozen=True, slots=True)
class Orders:
    seat: int
    orders: OrderList


@dataclass(frozen=True, slots=True)
class OrderLost:
    figure: int


@dataclass(frozen=True, slots=True)
class ChargeAnnulled:
    figure: int
    target: int


@dataclass(frozen=True, slots=True)
class ChargeFailed:
    figure: int


@dataclass(frozen=True, slots=True)
class React:
    figure: int
    reaction: Annotated[Response, Chosen(RESPONSES)]


@dataclass(frozen=True, slots=True)
class Move:
    figure: int
    from_: Spot
    to: Spot


@dataclass(frozen=True, slots=True)
class Pushed:
    figure: int
    from_: Spot
    to: Spot


@dataclass(frozen=True, slots=True)
class Fall:
    figure: int
    height: int
    amount: int


@dataclass(frozen=True, slots=True)
class Disengaged:
    figure: int


@dataclass(frozen=True, slots=True)
class CombatBegins:
    a: int
    b: int


@dataclass(frozen=True, slots=True)
class CombatEnds:
    a: int
    b: int


@dataclass(frozen=True, slots=True)
class Afraid:
    figure: int
    of: int


@dataclass(frozen=True, slots=True)
class Cards:
    attacker: int
    defender: int
    attacker_card: str
    defender_card: str


@dataclass(frozen=True, slots=True)
class Feint:
    figure: int


@dataclass(frozen=True, slots=True)
class Roll:
    figure: int
    why: str
    dice: tuple[Face, ...]
    kept: tuple[int, ...]
    stat: int
    total: int


@dataclass(frozen=True, slots=True)
class Blow:
    figure: int
    target: int
    hit: bool
    dom: int


@dataclass(frozen=True, slots=True)
class Parried:
    figure: int
    against: int
    margin: int


@dataclass(frozen=True, slots=True)
class NothingHappens:
    a: int
    b: int


@dataclass(frozen=True, slots=True)
class Shot:
    shooter: int
    target: int
    result: str


@dataclass(frozen=True, slots=True)
class CoverRoll:
    figure: int
    use: Annotated[Cover, _Use()]
    dice: tuple[Face, ...]
    need: int
    saved: bool


@dataclass(frozen=True, slots=True)
class Damage:
    figure: int
    amount: int
    source: str
    by: Maybe


@dataclass(frozen=True, slots=True)
class OutOfAction:
    figure: int


@dataclass(frozen=True, slots=True)
class Heal:
    figure: int
    amount: int


@dataclass(frozen=True, slots=True)
class Concentration:
    figure: int
    level: int


@dataclass(frozen=True, slots=True)
class Harvest:
    figure: int
    element: str
    amount: int


@dataclass(frozen=True, slots=True)
class Prepare:
    figure: int
    formula: str
    targets: tuple[int, ...]
    components: int
    stones: int


@dataclass(frozen=True, slots=True)
class FormulaFails:
    figure: int
    formula: str
    why: str


@dataclass(frozen=True, slots=True)
class FormulaWorks:
    figure: int
    formula: str
    targets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Enhance:
    figure: int
    take: Takes
    stones: int


@dataclass(frozen=True, slots=True)
class Effect:
    figure: int
    kind: str


@dataclass(frozen=True, slots=True)
class Stand:
    figure: int


@dataclass(frozen=True, slots=True)
class Marker:
    marker: int
    control: Maybe
    figure: int


@dataclass(frozen=True, slots=True)
class Score:
    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class TurnEnds:
    turn: int


@dataclass(frozen=True, slots=True)
class GameOver:
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    reason: str
