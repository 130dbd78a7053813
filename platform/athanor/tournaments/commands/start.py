from __future__ import annotations

from datetime import datetime

from athanor.lifecycles import EntryState
from athanor.lifecycles import TournamentState as State
from athanor.tournaments import life, times
from athanor.tournaments.command_contract import Given, OrganizerCommand
from athanor.tournaments.consequences import counted
from athanor.tournaments.models import Tournament


class Start(OrganizerCommand):
    """Before its time: with who is entered (and checked in) now. Refused where these are too few to play."""

    title = "Start now"
    about = "With who is entered at this moment."
    place = 2
    states = frozenset((State.REGISTRATION, State.CHECK_IN))

    def follows(self, tournament: Tournament, given: Given) -> str:
        coming = life.coming(tournament)
        life.require_field(tournament, coming)
        there = tournament.entries.filter(state__in=(EntryState.ENTERED, EntryState.WAITING)).count()
        parts = [
            f"It starts now with {counted(len(coming), 'entrant')}, "
            f"not at {times.on_the_clock_of(tournament.time_zone, tournament.starts_at)}. "
            "Registration ends, versions are frozen and the draw is made."
        ]
        if left_out := there - len(coming):
            out = counted(left_out, "bot is", "bots are")
            parts.append(f"{out} left out: not checked in, without a version that plays, or without a place.")
        return f"{' '.join(parts)} This cannot be undone."

    def carry(self, held: Tournament, given: Given, at: datetime) -> str:
        life.require_field(held, life.coming(held))
        held.starts_at = at
        held.check_in_at = min(held.check_in_at, at)
        held.opens_at = min(held.opens_at, held.check_in_at)
        held.save(update_fields=["starts_at", "check_in_at", "opens_at"])
        life.start(held, at)
        return "Started it ahead of its time."


COMMAND = Start()
