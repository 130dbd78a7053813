"""The actions (AK-300): what a seat can say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

from arena.games.alkemy.material import NONE
from arena.games.alkemy.orders import Orders
from arena.games.alkemy.responses import RESPONSES, Response
from arena.games.alkemy.spellings import (
    Chosen,
    Maybe,
    MaybeWord,
    Number,
    Objects,
    OneOfFlags,
    OneOfPlaces,
    Path,
    Strict,
    Word,
    YesOrNo,
)
from arena.kernel.vocabulary import Malformed


@dataclass(frozen=True, slots=True)
class Recruited:
    profile: str
    figures: int


@dataclass(frozen=True, slots=True)
class Army:
    preset: MaybeWord = ""
    faction: MaybeWord = ""
    cards: tuple[Recruited, ...] = ()


@dataclass(frozen=True, slots=True)
class Terrain:
    piece: Word
    x: Number
    y: Number
    rotation: MaybeWord = ""


@dataclass(frozen=True, slots=True)
class Component:
    x: Number
    y: Number


@dataclass(frozen=True, slots=True)
class Deploy:
    card: Number
    positions: Path


@dataclass(frozen=True, slots=True)
class Initiative:
    figure: Number


@dataclass(frozen=True, slots=True)
class First:
    seat: Number


@dataclass(frozen=True, slots=True)
class Activate:
    card: Number


@dataclass(frozen=True, slots=True)
class Reactivate:
    figure: Number


@dataclass(frozen=True, slots=True)
class Pass:
    pass


@dataclass(frozen=True, slots=True)
class Act:
    orders: Orders


@dataclass(frozen=True, slots=True)
class End:
    pass


@dataclass(frozen=True, slots=True)
class React:
    """Its document is that of the reaction: `{"react": {"none": {}}}`."""

    reaction: Annotated[Response, Chosen(RESPONSES)]


@dataclass(frozen=True, slots=True)
class Card:
    card: Word


@dataclass(frozen=True, slots=True)
class Feint:
    use: YesOrNo


@dataclass(frozen=True, slots=True)
class Keep:
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reroll:
    use: YesOrNo


@dataclass(frozen=True, slots=True)
class Cover:
    """Exactly one of them (AK-300)."""

    piece: OneOfPlaces = NONE
    melee: OneOfFlags = False
    figure: OneOfPlaces = NONE
    stealth: OneOfFlags = False
    none: OneOfFlags = False


@dataclass(frozen=True, slots=True)
class Tester:
    figure: Number


@dataclass(frozen=True, slots=True)
class Strikes:
    figures: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Take:
    id: str
    target: Maybe = NONE
    card: MaybeWord = ""


Takes: TypeAlias = Annotated[tuple[Take, ...], Objects(Take)]


@dataclass(frozen=True, slots=True)
class Enhance:
    take: Takes


@dataclass(frozen=True, slots=True)
class Default:
    pass


Action: TypeAlias = (
    Army
    | Terrain
    | Component
    | Deploy
    | Initiative
    | First
    | Activate
    | Reactivate
    | Pass
    | Act
    | End
    | React
    | Card
    | Feint
    | Keep
    | Reroll
    | Cover
    | Tester
    | Strikes
    | Enhance
    | Default
)


class Actions(Strict[Action]):
    def __init__(self, *kinds: type[Action]) -> None:
        super().__init__(*kinds)
        self._react = "react"

    def parse(self, document: Any) -> Action:
        if isinstance(document, dict) and len(document) == 1 and self._react in document:
            return React(RESPONSES.parse(document[self._react]))
        action = super().parse(document)
        match action:
            case Army() if bool(action.preset) == bool(action.faction or action.cards):
                raise Malformed("army has a preset, or a faction with its cards")
            case Act(orders=()):
                raise Malformed("act has at least one order")
            case Cover() if _keys(action) != 1:
                raise Malformed("cover has exactly one of piece, melee, figure, stealth, none")
        return action

    def document(self, item: Action) -> dict[str, Any]:
        if isinstance(item, React):
            return {self._react: RESPONSES.document(item.reaction)}
        return super().document(item)


def _keys(cover: Cover) -> int:
    return sum((cover.piece != NONE, cover.melee, cover.figure != NONE, cover.stealth, cover.none))


ACTIONS = Actions(
    Army,
    Terrain,
    Component,
    Deploy,
    Initiative,
    First,
    Activate,
    Reactivate,
    Pass,
    Act,
    End,
    React,
    Card,
    Feint,
    Keep,
    Reroll,
    Cover,
    Tester,
    Strikes,
    Enhance,
    Default,
)
DEFAULT = Default()
