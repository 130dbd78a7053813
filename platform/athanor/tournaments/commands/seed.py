from __future__ import annotations

from datetime import datetime

from arena.pairing.settings import Seeding
from arena.pairing.wording import SEEDINGS as SEEDED
from athanor.lifecycles import TournamentState as State
from athanor.refusals import Refusal
from athanor.tournaments import execution
from athanor.tournaments.acts import BEFORE
from athanor.tournaments.command_contract import BOT, Asked, Given, OrganizerCommand
from athanor.tournaments.models import Entry, Tournament


class Seed(OrganizerCommand):
    title = "Seed by hand"
    about = "Its number in the draw; 1 is the first. For tournaments that are seeded by hand."
    place = 13
    states = BEFORE | {State.DRAFT}
    fields = (BOT, Asked("number", "Number", "number", may_be_empty=True))

    def means_something(self, tournament: Tournament) -> bool:
        seeding: object = tournament.settings.get("seeding")
        return seeding == Seeding.HAND.value

    def carry(self, held: Tournament, given: Given, at: datetime) -> str:
        number = given["number"]
        if number is not None and not 1 <= number <= 100_000:
            wrong = f"{number} is not a number for the draw"
            raise Refusal("bad-number", wrong, "1 is the first; leave it empty for none")
        seeding = held.settings["seeding"]
        if seeding != Seeding.HAND.value:
            raise Refusal(
                "not-by-hand",
                f"a number would have no effect: the tournament is {SEEDED[Seeding(seeding)]}",
                "change its plan first: seeding by hand",
                status=409,
            )
        entry = execution.entry_of(held, given["key"])
        Entry.objects.filter(pk=entry.pk).update(seed=number)
        return f"Seeded {entry.title} as number {number}." if number else f"Took the number of {entry.title} away."


COMMAND = Seed()
