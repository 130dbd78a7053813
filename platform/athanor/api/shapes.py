"""The documents of the API: what is named here is shown, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Generic, TypeVar

from ninja import Query, Schema
from pydantic import ConfigDict, Field

from athanor.api.rows import shows
from athanor.bots.queries import BotRow, VersionRow
from athanor.ladders.queries import BoardRow, LadderRow, PlaceRow
from athanor.ladders.solo import RunRow, SeasonRow
from athanor.matches import figures, queries, spending
from athanor.matches.beacon import Status
from athanor.matches.published_keys import EpochRow
from athanor.matches.published_log import Head
from athanor.matches.rows import MatchRow, SeatRow
from athanor.matches.workers import WorkerRow
from athanor.notices.queries import NoticeRow
from athanor.paging import Page
from athanorpb.isolation import Isolation

T = TypeVar("T")
Cursor = Annotated[str, Query(max_length=400, description="`next` of the page before; empty: the first page")]
Limit = Annotated[int, Query(ge=1, le=100)]
Slug = Annotated[str, Field(max_length=40)]


class Error(Schema):
    code: str
    message: str
    hint: str


class ErrorDocument(Schema):
    error: Error


REFUSED = dict.fromkeys((400, 401, 403, 404, 409, 410, 413, 422, 429), ErrorDocument)
"""What any route may answer besides."""


class Listing(Schema, Generic[T]):
    rows: list[T]
    next: str
    """The cursor of the next page; empty: there is none."""


def listing(page: Page[Any], shape: Callable[[Any], T]) -> dict[str, Any]:
    return {"rows": [shape(row) for row in page.rows], "next": page.next}


@shows(
    BotRow,
    *("owner", "slug", "name", "house", "games", "current", "retired", "created_at"),
    current="The number of the current version.",
)
class Bot(Schema): ...


@shows(
    VersionRow,
    *("number", "state", "is_current", "filename", "size", "digest", "runtime", "protocol", "games", "joins"),
    *("uploaded_at", "decided_at", "reason", "message", "has_log"),
    reason="The code of why it was refused; for its author only.",
)
class Version(Schema): ...


@shows(
    spending.Times,
    *("answers", "half_within", "p95_within", "longest", "bins"),
    half_within="Half of them took less; it is the end of one of the steps of `bins`.",
    p95_within="19 of 20 took less.",
    longest="The very time.",
    bins="How many took less than 1 ms, then less than 2^(1/2), 2^(2/2), 2^(3/2), ... ms.",
)
class Times(Schema):
    """How long answers took, all matches together, in milliseconds."""


@shows(spending.Range, "median", "most")
class Range(Schema):
    """Of one figure a match."""


@shows(
    spending.Spending,
    *("seats", "outs", "strikes", "memory_limit", "idle", "withheld"),
    seats="The last ones of matches that are over, at most 100; 0: it has played none.",
    outs="In how many of them it was out, by why.",
    strikes="Illegal answers that it was told back.",
    memory_limit="Bytes that a bot may use.",
    idle="Milliseconds of its answers in which it slept; a quarter of them was charged.",
    withheld="Milliseconds that busy machines kept from it; charged to nobody.",
)
class Spending(Schema):
    charged: Times | None = Field(description="Thinking time as charged. Null: no match has kept it.")
    wall: Times | None = Field(description="From ask to answer.")
    cpu: Range | None = Field(description="Milliseconds of CPU time, start-up included. Null: not measured.")
    memory: Range | None = Field(description="Bytes, at the peak.")
    heard: Range | None = Field(description="Bytes of messages to it.")
    said: Range | None = Field(description="Bytes of its own messages.")


class Uploaded(Schema):
    owner: str
    bot: str
    version: Version


@shows(
    PlaceRow,
    *("ladder", "game", "rank", "of", "version", "mu", "sigma", "exposure", "games", "wins", "trend"),
)
class Place(Schema): ...


@shows(
    LadderRow,
    *("slug", "title", "about", "game", "seats", "least_seats", "options", "open", "bots", "matches", "waiting"),
    "least_isolation",
    least_isolation=f"What workers' sandboxes have to come up to: {', '.join(Isolation)}.",
)
class Ladder(Schema): ...


@shows(
    SeasonRow,
    *("ladder", "number", "seeds", "entries", "options", "commitment", "key"),
    *("committed_at", "starts_at", "ends_at", "begun_at", "revealed_at", "bots"),
    seeds="How many deals it has.",
    entries="How many versions an author may enter.",
    commitment="SHA-256 of its key, published before it began.",
    key="Empty until it is over and its last match has ended.",
    begun_at="Null: it is still to come.",
)
class Season(Schema):
    """Of a solo ladder: everybody plays its deals once."""


@shows(
    RunRow,
    *("season", "rank", "owner", "slug", "name", "house", "version", "seeds", "played", "solved"),
    *("progress", "marks"),
    progress="Sums of the game's measures, the weightiest first.",
    marks="A letter a deal: s solved, f not solved, o its bot was out, . not played, ? not told yet.",
)
class Run(Schema):
    """A version in a season; what it came to is null until it is told."""

    interval: tuple[float, float] | None = Field(
        description="Where the share of all deals that it would solve lies, with 95 % confidence."
    )


class SoloPlace(Schema):
    """A bot on a solo ladder, in its present season."""

    ladder: str
    season: int
    run: Run | None
    earlier: list[Run]


class BotPage(Schema):
    bot: Bot
    places: list[Place]
    alone: list[SoloPlace] = Field(description="On solo ladders.")
    versions: list[Version]


@shows(
    BoardRow,
    *("rank", "owner", "slug", "name", "house", "version"),
    *("mu", "sigma", "exposure", "games", "wins", "trend"),
)
class Standing(Schema): ...


@shows(SeatRow, "seat", "owner", "slug", "version", "rank", "score", "out")
class Seat(Schema): ...


@shows(
    MatchRow,
    *("public_id", "game", "ladder", "purpose", "state", "reason", "ordered_at", "started_at", "ended_at"),
    *("plies", "is_public", "has_replay", "season"),
    has_replay="False also when its replay was removed.",
    season="Of a solo ladder. While it is on, the match is sealed.",
)
class Match(Schema):
    seats: list[Seat]


@shows(
    queries.Account,
    *("seat", *figures.PUBLIC, "mu_before", "sigma_before", "mu", "sigma"),
)
class Account(Schema): ...


@shows(
    queries.BeaconOf,
    *("name", "round", "due_at", "randomness"),
    round="Named when the match was ordered.",
    randomness="Empty: the round is not out, or could not be read yet.",
)
class BeaconOf(Schema):
    """The round of the public beacon whose value is in the seed."""


@shows(
    queries.MatchPage,
    *("options", "clock", "duplicate_set", "siblings", "epoch", "commitment", "epoch_key", "seed", "replay"),
    *("chain", "worker", "sandbox", "container_runtime", "isolation", "least_isolation", "is_unserved"),
    *("attempts", "is_alone", "replay_removed_at"),
    sandbox="The driver of the sandboxes in which its bots ran.",
    container_runtime="What ran their containers; empty: they were none.",
    isolation=f"How far they were kept apart: {', '.join(Isolation)}. Empty: not known, or not told yet.",
    least_isolation="What its ladder requires.",
    is_unserved="Whether it waits because no worker has the isolation that is required.",
    is_alone="Whether nothing else is played beside it on its host, because one stalled before.",
    replay_removed_at="When it became too old to be kept. Null: it was not removed.",
    epoch="Null: the seed follows from the key of a season.",
)
class MatchPage(Schema):
    match: Match
    accounts: list[Account]
    beacon: BeaconOf | None = Field(description="Null: the seed has no beacon in it.")


@shows(EpochRow, "day", "commitment", "key", "opened_at", "revealed_at", "sets")
class Epoch(Schema): ...


class LogEntry(Schema):
    """`hash` is the SHA-256 of the canonical JSON of the other five."""

    number: int
    at: str
    kind: str = Field(description="ordered, reordered, repeated, void, sealed or opened.")
    details: dict[str, Any]
    previous: str = Field(description="The hash of the entry before; 64 zeros in the first.")
    hash: str


@shows(Head, "number", "hash", number="Of the last entry; 0 if the log is empty.")
class LogHead(Schema): ...


class Log(Schema):
    rows: list[LogEntry]
    head: LogHead


class Challenge(Schema):
    model_config = ConfigDict(extra="forbid")

    game: str = Field(max_length=32)
    bots: list[Annotated[str, Field(max_length=90)]] = Field(
        min_length=1, max_length=8, description="By seat: author/bot, or author/bot@version for your own."
    )
    options: dict[str, Any] = Field(default_factory=dict)
    rotate: bool = False


class Stars(Schema):
    stars: int = Field(description="How many users have starred the replay.")


class Ordered(Schema):
    matches: list[str]


class Me(Schema):
    username: str
    scopes: list[str]
    uploads_left_today: int
    uploads_pending: int
    bots_left: int


@shows(NoticeRow, "number", "at", "sentence", "address", "is_new")
class Notice(Schema): ...


class UptoNotice(Schema):
    model_config = ConfigDict(extra="forbid")

    upto: Annotated[int, Field(ge=1, lt=2**63, description="The number of the newest one that you have seen.")]


class ReadNotices(Schema):
    read: int = Field(description="How many were new.")


class Text(Schema):
    log: str


@shows(
    Status, "name", "late_since", late_since="Null: nothing is late. Else matches wait for a round of that time."
)
class Beacon(Schema): ...


@shows(
    WorkerRow,
    *("name", "sandbox", "container_runtime", "isolation", "heard_at"),
    isolation=f"Of its sandboxes: {', '.join(Isolation)}.",
    heard_at="When it last reported itself.",
)
class Worker(Schema): ...


class Health(Schema):
    status: str
    ordered: int
    running: int
    per_hour: int
    beacon: Beacon | None = Field(description="The public randomness beacon; null: this site uses none.")
    workers: list[Worker] = Field(description="That have reported themselves within the last minutes.")
