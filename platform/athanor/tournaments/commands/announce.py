from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from athanor.refusals import Refusal
from athanor.tournaments import execution, telling
from athanor.tournaments.acts import LATER
from athanor.tournaments.command_contract import Asked, Given, OrganizerCommand
from athanor.tournaments.consequences import counted
from athanor.tournaments.models import Tournament

MOST_A_DAY: Final = 20
A_DAY: Final = timedelta(days=1)


class Announce(OrganizerCommand):
    """On the tournament's page, in its feed and among the notices of who takes part."""

    title = "Tell everybody"
    about = "It stands on the tournament's page."
    place = 6
    states = LATER
    fields = (Asked("text", "Words", "long", most=2000),)

    def follows(self, tournament: Tournament, given: Given) -> str:
        execution.given_text(given["text"])
        people = counted(len(telling.audience(tournament)), "person gets", "people get")
        return f"It stands on the tournament's page, and {people} a notice. It cannot be taken back."

    def is_public(self, held: Tournament, given: Given) -> bool:
        return True

    def carry(self, held: Tournament, given: Given, at: datetime) -> str:
        said = execution.given_text(given["text"])
        if held.log.filter(what="announce", at__gt=at - A_DAY).count() >= MOST_A_DAY:
            wrong = f"{MOST_A_DAY} announcements were made within a day, and everybody is told each"
            raise Refusal("too-many", wrong, "say it tomorrow, or in its description", status=429)
        return said


COMMAND = Announce()
