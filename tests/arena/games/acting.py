"""Playing a game by its documents: what the tests of every game do."""

from __future__ import annotations

import json
from typing import Any

from arena.kernel.game import Document, Game, Refused, State


class Acting:
    """`act, acts, refused, legal` for the states of one game."""

    def __init__(self, game: Game[Any, Any, Any]) -> None:
        self.game = game

    def act(self, state: State[Any, Any], seat: int, action: Document) -> list[Document]:
        """Plays the action; the events as documents."""
        events = state.apply(seat, self.game.action(action))
        for event in events:
            told = self.game.facts.document(event.fact)
            assert next(iter(told.values())).get("to") == (None if event.to is None else list(event.to))
        return [self.game.facts.document(event.fact) for event in events]

    def acts(self, state: State[Any, Any], *steps: tuple[int, Document]) -> list[Document]:
        return [event for seat, action in steps for event in self.act(state, seat, action)]

    def refused(self, state: State[Any, Any], seat: int, action: Any) -> str:
        """The code, having checked that nothing has changed."""
        before = json.dumps(state.dump())
        try:
            state.apply(seat, self.game.action(action))
        except Refused as refusal:
            assert json.dumps(state.dump()) == before
            return refusal.code
        raise AssertionError(f"{action} was accepted")

    def legal(self, state: State[Any, Any], seat: int) -> list[Document]:
        return [self.game.actions.document(action) for action in state.legal(seat)]
