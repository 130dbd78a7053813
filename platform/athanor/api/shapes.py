"""The documents of the API. Field by field, so that nothing is shown that is not written here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import Annotated, Any, Generic, TypeVar

from ninja import Query, Schema
from pydantic import ConfigDict, Field

from athanor.paging import Page

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


REFUSED = dict.fromkeys((400, 401, 403, 404, 409, 413, 422, 429), ErrorDocument)
"""What any route may answer besides."""


class Listing(Schema, Generic[T]):
    rows: list[T]
    next: str
    """The cursor of the next page; empty: there is none."""


def listing(page: Page[Any], shape: Callable[[Any], T]) -> dict[str, Any]:
    return {"rows": [shape(row) for row in page.rows], "next": page.next}


class Bot(Schema):
    owner: str
    slug: str
    name: str
    house: bool
    games: list[str]
    current: int | None = Field(description="The number of the current version.")
    retired: bool
    created_at: datetime


class Version(Schema):
    number: int
    state: str
    is_current: bool
    filename: str
    size: int
    digest: str
    runtime: str
    protocol: str
    games: list[str]
    joins: bool
    uploaded_at: datetime
    decided_at: datetime | None
    reason: str = Field(description="The code of why it was refused; for its author only.")
    message: str
    has_log: bool


class Uploaded(Schema):
    owner: str
    bot: str
    version: Version


class Place(Schema):
    ladder: str
    game: str
    rank: int
    of: int
    version: int
    mu: float
    sigma: float
    exposure: float
    games: int
    wins: int
    trend: float


class BotPage(Schema):
    bot: Bot
    places: list[Place]
    versions: list[Version]


class Ladder(Schema):
    slug: str
    title: str
    about: str
    game: str
    seats: int
    least_seats: int
    options: dict[str, Any]
    open: bool
    bots: int
    matches: int
    waiting: int


class Standing(Schema):
    rank: int
    owner: str
    slug: str
    name: str
    house: bool
    version: int
    mu: float
    sigma: float
    exposure: float
    games: int
    wins: int
    trend: float


class Seat(Schema):
    seat: int
    owner: str
    slug: str
    version: int
    rank: int | None
    score: int | None
    out: str


class Match(Schema):
    public_id: str
    game: str
    ladder: str
    purpose: str
    state: str
    reason: str
    ordered_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    plies: int
    is_public: bool
    seats: list[Seat]


class Account(Schema):
    model_config = ConfigDict(from_attributes=True)

    seat: int
    out: str
    out_detail: str
    out_ply: int
    strikes: int
    answers: int
    charged: int
    slowest: int
    startup: int
    cpu: int
    memory: int
    mu_before: float | None
    sigma_before: float | None
    mu: float | None
    sigma: float | None


class MatchPage(Schema):
    match: Match
    options: dict[str, Any]
    clock: dict[str, Any]
    duplicate_set: str
    siblings: list[str]
    epoch: date
    commitment: str
    epoch_key: str
    seed: str
    replay: str
    chain: str
    worker: str
    sandbox: str
    attempts: int
    accounts: list[Account]


class Epoch(Schema):
    day: date
    commitment: str
    key: str
    opened_at: datetime
    revealed_at: datetime | None
    sets: int


class Challenge(Schema):
    model_config = ConfigDict(extra="forbid")

    game: str = Field(max_length=32)
    bots: list[Annotated[str, Field(max_length=90)]] = Field(
        min_length=2, max_length=8, description="By seat: author/bot, or author/bot@version for your own."
    )
    options: dict[str, Any] = Field(default_factory=dict)
    rotate: bool = False


class Ordered(Schema):
    matches: list[str]


class Me(Schema):
    username: str
    scopes: list[str]
    uploads_left_today: int
    uploads_pending: int
    bots_left: int


class Text(Schema):
    log: str


class Health(Schema):
    status: str
    ordered: int
    running: int
    per_hour: int


def shaped(shape: type[T]) -> Callable[[Any], T]:
    """A row of a query as a document."""
    return lambda row: shape.model_validate(row, from_attributes=True)  # type: ignore[attr-defined]


def all_shaped(shape: type[T], rows: Sequence[Any]) -> list[T]:
    return [shaped(shape)(row) for row in rows]
