"""Matches and their seats as lists, pages and the API show them. What a match hides until its set or season has
ended is left out when its row is read."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from athanor.lifecycles import MatchState
from athanor.matches.models import Match, Seat

ROW = (
    *("pk", "public_id", "game", "ladder__slug", "purpose", "state", "reason"),
    *("ordered_at", "started_at", "ended_at", "plies", "seed", "season__number", "replay_removed_at"),
)
SEALED = "sealed"
"""The state that others than the workers see of a match of a season that is not over."""


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


def listed(keys: Sequence[int]) -> list[MatchRow]:
    """The rows of matches, in the order of their keys: two queries, and no sorting in the database."""
    found = {row[0]: row for row in Match.objects.filter(pk__in=keys).order_by().values_list(*ROW)}
    seats = seats_of(keys)
    return [_row(found[key], seats[key]) for key in keys]


def _row(row: tuple[Any, ...], seats: Sequence[SeatRow]) -> MatchRow:
    _, public_id, game, ladder, purpose, state, reason, ordered, started, ended, plies, seed, season, removed = row
    if season is not None and not seed:
        state, reason, started, ended, plies = SEALED, "", None, None, 0
        seats = [replace(seat, rank=None, score=None, out="") for seat in seats]
    return MatchRow(
        public_id=public_id,
        game=game,
        ladder=ladder or "",
        purpose=purpose,
        state=state,
        reason=reason,
        ordered_at=ordered,
        started_at=started,
        ended_at=ended,
        plies=plies,
        is_public=bool(seed),
        has_replay=bool(seed) and state == MatchState.FINISHED and removed is None,
        seats=seats,
        season=season,
    )


def seats_of(matches: Iterable[int]) -> defaultdict[int, list[SeatRow]]:
    """By match; with their titles."""
    seats: defaultdict[int, list[SeatRow]] = defaultdict(list)
    rows = Seat.objects.filter(match__in=list(matches)).order_by("match", "seat")
    for match, *row in rows.values_list(
        *("match", "seat", "bot__owner__username", "bot__slug", "bot__name", "version__number"),
        *("rank", "score", "out"),
    ):
        seats[match].append(SeatRow(*row))
    return defaultdict(list, {match: told_apart(its) for match, its in seats.items()})
