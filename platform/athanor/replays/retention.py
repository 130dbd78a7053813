"""How long logs and replays are kept, and what goes when that is over.

- A bot's log goes ATHANOR_KEEP_LOGS days after its match was decided: of a tournament, after that has finished; of
  a season, after that was revealed, since nobody could read it before. An author who has more than
  ATHANOR_AUTHOR_BYTES of bundles, what was built of them, and logs loses the oldest logs earlier.
- The replay of a ladder's match or a challenge goes ATHANOR_KEEP_REPLAYS days after the match, of a season after
  that was revealed; one that somebody has starred does not, and none of a tournament does.
- Bundles, results, seeds, the ledger and the records of tournaments are never removed.

Two steps, each of which may be repeated, by two at once and after any crash: first the rows say that the log or
the replay is removed (`remove_logs`, `remove_replays`, `keep_to_quotas`), and from their commit on nobody is shown
it. Then the blobs go that no row names any more (`delete_blobs`), unless somebody stored the same bytes again
lately: a worker may be about to name them in a record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from athanor.bots.models import Version
from athanor.lifecycles import TournamentState
from athanor.matches.models import HAS_LOG, HAS_REPLAY, LOG_GOES, REPLAY_GOES, SEAT_IS_SEALED, Match, Purpose, Seat
from athanor.replays.models import Star
from athanor.replays.usage import built_bytes, bundle_bytes, log_bytes, measure
from athanor.storage import blobs

STORED_LATELY: Final = timedelta(days=3)
"""A blob that was stored since then stays: longer than an attempt can be open, and its record be on its way."""
A_BATCH: Final = 500
A_ROUND: Final = 20
"""Batches of each kind that one round takes: the worker that settles matches does this too."""
MEASURED_A_ROUND: Final = 1000
"""Blobs of each kind from before sizes were kept, the last ones first: each is asked for, maybe over a network."""


def keep_storage(*, now: datetime) -> dict[str, int]:
    """A round of everything. How much of each was done."""
    return {
        "logs": _repeated(lambda: remove_logs(now=now)),
        "replays": _repeated(lambda: remove_replays(now=now)),
        "measured": measure(MEASURED_A_ROUND),
        "beyond a quota": keep_to_quotas(now=now),
        "blobs": _repeated(lambda: delete_blobs(now=now)),
    }


def _repeated(batch: Callable[[], int]) -> int:
    done = 0
    for _ in range(A_ROUND):
        some = batch()
        done += some
        if some < A_BATCH:
            break
    return done


# 1. What is removed


def remove_logs(*, now: datetime) -> int:
    """Those of a batch of matches whose logs were kept long enough. How many matches."""
    if not settings.KEEP_LOGS:
        return 0
    until = now - timedelta(days=settings.KEEP_LOGS)
    old = Match.objects.filter(_decided_before(until), logs_removed_at=None, ended_at__lt=until)
    keys = list(old.order_by("ended_at").values_list("pk", flat=True)[:A_BATCH])
    with transaction.atomic():
        Match.objects.filter(pk__in=keys, logs_removed_at=None).update(logs_removed_at=now)
        Seat.objects.filter(HAS_LOG, match__in=keys).update(log_removed_at=now)
    return len(keys)


def _decided_before(moment: datetime) -> Q:
    """Of matches that had ended by then: also the season or the tournament that they are of."""
    of_none = Q(season=None) & ~Q(purpose=Purpose.TOURNAMENT)
    tournament = Q(tournament_game__tournament__finished_at__lt=moment)
    called_off = Q(tournament_game__tournament__state=TournamentState.CANCELLED.value, hidden=False)
    return of_none | Q(season__revealed_at__lt=moment) | tournament | called_off


@transaction.atomic
def remove_replays(*, now: datetime) -> int:
    """A batch of those that were kept long enough, and that nobody has starred. How many were looked at."""
    if not settings.KEEP_REPLAYS:
        return 0
    until = now - timedelta(days=settings.KEEP_REPLAYS)
    old = Match.objects.filter(HAS_REPLAY, ~Q(seed=""), _decided_before(until), ended_at__lt=until)
    old = old.exclude(purpose=Purpose.TOURNAMENT).exclude(stars__isnull=False)
    keys = list(old.order_by("ended_at").values_list("pk", flat=True)[:A_BATCH])
    # Look for stars again once the rows are locked: starring a replay locks its match as well.
    held = list(Match.objects.select_for_update(no_key=True).filter(pk__in=keys).order_by("pk"))
    stays = set(Star.objects.filter(match__in=held).values_list("match", flat=True))
    goes = [match.pk for match in held if match.pk not in stays]
    Match.objects.filter(pk__in=goes, replay_removed_at=None).update(replay_removed_at=now)
    return len(keys)


def keep_to_quotas(*, now: datetime) -> int:
    """The oldest logs of every author who has too much. How many."""
    most = settings.AUTHOR_BYTES
    if not most:
        return 0
    removed = 0
    bundles, built = bundle_bytes(), built_bytes()
    for author, logs in log_bytes().items():
        over = logs + bundles.get(author, 0) + built.get(author, 0) - most
        if over > 0:
            keys = list(_oldest(author, over))
            removed += Seat.objects.filter(pk__in=keys, log_removed_at=None).update(log_removed_at=now)
    return removed


def _oldest(author: int, over: int) -> Iterable[int]:
    """The seats of an author's oldest logs that take so many bytes together, as far as one round goes."""
    seats = Seat.objects.filter(HAS_LOG, ~SEAT_IS_SEALED, bot__owner=author).order_by("pk")
    for pk, size in seats.values_list("pk", "log_bytes")[: A_BATCH * A_ROUND]:
        if over <= 0:
            return
        over -= size or 0
        yield pk


# 2. What is deleted


def delete_blobs(*, now: datetime) -> int:
    """A batch of the blobs of what was removed. How many rows were done with."""
    matches = list(Match.objects.filter(REPLAY_GOES).order_by("pk").values_list("pk", "replay")[:A_BATCH])
    seats = list(Seat.objects.filter(LOG_GOES).order_by("pk").values_list("pk", "log")[:A_BATCH])
    gone = _deleted({digest for _, digest in (*matches, *seats)}, now)
    done = [pk for pk, digest in matches if digest in gone]
    Match.objects.filter(pk__in=done).update(replay_bytes=None)
    done_seats = [pk for pk, digest in seats if digest in gone]
    Seat.objects.filter(pk__in=done_seats).update(log_bytes=None)
    return len(done) + len(done_seats)


def _deleted(digests: set[str], now: datetime) -> set[str]:
    """Those that are gone now, or that other rows name and that are theirs."""
    named = named_among(digests)
    store, lately = blobs(), (now - STORED_LATELY).timestamp()
    return named | {digest for digest in digests - named if store.delete(digest, unless_stored_since=lately)}


def named_among(digests: Iterable[str]) -> set[str]:
    """Those of the blobs that any row needs."""
    wanted = list(digests)
    named: set[str] = set()
    named.update(Seat.objects.filter(HAS_LOG, log__in=wanted).values_list("log", flat=True))
    named.update(Match.objects.filter(HAS_REPLAY, replay__in=wanted).values_list("replay", flat=True))
    for field in ("digest", "built"):
        named.update(Version.objects.filter(**{f"{field}__in": wanted}).values_list(field, flat=True))
    return named
