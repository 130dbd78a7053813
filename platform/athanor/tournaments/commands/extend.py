from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from athanor.lifecycles import TournamentState as State
from athanor.refusals import Refusal
from athanor.tournaments import life, revealing, times
from athanor.tournaments.acts import OPEN
from athanor.tournaments.command_contract import Asked, Given, OrganizerCommand
from athanor.tournaments.models import RUNS, TO_COME, Tournament
from athanor.tournaments.records import next_round_at

MOST: Final = 7 * 24 * 60
"""Minutes."""
THE_START: Final = "the start"
THE_ROUND: Final = "the next round"
THE_RESULTS: Final = "the results"


class Extend(OrganizerCommand):
    """Everything that is still to come by its timetable comes so much later."""

    title = "Put off"
    about = "What still waits for its time comes later: the start, the next round, the results."
    place = 5
    states = OPEN
    fields = (Asked("minutes", "Minutes", "number", value="30"),)

    def follows(self, tournament: Tournament, given: Given) -> str:
        """Before the start the plan can move it back again."""
        waiting = _postponable(tournament, timezone.now())
        if tournament.state in TO_COME or not waiting or not 1 <= given["minutes"] <= MOST:
            return ""
        later = timedelta(minutes=given["minutes"])
        zone = tournament.time_zone
        moved = [
            f"{what} at {times.on_the_clock_of(zone, at + later)}, not at {times.on_the_clock_of(zone, at)}"
            for what, at in waiting.items()
        ]
        told = ", and ".join(moved)
        return f"{told[0].upper()}{told[1:]}: this can be put off further, but not brought forward again."

    def is_public(self, held: Tournament, given: Given) -> bool:
        return True

    def carry(self, held: Tournament, given: Given, at: datetime) -> str:
        minutes = given["minutes"]
        if not 1 <= minutes <= MOST:
            wrong = f"it cannot be put off by {minutes} minutes"
            raise Refusal("bad-minutes", wrong, f"take 1 to {MOST} minutes")
        moved = _put_off(held, at, timedelta(minutes=minutes))
        if not moved:
            raise Refusal(
                "nothing-to-extend",
                "there is no planned time to put off: each round begins as soon as it can",
                "pause the tournament to make it wait",
                status=409,
            )
        held.save()
        if held.state == State.CHECK_IN and at < held.check_in_at:
            life.go(held, State.REGISTRATION, "Registration is open again.", at)
        # Where results are told later, that a round still waits is not told: the last one may be over.
        hides = held.tells_later and held.state in RUNS
        return f"Put off by {minutes} minutes: {'what is still to come' if hides else ', '.join(moved)}."


def _postponable(held: Tournament, now: datetime) -> dict[str, datetime]:
    """What still waits for its time, by its name, with that time."""
    found = {}
    if held.state in TO_COME:
        found[THE_START] = held.starts_at
    elif (at := next_round_at(held)) is not None and now < at:
        found[THE_ROUND] = at
    told_next = revealing.next_at(held)
    if told_next is not None and now < told_next:
        found[THE_RESULTS] = told_next
    return found


def _put_off(held: Tournament, now: datetime, later: timedelta) -> list[str]:
    waiting = _postponable(held, now)
    if THE_START in waiting:
        life.put_start_off(held, now, later)
    if THE_ROUND in waiting:
        held.next_round_at = waiting[THE_ROUND] + later
    if THE_RESULTS in waiting:
        assert held.reveal_at is not None, "results are told later"
        held.reveal_at += later
    return list(waiting)


COMMAND = Extend()
