"""Positions to test on: only what matters is said, everything else is filled in so that the state is valid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from arena.games.kazaam.game import KazaamGame
from arena.games.kazaam.material import ALCHEMISTS, INGREDIENTS, TILES
from arena.games.kazaam.state import KazaamState
from arena.kernel.chance import Scripted
from arena.kernel.game import Document
from tests.arena.games.acting import Acting

GAME = KazaamGame()
SEED = bytes(32)
PLAYED = Acting(GAME)
act, acts, refused, legal = PLAYED.act, PLAYED.acts, PLAYED.refused, PLAYED.legal
DEFAULTS = GAME.settle(2, {})


def part_of(tile: str) -> str:
    return tile.split("-", 1)[1].removesuffix("-2")


def player(
    hand: Iterable[str] = (),
    up: Iterable[str] = (),
    down: Iterable[str] = (),
    units: Mapping[str, int] | None = None,
    alchemist: str | None = None,
    seen: Document | None = None,
) -> Document:
    """A seat: its hand, its face-up and face-down tiles, its ingredients."""
    faces = [*((tile, "up") for tile in up), *((tile, "down") for tile in down)]
    return {
        "alchemist": alchemist,
        "hand": list(hand),
        "ingredients": {name: (units or {}).get(name, 0) for name in INGREDIENTS},
        "board": {part_of(tile): {"tile": tile, "face": face} for tile, face in faces},
        "seen": seen or {"hands": []},
    }


def document(
    *players: Document,
    options: Mapping[str, Any] | None = None,
    deck: Sequence[str] | None = None,
    discard: Sequence[str] = (),
    **counters: Any,
) -> Document:
    """A state of these players; `deck` names its top tiles. An empty one sends the other tiles to the discard."""
    settled = GAME.settle(len(players), options or {})
    players = tuple(
        {**each, "alchemist": each["alchemist"] or ALCHEMISTS[seat]} for seat, each in enumerate(players)
    )
    placed = {*discard, *(deck or ())}
    for each in players:
        placed |= {*each["hand"], *(item["tile"] for item in each["board"].values())}
    rest = [tile for tile in TILES if tile not in placed]
    of_each = 20 if settled["counters"] == "some-double" else 16
    turn = counters.get("turn", 0)
    return {
        "game": "kazaam",
        "options": settled,
        "seats": len(players),
        "phase": "turn",
        "to_act": [turn],
        "ply": 20,
        "round": 2,
        "turn": turn,
        "actions_left": 3,
        "deck": [] if deck == [] else [*(deck or ()), *rest],
        "discard": [*discard, *(rest if deck == [] else ())],
        "supply": {name: of_each - sum(each["ingredients"][name] for each in players) for name in INGREDIENTS},
        "players": list(players),
        "pending": [],
        "drawn": {"alchemists": 5, "deck": 69, "reshuffle": 0, "steal": 0},
        "result": None,
        **counters,
    }


def table(*players: Document, chance: Mapping[str, Sequence[int]] | None = None, **more: Any) -> KazaamState:
    return GAME.load(document(*players, **more), Scripted(chance or {}, SEED))


def new(seats: int = 3, chance: Mapping[str, Sequence[int]] | None = None, **options: Any) -> KazaamState:
    return GAME.new(seats, options, Scripted(chance or {}, SEED)).state


NINE_OF_FIRE = [tile for tile in TILES if tile.startswith("fire-") and not tile.endswith("-2")]
PLENTY = dict.fromkeys(INGREDIENTS, 3)


def use(part: str, target: int | None = None, target_part: str | None = None, take: Any = None) -> Document:
    given = {"part": part, "target": target, "target_part": target_part, "take": take}
    return {"use": {name: value for name, value in given.items() if value is not None}}


CANCEL: Document = {"cancel": {}}
PASS: Document = {"pass": {}}
END_TURN: Document = {"end_turn": {}}
DRAW: Document = {"draw": {}}
REFRESH: Document = {"refresh": {}}
DECLINE: Document = {"decline": {}}
KAZAAM: Document = {"kazaam": {}}


def play(tile: str) -> Document:
    return {"play": {"tile": tile}}


def extract(tile: str) -> Document:
    return {"extract": {"tile": tile}}


def take(tile: str) -> Document:
    return {"take": {"tile": tile}}
