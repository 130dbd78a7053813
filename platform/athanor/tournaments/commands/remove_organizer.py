from __future__ import annotations

from datetime import datetime

from athanor.lifecycles import TournamentState as State
from athanor.refusals import NotFound
from athanor.tournaments import execution
from athanor.tournaments.acts import LATER
from athanor.tournaments.command_contract import AUTHOR, Given, OrganizerCommand
from athanor.tournaments.models import Tournament


class RemoveOrganizer(OrganizerCommand):
    title = "Remove a co-organizer"
    place = 16
    states = LATER | {State.DRAFT}
    fields = (AUTHOR,)
    is_for_the_owner = True

    def carry(self, held: Tournament, given: Given, at: datetime) -> str:
        user = execution.user_of(given["username"])
        gone, _ = held.co_organizers.filter(user=user).delete()
        if not gone:
            raise NotFound(f"{user.username} is no co-organizer", "the control room lists them")
        return f"{user.username} is no co-organizer any more."


COMMAND = RemoveOrganizer()
