"""How much of the store is used by what, and by whom. A blob that two rows share counts for each of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Q, Sum

from arena.blobs.store import digest_of
from athanor.accounts.models import User
from athanor.bots.models import BUILT, STORED, Version
from athanor.matches.models import HAS_LOG, HAS_REPLAY, Match, Seat
from athanor.storage import blobs

EMPTY: Final = digest_of(b"")


@dataclass(frozen=True, slots=True)
class AuthorUsage:
    author: str
    bundles: int
    built: int
    logs: int

    @property
    def total(self) -> int:
        return self.bundles + self.built + self.logs


@dataclass(frozen=True, slots=True)
class Amount:
    count: int
    bytes: int


def bundle_bytes() -> dict[int, int]:
    """By author, of everything that was uploaded, as it is stored."""
    return dict(Version.objects.order_by().values_list("bot__owner").annotate(bytes=Sum(STORED)))


def built_bytes() -> dict[int, int]:
    """By author, of what was built of it."""
    return dict(Version.objects.order_by().values_list("bot__owner").annotate(bytes=Sum(BUILT)))


def log_bytes() -> dict[int, int]:
    """By author, of the logs that are kept."""
    found = Seat.objects.filter(HAS_LOG).order_by().values_list("bot__owner").annotate(Sum("log_bytes"))
    return {author: size or 0 for author, size in found}


def by_author() -> list[AuthorUsage]:
    """Who has most comes first."""
    bundles, built, logs = bundle_bytes(), built_bytes(), log_bytes()
    names = User.objects.in_bulk(list(bundles.keys() | logs.keys()))
    rows = [
        AuthorUsage(user.username, bundles.get(pk, 0), built.get(pk, 0), logs.get(pk, 0))
        for pk, user in names.items()
    ]
    return sorted(rows, key=lambda row: (-row.total, row.author))


@dataclass(frozen=True, slots=True)
class Whole:
    bundles: Amount
    built: Amount
    replays: Amount
    logs: Amount


def whole() -> Whole:
    bundles = Version.objects.aggregate(count=Count("pk"), bytes=Sum(STORED))
    built = Version.objects.filter(built_bytes__gt=0).aggregate(count=Count("pk"), bytes=Sum(BUILT))
    replays = Match.objects.filter(HAS_REPLAY).aggregate(count=Count("pk"), bytes=Sum("replay_bytes"))
    logs = Seat.objects.filter(HAS_LOG).aggregate(count=Count("pk"), bytes=Sum("log_bytes"))
    return Whole(*(Amount(found["count"], found["bytes"] or 0) for found in (bundles, built, replays, logs)))


def measure(batch: int = 1000) -> int:
    """Writes down how large the blobs are of a batch of rows from before sizes were kept. How many rows."""
    seats = list(Seat.objects.filter(HAS_LOG, ~Q(log=EMPTY), log_bytes=0).only("log").order_by("-pk")[:batch])
    for seat in seats:
        seat.log_bytes = blobs().size(seat.log)
    Seat.objects.bulk_update(seats, ["log_bytes"])
    matches = list(Match.objects.filter(HAS_REPLAY, replay_bytes=0).only("replay").order_by("-pk")[:batch])
    for match in matches:
        match.replay_bytes = blobs().size(match.replay)
    Match.objects.bulk_update(matches, ["replay_bytes"])
    return len(seats) + len(matches) + _measure_versions(batch)


def _measure_versions(batch: int) -> int:
    lacks_built = ~Q(built="") & Q(built_bytes=None)
    versions = list(Version.objects.filter(Q(stored_bytes=None) | lacks_built).order_by("-pk")[:batch])
    for version in versions:
        # What is not in the store is counted as what was uploaded, and measured no more.
        version.stored_bytes = blobs().size(version.digest) or version.size
        if version.built:
            version.built_bytes = 0 if version.built == version.digest else blobs().size(version.built) or 0
    Version.objects.bulk_update(versions, ["stored_bytes", "built_bytes"])
    return len(versions)
