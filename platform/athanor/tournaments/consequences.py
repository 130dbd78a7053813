"""What follows from an act that cannot be undone: said before it is carried out, so that it can be confirmed.

What another act takes back (pause and resume, a co-organizer) has nothing to say here and is not asked about. What
would be refused anyway is refused here already, so that nobody confirms it first.
"""

from __future__ import annotations

from django.db.models import Q
from django.utils import timezone

from athanor.bots.models import Bot
from athanor.lifecycles import EntryState, TournamentState
from athanor.refusals import Refusal
from athanor.tournaments import acts, queries
from athanor.tournaments.models import Entry


class Unconfirmed(Refusal):
    """A command that cannot be undone, given without its confirmation."""

    def __init__(self, follows: str, by: str = "confirm: true") -> None:
        super().__init__("not-confirmed", follows, f"if that is meant, send it again with {by}", status=409)
        self.follows = follows


def counted(number: int, one: str, several: str = "") -> str:
    return f"{number} {one if number == 1 else several or one + 's'}"


def of_withdrawing(entry: Entry) -> str:
    """What follows when an author takes a bot out; "" where it can enter again and loses nothing by it."""
    held = entry.tournament
    if held.state not in acts.ALLOWED["withdraw"]:
        return ""
    if entry.state == EntryState.PLAYING:
        return f"{entry.title} plays no more here: what it has left to play is lost. This cannot be undone."
    if entry.state not in (EntryState.ENTERED, EntryState.WAITING):
        return ""
    if held.state == TournamentState.CHECK_IN or timezone.now() >= held.check_in_at:
        again = "again before the start" if held.late_entry else "again"
        return f"{entry.title} cannot enter {again}: registration is closed."
    return _loses_its_turn(entry)


def of_retiring(bot: Bot) -> str:
    """What follows when an author retires a bot; "" where it is retired already."""
    if bot.retired_at is not None:
        return ""
    left = ", ".join(one.title for one in queries.left_by(bot))
    withdrawn = (
        f" It is withdrawn from {left}; where it plays already, what is left to play is lost." if left else ""
    )
    return f"{bot.name} leaves every ladder for good, and takes no new versions.{withdrawn} This cannot be undone."


def _loses_its_turn(entry: Entry) -> str:
    """What a bot loses to those who wait while registration is open."""
    waiting = entry.tournament.entries.filter(state=EntryState.WAITING)
    back = f"{entry.title} can enter again, but only behind all who wait."
    if entry.state == EntryState.ENTERED:
        return f"The next on the waiting list gets its place. {back}" if waiting.exists() else ""
    behind = Q(entered_at__gt=entry.entered_at) | Q(entered_at=entry.entered_at, pk__gt=entry.pk)
    return back if waiting.filter(behind).exists() else ""
