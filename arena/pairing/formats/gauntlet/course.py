"""Gauntlet: the first numbers of the draw are the hosts, and every challenger meets every one of them.

Hosts do not meet each other, nor do challengers. At a larger table one challenger sits with as many hosts as
fit; with more hosts than that it plays one table for each host, the hosts moving up by one. Points are counted
a pairing, since hosts have more of them: the first is who scored most in what it played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from arena.pairing.events import Paired
from arena.pairing.formats.course import Course
from arena.pairing.formats.gauntlet.settings import Gauntlet
from arena.pairing.formats.round_robin.course import bad_cycles, paired, times
from arena.pairing.planning import PlannedRound
from arena.pairing.record import Record
from arena.pairing.schedules import first_free
from arena.pairing.settings import Problem

MOST_HOSTS = 16


class GauntletCourse(Course[Gauntlet]):
    def next(self, record: Record) -> Paired | None:
        if record.has_play_off or (record.open and not self.is_flowing):
            return None
        tables = self._round(record)
        return paired(record, record.regular_rounds + 1, [("", table) for table in tables]) if tables else None

    def is_complete(self, record: Record) -> bool:
        return not self._round(record)

    def _round(self, record: Record) -> list[tuple[str, ...]]:
        met = Counter(frozenset(match.players) for match in record.regular())
        waiting = []
        for table in self._tables(record.order):
            if met[frozenset(table)]:
                met[frozenset(table)] -= 1
            else:
                waiting.append(table)
        return list(first_free(waiting, set()))

    def _tables(self, order: Sequence[str]) -> list[tuple[str, ...]]:
        """All of them, those of a round next to each other: challengers pass along the hosts."""
        hosts, challengers = order[: self.format.hosts], order[self.format.hosts :]
        beside = min(self.seats.most - 1, len(hosts))
        windows = 1 if beside == len(hosts) else len(hosts)
        turns = max(windows, len(challengers))
        tables = []
        for turn in range(turns * self.format.cycles):
            for place, challenger in enumerate(challengers):
                window = (turn + turns - place % turns) % turns
                if window < windows:
                    with_ = [hosts[(window + step) % len(hosts)] for step in range(beside)]
                    tables.append(_seated([challenger, *with_], place + turn // turns + window))
        return tables

    def late(self, record: Record) -> str:
        if not record.open and self.is_complete(record):
            return "The last challenge is decided: enter the next tournament."
        return ""

    def strikes_early_leavers(self) -> bool:
        return True

    def pairings_of(self, record: Record, entrant: str) -> int:
        return sum(entrant in table for table in self._tables(record.order))

    def ranks_by_average(self) -> bool:
        return True

    def sentence(self) -> str:
        hosts = self.format.hosts
        who = "the first of the draw" if hosts == 1 else f"each of the first {hosts} of the draw"
        often = "" if self.format.cycles == 1 else f", a {times(self.format.cycles)} round"
        return f"gauntlet in which every challenger meets {who}{often}"

    def problems(self) -> Iterator[Problem]:
        yield from bad_cycles(self.format.cycles)
        least = self.seats.least - 1
        if not least <= self.format.hosts <= MOST_HOSTS:
            yield Problem(
                "hosts",
                f"There can be {least} to {MOST_HOSTS} hosts at tables of {self.seats.least} and more, "
                f"not {self.format.hosts}.",
            )

    def field(self, entrants: int) -> Iterator[Problem]:
        if entrants <= self.format.hosts:
            yield Problem(
                "hosts",
                f"{entrants} entrants with {self.format.hosts} hosts leave no challenger: "
                f"at most {entrants - 1} hosts, or {self.format.hosts + 1} entrants and more.",
            )

    def rounds(self, entrants: int) -> list[PlannedRound]:
        waiting = self._tables([str(number) for number in range(entrants)])
        rounds: list[PlannedRound] = []
        while waiting:
            tables = list(first_free(waiting, set()))
            rounds.append(self.planned(f"Round {len(rounds) + 1}", [len(table) for table in tables]))
            taken = Counter(tables)
            left = []
            for table in waiting:
                if taken[table]:
                    taken[table] -= 1
                else:
                    left.append(table)
            waiting = left
        return rounds


def _seated(players: list[str], turn: int) -> tuple[str, ...]:
    shift = turn % len(players)
    return tuple(players[shift:] + players[:shift])
