"""A position as documents: the whole state, and what a viewer may know of it (AK-320 to AK-322).

A view is built up from nothing: what is not put there is not there.
"""

from __future__ import annotations

from typing import Any

from arena.games.alkemy import mustering, options
from arena.games.alkemy.actions import Army, Card, Initiative
from arena.games.alkemy.geometry import Part
from arena.games.alkemy.material import NONE, STREAMS
from arena.games.alkemy.position import Effect, Figure, Piece, Position, Sealed
from arena.games.alkemy.questions import QUESTIONS
from arena.games.alkemy.tasks import TASKS
from arena.kernel.game import Document
from arena.kernel.seats import Seat, Viewer


def state(position: Position) -> Document:
    return {
        **table(position),
        "agenda": [TASKS.document(task) for task in position.agenda],
        "secret": {str(seat): secret(position.secret[seat]) for seat in range(position.seats)},
        "drawn": {stream: position.chance.drawn.get(stream, 0) for stream in STREAMS},
    }


def view(position: Position, viewer: Viewer) -> Document:
    document = table(position)
    document["seat"] = NONE if viewer is None else viewer
    document["secret"] = {} if viewer is None else {str(viewer): secret(position.secret[viewer])}
    return document


def table(position: Position) -> Document:
    """What lies open (AK-322)."""
    setup = position.setup
    return {
        "game": "alkemy",
        "options": dict(position.settings.document),
        "seats": position.seats,
        "phase": position.phase,
        "to_act": list(position.to_act),
        "ply": position.ply,
        "result": None if position.result is None else position.result.document(),
        "turn": position.turn,
        "hand": seat_or_null(position.hand),
        "opening": position.opening,
        "passes": position.passes,
        "victory_points": list(position.victory_points),
        "setup": {
            "first": seat_or_null(setup.first),
            "next": seat_or_null(setup.next),
            "pool": list(setup.pool),
            "gap": setup.gap,
            "spacing": setup.spacing,
            "placed": list(setup.placed),
            "deploy_first": seat_or_null(setup.deploy_first),
        },
        "armies": [options.document_of(army) for army in position.armies],
        "terrain": [piece(one) for one in position.pieces],
        "tokens": [token._asdict() for token in position.tokens],
        "markers": [{"x": one.x, "y": one.y, "control": seat_or_null(one.control)} for one in position.markers],
        "cards": [
            {
                "seat": card.seat,
                "profile": card.profile.id,
                "figures": list(card.figures),
                "activated": position.activated[number],
            }
            for number, card in enumerate(position.cards)
        ],
        "figures": [figure(one) for one in position.figures],
        "combats": [{"a": a, "b": b} for a, b in sorted(position.combats)],
        "activation": activation(position),
        "question": question(position),
    }


def seat_or_null(seat: Seat) -> Seat | None:
    return None if seat == NONE else seat


def question(position: Position) -> Document | None:
    if position.asked is None:
        return None
    return {"seats": list(position.with_question), **QUESTIONS.document(position.asked)}


def activation(position: Position) -> Document | None:
    present = position.activation
    if present is None:
        return None
    return {
        "card": present.card,
        "figures": list(present.figures),
        "reactivation": present.reactivation,
        "acted": list(present.acted),
        "last_shot": list(present.last_shot),
        "over": present.over,
    }


def secret(answer: Sealed) -> Document:
    """AK-321: once answered, else absent."""
    match answer:
        case Army():
            army = mustering.army_of(answer)
            return {} if army is None else {"army": options.document_of(army)}
        case Initiative():
            return {"initiative": answer.figure}
        case Card():
            return {"card": answer.card}
        case None:
            return {}


def piece(one: Piece) -> Document:
    return {
        "piece": one.piece,
        "seat": one.seat,
        "x": one.x,
        "y": one.y,
        "rotation": one.rotation,
        "parts": [part(each) for each in one.parts],
    }


def part(one: Part) -> Document:
    return {
        "kind": one.kind,
        "size": one.size,
        "height": one.height,
        "polygon": [{"x": x, "y": y} for x, y in one.corners],
        "disc": None if one.corners else {"x": one.x, "y": one.y, "r": one.r},
    }


def figure(one: Figure) -> Document:
    return {
        "seat": one.seat,
        "card": one.card,
        "profile": one.profile.id,
        "status": one.status,
        "x": one.x,
        "y": one.y,
        "marked": one.marked,
        "ap": one.ap,
        "moved": one.moved,
        "ran": one.ran,
        "charged": one.charged,
        "failed_charge": one.failed_charge,
        "concentration": one.concentration,
        "stones": one.stones,
        "components": one.components,
        "harvested": one.harvested,
        "prepared": list(one.prepared),
        "marksman_used": one.marksman_used,
        "master_used": one.master_used,
        "tracked": one.tracked,
        "immunity_lost": one.immunity_lost,
        "barred": list(one.barred),
        "afraid_of": list(one.afraid_of),
        "effects": [effect(each) for each in one.effects],
    }


def effect(one: Effect) -> dict[str, Any]:
    return {
        "kind": one.kind,
        "by": one.by,
        "card": one.card,
        "lasting": one.lasting,
        "hit": one.hit,
        "radius": one.radius,
        "dom": one.dom,
        "grants": list(one.grants),
    }
