"""From a state document to a position: its shape, then what section 23 says of one state (AK-325)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from arena.games.alkemy import invariants, loading_play, options
from arena.games.alkemy.armies import Army
from arena.games.alkemy.geometry import Part, disc, polygon
from arena.games.alkemy.material import NONE, PROFILES, STREAMS, Profile
from arena.games.alkemy.position import (
    BOARD,
    Effect,
    Figure,
    Held,
    Marker,
    Piece,
    Setup,
    Token,
    recruit,
)
from arena.games.alkemy.state import AlkemyState
from arena.games.alkemy.table import Base, Table, Terrain
from arena.games.alkemy.terrain import convex
from arena.kernel.chance import Chance
from arena.kernel.game import BadState
from arena.kernel.loading import opened
from arena.kernel.results import Result
from athanorpb.v1.alkemy_pb2 import State as StateMessage

if TYPE_CHECKING:
    from arena.games.alkemy.game import AlkemyGame

Full: TypeAlias = dict[str, Any]


def load(game: AlkemyGame, document: object, chance: Chance) -> AlkemyState:
    """The state of a document. Raises BadState: where, and what is wrong there."""
    full, settled = opened(game, document, StateMessage)
    state = _laid_out(game.revision, full, settled)
    loading_play.load(state, full)
    invariants.check(state)
    state.chance = chance
    chance.drawn = _drawn(full["drawn"])
    return state


def laid_out(game: AlkemyGame, document: object) -> AlkemyState:
    """What lies on the table, without the course of play: that much is in a view, too. Raises BadState."""
    return _laid_out(game.revision, *opened(game, document, StateMessage))


def _laid_out(revision: int, full: Full, settled: Full) -> AlkemyState:
    state = AlkemyState()
    state.settings = options.settings(revision, settled)
    state.seats = full["seats"]
    _counters(state, full)
    _setup(state, full["setup"] or {})
    state.armies = tuple(_army(f"/armies/{seat}", army) for seat, army in enumerate(full["armies"]))
    state.pieces = tuple(_piece(f"/terrain/{place}", piece) for place, piece in enumerate(full["terrain"]))
    state.tokens = tuple(
        Token(_seat(f"/tokens/{place}/seat", one["seat"]), one["element"], one["x"], one["y"])
        for place, one in enumerate(full["tokens"])
    )
    state.markers = tuple(
        Marker(one["x"], one["y"], _maybe_seat(f"/markers/{place}/control", one["control"]))
        for place, one in enumerate(full["markers"])
    )
    _cards(state, full["cards"])
    _figures(state, full["figures"])
    pairs = [_pair(state, f"/combats/{place}", one) for place, one in enumerate(full["combats"])]
    if pairs != sorted(set(pairs)):
        raise BadState("/combats", "the pairs are sorted, and each stands there once (AK-320)")
    state.combats = frozenset(pairs)
    state.result = _result(state, full["result"])
    return state


def _counters(state: AlkemyState, full: Full) -> None:
    for name in ("ply", "turn", "passes"):
        if full[name] < 0:
            raise BadState(f"/{name}", f"0 or more was expected, not {full[name]}")
    state.ply, state.turn, state.passes = full["ply"], full["turn"], full["passes"]
    state.phase = full["phase"]
    state.hand = _maybe_seat("/hand", full["hand"])
    state.opening = full["opening"]
    points = full["victory_points"]
    if len(points) != state.seats or min(points) < 0:
        raise BadState("/victory_points", "two numbers from 0 were expected")
    state.victory_points = (points[0], points[1])


def _setup(state: AlkemyState, setup: Full) -> None:
    placed = setup.get("placed") or [0, 0]
    if len(placed) != state.seats or min(placed) < 0:
        raise BadState("/setup/placed", "two numbers from 0 were expected")
    state.setup = Setup(
        first=_maybe_seat("/setup/first", setup.get("first")),
        next=_maybe_seat("/setup/next", setup.get("next")),
        pool=tuple(setup.get("pool", ())),
        gap=setup.get("gap", 0),
        spacing=setup.get("spacing", 0),
        placed=(placed[0], placed[1]),
        deploy_first=_maybe_seat("/setup/deploy_first", setup.get("deploy_first")),
    )


def _seat(pointer: str, seat: int) -> int:
    if seat not in (0, 1):
        raise BadState(pointer, f"seat 0 or 1 was expected, not {seat}")
    return seat


def _maybe_seat(pointer: str, seat: int | None) -> int:
    return NONE if seat is None else _seat(pointer, seat)


def _army(pointer: str, document: Full) -> Army:
    army = options.army_of(document)
    if army is None:
        raise BadState(pointer, "an army with a faction and its cards was expected")
    return army


def _piece(pointer: str, piece: Full) -> Piece:
    parts = tuple(_part(f"{pointer}/parts/{place}", part) for place, part in enumerate(piece["parts"]))
    seat = _seat(f"{pointer}/seat", piece["seat"])
    return Piece(piece["piece"], seat, piece["x"], piece["y"], piece["rotation"], parts)


def _part(pointer: str, part: Full) -> Part:
    kind, size, height = part["kind"], part["size"], part["height"]
    if not kind:
        raise BadState(f"{pointer}/kind", "a kind of ground was expected")
    if size < 0 or height < 0:
        raise BadState(pointer, "size and height are 0 or more")
    corners = tuple((corner["x"], corner["y"]) for corner in part["polygon"])
    if bool(corners) == (part["disc"] is not None):
        raise BadState(pointer, "a part is a polygon, or a disc (AK-40)")
    if corners:
        if not convex(corners):
            raise BadState(f"{pointer}/polygon", "a convex polygon was expected, counter-clockwise (AK-40)")
        return polygon(kind, size, height, corners)
    if part["disc"]["r"] <= 0:
        raise BadState(f"{pointer}/disc/r", "a radius above 0 was expected")
    return disc(kind, size, height, part["disc"]["x"], part["disc"]["y"], part["disc"]["r"])


def _profile(pointer: str, name: str) -> Profile:
    profile = PROFILES.get(name)
    if profile is None:
        raise BadState(pointer, f"no profile is called {name!r:.60}")
    return profile


def _cards(state: AlkemyState, cards: list[Full]) -> None:
    held = []
    for place, card in enumerate(cards):
        here = f"/cards/{place}"
        profile = _profile(f"{here}/profile", card["profile"])
        held.append(Held(_seat(f"{here}/seat", card["seat"]), profile, tuple(card["figures"])))
    state.cards = tuple(held)
    state.activated = tuple(card["activated"] for card in cards)


def _figures(state: AlkemyState, figures: list[Full]) -> None:
    state.figures = []
    bases = []
    for number, document in enumerate(figures):
        here = f"/figures/{number}"
        card = document["card"]
        if not 0 <= card < len(state.cards) or number not in state.cards[card].figures:
            raise BadState(f"{here}/card", f"card {card} has no figure {number}")
        held = state.cards[card]
        if document["seat"] != held.seat or document["profile"] != held.profile.id:
            raise BadState(here, f"seat and profile are those of its card {card}")
        figure = _figure(here, recruit(number, held.seat, card, held.profile), document, len(figures))
        state.figures.append(figure)
        if figure.status == BOARD:
            bases.append(Base(number, held.seat, figure.x, figure.y, held.profile.radius, held.profile.size))
    for place, held in enumerate(state.cards):
        if any(not 0 <= one < len(figures) or state.figures[one].card != place for one in held.figures):
            raise BadState(f"/cards/{place}/figures", "the figures of a card depend on that card")
        if not held.figures or len(set(held.figures)) != len(held.figures):
            raise BadState(f"/cards/{place}/figures", "a card has figures, and each once")
    state.table = Table(Terrain([piece.parts for piece in state.pieces]), bases)


def _figure(pointer: str, figure: Figure, document: Full, count: int) -> Figure:
    if not document["status"]:
        raise BadState(f"{pointer}/status", "reserve, board or out was expected")
    for name in (
        "status",
        "x",
        "y",
        "marked",
        "ap",
        "moved",
        "ran",
        "charged",
        "failed_charge",
        "concentration",
        "stones",
        "components",
        "harvested",
        "marksman_used",
        "master_used",
        "tracked",
        "immunity_lost",
    ):
        setattr(figure, name, document[name])
    for name in ("prepared", "barred", "afraid_of"):
        setattr(figure, name, tuple(document[name]))
    for name in ("barred", "afraid_of"):
        for place, other in enumerate(document[name]):
            loading_play.check_figure(f"{pointer}/{name}/{place}", other, count)
    figure.effects = tuple(
        _effect(f"{pointer}/effects/{place}", effect, count) for place, effect in enumerate(document["effects"])
    )
    return figure


def _effect(pointer: str, effect: Full, count: int) -> Effect:
    loading_play.check_effect(pointer, effect["kind"])
    loading_play.check_figure(f"{pointer}/by", effect["by"], count)
    return Effect(**{**effect, "grants": tuple(effect["grants"])})


def _pair(state: AlkemyState, pointer: str, pair: Full) -> tuple[int, int]:
    a, b = pair["a"], pair["b"]
    for name, one in (("a", a), ("b", b)):
        loading_play.check_figure(f"{pointer}/{name}", one, len(state.figures))
    if a >= b:
        raise BadState(pointer, "of a pair the lower number is a (AK-321)")
    return a, b


def _result(state: AlkemyState, result: Full | None) -> Result | None:
    if result is None:
        return None
    for name in ("scores", "ranks"):
        if len(result[name]) != state.seats:
            raise BadState(f"/result/{name}", f"one for each seat was expected, not {len(result[name])}")
    return Result(tuple(result["scores"]), tuple(result["ranks"]), result["reason"])


def _drawn(drawn: dict[str, int]) -> dict[str, int]:
    for stream, count in drawn.items():
        if stream not in STREAMS:
            raise BadState(f"/drawn/{stream}", f"there is no such stream; there are: {', '.join(STREAMS)} (AK-4)")
        if count < 0:
            raise BadState(f"/drawn/{stream}", f"0 or more draws were taken, not {count}")
    return {stream: drawn.get(stream, 0) for stream in STREAMS}
