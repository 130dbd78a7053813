"""How much of the store is used by what, and by whom. A blob that two rows share counts for each of them."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Sum

from athanor.accounts.models import User
from athanor.bots.models import Version
from athanor.matches.models import HAS_LOG, HAS_REPLAY, Match, Seat
from athanor.storage import blobs


@dataclass(frozen=True, slots=True)
class AuthorUsage:
    author: str
    bundles: int
    logs: int

    @property
    def total(self) -> int:
        return self.bundles + self.logs


@dataclass(frozen=True, slots=True)
class Amount:
    count: int
    bytes: int


def bundle_bytes() -> dict[int, int]:
    """By author, of everything that was uploaded."""
    found = Version.objects.order_by().values_list("bot__owner").annotate(Sum("size"))
    return dict(found)


def log_bytes() -> dict[int, int]:
    """By author, of the logs that are kept."""
    found = Seat.objects.filter(HAS_LOG).order_by().values_list("bot__owner").annotate(Sum("log_bytes"))
    return {author: size or 0 for author, size in found}


def by_author() -> list[AuthorUsage]:
    """Who has most comes first."""
    bundles, logs = bundle_bytes(), log_bytes()
    names = User.objects.in_bulk(list(bundles.keys() | logs.keys()))
    rows = [AuthorUsage(user.username, bundles.get(pk, 0), logs.get(pk, 0)) for pk, user in names.items()]
    return sorted(rows, key=lambda row: (-row.total, row.author))


@dataclass(frozen=True, slots=True)
class Whole:
    bundles: Amount
    replays: Amount
    logs: Amount


def whole() -> Whole:
    bundles = Version.objects.aggregate(count=Count("pk"), bytes=Sum("size"))
    replays = Match.objects.filter(HAS_REPLAY).aggregate(count=Count("pk"), bytes=Sum("replay_bytes"))
    logs = Seat.objects.filter(HAS_LOG).aggregate(count=Count("pk"), bytes=Sum("log_bytes"))
    return Whole(*(Amount(found["count"], found["bytes"] or 0) for found in (bundles, replays, logs)))


def measure(batch: int = 1000) -> int:
    """Writes down how large the blobs are of a batch of rows from before sizes were kept. How many rows."""
    seats = list(Seat.objects.filter(HAS_LOG, log_bytes=0).order_by("pk")[:batch])
    for seat in seats:
        seat.log_bytes = blobs().size(seat.log)
    Seat.objects.bulk_update(seats, ["log_bytes"])
    matches = list(Match.objects.filter(HAS_REPLAY, replay_bytes=0).order_by("pk")[:batch])
    for match in matches:
        match.replay_bytes = blobs().size(match.replay)
    Match.objects.bulk_update(matches, ["replay_bytes"])
    return len(seats) + len(matches)
