"""Groups: a round robin in each, all at once; the best of each go on to the next stage.

The draw deals the entrants by snake: number 1 to group A, 2 to B, and back. Those who go on are drawn for the
next stage firsts before seconds, in such an order that nobody meets somebody of its own group at once where
that can be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from arena.pairing.apart import Nearness, tiers_of
from arena.pairing.events import Paired
from arena.pairing.formats.course import Course
from arena.pairing.formats.groups.settings import Groups
from arena.pairing.formats.round_robin.course import (
    bad_cycles,
    paired,
    pairings_of,
    refuses_late,
    round_of,
    times,
    uneven_meetings,
)
from arena.pairing.planning import PlannedRound
from arena.pairing.record import Record
from arena.pairing.schedules import schedule, snaked
from arena.pairing.settings import Problem

MOST_GROUPS = 64
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class GroupsCourse(Course[Groups]):
    def groups(self, record: Record) -> dict[str, list[str]]:
        dealt = snaked(list(record.field), self.format.count)
        groups = {name(place): members for place, members in enumerate(dealt)}
        for one in record.late:
            smallest = min(groups.values(), key=lambda group: (len(group), _of_author(group, one, record)))
            smallest.append(one)
        return groups

    def nearness(self, entrants: int) -> Nearness:
        dealt = snaked(list(range(entrants)), self.format.count)
        group_of = {place: number for number, group in enumerate(dealt) for place in group}
        rows = tiers_of(entrants, self.format.count, doubles=False)
        return Nearness(rows, lambda one, other: int(group_of[one] == group_of[other]))

    def next(self, record: Record) -> Paired | None:
        if record.has_play_off or (record.open and not self.is_flowing):
            return None
        tables = self._tables(record)
        return paired(record, record.regular_rounds + 1, tables) if tables else None

    def is_complete(self, record: Record) -> bool:
        return not self._tables(record)

    def _tables(self, record: Record) -> list[tuple[str, tuple[str, ...]]]:
        met = Counter(frozenset(match.players) for match in record.regular()) if record.late else Counter()
        number = record.regular_rounds + 1
        drawn = set(record.field)
        tables = []
        for group, members in self.groups(record).items():
            field = [one for one in members if one in drawn]
            late = [one for one in members if one not in drawn]
            of_group = round_of(field, late, number, self.seats, self.format.cycles, met)
            tables += [(group, table) for table in of_group]
        return tables

    def late(self, record: Record) -> str:
        return refuses_late(self.seats, is_over=not record.open and self.is_complete(record))

    def strikes_early_leavers(self) -> bool:
        return True

    def pairings_of(self, record: Record, entrant: str) -> int:
        members = next(members for members in self.groups(record).values() if entrant in members)
        return pairings_of(entrant, members, (), self.seats, self.format.cycles)

    def parts(self) -> int:
        return self.format.count

    def sentence(self) -> str:
        return f"{self.format.count} groups, a {times(self.format.cycles)} round robin in each"

    def problems(self) -> Iterator[Problem]:
        yield from bad_cycles(self.format.cycles)
        if not 2 <= self.format.count <= MOST_GROUPS:
            yield Problem("count", f"There can be 2 to {MOST_GROUPS} groups, not {self.format.count}.")

    def field(self, entrants: int) -> Iterator[Problem]:
        smallest = entrants // self.format.count
        wanted = max(self.seats.least, (self.stage.advance or 0) + 1, 2)
        if smallest < wanted:
            most = entrants // wanted
            right = f"at most {most} groups" if most >= 2 else f"at least {wanted * self.format.count} entrants"
            yield Problem(
                "count",
                f"{entrants} entrants in {self.format.count} groups leave {smallest} in the smallest, "
                f"where {wanted} are needed: {right}.",
            )

    def rounds(self, entrants: int) -> list[PlannedRound]:
        sizes = [len(group) for group in snaked(list(range(entrants)), self.format.count)]
        by_group = [schedule(size, self.seats, self.format.cycles) for size in sizes]
        rounds = []
        for number in range(max(len(one) for one in by_group)):
            tables = [len(table) for one in by_group if number < len(one) for table in one[number]]
            rounds.append(self.planned(f"Round {number + 1}", tables))
        return rounds

    def notices(self, entrants: int) -> Iterator[str]:
        smallest, more = divmod(entrants, self.format.count)
        if more:
            yield f"{more} of the {self.format.count} groups have {smallest + 1} entrants, the others {smallest}."
        yield from uneven_meetings(smallest, self.seats)


def _of_author(group: list[str], one: str, record: Record) -> int:
    """How many in the group are of the same author."""
    author = record.authors.get(one)
    return sum(record.authors.get(other) == author for other in group) if author else 0


def name(place: int) -> str:
    """A to Z, AA, AB ..."""
    return LETTERS[place] if place < len(LETTERS) else name(place // len(LETTERS) - 1) + name(place % len(LETTERS))
