from __future__ import annotations

from datetime import datetime

from arena.pairing.events import Corrected
from athanor.lifecycles import TournamentState as State
from athanor.tournaments import execution, rulings
from athanor.tournaments.acts import ON
from athanor.tournaments.command_contract import PAIRING, RANKS, REASON, Given, OrganizerCommand
from athanor.tournaments.models import Tournament
from athanor.tournaments.records import contest_of


class Correct(OrganizerCommand):
    title = "Correct a result"
    about = (
        "Another result for a pairing that is decided, of any round. Pairings that were made since stand, and the "
        "standings are computed anew."
    )
    place = 10
    states = ON | {State.FINISHED}
    fields = (PAIRING, RANKS, REASON)

    def follows(self, tournament: Tournament, given: Given) -> str:
        """Another correction takes it back, unless a finished tournament runs again because of it."""
        corrected = Corrected(given["pairing"], tuple(given["ranks"]), given["reason"])
        trial = rulings.tried(contest_of(tournament), corrected)
        if tournament.state != State.FINISHED or trial.over:
            return ""
        return "The tournament runs again: a play-off is played, also if the result is corrected back."

    def is_public(self, held: Tournament, given: Given) -> bool:
        return rulings.is_told(held, given["pairing"])

    def carry(self, held: Tournament, given: Given, at: datetime) -> str:
        why = execution.given_reason(given["reason"])
        rulings.decide(held, Corrected(given["pairing"], tuple(given["ranks"]), why), at)
        return f"Corrected pairing {given['pairing']} to {rulings.shown(given['ranks'])}: {why}."


COMMAND = Correct()
