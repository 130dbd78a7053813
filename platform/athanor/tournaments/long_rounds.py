"""Rounds that take long to pair, computed aside: a process of its own takes its time, and nothing waits for it.

Before: a tournament runs, every pairing of its last round is decided, and the pairing layer says that the next one
takes long (`takes_long`: a Swiss of hundreds).

1. Whoever moves the tournament on gives a lease: a token and an end, under the tournament's row, for the records
   that there are (`pairing_of`); a message with the token goes to the queue `pairing` when that is committed.
2. Who takes the message computes, and says a word several times in the time of a lease: its end is moved on.
3. The round is written under the row, if nothing was recorded since; else it is computed anew for what there is
   now. One that has to wait for its time is computed a little before it, and kept in the row until then.
4. A lease that has ended without a word is followed by another one, with a new token: a message that was lost, or
   a process that died, costs that time and nothing else. Who has an old token changes nothing.
5. After `SENT_OUT` leases nobody seems to take such messages: whoever moves it on computes it itself.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from threading import Event as Bell
from threading import Thread

from django.conf import settings
from django.db import connection, transaction
from django.db.utils import Error
from django.utils import timezone

from arena.orders.queues import PAIRING_QUEUE
from arena.pairing.documents import read_event, to_document
from arena.pairing.events import Drawn, Ended, Paired
from athanor import messages
from athanor.lifecycles import TournamentState
from athanor.tournaments import progress, wakeups
from athanor.tournaments.models import RUNS, Tournament
from athanor.tournaments.records import due_of

log = logging.getLogger(__name__)

PAIR = "site.pair_tournament"
"""(tournament, token)"""
Due = Drawn | Paired | Ended
SENT_OUT = 3
WORDS = 4
"""In the time of a lease."""


def is_left_to_others(seen: Tournament, now: datetime) -> bool:
    """Sees to it that somebody pairs the next round aside; False: nobody does, and the caller has to."""
    with transaction.atomic():
        held = Tournament.objects.select_for_update(no_key=True).get(pk=seen.pk)
        if held.state != TournamentState.RUNNING or held.sequence != seen.sequence:
            return True
        if held.next_round_at is not None and held.rounds and now < held.next_round_at - _lead():
            return True
        is_new = held.pairing_of != held.sequence
        if not is_new and held.pairing_until is not None and now < held.pairing_until:
            return True
        if not is_new and held.pairing_leases >= SENT_OUT:
            log.warning(
                "nobody takes messages of the queue %s: tournament %d is paired here", PAIRING_QUEUE, held.pk
            )
            return False
        _lease(held, now, is_new)
    return True


def _lead() -> timedelta:
    """A round that waits for its time is computed a little before it."""
    return timedelta(seconds=2 * settings.PAIRING_LEASE)


def _lease(held: Tournament, now: datetime, is_new: bool) -> None:
    held.pairing_of, held.pairing_token = held.sequence, secrets.token_hex(16)
    held.pairing_until = now + timedelta(seconds=settings.PAIRING_LEASE)
    if is_new:
        held.pairing_since, held.pairing_leases = now, 0
    held.pairing_leases += 1
    held.pairing_event = None
    held.save(update_fields=[f"pairing_{one}" for one in ("of", "token", "until", "since", "event", "leases")])
    wish = {"tournament": held.pk, "token": held.pairing_token}
    transaction.on_commit(partial(messages.send, PAIR, wish, PAIRING_QUEUE))


def pair(*, tournament_id: int, token: str) -> bool:
    """Pairs the round that a lease is of. Says whether it was written."""
    seen = Tournament.objects.filter(pk=tournament_id, pairing_token=token).first()
    if seen is None or not token or seen.pairing_of != seen.sequence or seen.state not in RUNS:
        return False
    with _saying_so(seen.pk, token):
        event = due_of(seen)
    mine = event is not None and _keep(seen.pk, token, event)
    written = event is not None and mine and progress.record_due(event, seen, timezone.now())
    # Whatever comes now - games to play, a round of what was recorded meanwhile - is the schedule's again.
    wakeups.wake()
    return written


def _keep(tournament_id: int, token: str, event: Due) -> bool:
    """Writes down what was computed; False: the lease was given to somebody else meanwhile."""
    mine = Tournament.objects.filter(pk=tournament_id, pairing_token=token)
    return mine.update(pairing_event=to_document(event)) == 1


def kept(seen: Tournament) -> Due | None:
    """What was computed for the records that there are."""
    if seen.pairing_event is None or seen.pairing_of != seen.sequence:
        return None
    event = read_event(seen.pairing_event)
    assert isinstance(event, Drawn | Paired | Ended)
    return event


@contextmanager
def _saying_so(tournament_id: int, token: str) -> Iterator[None]:
    """While it computes, a thread moves the end of the lease on."""
    done = Bell()
    speaker = Thread(target=_speak, args=(tournament_id, token, done), daemon=True)
    speaker.start()
    try:
        yield
    finally:
        done.set()
        speaker.join()


def _speak(tournament_id: int, token: str, done: Bell) -> None:
    try:
        while not done.wait(settings.PAIRING_LEASE / WORDS):
            until = timezone.now() + timedelta(seconds=settings.PAIRING_LEASE)
            Tournament.objects.filter(pk=tournament_id, pairing_token=token).update(pairing_until=until)
    except Error:
        # A word too few: at the worst somebody else pairs it too, and the first one counts.
        log.warning("the lease of tournament %d could not be kept", tournament_id, exc_info=True)
    finally:
        connection.close()
