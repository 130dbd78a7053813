from __future__ import annotations

from datetime import datetime

from athanor.lifecycles import TournamentState as State
from athanor.refusals import Refusal
from athanor.tournaments import execution
from athanor.tournaments.acts import BEFORE
from athanor.tournaments.command_contract import AUTHOR, Given, OrganizerCommand
from athanor.tournaments.models import Tournament


class Invite(OrganizerCommand):
    title = "Invite"
    about = "Where entry is by invitation."
    place = 14
    states = BEFORE | {State.DRAFT}
    fields = (AUTHOR,)

    def means_something(self, tournament: Tournament) -> bool:
        return bool(tournament.plan["invited"])

    def carry(self, held: Tournament, given: Given, at: datetime) -> str:
        if not held.plan["invited"]:
            wrong = "anybody may enter: it is not by invitation"
            raise Refusal("not-by-invitation", wrong, "its plan can name those who may", status=409)
        user = execution.user_of(given["username"])
        held.invited.add(user)
        held.plan["invited"] = [*dict.fromkeys([*held.plan["invited"], user.username])]
        held.save(update_fields=["plan"])
        return f"Invited {user.username}."


COMMAND = Invite()
