"""The questions (AK-300): what a seat, or both, must answer now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

from arena.games.alkemy import actions
from arena.games.alkemy.material import NONE, Face
from arena.games.alkemy.spellings import Maybe
from arena.kernel.vocabulary import Vocabulary


class _Covers:
    """Covers stand in a question as in the answer."""

    default: tuple[actions.Cover, ...] = ()

    @staticmethod
    def read(document: Any) -> tuple[Any, ...]:
        return tuple(actions.ACTIONS.parse({"cover": cover}) for cover in document)

    @staticmethod
    def write(covers: tuple[actions.Cover, ...]) -> list[Any]:
        return [actions.ACTIONS.document(cover)["cover"] for cover in covers]


@dataclass(frozen=True, slots=True)
class Army:
    pass


@dataclass(frozen=True, slots=True)
class Terrain:
    pool: tuple[str, ...]
    gap: int


@dataclass(frozen=True, slots=True)
class Component:
    spacing: int
    halves: bool


@dataclass(frozen=True, slots=True)
class Deploy:
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Initiative:
    pass


@dataclass(frozen=True, slots=True)
class First:
    pass


@dataclass(frozen=True, slots=True)
class Hand:
    cards: tuple[int, ...]
    figures: tuple[int, ...]
    may_pass: bool


@dataclass(frozen=True, slots=True)
class Orders:
    figures: tuple[int, ...]
    must_act: bool


@dataclass(frozen=True, slots=True)
class ReactShot:
    figure: int
    by: tuple[int, ...]
    move: bool
    shoot: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ReactCharge:
    figure: int
    by: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Card:
    attacker: int
    defender: int
    mode: str
    choices: tuple[Choice, ...]

    def of(self, seat: int) -> tuple[str, ...]:
        return next(choice.cards for choice in self.choices if choice.seat == seat)


@dataclass(frozen=True, slots=True)
class Feint:
    figure: int
    against: int
    own: str
    other: str


@dataclass(frozen=True, slots=True)
class Pair:
    dice: tuple[int, ...]
    total: int
    dom: int


@dataclass(frozen=True, slots=True)
class Keep:
    figure: int
    against: int
    dice: tuple[Face, ...]
    pairs: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class Reroll:
    figure: int
    against: int
    total: int


@dataclass(frozen=True, slots=True)
class Cover:
    figure: int
    shooter: int
    dom: int
    covers: Annotated[tuple[actions.Cover, ...], _Covers()]


@dataclass(frozen=True, slots=True)
class Tester:
    figure: int
    figures: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Strikes:
    figure: int
    figures: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    id: str
    stones: int
    once: bool
    targets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Enhance:
    figure: int
    formula: str
    targets: tuple[int, ...]
    enhancements: tuple[Offer, ...]
    stones: int
    total: Maybe = NONE


Question: TypeAlias = (
    Army
    | Terrain
    | Component
    | Deploy
    | Initiative
    | First
    | Hand
    | Orders
    | ReactShot
    | ReactCharge
    | Card
    | Feint
    | Keep
    | Reroll
    | Cover
    | Tester
    | Strikes
    | Enhance
)

QUESTIONS: Vocabulary[Question] = Vocabulary(
    Army,
    Terrain,
    Component,
    Deploy,
    Initiative,
    First,
    Hand,
    Orders,
    ReactShot,
    ReactCharge,
    Card,
    Feint,
    Keep,
    Reroll,
    Cover,
    Tester,
    Strikes,
    Enhance,
)
KINDS: dict[type[Question], str] = {kind: key for key, kind in QUESTIONS.kinds.items()}
