from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from athanor.lifecycles import EntryState
from athanor.refusals import Refusal
from athanor.tournaments import removals
from athanor.tournaments.acts import ENTERED
from athanor.tournaments.command_contract import BOT, REASON, Asked, Given, OrganizerCommand
from athanor.tournaments.models import Tournament

KEPT: Final = "kept"
FORFEITED: Final = "forfeited"
RESULTS: Final[Mapping[str, str]] = {
    KEPT: "stands, as the format has it",
    FORFEITED: "is lost by forfeit; in a round robin it counts for neither side",
}
"""What becomes of its earlier results."""


class Disqualify(OrganizerCommand):
    title = "Disqualify"
    about = "Its open games are lost; it is ranked last and cannot come back."
    place = 12
    states = ENTERED
    fields = (BOT, Asked("results", "What it has played", "choice", value=KEPT, choices=RESULTS), REASON)
    is_hard = True

    def follows(self, tournament: Tournament, given: Given) -> str:
        forfeits = given["results"] == FORFEITED
        return removals.follows(tournament, given, "It is ranked last and cannot come back.", forfeits=forfeits)

    def is_public(self, held: Tournament, given: Given) -> bool:
        return True

    def carry(self, held: Tournament, given: Given, at: datetime) -> str:
        results = given["results"]
        if results not in RESULTS:
            wrong = f"{results[:20]!r} is no choice for earlier results"
            raise Refusal("bad-results", wrong, f"take {' or '.join(RESULTS)}")
        forfeits = results == FORFEITED
        bot, why = removals.take_out(held, given, EntryState.DISQUALIFIED, "disqualified", at, forfeits=forfeits)
        return f"Disqualified {bot}: {why}.{' What it has played is forfeited.' if forfeits else ''}"


COMMAND = Disqualify()
