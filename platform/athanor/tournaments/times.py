"""Times as organizers mean them: on the clock of their own place, across the days when it is put forward or back.

What is stored is always UTC; only a plan and a rule of recurrence speak of local time.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from difflib import get_close_matches
from functools import cache
from itertools import islice, pairwise
from zoneinfo import ZoneInfo, available_timezones

from cronsim import CronSim, CronSimError

LOCAL = "%Y-%m-%dT%H:%M"
LEAST_APART = timedelta(hours=1)
"""Between two editions of a series."""
LOOKED_AT = 50
"""Firings of a rule that are compared."""
LONGEST = 32
"""Letters of a time, with seconds and whatever else a browser adds."""
LAST_YEAR = 2200


class BadTime(ValueError):
    """A time, a time zone or a rule that cannot be; says what would be right."""


@cache
def zone_names() -> tuple[str, ...]:
    return tuple(sorted(name for name in available_timezones() if "/" in name or name == "UTC"))


def zone(name: str) -> ZoneInfo:
    if name not in zone_names():
        folded = {known.casefold(): known for known in zone_names()}
        cities = {known.casefold().rpartition("/")[2]: known for known in zone_names()}
        wanted = name.strip().casefold().replace(" ", "_")
        close = get_close_matches(wanted, [*folded, *cities], n=1)
        meant = next((names[one] for one in close for names in (folded, cities) if one in names), "Europe/Berlin")
        raise BadTime(f"There is no time zone {name[:40]!r}. Write it like {meant}.")
    return ZoneInfo(name)


def on_the_clock_of(name: str, moment: datetime) -> str:
    """ "2027-03-05 19:00 Europe/Berlin"."""
    return f"{moment.astimezone(zone(name)):%Y-%m-%d %H:%M} {name}"


def moment(text: str, of: ZoneInfo) -> datetime:
    """The moment at which the clocks there say so, in UTC; of two, the first."""
    try:
        if len(text) > LONGEST:
            raise ValueError
        told = datetime.strptime(text.strip()[:16].replace(" ", "T"), LOCAL)  # noqa: DTZ007  (it is local)
    except ValueError:
        raise BadTime(f"{text[:40]!r} is no time. Write it like 2027-03-31T18:00.") from None
    if not 2000 <= told.year < LAST_YEAR:
        raise BadTime(f"The year {told.year} is out of reach. Take one before {LAST_YEAR}.")
    return from_wall(told, of, strict=True)


def from_wall(told: datetime, of: ZoneInfo, *, strict: bool = False) -> datetime:
    """In the hour that is left out in spring the clock shows what it would without; `strict` refuses it."""
    there = told.replace(tzinfo=of)
    found = there.astimezone(UTC)
    shown = found.astimezone(of).replace(tzinfo=None)
    if strict and shown != told:
        raise BadTime(
            f"On that night the clocks of {of.key} go from before {told:%H:%M} to after it. Take {shown:%H:%M}."
        )
    return found


def days_before(moment_: datetime, days: int, of: ZoneInfo) -> datetime:
    """At the same hour of the clock there, so many days earlier."""
    return from_wall(moment_.astimezone(of).replace(tzinfo=None) - timedelta(days=days), of)


def firings(rule: str, after: datetime, of: ZoneInfo) -> Iterator[datetime]:
    """The moments that a rule names, after the given one, in UTC."""
    for found in CronSim(rule, after.astimezone(of)):
        if found.year >= LAST_YEAR:
            return
        yield found.astimezone(UTC)


def check_rule(rule: str, after: datetime, of: ZoneInfo) -> None:
    """Raises BadTime."""
    if len(rule.split()) != 5:
        raise BadTime(
            f"{rule[:40]!r} is no rule: it has five parts, minute, hour, day of the month, month and day of the "
            "week. Every Friday at six in the evening is 0 18 * * FRI."
        )
    try:
        found = list(islice(firings(rule, after, of), LOOKED_AT))
    except CronSimError as error:
        raise BadTime(
            f"{rule[:40]!r} never comes: {_why(error)}. Every Friday at six in the evening is 0 18 * * FRI."
        ) from None
    if not found:
        raise BadTime(f"{rule[:40]!r} never comes. Every Friday at six in the evening is 0 18 * * FRI.")
    apart = [later - earlier for earlier, later in pairwise(found)]
    if apart and min(apart) < LEAST_APART:
        raise BadTime(
            f"{rule[:40]!r} comes again after {min(apart).seconds // 60} minutes. Leave an hour at least: "
            "every day at noon is 0 12 * * *."
        )


def _why(error: CronSimError) -> str:
    words = str(error)
    return f"its {words[4:].replace('-', ' ')} does not exist" if words.startswith("Bad ") else words.lower()


def next_firing(rule: str, after: datetime, of: ZoneInfo) -> datetime | None:
    return next(firings(rule, after, of), None)
