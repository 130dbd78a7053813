"""A ladder's ledger as a file that anybody can download: JSON lines; a header, then its ratings, then its entries.

    {"format": "athanor-ledger", "version": 1, "ladder": "poison", ..., "ratings": 6, "entries": 30}
    {"player": "ada/gus@2", "mu": 27.1, "sigma": 2.3, "games": 12}              one for each player, in any order
    {"entry": 1, "match": "k3v9zq2mtw", "at": "...", "seats": [{"player": ...}, ...]}          numbered from 1

These classes are the format, for the site that writes it and for `athanor rate` that reads it. A reader passes
over fields that it does not know, so that later versions of the site may add some. Numbers are written with as
many digits as it takes to read the same bits again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from arena.rating.environment import BadEnvironment, Environment

FORMAT: Final = "athanor-ledger"
VERSION: Final = 1
HOW: Final = "download it again from /api/v1/ladders/LADDER/ledger.jsonl"


class BadLedger(ValueError):
    """What was read is no ledger, or not all of one: which line, and why."""


class Line(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, allow_inf_nan=False)


class Constants(Line):
    """What ratings move by; see /docs/ratings/."""

    mu: float = Field(description="Of a newcomer.")
    sigma: float = Field(description="Of a newcomer.")
    beta: float = Field(description="How far one performance strays from skill.")
    tau: float = Field(description="How far skill may drift from match to match.")
    draw_probability: float = Field(description="How often two equals tie.")


class Header(Line):
    """The first line."""

    format: Literal["athanor-ledger"]
    version: Literal[1]
    ladder: str
    game: str
    constants: Constants
    ratings: int = Field(ge=0, description="How many lines with a rating follow.")
    entries: int = Field(ge=0, description="How many entries follow them.")


class Standing(Line):
    """The rating that a player has on the ladder after the last entry."""

    player: str = Field(description="author/bot@version: each version of a bot is rated for itself.")
    mu: float
    sigma: float
    games: int = Field(ge=1, description="How many entries it is in.")


class Seat(Line):
    player: str = Field(description="author/bot@version.")
    rank: int = Field(ge=1, description="1 is best; equal ranks are a tie.")
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float


class Entry(Line):
    """One rated match. The ranks are the ledger; all ratings follow from them, in order."""

    entry: int = Field(ge=1, description="From 1, without a gap.")
    match: str
    # Read from text, which strict models otherwise do in JSON mode only.
    at: datetime = Field(description="When it was rated.", strict=False)
    seats: list[Seat] = Field(min_length=2, description="In the order of the seats.")


@dataclass(frozen=True, slots=True)
class Ledger:
    header: Header
    environment: Environment
    standings: dict[str, Standing]
    entries: Iterator[Entry]
    """Read as they are asked for, and once: a long ledger need not fit the memory. Raises BadLedger."""


def read(lines: Iterable[bytes]) -> Ledger:
    """Raises BadLedger, also while the entries are taken."""
    numbered = enumerate(lines, 1)
    header, environment = _header(numbered)
    standings: dict[str, Standing] = {}
    while len(standings) < header.ratings:
        number, line = _next(numbered, f"{len(standings)} of {header.ratings} ratings")
        standing = _read(Standing, number, line)
        if standing.player in standings:
            raise BadLedger(f"line {number}: {standing.player!r} has a rating already")
        standings[standing.player] = standing
    return Ledger(header, environment, standings, _entries(numbered, header.entries))


def _header(numbered: Iterator[tuple[int, bytes]]) -> tuple[Header, Environment]:
    number, line = next(numbered, (0, b""))
    if not number:
        raise BadLedger(f"it is empty: {HOW}")
    try:
        header = _read(Header, number, line)
    except BadLedger as problem:
        raise BadLedger(
            f"its first line is no header of a ledger that this version reads ({problem}): {HOW}"
        ) from None
    try:
        return header, Environment(**header.constants.model_dump())
    except BadEnvironment as problem:
        raise BadLedger(f"line {number}: constants: {problem}") from None


def _entries(numbered: Iterator[tuple[int, bytes]], count: int) -> Iterator[Entry]:
    for expected in range(1, count + 1):
        number, line = _next(numbered, f"{expected - 1} of {count} entries")
        entry = _read(Entry, number, line)
        if entry.entry != expected:
            raise BadLedger(f"line {number}: entry {entry.entry} stands where entry {expected} should: {HOW}")
        yield entry
    number, _ = next(numbered, (0, b""))
    if number:
        raise BadLedger(f"line {number}: its header says {count} entries, and there is more after the last: {HOW}")


def _next(numbered: Iterator[tuple[int, bytes]], read: str) -> tuple[int, bytes]:
    number, line = next(numbered, (0, b""))
    if not number:
        raise BadLedger(f"it ends after {read}: {HOW}")
    return number, line


Read = TypeVar("Read", bound=Line)


def _read(kind: type[Read], number: int, line: bytes) -> Read:
    try:
        return kind.model_validate_json(line)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise BadLedger(f"line {number}: {f'{where}: ' if where else ''}{first['msg']}") from None
