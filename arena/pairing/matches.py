"""One pairing while it is played: which games it wants, and how it ends.

A *leg* is a game or a duplicate set. From game to game the players change seats by `arena.kernel.seatings`, so
that everybody sits everywhere, and directly before everybody else, equally often. A game gives each player the
share of the others that it beat, a tie as half: 1 for the first of any table, 0 for the last. A pairing is ranked
by legs (best of) and then by the points of its games, and gives its players points by the same rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from arena.kernel import seatings
from arena.kernel.results import ranks_by
from arena.pairing.events import Corrected, NotNow, Pairing, Played, Ruled
from arena.pairing.settings import Seating, Seats, Unit

ZERO = Fraction(0)
HALF = Fraction(1, 2)
ONE = Fraction(1)


class How(Enum):
    """What decided a pairing."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    """Somebody withdrew before it was decided."""
    RULED = "ruled"
    """By an organizer."""
    CORRECTED = "corrected"
    """By an organizer, after it was decided otherwise."""
    NUMBER = "draw number"
    """All legs and extra legs were tied, and somebody had to go on."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A game to be played now. (pairing, game, attempt) names it once and for all."""

    pairing: str
    game: int
    leg: int
    seating: tuple[str, ...]
    deal: str
    """All games of a duplicate set share it: the id of the set, unique in the tournament."""
    attempt: int
    """Raised when the game was voided, or somebody of its table withdrew: an older attempt's result is refused."""


@dataclass(frozen=True, slots=True)
class Outcome:
    ranks: tuple[int, ...]
    """By player; equal ranks are a tie, and without a 1 everybody has lost."""
    points: tuple[Fraction, ...]
    """For the standings, by player."""
    how: How
    was_played: bool
    """Whether any game of it was, or an organizer ruled as if: otherwise its players have not met."""


def shares(ranks: Sequence[int]) -> tuple[Fraction, ...]:
    """By place: which share of the others each one beat, a tie as half."""
    others = len(ranks) - 1
    if others == 1:
        first, second = ranks
        return (HALF, HALF) if first == second else (ONE, ZERO) if first < second else (ZERO, ONE)
    return tuple(
        Fraction(2 * sum(other > rank for other in ranks) + sum(other == rank for other in ranks) - 1, 2 * others)
        for rank in ranks
    )


def leg_size(unit: Unit, players: int) -> int:
    """How many games a leg has at a table of this size."""
    if not unit.duplicate:
        return 1
    return seatings.set_size(players) if unit.seating is Seating.BALANCED else players


def seating_of(unit: Unit, players: int, leg: int, turn: int) -> seatings.Seating:
    """Who sits where in a game of a leg, both counted from 0; every leg is the next set of one series."""
    if unit.seating is Seating.ROTATED:
        return seatings.rotated_set(players)[(turn if unit.duplicate else leg) % players]
    if not unit.duplicate:
        leg, turn = divmod(leg, seatings.set_size(players))
    # Where somebody withdrew within a set, the set of those who are left may be shorter.
    return seatings.duplicate_set(players, leg)[turn % seatings.set_size(players)]


