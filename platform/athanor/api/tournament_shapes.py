"""The documents of tournaments in the API."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from ninja import Schema
from pydantic import ConfigDict, Field

from arena.pairing.checking import MOST_STAGES
from athanor.api.rows import shows
from athanor.tournaments import formats
from athanor.tournaments.desk import GameState
from athanor.tournaments.formats import FORMATS, TIE_BREAKS
from athanor.tournaments.queries import EntryRow, TournamentRow

Name = Annotated[str, Field(max_length=80)]
Count = Annotated[int, Field(ge=0, le=1_000_000)]
Rating = Annotated[float, Field(ge=-1e6, le=1e6, allow_inf_nan=False)]


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


class StagePlan(Schema):
    """A stage. A field that its format has no use for is left alone."""

    model_config = ConfigDict(extra="forbid")

    format: Name = Field("swiss", description=", ".join(FORMATS))
    advance: Count | None = Field(
        None, description="How many go on (from groups: of each); null in the last stage."
    )
    rounds: Count | None = Field(None, description="Of a Swiss; null: as many as it takes.")
    cycles: Count = 1
    groups: Count = 4
    hosts: Count = 1
    third_place: bool = False
    reset: bool = True
    legs: Count = 1
    best_of: bool = False
    duplicate: bool = False
    tie_breaks: Annotated[list[Name], Field(max_length=9)] = Field(
        default_factory=lambda: list(formats.StagePlan().tie_breaks), description=", ".join(TIE_BREAKS)
    )


class Plan(Schema):
    """The same fields as the form has, with the same meaning."""

    model_config = ConfigDict(extra="forbid")

    title: Name
    game: Annotated[str, Field(max_length=32)]
    start: Annotated[str, Field(max_length=32, description="Local time of `zone`: 2027-03-31T18:00")]
    zone: Annotated[str, Field(max_length=64)] = "UTC"
    about: Annotated[str, Field(max_length=4000)] = ""
    slug: Annotated[str, Field(max_length=40)] = ""
    options: dict[str, Any] = Field(default_factory=dict)
    clock: Name = "quick"
    stages: Annotated[list[StagePlan], Field(min_length=1, max_length=MOST_STAGES)] = Field(
        default_factory=lambda: [StagePlan.model_validate({})],
        description="One after the other, the first one first.",
    )
    seats: Count | None = Field(None, description="Null: as the ladder has it.")
    least_seats: Count | None = None
    seeding: Name = "rating"
    ladder: Name = Field("auto", description="auto: that of the game; empty: none.")
    capacity: Count = 64
    per_user: Count = 1
    house: bool = False
    house_competes: bool = Field(False, description="False: the house's bots have no places.")
    late_entry: bool = False
    least_rating: Rating | None = None
    most_rating: Rating | None = None
    least_matches: Count = 0
    account_days: Count = 0
    invited: Annotated[list[Name], Field(max_length=512)] = Field(default_factory=list)
    runtimes: Annotated[list[Name], Field(max_length=20)] = Field(default_factory=list)
    opens_days: Count = 7
    check_in_minutes: Count = 0
    round_minutes: Count = 0
    reveal: Name = "live"
    reveal_after: Count = 0
    reveal_every: Count = 0
    repeat: Annotated[str, Field(max_length=60)] = ""


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


class Order(Schema):
    """A command and its fields; each command takes those of its form."""

    model_config = ConfigDict(extra="forbid")

    command: Annotated[str, Field(min_length=1, max_length=64)]
    seen: Count | None = Field(None, description="The number of the last act of the log that you know.")
    confirm: bool = Field(
        False, description="A command that cannot be undone says what follows until this is true."
    )
    reason: Annotated[str, Field(max_length=400)] | None = None
    minutes: int | None = None
    text: Annotated[str, Field(max_length=2000)] | None = None
    pairing: Annotated[str, Field(max_length=40)] | None = None
    game: int | None = None
    ranks: Annotated[list[Annotated[int, Field(ge=1, le=99)]], Field(max_length=8)] | None = None
    key: Name | None = None
    results: Name | None = Field(None, description="Of who is disqualified: kept, or forfeited.")
    number: int | None = None
    username: Name | None = None


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
