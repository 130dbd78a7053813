"""The ladders that a new site begins with: what is played on them, and by which clock.

They stand here and not in the site because who plays on his own machine plays as on a ladder, by its clock. An
operator changes a site's ladders or adds others with `manage.py add_ladder`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from arena.orders.documents import Clock
from athanorpb.isolation import Isolation


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
    season_days: int = 0
    season_seeds: int = 0
    season_entries: int = 0
    """Of a solo ladder, all three; of another one none."""
    least_isolation: Isolation = Isolation.NONE
    """What workers' sandboxes have to come up to."""


SEASON_DAYS, SEASON_SEEDS, SEASON_ENTRIES = 28, 30, 20

QUICK = Clock(startup=10_000, bank=10_000, increment=50, move_cap=5_000, match_cap=180_000)
BLITZ = Clock(startup=10_000, bank=30_000, increment=100, move_cap=5_000, match_cap=420_000)
"""A game of Alkemy has some hundred decisions a seat, and most of them want geometry."""

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
    Plan(
        slug="alakazoo",
        title="Alakazoo",
        about="Two wizards, two portals. Who summons the worthier creature wins.",
        game="alakazoo",
        seats=2,
        least_seats=2,
        clock=QUICK,
    ),
    Plan(
        slug="alakazoo-4",
        title="Alakazoo for four",
        about="Four at the table; three play when no fourth is there. The most points win.",
        game="alakazoo",
        seats=4,
        least_seats=3,
        clock=QUICK,
    ),
    Plan(
        slug="alakazoo-solo",
        title="Alakazoo alone",
        about="One wizard fills the portal before the fifth dark token, or loses. Everybody gets the same deals.",
        game="alakazoo",
        seats=1,
        least_seats=1,
        clock=QUICK,
        season_days=SEASON_DAYS,
        season_seeds=SEASON_SEEDS,
        season_entries=SEASON_ENTRIES,
    ),
    Plan(
        slug="alkemy",
        title="Alkemy",
        about="Blitz: 180 points a side, three markers. Every pairing is played from both sides, with one chance.",
        game="alkemy",
        seats=2,
        least_seats=2,
        clock=BLITZ,
        rotates=True,
    ),
)


def main_ladder(game: str) -> Plan | None:
    """The ladder of a game that its newcomers are sent to; None: it has none yet."""
    return next((plan for plan in LADDERS if plan.game == game), None)
