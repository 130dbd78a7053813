"""The order of a list: points, then the organizer's tie-breaks one after the other, then the lot."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby

from arena.pairing.chances import lot
from arena.pairing.lines import Lines
from arena.pairing.settings import Tiebreak
from arena.pairing.standings import Figure
from arena.pairing.tiebreaks.figures import Computer

LOWEST = Fraction(-(10**9))
"""Below every figure: of who has none where others have one."""

Group = list[str]
Values = Callable[[Group], Mapping[str, Fraction]]


@dataclass(slots=True)
class Order:
    """Entrants best first, and what was compared to get there."""

    entrants: list[str]
    keys: dict[str, list[tuple[str, Fraction]]]
    """By entrant: (what was compared, its value), in the order of comparing."""
    figures: dict[str, list[Figure]]
    at_play_off: list[Group] = field(default_factory=list)
    """Who is tied when the play-off's turn comes, and everybody else in groups of one."""

    def parted_by(self, place: int) -> str:
        """What parted the entrant at this index from the next."""
        if place + 1 >= len(self.entrants):
            return ""
        mine, theirs = (self.keys[self.entrants[place + step]] for step in (0, 1))
        return next(one[0] for one, other in zip(mine, theirs, strict=False) if one != other)

    def split(self, groups: list[Group], what: str, values: Values) -> list[Group]:
        """Each group by a value, the greatest first."""
        parted = []
        for group in groups:
            by_value = values(group)
            for one in group:
                self.keys[one].append((what, by_value[one]))
            group.sort(key=by_value.__getitem__, reverse=True)
            parted += [list(tied) for _, tied in groupby(group, key=by_value.__getitem__)]
        return parted


def ordered(members: Sequence[str], found: Lines, tie_breaks: Sequence[Tiebreak]) -> Order:
    record = found.record
    order = Order([], {one: [] for one in members}, {one: [] for one in members})
    computer = Computer(found)

    def standing(group: Group) -> Mapping[str, Fraction]:
        """Last who was disqualified, before them those of whom nothing counts."""
        return {one: Fraction(-2 if one in record.disqualified else -found[one].is_struck) for one in group}

    def lots(group: Group) -> Mapping[str, Fraction]:
        return {one: Fraction(-lot(record.settings.seed, f"stage {record.number}", one)) for one in group}

    groups = order.split([list(members)], "withdrawal", standing)
    groups = order.split(groups, "points", lambda group: {one: found[one].points for one in group})
    for tie_break in tie_breaks:
        if tie_break is Tiebreak.PLAY_OFF:
            order.at_play_off = [list(group) for group in groups]
        groups = order.split(groups, tie_break.value, _by_figure(order, computer, tie_break))
    groups = order.split(groups, "lot", lots)
    order.entrants = [one for group in groups for one in group]
    return order


def _by_figure(order: Order, computer: Computer, tie_break: Tiebreak) -> Values:
    def values(group: Group) -> Mapping[str, Fraction]:
        figures = computer.figures(tie_break, group)
        for one in group:
            order.figures[one].append(figures[one])
        return {one: LOWEST if figures[one].value is None else figures[one].value or Fraction(0) for one in group}

    return values
