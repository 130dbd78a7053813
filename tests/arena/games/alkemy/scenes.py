"""Scenes for the tests of the rules: a few figures on the board, scripted dice, and what happens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from arena.games.alkemy.game import AlkemyGame
from arena.games.alkemy.material import PROFILES
from arena.games.alkemy.position import Figure
from arena.games.alkemy.state import AlkemyState
from arena.games.alkemy.terrain import parts_of
from arena.kernel.chance import Scripted
from arena.kernel.game import Refused

GAME = AlkemyGame()
Document = dict[str, Any]
FAR = ("avalon-recruits", 1, 2300, 2300)
"""An enemy out of the way, so that the game goes on."""


def figure_of(profile: str, seat: int, x: int, y: int, **fields: Any) -> Document:
    card = PROFILES[profile]
    return {
        "seat": seat,
        "card": 0,
        "profile": profile,
        "status": "board",
        "x": x,
        "y": y,
        "marked": 0,
        "ap": card.ap,
        "moved": False,
        "ran": False,
        "charged": False,
        "failed_charge": False,
        "concentration": 0,
        "stones": card.alchemy.stones if card.alchemy else 0,
        "components": 0,
        "harvested": False,
        "prepared": [],
        "marksman_used": 0,
        "master_used": False,
        "tracked": False,
        "immunity_lost": False,
        "barred": [],
        "afraid_of": [],
        "effects": [],
        **fields,
    }


def effect(kind: str, by: int = 0, **fields: Any) -> Document:
    return {
        "kind": kind,
        "by": by,
        "card": "",
        "lasting": False,
        "hit": False,
        "radius": 0,
        "dom": 0,
        "grants": [],
        **fields,
    }


def piece(name: str, x: int, y: int, rotation: str = "r0") -> Document:
    parts = [
        {
            "kind": part.kind,
            "size": part.size,
            "height": part.height,
            "polygon": [{"x": px, "y": py} for px, py in part.corners],
            "disc": None if part.corners else {"x": part.x, "y": part.y, "r": part.r},
        }
        for part in parts_of(name, x, y, rotation)
    ]
    return {"piece": name, "seat": 0, "x": x, "y": y, "rotation": rotation, "parts": parts}


def document(
    figures: Sequence[Document],
    *,
    together: Sequence[Sequence[int]] = (),
    combats: Iterable[tuple[int, int]] = (),
    terrain: Iterable[Document] = (),
    tokens: Iterable[Document] = (),
    control: Sequence[int | None] = (None, None, None),
    options: Document | None = None,
    turn: int = 1,
    points: Sequence[int] = (0, 0),
    hand: int = 0,
) -> Document:
    """A state that waits for who has the hand first. Each figure has its own card, but for those `together`."""
    groups = [*map(list, together)]
    groups += [[one] for one in range(len(figures)) if not any(one in group for group in groups)]
    groups.sort()
    for card, group in enumerate(groups):
        for one in group:
            figures[one]["card"] = card
    cards = [
        {
            "seat": figures[group[0]]["seat"],
            "profile": figures[group[0]]["profile"],
            "figures": group,
            "activated": False,
        }
        for group in groups
    ]
    return {
        "game": "alkemy",
        "options": GAME.settle(2, options or {}),
        "seats": 2,
        "phase": "first",
        "to_act": [hand],
        "ply": 0,
        "result": None,
        "turn": turn,
        "hand": None,
        "opening": False,
        "passes": 0,
        "victory_points": list(points),
        "setup": {
            "first": 0,
            "next": None,
            "pool": [],
            "gap": 0,
            "spacing": 0,
            "placed": [0, 0],
            "deploy_first": 0,
        },
        "armies": [{"faction": "jade", "cards": []}, {"faction": "avalon", "cards": []}],
        "terrain": list(terrain),
        "tokens": list(tokens),
        "markers": [
            {"x": x, "y": 1200, "control": one} for x, one in zip((400, 1200, 2000), control, strict=True)
        ],
        "cards": cards,
        "figures": list(figures),
        "combats": [{"a": a, "b": b} for a, b in combats],
        "activation": None,
        "question": {"seats": [hand], "first": {}},
        "agenda": [],
        "secret": {"0": {}, "1": {}},
        "drawn": {"setup": 0, "dice": 0, "ties": 0, "fate": 0},
    }


class Scene:
    """A state that is played: what was told since it began, and what is asked."""

    def __init__(
        self,
        *figures: tuple[Any, ...],
        dice: Sequence[int] = (),
        ties: Sequence[int] = (),
        fate: Sequence[int] = (),
        hand: int = 0,
        **fields: Any,
    ) -> None:
        placed = [figure_of(*one[:4], **(one[4] if len(one) > 4 else {})) for one in figures]
        chance = Scripted({"dice": dice, "ties": ties, "fate": fate}, bytes(32))
        self.state: AlkemyState = GAME.load(document(placed, hand=hand, **fields), chance)
        self.told: list[Document] = []
        self.do(hand, {"first": {"seat": hand}})

    @classmethod
    def of(cls, state: AlkemyState) -> Scene:
        """A state that is there already."""
        scene = cls.__new__(cls)
        scene.state, scene.told = state, []
        return scene

    def do(self, seat: int, action: Document) -> list[Document]:
        events = self.state.apply(seat, GAME.read(self.state, seat, action))
        documents = [GAME.facts.document(event.fact) for event in events]
        self.told += documents
        return documents

    def refused(self, seat: int, action: Document) -> str | None:
        try:
            return self.state.refusal(seat, GAME.read(self.state, seat, action))
        except Refused as refused:
            return refused.code

    def activate(self, figure: int) -> Scene:
        self.do(self.state.figures[figure].seat, {"activate": {"card": self.state.figures[figure].card}})
        return self

    def order(self, *orders: Document) -> list[Document]:
        return self.do(self.state.hand, {"act": {"orders": list(orders)}})

    def why_not(self, *orders: Document) -> str | None:
        return self.refused(self.state.hand, {"act": {"orders": list(orders)}})

    def cards(self, attacker: str, defender: str) -> list[Document]:
        """Answers of the seats that are asked for a card, the attacker's first."""
        asked = self.asked("card")
        told: list[Document] = []
        for number, card in ((asked["attacker"], attacker), (asked["defender"], defender)):
            seat = self.state.figures[number].seat
            if seat in self.state.to_act and self.question == "card":
                told += self.do(seat, {"card": {"card": card}})
        return told

    @property
    def question(self) -> str:
        return self.state.question(0)

    def asked(self, kind: str) -> Document:
        question: Document = self.state.dump()["question"]
        assert kind in question, f"{kind} was to be asked, not {question}"
        found: Document = question[kind]
        return found

    def figure(self, number: int) -> Figure:
        return self.state.figures[number]

    def kinds(self, number: int) -> list[str]:
        return [one.kind for one in self.figure(number).effects]

    def events(self, kind: str) -> list[Document]:
        return [event[kind] for event in self.told if kind in event]

    def end(self) -> None:
        self.do(self.state.hand, {"end": {}})

    def end_turn(self) -> None:
        """Passes until the turn is over; who may not pass yet walks a step on the spot, or ends."""
        turn = self.state.turn
        while self.state.turn == turn and self.state.result is None:
            (seat,) = self.state.to_act
            if self.question == "hand" and self.refused(seat, {"pass": {}}) is None:
                self.do(seat, {"pass": {}})
            elif self.question == "orders" and self.refused(seat, {"end": {}}) is None:
                self.do(seat, {"end": {}})
            else:
                self.do(seat, {"default": {}})


