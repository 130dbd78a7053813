"""The ladders that a new site begins with: what is played on them, and by which clock.

They stand with their games (`ladders.toml` of the game's package) and not in the site because who plays on his own
machine plays as on a ladder, by its clock. An operator changes a site's ladders or adds others with
`manage.py add_ladder`.

    [[ladder]]
    slug = "stones-4"
    title = "Stones for four"
    about = "Four at the table; three play when no fourth is there. The most points win."
    seats = 4
    least_seats = 3

may also have the other fields of `Plan`; `clock`, a table with those of `Clock`, is `QUICK` where it is left out.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from arena.games.registry import PLUGINS, folder_of
from athanorpb.farm.values import Clock
from athanorpb.isolation import Isolation

FILE: Final = "ladders.toml"


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


@cache
def plans_of(game: str) -> tuple[Plan, ...]:
    """Those that the game brings; none for a game that there is not. Raises BadPlugin."""
    if game not in PLUGINS:
        return ()
    file = folder_of(game) / FILE
    try:
        rows = tomllib.loads(file.read_text(encoding="utf-8"))["ladder"] if file.is_file() else ()
        return tuple(_plan(game, row) for row in rows)
    except (ValueError, TypeError, KeyError) as error:
        raise PLUGINS[game].declared.unusable(f"{FILE}: {type(error).__name__}: {error}") from error


def _plan(game: str, row: Mapping[str, Any]) -> Plan:
    clock = Clock(**row["clock"]) if "clock" in row else QUICK
    isolation = Isolation(row.get("least_isolation", Isolation.NONE))
    return Plan(**{**row, "game": game, "clock": clock, "least_isolation": isolation})


def all_plans() -> list[Plan]:
    """Those of all games. Raises BadPlugin."""
    found: dict[str, Plan] = {}
    for game, installed in PLUGINS.items():
        for plan in plans_of(game):
            if plan.slug in found:
                raise installed.declared.unusable(f"{FILE}: another game has a ladder {plan.slug!r}")
            found[plan.slug] = plan
    return list(found.values())


def main_ladder(game: str) -> Plan | None:
    """The ladder of a game that its newcomers are sent to; None: it has none yet."""
    return next(iter(plans_of(game)), None)
