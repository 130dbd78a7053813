"""What is written of a state: the state document, and what each viewer may know (section 11, 13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arena.games.poison.material import COLOUR_NAMES, NAMES, names, size
from arena.games.poison.setup import STREAM
from arena.kernel.game import Document
from arena.kernel.seats import Seat, Viewer

if TYPE_CHECKING:
    from arena.games.poison.state import PoisonState


def dump(state: PoisonState) -> Document:
    players = zip(state.hands, state.taken, state.scores, strict=True)
    return {
        **_common(state),
        "drawn": {STREAM: state.chance.drawn.get(STREAM, 0)},
        "round": state.round,
        "dealer": state.dealer,
        "players": [
            {"hand": list(names(hand)), "taken": list(names(taken)), "scores": list(scores)}
            for hand, taken, scores in players
        ],
        "cauldrons": [{"cards": list(cards)} for cards in state.cauldrons],
        "pile": [NAMES[kind] for kind in reversed(state.pile)],
        "aside": list(names(state.aside)),
    }


def view(state: PoisonState, viewer: Viewer) -> Document:
    """PO-55, PO-56: never another hand, the pile, the cards aside, the seed or how much was drawn from it."""
    return {
        **_common(state),
        "round": state.round,
        "dealer": state.dealer,
        "seat": -1 if viewer is None else viewer,
        "rounds": state.table.rounds,
        "players": [_player(state, seat, viewer) for seat in range(state.seats)],
        "cauldrons": [
            {"cards": list(cards), "colour": COLOUR_NAMES[colour], "sum": total}
            for cards, colour, total in zip(state.cauldrons, state.colouring.colours, state.sums, strict=True)
        ],
        "pile_count": len(state.pile),
        "aside_count": size(state.aside),
    }


def _common(state: PoisonState) -> Document:
    return {
        "game": "poison",
        "options": dict(state.options),
        "seats": state.seats,
        "phase": "play" if state.result is None else "over",
        "to_act": list(state.to_act),
        "ply": state.ply,
        "result": None if state.result is None else state.result.document(),
    }


def _player(state: PoisonState, seat: Seat, viewer: Viewer) -> dict[str, Any]:
    scores = state.scores[seat]
    player: dict[str, Any] = {
        "hand_count": size(state.hands[seat]),
        "taken_count": size(state.taken[seat]),
        "scores": list(scores),
        "total": sum(scores),
    }
    if seat == viewer:
        player["hand"] = list(names(state.hands[seat]))
    if state.result is not None or state.options["taken"] == "open":  # PO-57
        player["taken"] = list(names(state.taken[seat]))
    return player
