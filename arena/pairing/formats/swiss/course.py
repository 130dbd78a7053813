"""Swiss: everybody plays every round, against somebody of the same score whom it has not met.

Two seats: the FIDE Dutch system (`dutch.py`), where nobody meets twice; larger tables: score groups
(`score_groups.py`), where as few as can be found do. The number of rounds is fixed by the draw. A late entry is
numbered behind the others and has no points for the rounds it missed; who withdrew may come back. At tables of two
it ends early when no round is left without a second meeting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from arena.pairing import dutch
from arena.pairing.apart import together
from arena.pairing.dutch import Past, Result, Unpairable
from arena.pairing.events import Ended, Paired, Pairing
from arena.pairing.formats.course import Course
from arena.pairing.formats.swiss.settings import Bye, Swiss
from arena.pairing.matches import ZERO, Match
from arena.pairing.planning import PlannedRound
from arena.pairing.record import Record
from arena.pairing.score_groups import Player, draw, table_sizes
from arena.pairing.settings import Problem

MOST_ROUNDS = 64
LARGE = 96
"""So many are paired by the Dutch system in a second, and twice as many in several."""


class SwissCourse(Course[Swiss]):
    def next(self, record: Record) -> Paired | Ended | None:
        if record.open or record.has_play_off or self.is_complete(record):
            return None
        if len(record.present) < max(2, self.seats.least):
            return Ended(record.number, "Too few are left to pair another round.")
        return self._dutch(record) if self.seats.most == 2 else self._score_groups(record)

    def takes_long(self, record: Record) -> bool:
        waits = record.open or record.has_play_off or self.is_complete(record)
        dutch_round = self.seats.most == 2 and record.regular_rounds > 0
        return dutch_round and not waits and len(record.present) >= LARGE

    def is_complete(self, record: Record) -> bool:
        return record.regular_rounds >= self.length(len(record.field))

    def length(self, entrants: int) -> int:
        """How many rounds are played by so many."""
        wanted = self.format.rounds
        if wanted is None:
            wanted = 1
            while self.seats.most**wanted < entrants:
                wanted += 1
        return min(wanted, self.longest(entrants))

    def longest(self, entrants: int) -> int:
        """At tables of two nobody meets twice: then everybody has met everybody."""
        return max(1, entrants - 1 + entrants % 2) if self.seats.most == 2 else MOST_ROUNDS

    def depends(self, record: Record, match: Match) -> list[str]:
        return [other.key for other in record.regular() if other.round > match.round]

    def late(self, record: Record) -> str:
        if self.is_complete(record):
            return "The last round is paired: enter the next tournament."
        return ""

    def takes_back(self) -> bool:
        return True

    def bye_points(self) -> int:
        return 2 if self.format.bye is Bye.WIN else 1

    # Two seats

    def _dutch(self, record: Record) -> Paired | Ended:
        rounds = self.length(len(record.field))
        try:
            tables = self._tables_of_two(record, rounds)
        except Unpairable:
            return Ended(
                record.number,
                f"After {record.regular_rounds} of {rounds} rounds no further one can be paired without a second "
                "meeting or a third game in a row in one seat.",
            )
        number = record.regular_rounds + 1
        people = record.order
        pairings = [(people[first - 1], people[second - 1]) for first, second in tables if second != dutch.BYE]
        return Paired(
            record.number,
            number,
            tuple(Pairing(record.key(number, table), pair) for table, pair in enumerate(pairings, 1)),
            tuple(people[first - 1] for first, second in tables if second == dutch.BYE),
        )

    def _tables_of_two(self, record: Record, rounds: int) -> list[tuple[int, int]]:
        """Bots of one author apart; of the authors with the most bots they meet where it cannot be otherwise."""
        present = {one: record.numbers[one] for one in record.present}
        of_author = together(present, record.authors)
        if record.regular_rounds == 0:
            return dutch.first_round(list(present.values()), set().union(*of_author.values()))
        absent = [record.numbers[one] for one in record.gone]
        past = history(record)
        while True:
            apart = set().union(*of_author.values())
            try:
                return dutch.pair(past, absent, rounds, 5 * self.bye_points(), apart)
            except Unpairable:
                if not of_author:
                    raise
                of_author.popitem()

    # Larger tables

    def _score_groups(self, record: Record) -> Paired:
        drawn = draw(players(record, self.seats.most, Fraction(self.bye_points(), 2)), self.seats)
        number = record.regular_rounds + 1
        return Paired(
            record.number,
            number,
            tuple(Pairing(record.key(number, table), seated) for table, seated in enumerate(drawn.tables, 1)),
            drawn.byes,
        )

    # Before it is played

    def sentence(self) -> str:
        rounds = "as many rounds as it takes" if self.format.rounds is None else f"{self.format.rounds} rounds"
        bye = "" if self.format.bye is Bye.WIN else ", half a point for a bye"
        how = "Swiss (FIDE Dutch)" if self.seats.most == 2 else "Swiss"
        return f"{how} of {rounds}{bye}"

    def problems(self) -> Iterator[Problem]:
        rounds = self.format.rounds
        if rounds is not None and not 1 <= rounds <= MOST_ROUNDS:
            yield Problem(
                "rounds",
                f"A Swiss has 1 to {MOST_ROUNDS} rounds, not {rounds}; leave it empty for as many as needed.",
            )

    def field(self, entrants: int) -> Iterator[Problem]:
        return iter(())

    def rounds(self, entrants: int) -> list[PlannedRound]:
        sizes = table_sizes(entrants, self.seats)
        certain = self.certain(entrants)
        return [
            self.planned(f"Round {number}", sizes, least=None if number <= certain else 0)
            for number in range(1, self.length(entrants) + 1)
        ]

    def certain(self, entrants: int) -> int:
        """How many rounds will be paired whatever the results are.

        Of tables of two half as many as entrants: not proven, and never undercut in thousands of simulated ones.
        """
        return max(1, entrants // 2) if self.seats.most == 2 else MOST_ROUNDS

    def without_repeats(self, entrants: int) -> int:
        """How many rounds at larger tables are sure to be without a second meeting."""
        tables = len(table_sizes(entrants, self.seats))
        return 1 + max(0, (tables - 1) // (self.seats.most - 1))

    def notices(self, entrants: int) -> Iterator[str]:
        wanted, length, longest = self.format.rounds, self.length(entrants), self.longest(entrants)
        if wanted is not None and wanted > longest:
            yield f"Of the {wanted} rounds asked for {entrants} entrants allow {longest}: nobody meets twice."
        if length > self.certain(entrants):
            yield (
                f"{entrants} entrants are few for {length} rounds: it ends before, "
                "when every further round would have a second meeting."
            )
        if self.seats.most > 2 and length > self.without_repeats(entrants):
            yield (
                f"{entrants} entrants at tables of {self.seats.most}: from round "
                f"{self.without_repeats(entrants) + 1} on some may have to meet again; as few as can be found."
            )


def history(record: Record) -> list[list[Past]]:
    """The rounds so far of every number, as the Dutch system wants them."""
    numbers = record.numbers
    past: list[list[Past]] = [[] for _ in record.order]
    for one in record.rounds:
        for key in one.keys:
            match = record.matches[key]
            first, second = (numbers[player] for player in match.players)
            ours, theirs = results(match)
            past[first - 1].append(Past(second, 0, ours))
            past[second - 1].append(Past(first, 1, theirs))
        for player in one.byes:
            past[numbers[player] - 1].append(dutch.BYE_ROUND)
        for rounds in past:
            if len(rounds) < one.number:
                rounds.append(dutch.ABSENT)
    return past


def results(match: Match) -> tuple[Result, Result]:
    outcome = match.outcome
    assert outcome is not None
    first, second = outcome.points
    if not outcome.was_played:
        return (
            Result.FORFEIT_WIN if first else Result.FORFEIT_LOSS,
            Result.FORFEIT_WIN if second else Result.FORFEIT_LOSS,
        )
    if first == second:
        return (Result.TIE, Result.TIE) if 1 in outcome.ranks else (Result.LOSS, Result.LOSS)
    return (Result.WIN, Result.LOSS) if first > second else (Result.LOSS, Result.WIN)


def players(record: Record, seats: int, bye: Fraction) -> list[Player]:
    """Who is to be paired, with all that the rounds so far say of it."""
    points = dict.fromkeys(record.order, ZERO)
    met: dict[str, Counter[str]] = {one: Counter() for one in record.order}
    sat = {one: [0] * seats for one in record.order}
    byes = Counter(one for round_ in record.rounds for one in round_.byes)
    for match in record.regular():
        assert match.outcome is not None
        for seat, (player, gained) in enumerate(zip(match.players, match.outcome.points, strict=True)):
            points[player] += gained
            if match.outcome.was_played:
                met[player].update(other for other in match.players if other != player)
                sat[player][seat] += 1
    for one in record.present:
        author = record.authors.get(one)
        if not author:
            continue
        # Bots of one author are kept apart as those who have met are.
        met[one].update(other for other in record.present if other != one and record.authors.get(other) == author)
    return [
        Player(one, record.numbers[one], points[one] + byes[one] * bye, met[one], tuple(sat[one]), byes[one])
        for one in record.present
    ]
