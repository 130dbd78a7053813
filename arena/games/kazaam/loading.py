"""From a state document to a position: its shape, then invariants 1 to 9 of section 21 (KZ-94)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from arena.games.kazaam import invariants, units
from arena.games.kazaam.actions import Use, fitting, one_of_each
from arena.games.kazaam.material import ALCHEMISTS, INGREDIENTS, NONE, PART_OF, PARTS, TILES
from arena.games.kazaam.options import settings
from arena.games.kazaam.position import PHASES, STREAMS, Look, Pending
from arena.games.kazaam.spellings import TAKE
from arena.games.kazaam.state import KazaamState
from arena.kernel.chance import Chance
from arena.kernel.game import BadState
from arena.kernel.loading import opened
from arena.kernel.results import Result
from arena.kernel.vocabulary import Malformed
from athanorpb.v1.kazaam_pb2 import State as StateMessage

if TYPE_CHECKING:
    from arena.games.kazaam.game import KazaamGame

Full: TypeAlias = dict[str, Any]

MOST_UNITS = 127
"""More than any option has of an ingredient (KZ-8): what is above cannot be held, and breaks invariant 2."""


def load(game: KazaamGame, document: object, chance: Chance) -> KazaamState:
    """The state of a document. Raises BadState: where, and what is wrong there, an invariant by its number."""
    full, options = opened(game, document, StateMessage)
    state = KazaamState()
    state.settings = settings(options)
    state.seats = full["seats"]
    _counters(state, full)
    state.deck = [*reversed(_tiles("/deck", full["deck"]))]
    state.discard = _tiles("/discard", full["discard"])
    state.supply = _units("/supply", full["supply"])
    _players(state, full["players"])
    state.pending = [_pending(state, place, item) for place, item in enumerate(full["pending"])]
    state.result = _result(state, full["result"])
    invariants.check(state)
    state.chance = chance
    chance.drawn = _drawn(full["drawn"])
    return state


def _counters(state: KazaamState, full: Full) -> None:
    if full["phase"] not in PHASES:
        raise BadState("/phase", f"one of {', '.join(PHASES)} was expected")
    state.phase = PHASES.index(full["phase"])
    state.to_act = tuple(_seat(state, f"/to_act/{place}", seat) for place, seat in enumerate(full["to_act"]))
    state.turn = _seat(state, "/turn", full["turn"])
    for name, least in (("ply", 0), ("round", 1), ("actions_left", 0)):
        if full[name] < least:
            raise BadState(f"/{name}", f"{least} or more was expected, not {full[name]}")
        setattr(state, name, full[name])


def _seat(state: KazaamState, pointer: str, seat: int) -> int:
    if not 0 <= seat < state.seats:
        raise BadState(pointer, f"a seat from 0 to {state.seats - 1} was expected, not {seat}")
    return seat


def _tiles(pointer: str, names: list[str]) -> list[int]:
    return [_number(f"{pointer}/{place}", name, "tile", _TILES) for place, name in enumerate(names)]


def _number(pointer: str, name: str, thing: str, numbers: Mapping[str, int]) -> int:
    if name not in numbers:
        raise BadState(pointer, f"no {thing} is called {name!r:.60}")
    return numbers[name]


def _units(pointer: str, document: Mapping[str, int]) -> int:
    for name, count in document.items():
        if name not in INGREDIENTS:
            raise BadState(f"{pointer}/{name}", f"no ingredient is called {name!r:.60}")
        if count < 0:
            raise BadState(f"{pointer}/{name}", f"{count} is negative (invariant 2)")
        if count > MOST_UNITS:
            raise BadState(f"{pointer}/{name}", f"{count} is more than there is (invariant 2)")
    return units.packed(document.get(name, 0) for name in INGREDIENTS)


def _players(state: KazaamState, players: list[Full]) -> None:
    if len(players) != state.seats:
        raise BadState("/players", f"{state.seats} entries were expected, one for each seat, not {len(players)}")
    alchemists = []
    state.hands, state.units, state.board, state.filled, state.up = [], [], [], [], []
    state.seen_hands, state.seen_discards = {}, {}
    for seat, player in enumerate(players):
        here = f"/players/{seat}"
        alchemists.append(_number(f"{here}/alchemist", player["alchemist"], "alchemist", _ALCHEMISTS))
        state.hands.append(tuple(_tiles(f"{here}/hand", player["hand"])))
        state.units.append(_units(f"{here}/ingredients", player["ingredients"]))
        _board(state, f"{here}/board", player["board"])
        _seen(state, seat, f"{here}/seen", player["seen"] or {"hands": []})
    state.alchemists = tuple(alchemists)


def _board(state: KazaamState, pointer: str, board: Mapping[str, Full]) -> None:
    row, filled, up = [NONE] * len(PARTS), 0, 0
    for name, placed in board.items():
        here = f"{pointer}/{name}"
        part = _number(here, name, "part", _PARTS)
        tile = row[part] = _number(f"{here}/tile", placed["tile"], "tile", _TILES)
        if PART_OF[tile] != part:
            raise BadState(f"{here}/tile", f"{placed['tile']} lies at another part than its own (invariant 3)")
        if placed["face"] not in ("up", "down"):
            raise BadState(f"{here}/face", "'up' or 'down' was expected")
        filled |= 1 << part
        up |= (placed["face"] == "up") << part
    state.board.append(row)
    state.filled.append(filled)
    state.up.append(up)


def _seen(state: KazaamState, seat: int, pointer: str, seen: Full) -> None:
    for place, entry in enumerate(seen["hands"]):
        here = f"{pointer}/hands/{place}"
        target = _seat(state, f"{here}/seat", entry["seat"])
        if target == seat:
            raise BadState(f"{here}/seat", "a seat looks at other seats' hands only (KZ-46)")
        if (seat, target) in state.seen_hands:
            raise BadState(f"{here}/seat", f"a second look at seat {target}; only the newest is kept (KZ-47)")
        state.seen_hands[seat, target] = _look(state, here, entry)
    if "discard" in seen:
        state.seen_discards[seat] = _look(state, f"{pointer}/discard", seen["discard"])


def _look(state: KazaamState, pointer: str, look: Full) -> Look:
    if not 0 <= look["ply"] <= state.ply:
        raise BadState(f"{pointer}/ply", f"a ply from 0 to {state.ply} was expected, not {look['ply']}")
    return Look(look["ply"], tuple(sorted(_tiles(f"{pointer}/tiles", look["tiles"]))))


def _pending(state: KazaamState, place: int, item: Full) -> Pending:
    here = f"/pending/{place}"
    part = _number(f"{here}/part", item["part"], "part", _PARTS)
    target_part = item.get("target_part", "")
    given = Use(
        part,
        target=_seat(state, f"{here}/target", item.get("target", 0)),
        target_part=_number(f"{here}/target_part", target_part, "part", _PARTS) if target_part else NONE,
        take=_take(here, item.get("take", {})),
    )
    try:
        use = one_of_each(fitting(given))
    except Malformed as error:
        raise BadState(here, str(error)) from None
    # Whoever is pending has asked somebody: left out, `at` is no "nobody yet" but seat 0, as every number is.
    at = _seat(state, f"{here}/at", item.get("at", 0))
    return Pending(_seat(state, f"{here}/seat", item["seat"]), use, at)


def _take(pointer: str, take: Full) -> int:
    try:
        return TAKE.read(take)
    except Malformed as error:
        raise BadState(f"{pointer}/take", str(error)) from None


def _result(state: KazaamState, result: Full | None) -> Result | None:
    if result is None:
        return None
    for name in ("scores", "ranks", "breakdown"):
        if len(result[name]) != state.seats:
            raise BadState(f"/result/{name}", f"one for each seat was expected, not {len(result[name])}")
    if not result["reason"]:
        raise BadState("/result/reason", "'kazaam' or 'round-limit' was expected")
    if "completed_by" in result:
        _seat(state, "/result/completed_by", result["completed_by"])
    details: Full = {name: result[name] for name in ("breakdown", "completed_by") if name in result}
    return Result(tuple(result["scores"]), tuple(result["ranks"]), result["reason"], details)


def _drawn(drawn: Mapping[str, int]) -> dict[str, int]:
    for stream, count in drawn.items():
        if stream not in STREAMS:
            raise BadState(f"/drawn/{stream}", f"there is no such stream; there are: {', '.join(STREAMS)} (KZ-12)")
        if count < 0:
            raise BadState(f"/drawn/{stream}", f"0 or more draws were taken, not {count}")
    return {stream: drawn.get(stream, 0) for stream in STREAMS}


_TILES = {name: tile for tile, name in enumerate(TILES)}
_PARTS = {name: part for part, name in enumerate(PARTS)}
_ALCHEMISTS = {name: alchemist for alchemist, name in enumerate(ALCHEMISTS)}
