"""Tournaments for tests: played through with random results, entrants coming late and leaving at any moment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from random import Random

from arena.pairing import (
    Entered,
    Entrant,
    Event,
    NotNow,
    Pace,
    Played,
    Seats,
    Seeding,
    Settings,
    Stage,
    Tournament,
    Unit,
    Wanted,
    Withdrawn,
)
from arena.pairing.settings import Format

SEED = "5eed" * 16
Result = Callable[[Wanted], Sequence[int]]
"""The ranks of a game."""


TWO = Seats()
ONE_GAME = Unit()


def settings(*formats: Format, seats: Seats = TWO, pace: Pace = Pace.FLOWING, unit: Unit = ONE_GAME) -> Settings:
    """One stage a format, all of one unit; 4 go on."""
    stages = [
        Stage(one, unit, advance=4 if place < len(formats) - 1 else None) for place, one in enumerate(formats)
    ]
    return Settings(tuple(stages), seats, Seeding.RATING, pace, SEED)


def entered(of: Settings, entrants: int) -> Tournament:
    """p1 is the best rated."""
    tournament = Tournament(of)
    for number in range(1, entrants + 1):
        tournament.apply(Entered(Entrant(f"p{number}", rating=50 - number / 10)))
    return tournament


def settle(tournament: Tournament, *, start: bool = False) -> int:
    """Applies all that is due; how much that was."""
    said = 0
    while (event := tournament.due(start=start)) is not None:
        tournament.apply(event)
        said += 1
    return said


def play(tournament: Tournament, wanted: Wanted, ranks: Sequence[int]) -> None:
    tournament.apply(Played(wanted.pairing, wanted.game, wanted.seating, tuple(ranks)))


def better_number(wanted: Wanted) -> list[int]:
    """The better number wins: everything is as the draw foresees it."""
    numbers = [int(player[1:]) for player in wanted.seating]
    return [1 + sum(other < one for other in numbers) for one in numbers]


def by_chance(chance: Random, ties: float = 0.1) -> Result:
    def result(wanted: Wanted) -> list[int]:
        size = len(wanted.seating)
        if chance.random() < ties:
            drawn = [chance.randint(1, size) for _ in range(size)]
        else:
            drawn = chance.sample(range(size), size)
        return [1 + sum(other < one for other in drawn) for one in drawn]

    return result


def play_through(tournament: Tournament, result: Result = better_number) -> Tournament:
    """To the end."""
    settle(tournament, start=True)
    while not tournament.over:
        wanted = tournament.wanted()
        assert wanted, "it is not over, and nothing is to be played"
        for one in wanted:
            play(tournament, one, result(one))
        settle(tournament)
    return tournament


@dataclass
class Chaos:
    """Plays a tournament in a random order, with late entries and withdrawals between any two games."""

    chance: Random
    late: int = 3
    leaving: int = 3
    refused: list[str] = field(default_factory=list)
    """Why late entries were."""

    def play(self, tournament: Tournament) -> Tournament:
        result = by_chance(self.chance)
        settle(tournament, start=True)
        while not tournament.over:
            wanted = list(tournament.wanted())
            assert wanted, "it is not over, and nothing is to be played"
            one = self.chance.choice(wanted)
            play(tournament, one, result(one))
            self.disturb(tournament)
            settle(tournament)
        return tournament

    def disturb(self, tournament: Tournament) -> None:
        dice = self.chance.random()
        if dice < 0.05 and self.late:
            self.late -= 1
            self._try(
                tournament, Entered(Entrant(f"p{len(tournament.entrants) + 1}", rating=self.chance.random() * 50))
            )
        elif dice < 0.1 and self.leaving and tournament.present:
            self.leaving -= 1
            leaver = self.chance.choice(tournament.present).key
            self._try(tournament, Withdrawn(leaver, "left", disqualified=self.chance.random() < 0.3))

    def _try(self, tournament: Tournament, event: Event) -> None:
        try:
            tournament.apply(event)
        except NotNow as refusal:
            self.refused.append(str(refusal))


def pairs(players: Iterable[str]) -> list[frozenset[str]]:
    players = list(players)
    return [frozenset((one, other)) for place, one in enumerate(players) for other in players[:place]]
