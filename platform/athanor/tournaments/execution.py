"""How a command of an organizer is carried out. Each is one transaction under the tournament's row:

1. only its owner and its co-organizers may give it, and only in a state that allows it (`acts.ALLOWED`);
2. a command of the same name was carried out already: nothing happens; another organizer was faster: it is
   refused, and says what was done meanwhile (`acts.was_given`);
3. it is carried out and written into the log, with who gave it and why.

And what several commands are given: an entry by its key, a reason, a text.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from athanor.accounts.models import User
from athanor.matches import epochs
from athanor.refusals import NotFound, Refusal
from athanor.tournaments import acts, entries, life, wakeups
from athanor.tournaments.acts import Command
from athanor.tournaments.models import Entry, Tournament

Deed = Callable[[Tournament, datetime], str]
"""Carries a command out; the sentence of the log."""


def may_direct(tournament: Tournament, user: User | None) -> bool:
    if user is None or not user.is_authenticated:
        return False
    return user.pk == tournament.owner_id or tournament.co_organizers.filter(user=user).exists()


def require_organizer(tournament: Tournament, user: User | None) -> None:
    if not may_direct(tournament, user):
        raise Refusal(
            "not-yours",
            "this tournament is directed by others",
            "its page says who its organizers are",
            status=403,
        )


def carry_out(
    tournament: Tournament,
    by: User,
    what: str,
    command: Command,
    now: datetime | None,
    deed: Deed,
    *,
    is_public: bool | Callable[[Tournament], bool] = False,
    **detail: object,
) -> bool:
    """Says whether the command was carried out now; it was before, where it is not."""
    now = now or timezone.now()
    epochs.ensure(now=now)
    with transaction.atomic():
        held = entries.hold(tournament)
        require_organizer(held, by)
        if acts.was_given(held, command, what):
            return False
        acts.require(held, what)
        sentence = deed(held, now)
        held.refresh_from_db()
        told = is_public if isinstance(is_public, bool) else is_public(held)
        acts.log(held, what, sentence, at=now, by=by, command=command, is_public=told, **detail)
        while life.take_step(held, now):
            pass
        wakeups.wake()
    return True


def entry_of(held: Tournament, key: str) -> Entry:
    found = Entry.objects.filter(tournament=held, key=key).select_related("bot__owner").first()
    if found is None:
        raise NotFound(f"{key[:80]!r} is not entered here", "write author/bot, as the list of entrants has it")
    return found


def given_text(text: str) -> str:
    said = text.strip()
    if not said or len(said) > 400:
        raise Refusal("bad-text", f"an announcement has {len(said)} characters", "write 1 to 400")
    return said


def given_reason(reason: str) -> str:
    why = reason.strip()
    if not why or len(why) > 160:
        raise Refusal("no-reason", "everybody is told why, and no reason is given", "write 1 to 160 characters")
    return why
