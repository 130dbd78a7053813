"""The documents of tournaments in the API."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, TypeVar

from ninja import Schema
from pydantic import ConfigDict, Field, create_model

from athanor.api.rows import shows
from athanor.tournaments.command_contract import Asked
from athanor.tournaments.commands import COMMANDS
from athanor.tournaments.desk import GameState
from athanor.tournaments.plan import Plan
from athanor.tournaments.plan_fields import Count
from athanor.tournaments.queries import EntryRow, TournamentRow

S = TypeVar("S", bound=Schema)


@shows(
    TournamentRow,
    *("slug", "title", "about", "game", "state", "reason", "owner", "series", "edition", "sentence", "conditions"),
    *("time_zone", "opens_at", "check_in_at", "starts_at", "started_at", "finished_at", "next_round_at"),
    *("pairing_since", "tells_at", "entrants", "waiting", "capacity", "per_user", "champion"),
    pairing_since="Since when its next round is being paired.",
    tells_at="When results are told next, where they are told later.",
)
class Tournament(Schema): ...


@shows(
    EntryRow,
    *("key", "owner", "slug", "name", "house", "state", "version", "rating", "seed", "entered_at"),
    *("checked_in_at", "reason", "place", "competes"),
    competes="False: it plays out of competition, without a place.",
)
class Entry(Schema): ...


class Act(Schema):
    number: int
    at: datetime
    by: str = Field(description="Empty: the schedule.")
    what: str
    sentence: str


class Pairing(Schema):
    key: str
    players: list[str]
    points: list[str]
    ranks: list[int] | None
    how: str = Field(description="What decided it; empty: it is open.")
    reason: str


class Round(Schema):
    stage: int
    number: int
    play_off: bool
    pairings: list[Pairing]
    byes: list[str]


class GameOf(Schema):
    game: int
    leg: int
    match: str
    state: str


class PairingPage(Pairing):
    games: list[GameOf]


@shows(
    GameState,
    *("number", "match", "state", "label", "since", "worker", "reason", "is_hidden", "attempts"),
)
class ControlledGame(Schema): ...


class ControlledPairing(Pairing):
    games: list[ControlledGame]


class StageStandings(Schema):
    stage: int
    rows: list[dict[str, Any]]


class Standings(Schema):
    champions: list[str]
    stages: list[StageStandings]


class NewTournament(Schema):
    model_config = ConfigDict(extra="forbid")

    plan: Plan
    announce: bool = True
    command: Annotated[str, Field(max_length=64)] = ""


class ChangedPlan(Schema):
    model_config = ConfigDict(extra="forbid")

    plan: Plan
    command: Annotated[str, Field(min_length=1, max_length=64)]
    seen: Count | None = None


def _with_fields_of_commands(order: type[S]) -> type[S]:
    """The order, with the fields of every command; commands that ask for the same have one field of it."""
    found: dict[str, Any] = {}
    for one in COMMANDS.values():
        for asked in one.fields:
            about = " or ".join(asked.choices) if asked.choices else None
            found[asked.name] = (_kind(asked) | None, Field(None, description=about))
    return create_model(
        order.__name__, __base__=order, __module__=order.__module__, __doc__=order.__doc__, **found
    )


def _kind(asked: Asked) -> Any:
    match asked.kind:
        case "number":
            return int
        case "ranks":
            return Annotated[list[Annotated[int, Field(ge=1, le=99)]], Field(max_length=8)]
        case _:
            return Annotated[str, Field(max_length=asked.most)]


@_with_fields_of_commands
class Order(Schema):
    """A command and its fields; each command takes those of its form."""

    model_config = ConfigDict(extra="forbid")

    command: Annotated[str, Field(min_length=1, max_length=64)]
    seen: Count | None = Field(None, description="The number of the last act of the log that you know.")
    confirm: bool = Field(
        False, description="A command that cannot be undone says what follows until this is true."
    )


class DryRun(Schema):
    sentence: str
    entrants: int
    pairings: tuple[int, int]
    games: tuple[int, int]
    seconds: tuple[float, float]
    notices: list[str]
    stages: list[dict[str, Any]]
    opens_at: datetime
    check_in_at: datetime
    starts_at: datetime
    reveal_at: datetime | None
    editions: list[datetime]
