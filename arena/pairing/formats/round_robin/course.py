"""Round robin: everybody meets everybody, by Berger tables or a cyclic design (`schedules.py`).

A late entry (tables of two) plays everybody: in rounds that are not paired yet where its opponent has a bye,
and in further rounds. Who withdraws loses what is left by forfeit; with less than half of its pairings decided
by then none of its results count (FIDE C.05, 6.3).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from arena.pairing.events import Paired, Pairing
from arena.pairing.formats.course import Course
from arena.pairing.formats.round_robin.settings import RoundRobin
from arena.pairing.planning import PlannedRound
from arena.pairing.record import Record
from arena.pairing.schedules import first_free, meetings, schedule
from arena.pairing.settings import Problem, Seats

MOST_CYCLES = 8


class RoundRobinCourse(Course[RoundRobin]):
    def next(self, record: Record) -> Paired | None:
        if record.has_play_off or (record.open and not self.is_flowing):
            return None
        number = record.regular_rounds + 1
        tables = round_of(record.field, record.late, number, self.seats, self.format.cycles, _met(record))
        if not tables:
            return None
        return paired(record, number, [("", table) for table in tables])

    def is_complete(self, record: Record) -> bool:
        return self.next_tables(record) == []

    def next_tables(self, record: Record) -> list[tuple[str, ...]]:
        number = record.regular_rounds + 1
        return round_of(record.field, record.late, number, self.seats, self.format.cycles, _met(record))

    def late(self, record: Record) -> str:
        return refuses_late(self.seats, is_over=not record.open and self.is_complete(record))

    def strikes_early_leavers(self) -> bool:
        return True

    def pairings_of(self, record: Record, entrant: str) -> int:
        return pairings_of(entrant, record.field, record.late, self.seats, self.format.cycles)

    def sentence(self) -> str:
        return f"{times(self.format.cycles)} round robin"

    def problems(self) -> Iterator[Problem]:
        yield from bad_cycles(self.format.cycles)

    def field(self, entrants: int) -> Iterator[Problem]:
        return iter(())

    def rounds(self, entrants: int) -> list[PlannedRound]:
        rounds = schedule(entrants, self.seats, self.format.cycles)
        return [
            self.planned(f"Round {number}", [len(table) for table in tables])
            for number, tables in enumerate(rounds, 1)
        ]

    def notices(self, entrants: int) -> Iterator[str]:
        yield from uneven_meetings(entrants, self.seats)


def times(cycles: int) -> str:
    return {1: "single", 2: "double"}.get(cycles, f"{cycles}-fold")


def bad_cycles(cycles: int) -> Iterator[Problem]:
    if not 1 <= cycles <= MOST_CYCLES:
        yield Problem("cycles", f"Everybody can meet everybody 1 to {MOST_CYCLES} times, not {cycles}.")


def uneven_meetings(entrants: int, seats: Seats) -> Iterator[str]:
    size = min(seats.most, entrants)
    if size > 2 and entrants >= seats.least:
        least, most = meetings(entrants, size)
        if most > least:
            yield (
                f"{entrants} entrants at tables of {size}: two of them meet {least} to {most} times, "
                "and everybody sits in each seat equally often."
            )


def refuses_late(seats: Seats, *, is_over: bool) -> str:
    if seats.most > 2:
        return "A round robin at larger tables is drawn as a whole: enter the next tournament."
    if is_over:
        return "The last round is decided: enter the next tournament."
    return ""


def paired(record: Record, number: int, tables: Sequence[tuple[str, tuple[str, ...]]]) -> Paired:
    """A round of (group, players by seat)."""
    pairings = tuple(
        Pairing(record.key(number, place), players, group) for place, (group, players) in enumerate(tables, 1)
    )
    busy = {player for pairing in pairings for player in pairing.players}
    return Paired(record.number, number, pairings, tuple(one for one in record.present if one not in busy))


def _met(record: Record) -> Counter[frozenset[str]]:
    """How often two have been paired; only needed once somebody came late."""
    if not record.late:
        return Counter()
    return Counter(frozenset(match.players) for match in record.regular())


def round_of(
    field: Sequence[str], late: Sequence[str], number: int, seats: Seats, cycles: int,
    met: Counter[frozenset[str]],
) -> list[tuple[str, ...]]:  # fmt: skip
    """The tables of round `number`: those of the schedule, and of late entries what fits beside them."""
    rounds = schedule(len(field), seats, cycles)
    tables = [
        tuple(field[place] for place in table) for table in (rounds[number - 1] if number <= len(rounds) else [])
    ]
    if late:
        taken = {player for table in tables for player in table}
        tables += first_free(_of_late(field, late, cycles, met), taken)
    return tables


def _of_late(
    field: Sequence[str], late: Sequence[str], cycles: int, met: Counter[frozenset[str]]
) -> Iterator[tuple[str, ...]]:
    """Every pair with a late entry that is still to meet; seats change from one to the next."""
    everybody = [*field, *late]
    for newcomer in late:
        for place, other in enumerate(everybody[: everybody.index(newcomer)]):
            times_met = met[frozenset((newcomer, other))]
            if times_met < cycles:
                yield (newcomer, other) if (place + times_met) % 2 else (other, newcomer)


def pairings_of(entrant: str, field: Sequence[str], late: Sequence[str], seats: Seats, cycles: int) -> int:
    """How many an entrant has in a round robin of these."""
    if seats.most == 2:
        return (len(field) + len(late) - 1) * cycles
    place = field.index(entrant)
    return sum(place in table for tables in schedule(len(field), seats, cycles) for table in tables)
