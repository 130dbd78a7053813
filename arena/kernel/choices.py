"""The legal actions of a seat: lazy, and never a second opinion on what is legal."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from arena.kernel.seats import Seat

if TYPE_CHECKING:
    from arena.kernel.game import State

A = TypeVar("A")


class Choices(ABC, Generic[A]):
    """What a seat may do. Where it is not `finite` iteration gives suggestions only, while `in` knows all."""

    __slots__ = ()

    finite: bool

    @property
    def templates(self) -> Sequence[dict[str, Any]]:
        """Where it is not `finite`: each kind of action, with the domain of its parameters, as a document."""
        return ()

    @abstractmethod
    def __iter__(self) -> Iterator[A]: ...

    @abstractmethod
    def __contains__(self, action: object) -> bool: ...


class Filtered(Choices[A]):
    """`candidates` filtered by `refusal`; `in` asks `refusal` alone."""

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

    def __contains__(self, action: Any) -> bool:
        return self.state.refusal(self.seat, action) is None

    @property
    def templates(self) -> Sequence[dict[str, Any]]:
        return () if self.finite else self.state.templates(self.seat)


class Listed(tuple[A, ...], Choices[A]):
    """All legal actions, as a game lists them that is quicker than by filtering.

    A contract test holds the list against `refusal`, for every action there is.
    """

    __slots__ = ()

    finite: ClassVar[bool] = True  # type: ignore[misc]  # fixed here, a slot of the other kind
