"""The ladders that a new site begins with. An operator changes or adds them with `manage.py add_ladder`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from arena.orders.documents import Clock


@dataclass(frozen=True, slots=True)
class Plan:
    slug: str
    title: str
    about: str
    game: str
    seats: int
    least_seats: int
    clock: Clock
    options: Mapping[str, bool | int | str] = field(default_factory=dict)
    rotates: bool = False


QUICK = Clock(startup=10_000, bank=10_000, increment=50, move_cap=5_000, match_cap=180_000)

LADDERS = (
    Plan(
        slug="poison",
        title="Poison",
        about="Four at the table; three play when no fourth is there. The fewest points win.",
        game="poison",
        seats=4,
        least_seats=3,
        clock=QUICK,
    ),
    Plan(
        slug="kazaam",
        title="Kazaam",
        about="Two alchemists, two creatures. The most points win.",
        game="kazaam",
        seats=2,
        least_seats=2,
        clock=QUICK,
    ),
    Plan(
        slug="kazaam-4",
        title="Kazaam for four",
        about="Four at the table; three play when no fourth is there. The most points win.",
        game="kazaam",
        seats=4,
        least_seats=3,
        clock=QUICK,
    ),
)
