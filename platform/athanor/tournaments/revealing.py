"""Results that are told later: which rounds have been, and what is shown when they are.

Until a round is told its matches are hidden (`Match.hidden`): no list, page, feed, log or API route has them, and
no seed is written. `revealed` counts the rounds that were told and never goes back, whatever is put off.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from athanor.matches import services
from athanor.matches.models import Match
from athanor.tournaments import telling
from athanor.tournaments.models import Tournament
from athanor.tournaments.records import told_upto

ALL = 1_000_000
"""More rounds than any tournament has."""


def due(tournament: Tournament, now: datetime) -> int:
    """How many rounds are to be told by now."""
    if tournament.reveal_at is None:
        return ALL
    if now < tournament.reveal_at:
        return tournament.revealed
    if not tournament.reveal_minutes:
        return ALL
    passed = (now - tournament.reveal_at) // timedelta(minutes=tournament.reveal_minutes)
    return max(tournament.revealed, 1 + passed)


def tell(held: Tournament, rounds: int, now: datetime) -> bool:
    """Shows the results of the first so many rounds. Its row is held."""
    if held.reveal_at is None or rounds <= held.revealed:
        return False
    was_told = told_upto(held)
    held.revealed = rounds
    held.save(update_fields=["revealed"])
    hidden = Match.objects.filter(
        hidden=True, tournament_game__tournament=held, tournament_game__round__lte=rounds
    )
    by_set = {match.duplicate_set: match for match in hidden}
    Match.objects.filter(hidden=True, duplicate_set__in=list(by_set)).update(hidden=False)
    for match in by_set.values():
        services.reveal_set(match=match)
    telling.paired(held, was_told, told_upto(held), now)
    return True


def next_at(tournament: Tournament) -> datetime | None:
    """When something is told next; None: everything is."""
    if tournament.reveal_at is None or tournament.revealed >= ALL:
        return None
    return tournament.reveal_at + tournament.revealed * timedelta(minutes=tournament.reveal_minutes)
