"""The lanes of the farm: each kind of order has queues of its own, and a share that no other kind can take from
it.

A lane has a queue for each level of isolation that an order may require. A worker takes orders from those that its
sandboxes come up to, so what it may not play never reaches it, and holds up nothing there.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from arena.orders.queues import ARENA_QUEUE
from athanorpb.isolation import Isolation


class Lane(StrEnum):
    TOURNAMENTS = "tournaments"
    CHALLENGES = "challenges"
    CHECKS = "checks"
    LADDERS = "ladders"

    @property
    def queue(self) -> str:
        """Of orders that every worker may take."""
        return f"{ARENA_QUEUE}-{self}"

    def queue_for(self, least: Isolation) -> str:
        """Of orders that require that level."""
        return self.queue if least is Isolation.NONE else f"{self.queue}-{least}"

    def queues_within(self, level: Isolation) -> list[str]:
        """Of all orders that a worker may take whose sandboxes have that level."""
        return [self.queue_for(least) for least in Isolation if level.reaches(least)]


SHARES: Final[Mapping[Lane, int]] = {
    Lane.TOURNAMENTS: 4,
    Lane.CHALLENGES: 3,
    Lane.CHECKS: 3,
    Lane.LADDERS: 2,
}
"""Of what a machine can do beyond one order of each lane: people wait for the first three, for a ladder nobody
does."""


def lane_of(queue: str) -> Lane | None:
    """The lane that has this queue."""
    return next((lane for lane in Lane if queue in lane.queues_within(Isolation.OWN)), None)


def level_of(queue: str) -> Isolation:
    """The level of isolation that orders of this queue require."""
    return next((least for lane in Lane for least in Isolation if lane.queue_for(least) == queue), Isolation.NONE)
