from __future__ import annotations

from datetime import datetime

from athanor.lifecycles import TournamentState as State
from athanor.tournaments import editions
from athanor.tournaments.command_contract import Given, OrganizerCommand
from athanor.tournaments.models import Tournament


class Publish(OrganizerCommand):
    title = "Announce it"
    about = "Everybody sees it, and the schedule takes it on."
    place = 1
    states = frozenset((State.DRAFT,))

    def follows(self, tournament: Tournament, given: Given) -> str:
        return "Everybody sees it from now on. It cannot become a draft again; it can only be called off."

    def carry(self, held: Tournament, given: Given, at: datetime) -> str:
        return editions.publish(held, at)


COMMAND = Publish()
