"""How a clock is written on the command line."""

from __future__ import annotations

import argparse
import re

from arena.orders.documents import Clock

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
    "(units ms, s, m); what is left out keeps its default"
)


def clock_of(text: str) -> Clock:
    """The clock of `bank=30s,increment=100ms`. Raises ArgumentTypeError."""
    given: dict[str, int] = {}
    for part in text.split(","):
        name, equals, value = part.strip().partition("=")
        if name not in NAMES or not equals:
            raise argparse.ArgumentTypeError(f"{part!r}: a clock is {HELP}")
        given[NAMES[name]] = _milliseconds(value)
    return Clock(**given)


def _milliseconds(text: str) -> int:
    match = re.fullmatch(r"(\d{1,12}(?:\.\d{1,3})?)(ms|s|m|)", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no time: write 500ms, 30s or 15m")
    time = round(float(match[1]) * UNITS[match[2]])
    if time > LONGEST:
        raise argparse.ArgumentTypeError(f"{text!r} is more than a day")
    return time
