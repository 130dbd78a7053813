"""From a state document to a position: its shape, then the invariants of section 23."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from arena.games.alakazoo import invariants
from arena.games.alakazoo.material import (
    ABILITIES,
    CARDS,
    COLUMNS,
    CREATURES,
    FACES,
    KEEPERS,
    MAGICIANS,
    NONE,
    PAGE_NAMES,
    PARTS,
    SPELLS,
)
from arena.games.alakazoo.options import settings
from arena.games.alakazoo.position import PHASES, Pending
from arena.games.alakazoo.scoring import REASONS
from arena.games.alakazoo.state import AlakazooState
from arena.kernel.chance import Chance
from arena.kernel.game import BadState
from arena.kernel.loading import opened
from arena.kernel.results import Result
from athanorpb.v1.alakazoo_pb2 import State as StateMessage

if TYPE_CHECKING:
    from arena.games.alakazoo.game import AlakazooGame

Full: TypeAlias = dict[str, Any]


class Names:
    """The numbers of things by their names."""

    def __init__(self, thing: str, names: tuple[str, ...]) -> None:
        self._thing = thing
        self._numbers = {name: number for number, name in enumerate(names)}

    def one(self, pointer: str, name: str) -> int:
        if name not in self._numbers:
            raise BadState(pointer, f"no {self._thing} is called {name!r:.60}")
        return self._numbers[name]

    def one_or_none(self, pointer: str, name: str) -> int:
        return self.one(pointer, name) if name else NONE

    def all(self, pointer: str, names: list[str]) -> tuple[int, ...]:
        return tuple(self.one(f"{pointer}/{place}", name) for place, name in enumerate(names))

    def ascending(self, pointer: str, names: list[str]) -> tuple[int, ...]:
        found = self.all(pointer, names)
        if list(found) != sorted(set(found)):
            raise BadState(pointer, f"each {self._thing} once and in canonical order was expected")
        return found


_CARD, _SPELL, _CREATURE = Names("card", CARDS), Names("spell", SPELLS), Names("creature", CREATURES)
_ABILITY, _FACE, _PAGE = Names("ability", ABILITIES), Names("face", FACES), Names("page", PAGE_NAMES)
_MAGICIAN, _KEEPER = Names("magician", MAGICIANS), Names("keeper card", KEEPERS)


def load(game: AlakazooGame, document: object, chance: Chance) -> AlakazooState:
    """The state of a document. Raises BadState: where, and what is wrong there, an invariant by its number."""
    full, options = opened(game, document, StateMessage)
    state = AlakazooState()
    state.settings = settings(game.revision, full["seats"], options)
    state.seats = full["seats"]
    _counters(state, full)
    _cards(state, full)
    _players(state, full["players"])
    _pending(state, full["pending"])
    state.result = _result(state, full["result"])
    state.settle_limits()
    state.settle_powers()
    invariants.check(state)
    state.chance = chance
    chance.drawn = _drawn(state, full["drawn"])
    return state


def _counters(state: AlakazooState, full: Full) -> None:
    if full["phase"] not in PHASES:
        raise BadState("/phase", f"one of {', '.join(PHASES)} was expected")
    state.phase = PHASES.index(full["phase"])
    state.to_act = tuple(seat_at(state, f"/to_act/{place}", seat) for place, seat in enumerate(full["to_act"]))
    state.turn = seat_at(state, "/turn", full["turn"])
    state.finisher = full["finisher"]
    if state.finisher != NONE:
        seat_at(state, "/finisher", state.finisher)
    for name in ("ply", "round", "magic_supply", "dark_supply"):
        setattr(state, name, _count(f"/{name}", full[name]))
    state.charm_used = full.get("charm_used", False)
    if "charm_used" in full and not state.settings.university:
        raise BadState("/charm_used", "it is there with the option university only")


def _count(pointer: str, value: int) -> int:
    if value < 0:
        raise BadState(pointer, f"{value} is negative (invariant 2)")
    return value


def seat_at(state: AlakazooState, pointer: str, seat: int) -> int:
    if not 0 <= seat < state.seats:
        raise BadState(pointer, f"a seat from 0 to {state.seats - 1} was expected, not {seat}")
    return seat


def _cards(state: AlakazooState, full: Full) -> None:
    state.creatures = sum(1 << creature for creature in _CREATURE.ascending("/creatures", full["creatures"]))
    state.deck = [*reversed(_CARD.all("/deck", full["deck"]))]
    state.discard = [*_CARD.all("/discard", full["discard"])]
    if len(full["columns"]) != COLUMNS:
        raise BadState("/columns", f"{COLUMNS} columns were expected, not {len(full['columns'])}")
    state.columns = [
        _SPELL.all(f"/columns/{place}/cards", column["cards"]) for place, column in enumerate(full["columns"])
    ]
    state.dice = tuple(sorted(_FACE.all("/dice", full["dice"])))
    tommy = full.get("tommy", {"active": [], "gone": []})
    if "tommy" in full and not state.settings.tommy:
        raise BadState("/tommy", "it is there with the option tommy only")
    state.active = _CARD.all("/tommy/active", tommy["active"])
    state.gone = _CARD.all("/tommy/gone", tommy["gone"])
    invariants.check_open_tommy(state)


def _players(state: AlakazooState, players: list[Full]) -> None:
    if len(players) != state.seats:
        raise BadState("/players", f"{state.seats} entries were expected, one for each seat, not {len(players)}")
    for name in ("portals", "spells", "filled", "covered", "hands", "packs", "picks", "magic", "dark"):
        setattr(state, name, [])
    for name in ("abilities", "points", "offered_magicians", "offered_keepers", "magicians", "keepers"):
        setattr(state, name, [])
    state.offered_pages, state.kept_pages = [], []
    for seat, player in enumerate(players):
        here = f"/players/{seat}"
        state.portals.append(_CREATURE.one_or_none(f"{here}/portal", player["portal"]))
        _positions(state, f"{here}/positions", player["positions"])
        state.hands.append(tuple(sorted(_SPELL.all(f"{here}/hand", player["hand"]))))
        state.packs.append(tuple(sorted(_SPELL.all(f"{here}/pack", player["pack"]))))
        state.picks.append(_SPELL.one_or_none(f"{here}/pick", player["pick"]))
        for name in ("magic", "dark", "points"):
            getattr(state, name).append(_count(f"{here}/{name}", player[name]))
        state.abilities.append(_ABILITY.ascending(f"{here}/abilities", player["abilities"]))
        _school(state, f"{here}/school", player.get("school"))
        _book(state, f"{here}/book", player.get("book"))


def _positions(state: AlakazooState, pointer: str, positions: list[Full]) -> None:
    if len(positions) != len(PARTS):
        raise BadState(pointer, f"{len(PARTS)} positions were expected, not {len(positions)}")
    spells, filled, covered = [], 0, 0
    for place, position in enumerate(positions):
        here = f"{pointer}/{place}"
        if len(position["covered"]) != 2:
            raise BadState(f"{here}/covered", "one value for each of its two runes was expected")
        spell = _SPELL.one_or_none(f"{here}/spell", position["spell"])
        spells.append(spell)
        filled |= (spell != NONE) << place
        for rune, is_covered in enumerate(position["covered"], 2 * place):
            covered |= is_covered << rune
    state.spells.append(tuple(spells))
    state.filled.append(filled)
    state.covered.append(covered)


def _school(state: AlakazooState, pointer: str, school: Full | None) -> None:
    if school and not state.settings.university:
        raise BadState(pointer, "it is there with the option university only")
    school = school or {"magicians": [], "keepers": [], "magician": "", "keeper": ""}
    state.offered_magicians.append(_MAGICIAN.all(f"{pointer}/magicians", school["magicians"]))
    state.offered_keepers.append(_KEEPER.all(f"{pointer}/keepers", school["keepers"]))
    state.magicians.append(_MAGICIAN.one_or_none(f"{pointer}/magician", school["magician"]))
    state.keepers.append(_KEEPER.one_or_none(f"{pointer}/keeper", school["keeper"]))


def _book(state: AlakazooState, pointer: str, book: Full | None) -> None:
    if book and state.settings.book == "off":
        raise BadState(pointer, "it is there with the option book only")
    book = book or {"pages": [], "page": ""}
    state.offered_pages.append(_PAGE.all(f"{pointer}/pages", book["pages"]))
    state.kept_pages.append(_PAGE.one_or_none(f"{pointer}/page", book["page"]))


def _pending(state: AlakazooState, pending: Full | None) -> None:
    state.pending = None
    if pending is not None:
        state.pending = Pending(
            seat_at(state, "/pending/seat", pending["seat"]),
            seat_at(state, "/pending/other", pending["other"]),
            _CREATURE.one("/pending/creature", pending["creature"]),
            pending["count"],
            _SPELL.ascending("/pending/offer", pending["offer"]),
        )


def _result(state: AlakazooState, result: Full | None) -> Result | None:
    if result is None:
        return None
    for name in ("scores", "ranks"):
        if len(result[name]) != state.seats:
            raise BadState(f"/result/{name}", f"one for each seat was expected, not {len(result[name])}")
    reasons = REASONS[state.settings.solo]
    if result["reason"] not in reasons:
        raise BadState("/result/reason", f"one of {', '.join(reasons)} was expected")
    return Result(tuple(result["scores"]), tuple(result["ranks"]), result["reason"])


def _drawn(state: AlakazooState, drawn: Mapping[str, int]) -> dict[str, int]:
    streams = state.settings.streams
    for stream, count in drawn.items():
        if stream not in streams:
            raise BadState(f"/drawn/{stream}", f"there is no such stream here; there are: {', '.join(streams)}")
        if count < 0:
            raise BadState(f"/drawn/{stream}", f"0 or more draws were taken, not {count}")
    return {stream: drawn.get(stream, 0) for stream in streams}
