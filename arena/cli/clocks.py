"""The clock of local matches: a ladder's, with what the command line changes of it."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from arena.cli.trouble import Trouble
from athanorpb.farm.values import Clock

if TYPE_CHECKING:
    from arena.orders.ladders import Plan

NAMES = {
    "startup": "startup",
    "bank": "bank",
    "increment": "increment",
    "move": "move_cap",
    "match": "match_cap",
}
UNITS = {"ms": 1, "": 1, "s": 1_000, "m": 60_000}
LONGEST = 24 * 3_600_000
HELP = (
    "startup, bank, increment, move and match, as in bank=30s,increment=100ms,move=10s "
    "(units ms, s, m); what is left out is as on the ladder"
)

Changes = Mapping[str, int]


def ladder_of(game: str, name: str | None) -> Plan | None:
    """The ladder of that name, or the game's main one; None: the game has none. Raises Trouble."""
    from arena.orders import ladders

    if name is None:
        return ladders.main_ladder(game)
    own = {plan.slug: plan for plan in ladders.plans_of(game)}
    if name not in own:
        others = f"; its ladders are {', '.join(own)}" if own else "; it has none yet"
        raise Trouble(f"{game} has no ladder {name!r}{others}")
    return own[name]


def clock_on(ladder: Plan | None, changes: Changes) -> Clock:
    return replace(Clock() if ladder is None else ladder.clock, **changes)


def check_seats(ladder: Plan, bots: int) -> None:
    """Raises Trouble."""
    if not ladder.least_seats <= bots <= ladder.seats:
        least, most = ladder.least_seats, ladder.seats
        seats = f"{least} to {most} bots" if least < most else "one bot" if most == 1 else f"{most} bots"
        raise Trouble(f"the ladder {ladder.slug} is for {seats}, not {bots}")


def clock_changes(text: str) -> Changes:
    """Of `bank=30s,increment=100ms`. Raises ArgumentTypeError."""
    given: dict[str, int] = {}
    for part in text.split(","):
        name, equals, value = part.strip().partition("=")
        if name not in NAMES or not equals:
            raise argparse.ArgumentTypeError(f"{part!r}: a clock is {HELP}")
        given[NAMES[name]] = _milliseconds(value)
    return given


def _milliseconds(text: str) -> int:
    match = re.fullmatch(r"(\d{1,12}(?:\.\d{1,3})?)(ms|s|m|)", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no time: write 500ms, 30s or 15m")
    time = round(float(match[1]) * UNITS[match[2]])
    if time > LONGEST:
        raise argparse.ArgumentTypeError(f"{text!r} is more than a day")
    return time
