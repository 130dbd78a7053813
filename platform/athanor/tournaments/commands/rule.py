from __future__ import annotations

from datetime import datetime

from arena.pairing.events import Ruled
from athanor.tournaments import execution, meetings, progress, rulings
from athanor.tournaments.acts import ON
from athanor.tournaments.command_contract import PAIRING, RANKS, REASON, Given, OrganizerCommand
from athanor.tournaments.models import Tournament
from athanor.tournaments.records import contest_of


class Rule(OrganizerCommand):
    """A rank for each of its players, 1 for the first."""

    title = "Rule"
    about = "Decides a pairing, whatever was played of it."
    place = 9
    states = ON
    fields = (PAIRING, RANKS, REASON)
    is_hard = True

    def follows(self, tournament: Tournament, given: Given) -> str:
        key, ranks = given["pairing"], given["ranks"]
        meeting = meetings.pairing(tournament, key, contest_of(tournament))
        rulings.tried(contest_of(tournament), Ruled(key, tuple(ranks), given["reason"]))
        called = {entry.key: entry.title for entry in tournament.entries.filter(key__in=meeting.players)}
        order = ", ".join(f"{called[key]} is {rank}" for key, rank in zip(meeting.players, ranks, strict=True))
        under_way = rulings.given_up(sum(game.pairing == key for game in progress.live_games(tournament)))
        return (
            f"Pairing {key} is decided, whatever was played of it: {order}.{under_way} "
            "To void game 0 takes the ruling back."
        )

    def is_public(self, held: Tournament, given: Given) -> bool:
        return rulings.is_told(held, given["pairing"])

    def carry(self, held: Tournament, given: Given, at: datetime) -> str:
        why = execution.given_reason(given["reason"])
        rulings.decide(held, Ruled(given["pairing"], tuple(given["ranks"]), why), at)
        return f"Ruled pairing {given['pairing']} as {rulings.shown(given['ranks'])}: {why}."


COMMAND = Rule()
