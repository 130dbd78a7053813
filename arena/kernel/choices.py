"""The legal actions of a seat: lazy, and never a second opinion on what is legal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from arena.kernel.seats import Seat

if TYPE_CHECKING:
    from arena.kernel.game import State

A = TypeVar("A")


class Choices(Generic[A]):
    """`candidates` filtered by `refusal`; `in` asks `refusal` alone.

    Where a game is parametric (`finite` is false) iteration gives the suggested actions only, while `in`
    knows them all.
    """

    __slots__ = ("finite", "seat", "state")

    def __init__(self, state: State[A, Any], seat: Seat, finite: bool = True) -> None:
        self.state = state
        self.seat = seat
        self.finite = finite

    def __iter__(self) -> Iterator[A]:
        state, seat = self.state, self.seat
        if seat not in state.to_act:
            return iter(())
        return (action for action in state.candidates(seat) if state.refusal(seat, action) is None)

    def __contains__(self, action: A) -> bool:
        return self.state.refusal(self.seat, action) is None


class Listed(Choices[A]):
    """Choices that the game has listed already, quicker than by filtering; `in` still asks `refusal` alone.

    A contract test holds the list against `candidates` filtered by `refusal`.
    """

    __slots__ = ("actions",)

    def __init__(self, state: State[A, Any], seat: Seat, actions: Sequence[A]) -> None:
        self.state = state
        self.seat = seat
        self.finite = True
        self.actions = actions

    def __iter__(self) -> Iterator[A]:
        return iter(self.actions)

    def __len__(self) -> int:
        return len(self.actions)

    def __getitem__(self, place: int) -> A:
        return self.actions[place]