class Match:
    """A pairing and what was played of it."""

    __slots__ = (
        "attempts",
        "correction",
        "games",
        "go_on",
        "gone",
        "numbers",
        "outcome",
        "pairing",
        "play_off",
        "round",
        "ruling",
        "seats",
        "stage",
        "unit",
    )

    def __init__(
        self, pairing: Pairing, stage: int, round_: int, unit: Unit, seats: Seats,
        go_on: int, numbers: Mapping[str, int], play_off: bool = False,
    ) -> None:  # fmt: skip
        self.pairing = pairing
        self.stage = stage
        self.round = round_
        self.unit = unit
        self.seats = seats
        self.go_on = go_on
        """How many have to be told from the rest; 0: a tie may stand."""
        self.numbers = {player: numbers[player] for player in pairing.players}
        self.play_off = play_off
        self.games: dict[int, Played] = {}
        self.attempts: dict[int, int] = {}
        """How often each game was called off; under 0 the whole table."""
        self.gone: tuple[str, ...] = ()
        """Players who withdrew while it was open, in that order."""
        self.ruling: Ruled | None = None
        self.correction: Corrected | None = None
        self.outcome: Outcome | None = None

    @property
    def key(self) -> str:
        return self.pairing.key

    @property
    def players(self) -> tuple[str, ...]:
        return self.pairing.players

    @property
    def is_open(self) -> bool:
        return self.outcome is None

    def copy(self) -> Match:
        twin = Match.__new__(Match)
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.games = self.games.copy()
        twin.attempts = self.attempts.copy()
        return twin

    # Which games

    def wanted(self) -> tuple[Wanted, ...]:
        """Every game that is certain to be needed and was not played: they may all run at once."""
        if self.outcome is not None:
            return ()
        return tuple(
            self._wanted(game)
            for leg in self._open_legs()
            for game in self._games_of(leg)
            if game not in self.games
        )

    def _wanted(self, game: int) -> Wanted:
        leg, turn = divmod(game - 1, leg_size(self.unit, len(self.players)))
        present = [player for player in self.players if player not in self.gone]
        seating = tuple(present[place] for place in seating_of(self.unit, len(present), leg, turn))
        attempt = self.attempts.get(game, 0) + self.attempts.get(0, 0)
        return Wanted(self.key, game, leg + 1, seating, f"{self.key}/{leg + 1}", attempt)

    def _games_of(self, leg: int) -> range:
        size = leg_size(self.unit, len(self.players))
        return range((leg - 1) * size + 1, leg * size + 1)

    def _is_complete(self, leg: int) -> bool:
        return all(game in self.games for game in self._games_of(leg))

    def _open_legs(self) -> list[int]:
        legs = self.unit.legs
        waiting = [leg for leg in range(1, legs + 1) if not self._is_complete(leg)]
        if not waiting:
            return [next(leg for leg in range(legs + 1, legs + self.unit.extra + 1) if not self._is_complete(leg))]
        if not self.unit.best_of:
            return waiting
        lead = abs(self._lead())
        certain = (len(waiting) - lead) // 2 + 1
        return waiting[: int(certain)]

    def _lead(self) -> Fraction:
        """Of a best-of: legs won by the first player, less those won by the second; a tied leg is nobody's."""
        return Fraction(sum(self._leg_winner(leg) for leg in range(1, self.unit.legs + 1)))

    def _leg_winner(self, leg: int) -> int:
        if not self._is_complete(leg):
            return 0
        points = self._points(self._games_of(leg))
        first, second = (points[player] for player in self.players)
        return (first > second) - (first < second)

    def leg_points(self) -> dict[str, Fraction]:
        """Legs won, a tied one as half, of the complete ones: what a best-of's score line shows."""
        won = dict.fromkeys(self.players, ZERO)
        for leg in range(1, self.unit.legs + self.unit.extra + 1):
            if self._is_complete(leg):
                points = self._points(self._games_of(leg))
                for player, share in zip(points, shares(ranks_by(list(points.values()))), strict=True):
                    won[player] += share
        return won

    def game_points(self) -> dict[str, Fraction]:
        return self._points(self.games)

    def _points(self, games: Sequence[int] | Mapping[int, Played] | range) -> dict[str, Fraction]:
        points = dict.fromkeys(self.players, ZERO)
        for game in games:
            played = self.games[game]
            for player, share in zip(played.seating, shares(played.ranks), strict=True):
                points[player] += share
        return points

    # What happens to it

    def play(self, played: Played) -> None:
        """Raises NotNow."""
        if self.outcome is not None:
            raise NotNow(
                f"Pairing {self.key} is decided: void a game of it, or its ruling, to have it played again."
            )
        if played.game in self.games:
            raise NotNow(f"Game {played.game} of pairing {self.key} has its result: void it first.")
        wanted = next((one for one in self.wanted() if one.game == played.game), None)
        if wanted is None:
            raise NotNow(f"Pairing {self.key} wants no game {played.game} now.")
        if played.seating != wanted.seating:
            raise NotNow(
                f"Game {played.game} of pairing {self.key} is to be played as {', '.join(wanted.seating)}, "
                f"not as {', '.join(played.seating)}."
            )
        if len(played.ranks) != len(played.seating) or min(played.ranks) != 1:
            raise NotNow(f"Game {played.game} of pairing {self.key} needs a rank a seat, the best of them 1.")
        self.games[played.game] = played
        self.outcome = self._judged()

    def rule(self, ruling: Ruled) -> None:
        """Raises NotNow."""
        if self.outcome is not None:
            raise NotNow(f"Pairing {self.key} is decided: void it first.")
        self.outcome = self._as_said(ruling.ranks, How.RULED)
        self.ruling = ruling

    def correct(self, correction: Corrected) -> None:
        """Raises NotNow."""
        if self.outcome is None:
            raise NotNow(f"Pairing {self.key} is not decided: rule it.")
        self.outcome = self._as_said(correction.ranks, How.CORRECTED)
        self.correction = correction

    def _as_said(self, ranks: tuple[int, ...], how: How) -> Outcome:
        """What an organizer says came of it."""
        all_lost = set(ranks) == {2}
        if len(ranks) != len(self.players) or (min(ranks) != 1 and not all_lost):
            raise NotNow(
                f"The result of pairing {self.key} needs a rank for each of {', '.join(self.players)}; 1 is best, "
                "and if all of them lost, each has 2."
            )
        above = sorted(ranks)
        if self.go_on and above[self.go_on - 1] == above[self.go_on]:
            raise NotNow(
                f"The ruling on pairing {self.key} has to say who goes on: give those ranks without a tie."
            )
        return Outcome(ranks, (ZERO,) * len(ranks) if all_lost else shares(ranks), how, True)

    def forfeited(self, player: str) -> Match:
        """The same, and what was decided is lost to this player."""
        if self.outcome is None or self.play_off:
            return self
        before = dict(zip(self.players, self.outcome.ranks, strict=True))
        ranks = ranks_by([(one != player, -before[one]) for one in self.players])
        points = tuple(
            ZERO if one == player or one in self.gone else share
            for one, share in zip(self.players, shares(ranks), strict=True)
        )
        twin = self.copy()
        twin.outcome = Outcome(ranks, points, How.FORFEIT, False)
        return twin

    def withdraw(self, player: str) -> None:
        """The player plays no further game here."""
        if self.outcome is None and player not in self.gone:
            self.gone = (*self.gone, player)
            self.attempts[0] = self.attempts.get(0, 0) + 1
            self.outcome = self._judged()

    def begin_without(self, gone: tuple[str, ...]) -> None:
        """It is paired although these have withdrawn: a round robin's opponents get their points."""
        self.gone = gone
        self.outcome = self._judged()

    # How it ends

    def _judged(self) -> Outcome | None:
        present = len(self.players) - len(self.gone)
        if present < max(self.seats.least, 2) or 0 < present <= self.go_on:
            return self._outcome(How.FORFEIT)
        waiting = sum(not self._is_complete(leg) for leg in range(1, self.unit.legs + 1))
        if waiting:
            return self._outcome(How.PLAYED) if self.unit.best_of and abs(self._lead()) > waiting else None
        extra = range(self.unit.legs + 1, self.unit.legs + self.unit.extra + 1)
        begun = [leg for leg in extra if any(game in self.games for game in self._games_of(leg))]
        if any(not self._is_complete(leg) for leg in begun):
            return None
        if not self.go_on or self._parts(self._keys()):
            return self._outcome(How.PLAYED)
        return self._outcome(How.NUMBER) if len(begun) == len(extra) else None

    def _keys(self) -> list[tuple[Fraction, ...]]:
        """By player, more is better: still there (else gone how late), legs of a best-of, points of games."""
        legs = self.leg_points() if self.unit.best_of else {}
        games = self.game_points()
        there = len(self.players)
        return [
            (
                Fraction(self.gone.index(player) if player in self.gone else there),
                legs.get(player, ZERO),
                games[player],
            )
            for player in self.players
        ]

    def _parts(self, keys: list[tuple[Fraction, ...]]) -> bool:
        """Whether it is told who goes on."""
        best_first = sorted(keys, reverse=True)
        return self.go_on >= len(keys) or best_first[self.go_on - 1] != best_first[self.go_on]

    def _outcome(self, how: How) -> Outcome:
        keys = self._keys()
        if self.go_on and not self._parts(keys):
            keys = [
                (*key, Fraction(-self.numbers[player])) for key, player in zip(keys, self.players, strict=True)
            ]
        ranks = ranks_by(keys)
        points = tuple(
            ZERO if player in self.gone else share
            for player, share in zip(self.players, shares(ranks), strict=True)
        )
        return Outcome(ranks, points, how, bool(self.games))

    def in_order(self) -> list[str]:
        """The players of a decided pairing, best first; a tie in the order of the draw."""
        assert self.outcome is not None
        rank = dict(zip(self.players, self.outcome.ranks, strict=True))
        return sorted(self.players, key=lambda player: (rank[player], self.numbers[player]))
