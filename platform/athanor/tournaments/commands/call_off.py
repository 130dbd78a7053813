from __future__ import annotations

from datetime import datetime

from athanor.lifecycles import TournamentState as State
from athanor.tournaments import execution, life, progress, rulings
from athanor.tournaments.acts import OPEN
from athanor.tournaments.command_contract import REASON, Given, OrganizerCommand
from athanor.tournaments.models import Tournament


class CallOff(OrganizerCommand):
    title = "Call it off"
    about = "It ends without a winner. What was played stays on record."
    place = 18
    states = OPEN | {State.DRAFT}
    fields = (REASON,)
    is_hard = True

    def follows(self, tournament: Tournament, given: Given) -> str:
        under_way = rulings.given_up(len(list(progress.live_games(tournament))))
        return f"It ends without a winner, and everybody who takes part is told.{under_way} This cannot be undone."

    def carry(self, held: Tournament, given: Given, at: datetime) -> str:
        why = execution.given_reason(given["reason"])
        life.call_off(held, why, at)
        return f"Called it off: {why}."


COMMAND = CallOff()
