"""The lines of a page of the Book of Magic: which of them a portal fulfils (AZ-125 to AZ-127)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from arena.games.alakazoo.material import CREATURE_OF, CREATURES, NONE, PAGES, PAGES_OF_REVISION_2, Line
from arena.games.alakazoo.position import Position
from arena.kernel.seats import Seat

SPELLS_COUNT_ONCE: Final = 3
"""The revision since which a spell counts for one line only, and each line asks for three spells."""


def fulfilled(position: Position, seat: Seat) -> tuple[bool, ...]:
    """Of each line of the page that the seat keeps, whether its portal fulfils it."""
    kept = position.kept_pages[seat]
    page = PAGES[kept]
    counts = counts_of(position, seat)
    others = [
        counts[creature]
        for creature in range(len(CREATURES))
        if position.creatures >> creature & 1 and creature not in (page.first, page.second)
    ]
    counted = counts[page.first], counts[page.second], others
    if position.settings.revision < SPELLS_COUNT_ONCE:
        return _each_by_itself(PAGES_OF_REVISION_2[kept].lines, *counted)
    return lines_fulfilled(PAGES[kept].lines, *counted)


def lines_fulfilled(lines: tuple[Line, ...], first: int, second: int, others: Sequence[int]) -> tuple[bool, ...]:
    """The most lines that so many spells of each creature fulfil; of equally many, the earlier ones (AZ-127)."""
    places = range(len(lines))
    for size in reversed(range(len(lines) + 1)):
        for chosen in combinations(places, size):
            if _enough([lines[place] for place in chosen], first, second, others):
                return tuple(place in chosen for place in places)
    raise AssertionError("no line at all asks for nothing")


def _enough(lines: Sequence[Line], first: int, second: int, others: Sequence[int]) -> bool:
    """Whether all these lines are fulfilled at once, no spell counting twice."""
    return (
        sum(line.first for line in lines) <= first
        and sum(line.second for line in lines) <= second
        and _jokers_found([line.joker for line in lines], others)
    )


def _jokers_found(jokers: Sequence[int], others: Sequence[int]) -> bool:
    """Each joker is one other creature, in each line the one that serves best (AZ-126)."""
    if not jokers:
        return True
    asked, *rest = jokers
    return any(
        there >= asked and _jokers_found(rest, [*others[:taken], there - asked, *others[taken + 1 :]])
        for taken, there in enumerate(others)
    )


def _each_by_itself(lines: tuple[Line, ...], first: int, second: int, others: Sequence[int]) -> tuple[bool, ...]:
    """Revision 2: a spell counted for every line that it fitted."""
    found = (first, second, max(others))
    return tuple(all(there >= asked for there, asked in zip(found, line, strict=True)) for line in lines)


def counts_of(position: Position, seat: Seat) -> list[int]:
    """How many spells of each creature are on the portal."""
    counts = [0] * len(CREATURES)
    for spell in position.spells[seat]:
        if spell != NONE:
            counts[CREATURE_OF[spell]] += 1
    return counts
