"""Who may enter, as data: a list of conditions, each a kind with its figures.

To add a kind: a frozen dataclass, a line in `KINDS`, a branch in `unmet` and one in `told`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final, TypeAlias, assert_never

from athanor.accounts.models import User
from athanor.bots.models import Version
from athanor.ladders.models import Standing
from athanor.tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Rated:
    """The bot's rating on a ladder, and how many matches it has there."""

    ladder: str
    least: float | None = None
    most: float | None = None
    matches: int = 0


@dataclass(frozen=True, slots=True)
class AccountAge:
    days: int


@dataclass(frozen=True, slots=True)
class Invited:
    """Only those whom the organizers name."""


@dataclass(frozen=True, slots=True)
class Runtime:
    names: tuple[str, ...]


Condition: TypeAlias = Rated | AccountAge | Invited | Runtime
KINDS: Final[Mapping[str, type[Condition]]] = {
    "rated": Rated,
    "account-age": AccountAge,
    "invited": Invited,
    "runtime": Runtime,
}


def document(condition: Condition) -> dict[str, Any]:
    (kind,) = (name for name, cls in KINDS.items() if isinstance(condition, cls))
    return {"kind": kind, **asdict(condition)}


def read(found: Mapping[str, Any]) -> Condition:
    fields = {name: value for name, value in found.items() if name != "kind"}
    if found["kind"] == "runtime":
        fields["names"] = tuple(fields["names"])
    return KINDS[found["kind"]](**fields)


def conditions_of(tournament: Tournament) -> list[Condition]:
    return [read(found) for found in tournament.conditions]


def unmet(tournament: Tournament, version: Version, now: datetime) -> str:
    """The first condition that the version does not meet, in a sentence; empty: it may enter."""
    owner = version.bot.owner
    for condition in conditions_of(tournament):
        why = _unmet(condition, tournament, version, owner, now)
        if why:
            return why
    return ""


def _unmet(condition: Condition, tournament: Tournament, version: Version, owner: User, now: datetime) -> str:
    match condition:
        case Rated():
            return _not_rated(condition, version)
        case AccountAge(days):
            age = (now - owner.date_joined).days
            return (
                ""
                if owner.is_house or age >= days
                else f"an account has to be {days} days old; yours is {age} days old"
            )
        case Invited():
            there = owner.is_house or tournament.invited.filter(pk=owner.pk).exists()
            return "" if there else "it is by invitation, and you are not on the list"
        case Runtime(names):
            fits = version.runtime in names
            return "" if fits else f"bots run on {' or '.join(names)} here; this one runs on {version.runtime}"
        case _:
            assert_never(condition)


def _not_rated(condition: Rated, version: Version) -> str:
    standing = Standing.objects.filter(bot=version.bot_id, ladder__slug=condition.ladder, listed=True).first()
    if standing is None:
        return f"a bot needs a rating on the ladder {condition.ladder}; this one has none"
    rating = f"{standing.exposure:z.1f}"
    if standing.games < condition.matches:
        needs = f"{condition.matches} matches on the ladder {condition.ladder}"
        return f"a bot needs {needs}; this one has {standing.games}"
    if condition.least is not None and standing.exposure < condition.least:
        return (
            f"a bot needs a rating of {condition.least:g} on the ladder {condition.ladder}; this one has {rating}"
        )
    if condition.most is not None and standing.exposure > condition.most:
        most = f"{condition.most:g} at most on the ladder {condition.ladder}"
        return f"a bot's rating may be {most}; this one's is {rating}"
    return ""


def told(conditions: Sequence[Condition]) -> list[str]:
    """Each as a reader is told it."""
    return [_told(condition) for condition in conditions]


def _told(condition: Condition) -> str:
    match condition:
        case Rated(ladder, least, most, matches):
            parts = [f"{matches} matches or more" if matches else ""]
            parts += [f"a rating of {least:g} or more" if least is not None else ""]
            parts += [f"a rating of {most:g} or less" if most is not None else ""]
            return f"on the ladder {ladder}: {', '.join(part for part in parts if part) or 'a rating'}"
        case AccountAge(days):
            return f"an account that is {days} days old"
        case Invited():
            return "an invitation"
        case Runtime(names):
            return f"a bot that runs on {' or '.join(names)}"
        case _:
            assert_never(condition)
