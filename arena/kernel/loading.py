"""How the loading of every game's state begins: the document's shape, then its game, seats and options."""

from __future__ import annotations

from typing import Any

from google.protobuf.message import Message

from arena.kernel.game import BadState, Document, Game
from arena.kernel.options import BadOptions
from athanorpb.codec import BadDocument, document_of, message_of


def opened(game: Game[Any, Any, Any], document: object, kind: type[Message]) -> tuple[Document, Document]:
    """The state document with every field of its kind, and its options, settled. Raises BadState."""
    try:
        full: Document = document_of(message_of(document, kind))
    except BadDocument as error:
        raise BadState(error.pointer, error.problem) from None
    if full["game"] != game.name:
        raise BadState("/game", f"{game.name!r} was expected, not {full['game']!r}")
    seats = full["seats"]
    if seats not in game.seats:
        most = f" to {game.seats[-1]}" if len(game.seats) > 1 else ""
        raise BadState("/seats", f"{game.seats[0]}{most} were expected, not {seats}")
    given = {name: value for name, value in (full["options"] or {}).items() if value}
    try:
        return full, game.settle(seats, given)
    except BadOptions as error:
        raise BadState("/options", str(error)) from None
