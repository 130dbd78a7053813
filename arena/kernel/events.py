"""What happened, and who may see it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, NamedTuple, TypeVar

from arena.kernel.seats import Seat, Viewer

F = TypeVar("F")


class Event(NamedTuple, Generic[F]):
    fact: F
    to: tuple[Seat, ...] | None = None
    """The seats that see it; None: all, spectators too."""

    def seen_by(self, viewer: Viewer) -> bool:
        return self.to is None or (viewer is not None and viewer in self.to)


def told(events: Iterable[Event[F]], viewer: Viewer) -> list[Event[F]]:
    return [event for event in events if event.seen_by(viewer)]
