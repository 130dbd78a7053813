from __future__ import annotations

from datetime import datetime

from athanor.lifecycles import TournamentState as State
from athanor.tournaments import life
from athanor.tournaments.command_contract import Asked, Given, OrganizerCommand
from athanor.tournaments.models import Tournament


class Pause(OrganizerCommand):
    """What is being played is played to its end, and counts."""

    title = "Pause"
    about = "No round is paired and no game ordered; what is being played is played to its end."
    place = 3
    states = frozenset((State.RUNNING,))
    fields = (Asked("reason", "Why", hint="Told on its page; may be empty.", most=400),)

    def carry(self, held: Tournament, given: Given, at: datetime) -> str:
        why = given["reason"].strip()[:200]
        life.go(held, State.PAUSED, f"Paused{f': {why}' if why else ''}.", at, reason=why)
        return "Paused it."


COMMAND = Pause()
