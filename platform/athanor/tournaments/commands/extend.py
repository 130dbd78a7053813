from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from athanor.lifecycles import TournamentState as State
from athanor.refusals import Refusal
from athanor.tournaments import life, revealing, times
from athanor.tournaments.acts import OPEN
from athanor.tournaments.command_contract import Asked, Given, OrganizerCommand
from athanor.tournaments.models import RUNS, TO_COME, Tournament
from athanor.tournaments.records import next_round_at

MOST: Final = 7 * 24 * 60
"""Minutes."""


class Extend(OrganizerCommand):
    """Everything that is still to come by its timetable comes so much later."""

    title = "Put off"
    about = "What still waits for its time comes later: the start, the next round, the results."
    place = 5
    states = OPEN
    fields = (Asked("minutes", "Minutes", "number", value="30"),)

    def follows(self, tournament: Tournament, given: Given) -> str:
        """Before the start the plan can move it back again."""
        at = next_round_at(tournament)
        if at is None or not 1 <= given["minutes"] <= MOST:
            return ""
        was = at.astimezone(times.zone(tournament.time_zone))
        becomes = was + timedelta(minutes=given["minutes"])
        return (
            f"What is to come at {was:%Y-%m-%d %H:%M} comes at {becomes:%Y-%m-%d %H:%M} {tournament.time_zone}. "
            "It can be put off further, but not brought forward again."
        )

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


def _put_off(held: Tournament, now: datetime, later: timedelta) -> list[str]:
    moved = []
    if held.state in TO_COME:
        life.put_start_off(held, now, later)
        moved.append("the start")
    elif (at := next_round_at(held)) is not None and now < at:
        held.next_round_at = at + later
        moved.append("the next round")
    told_next = revealing.next_at(held)
    if held.reveal_at is not None and told_next is not None and now < told_next:
        held.reveal_at += later
        moved.append("the results")
    return moved


COMMAND = Extend()
