from __future__ import annotations

from datetime import datetime

from athanor.lifecycles import TournamentState as State
from athanor.tournaments import life
from athanor.tournaments.command_contract import Given, OrganizerCommand
from athanor.tournaments.models import Tournament


class Resume(OrganizerCommand):
    title = "Resume"
    about = "It goes on where it stood."
    place = 4
    states = frozenset((State.PAUSED,))

    def carry(self, held: Tournament, given: Given, at: datetime) -> str:
        life.go(held, State.RUNNING, "It goes on.", at, reason="")
        return "Resumed it."


COMMAND = Resume()
