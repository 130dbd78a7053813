from __future__ import annotations

from datetime import datetime

from athanor.lifecycles import TournamentState as State
from athanor.refusals import Refusal
from athanor.tournaments import execution
from athanor.tournaments.acts import LATER
from athanor.tournaments.command_contract import AUTHOR, Given, OrganizerCommand
from athanor.tournaments.models import Organizer, Tournament


class AddOrganizer(OrganizerCommand):
    title = "Add a co-organizer"
    about = "May do everything here but name organizers."
    place = 15
    states = LATER | {State.DRAFT}
    fields = (AUTHOR,)
    is_for_the_owner = True

    def carry(self, held: Tournament, given: Given, at: datetime) -> str:
        user = execution.user_of(given["username"])
        if user.pk == held.owner_id:
            raise Refusal("is-owner", f"{user.username} owns it already", "name somebody else", status=409)
        Organizer.objects.get_or_create(tournament=held, user=user)
        return f"Made {user.username} a co-organizer."


COMMAND = AddOrganizer()
