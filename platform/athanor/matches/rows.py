"""Matches and their seats as lists, pages and the API show them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime


@dataclass(frozen=True, slots=True)
class SeatRow:
    seat: int
    owner: str
    slug: str
    name: str
    version: int
    rank: int | None
    score: int | None
    out: str
    """Why its bot was out; empty: it was not."""
    title: str = ""
    """What it is called where its author is not beside it: "starter by ada", "greedy #2"; see `told_apart`."""

    @property
    def address(self) -> str:
        return f"/bots/{self.owner}/{self.slug}/"

    @property
    def has_namesake(self) -> bool:
        """Whether another seat of its match has a bot of its name."""
        return self.title != self.name


@dataclass(frozen=True, slots=True)
class MatchRow:
    public_id: str
    game: str
    ladder: str
    """Its slug; empty: an unrated match."""
    purpose: str
    state: str
    reason: str
    ordered_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    plies: int
    is_public: bool
    has_replay: bool
    """Whether everybody may see its replay, and it is still kept."""
    seats: Sequence[SeatRow]
    """By seat."""
    season: int | None = None
    """The number of the season whose deal it has."""

    @property
    def address(self) -> str:
        return f"/matches/{self.public_id}/"

    @property
    def is_solo(self) -> bool:
        return len(self.seats) == 1

    @property
    def by_rank(self) -> list[SeatRow]:
        return sorted(self.seats, key=lambda seat: (seat.rank or 0, seat.seat))


def told_apart(seats: Sequence[SeatRow]) -> list[SeatRow]:
    """The seats of a match with their titles: bots of one name get their author, one that sits twice its seat."""
    addresses = {seat.name: set[str]() for seat in seats}
    for seat in seats:
        addresses[seat.name].add(seat.address)
    titles = [seat.name if len(addresses[seat.name]) == 1 else f"{seat.name} by {seat.owner}" for seat in seats]
    times = Counter(titles)
    return [
        replace(seat, title=f"{title} #{seat.seat}" if times[title] > 1 else title)
        for seat, title in zip(seats, titles, strict=True)
    ]
