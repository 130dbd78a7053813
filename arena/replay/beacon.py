"""Rounds of a public randomness beacon, in drand's JSON form: {"round": 17, "randomness": "hexadecimal digits"}.

Rounds come out at fixed times: round 1 at the beacon's genesis, and another every period. So the time of a round
is known long before its value, and an order can name a round that nobody knows yet.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

RANDOMNESS: Final = re.compile("[0-9a-f]{32,128}")
LARGEST_ROUND: Final = 2**63 - 1


class BadRounds(ValueError):
    """A text that does not hold rounds of a beacon, and why."""


@dataclass(frozen=True, slots=True)
class Timetable:
    genesis: int
    """Unix time of round 1."""
    period: int
    """Seconds from one round to the next."""

    def time_of(self, round_: int) -> datetime:
        return datetime.fromtimestamp(self.genesis, UTC) + timedelta(seconds=self.period) * (round_ - 1)

    def first_after(self, moment: datetime) -> int:
        """The first round that comes out later than this moment."""
        passed = moment - datetime.fromtimestamp(self.genesis, UTC)
        return max(1, passed // timedelta(seconds=self.period) + 2)


def rounds_of(text: str) -> dict[int, str]:
    """The values by round of a JSON object, a JSON list of them, or one object a line. Raises BadRounds."""
    found: dict[int, str] = {}
    for given in _objects(text):
        round_, randomness = _round_of(given)
        if found.setdefault(round_, randomness) != randomness:
            raise BadRounds(f"round {round_} is there twice, with different values")
    if not found:
        raise BadRounds("there is no round in it")
    return found


def _objects(text: str) -> list[Any]:
    try:
        whole = json.loads(text)
        return whole if isinstance(whole, list) else [whole]
    except RecursionError:
        raise BadRounds("it is nested too deep") from None
    except ValueError:
        pass
    try:
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    except (ValueError, RecursionError) as error:
        raise BadRounds(f"it is not JSON ({error})") from None


def _round_of(given: Any) -> tuple[int, str]:
    if not isinstance(given, dict):
        raise BadRounds(f'{str(given)[:40]!r} is not a round: write {{"round": 17, "randomness": "..."}}')
    round_, randomness = given.get("round"), given.get("randomness")
    if type(round_) is not int or not 1 <= round_ <= LARGEST_ROUND:
        raise BadRounds(f"{str(round_)[:40]!r} is not the number of a round")
    if not isinstance(randomness, str) or not RANDOMNESS.fullmatch(randomness.lower()):
        raise BadRounds(f"the randomness of round {round_} is not 32 to 128 hexadecimal digits")
    return round_, randomness.lower()
