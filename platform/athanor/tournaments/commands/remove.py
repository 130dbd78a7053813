from __future__ import annotations

from datetime import datetime

from athanor.lifecycles import EntryState
from athanor.tournaments import removals
from athanor.tournaments.acts import ENTERED
from athanor.tournaments.command_contract import BOT, REASON, Given, OrganizerCommand
from athanor.tournaments.models import Tournament


class Remove(OrganizerCommand):
    title = "Take out"
    about = "Withdraws a bot in its author's place."
    place = 11
    states = ENTERED
    fields = (BOT, REASON)
    is_hard = True

    def follows(self, tournament: Tournament, given: Given) -> str:
        return removals.follows(
            tournament, given, "It can come back only by entering again, where entries are taken."
        )

    def carry(self, held: Tournament, given: Given, at: datetime) -> str:
        bot, why = removals.take_out(held, given, EntryState.WITHDRAWN, "taken out", at)
        return f"Took {bot} out: {why}."


COMMAND = Remove()
