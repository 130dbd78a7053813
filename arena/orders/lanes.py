"""The lanes of the farm: each kind of order has a queue of its own, and a share that no other kind can take from
it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from arena.orders.queues import ARENA_QUEUE


class Lane(StrEnum):
    TOURNAMENTS = "tournaments"
    CHALLENGES = "challenges"
    CHECKS = "checks"
    LADDERS = "ladders"

    @property
    def queue(self) -> str:
        return f"{ARENA_QUEUE}-{self}"


SHARES: Final[Mapping[Lane, int]] = {
    Lane.TOURNAMENTS: 4,
    Lane.CHALLENGES: 3,
    Lane.CHECKS: 3,
    Lane.LADDERS: 2,
}
"""Of what a machine can do beyond one order of each lane: people wait for the first three, for a ladder nobody
does."""


def lane_of(queue: str) -> Lane | None:
    """The lane whose queue it is."""
    return next((lane for lane in Lane if lane.queue == queue), None)
