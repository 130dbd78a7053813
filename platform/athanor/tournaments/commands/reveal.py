from __future__ import annotations

from datetime import datetime

from athanor.refusals import Refusal
from athanor.tournaments import revealing
from athanor.tournaments.acts import ON
from athanor.tournaments.command_contract import Given, OrganizerCommand
from athanor.tournaments.models import Tournament


class Reveal(OrganizerCommand):
    """What was to be told next: everything, or the results of one more round."""

    title = "Tell results now"
    about = "Those that would be told next."
    place = 7
    states = ON

    def means_something(self, tournament: Tournament) -> bool:
        return tournament.reveal_at is not None

    def follows(self, tournament: Tournament, given: Given) -> str:
        rounds = _revealable(tournament)
        what = f"the results of round {rounds}" if tournament.reveal_minutes else "all results"
        return f"Everybody sees {what} from now on. They cannot be hidden again."

    def carry(self, held: Tournament, given: Given, at: datetime) -> str:
        rounds = _revealable(held)
        revealing.tell(held, rounds, at)
        return f"Told the results of round {rounds}." if held.reveal_minutes else "Told all results."


def _revealable(held: Tournament) -> int:
    """Up to which round results can be told now. Raises Refusal."""
    if revealing.next_at(held) is None:
        told = "everything is told as it comes"
        raise Refusal("nothing-hidden", f"nothing is hidden: {told}", "there is nothing to do", status=409)
    rounds = held.revealed + 1 if held.reveal_minutes else revealing.ALL
    if held.reveal_minutes and rounds > held.rounds:
        raise Refusal(
            "nothing-hidden",
            "the results of all rounds so far are told already",
            "wait for the next",
            status=409,
        )
    return rounds


COMMAND = Reveal()