def walk(figure: int, *path: tuple[int, int], **more: Any) -> Document:
    return {"walk": {"figure": figure, "path": points(*path), **more}}


def run(figure: int, *path: tuple[int, int], **more: Any) -> Document:
    return {"run": {"figure": figure, "path": points(*path), **more}}


def charge(figure: int, targets: Sequence[int], *path: tuple[int, int], **more: Any) -> Document:
    return {"charge": {"figure": figure, "targets": list(targets), "path": points(*path), **more}}


def engage(figure: int, targets: Sequence[int], to: tuple[int, int]) -> Document:
    return {"engage": {"figure": figure, "targets": list(targets), "to": points(to)[0]}}


def shoot(figure: int, target: int, **more: Any) -> Document:
    return {"shoot": {"figure": figure, "target": target, **more}}


def fight(figure: int, target: int) -> Document:
    return {"fight": {"figure": figure, "target": target}}


def prepare(figure: int, formula: str, *targets: int, **more: Any) -> Document:
    return {"prepare": {"figure": figure, "formula": formula, "targets": list(targets), **more}}


def concentrate(figure: int) -> Document:
    return {"concentrate": {"figure": figure}}


def points(*spots: tuple[int, int]) -> list[Document]:
    return [{"x": x, "y": y} for x, y in spots]
