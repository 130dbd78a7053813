"""Taking a bot out of a tournament: what follows from it, and how it is done and told."""

from __future__ import annotations

from datetime import datetime

from arena.pairing.events import Withdrawn
from athanor.lifecycles import EntryState
from athanor.refusals import Refusal
from athanor.tournaments import entries, execution, rulings, telling
from athanor.tournaments.command_contract import Given
from athanor.tournaments.consequences import counted
from athanor.tournaments.models import Tournament
from athanor.tournaments.records import contest_of


def follows(tournament: Tournament, given: Given, after: str, *, forfeits: bool = False) -> str:
    """What the bot loses; `after` is whether it can come back. Raises Refusal."""
    entry = execution.entry_of(tournament, given["key"])
    if entry.state == EntryState.WAITING:
        return f"{entry.title} leaves the waiting list. {after}"
    if entry.state == EntryState.ENTERED:
        return f"{entry.title} loses its place, and the next on the waiting list has it. {after}"
    if entry.state != EntryState.PLAYING:
        return ""  # The command itself says that it is out already.
    contest = contest_of(tournament)
    rulings.tried(contest, Withdrawn(entry.key, given["reason"], forfeits=forfeits))
    record = contest.stage
    lost = sum(entry.key in match.players for match in record.open.values()) if record else 0
    pairings = f", and {counted(lost, 'open pairing is', 'open pairings are')} lost to it" if lost else ""
    earlier = " What it has played is lost by forfeit, too." if forfeits else ""
    return f"{entry.title} plays no more{pairings}.{earlier} {after}"


def take_out(
    held: Tournament, given: Given, state: EntryState, told: str, at: datetime, *, forfeits: bool = False
) -> tuple[str, str]:
    """Takes the bot out, and tells its author that it was `told`. Its name, and why. Raises Refusal."""
    why = execution.given_reason(given["reason"])
    entry = execution.entry_of(held, given["key"])
    if not entries.leave(held, entry, state, why, at, forfeits=forfeits):
        raise Refusal(
            "out-already",
            f"{entry.title} is {state.label} already: {entry.reason}",
            "there is nothing to do",
            status=409,
        )
    telling.taken_out(held, entry, told, why, at)
    return entry.title, why
