"""The tables of a stage: rows in order, for lists and brackets alike; who goes on; who has to play off."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from arena.pairing import bracket, prospects
from arena.pairing.events import Paired, Pairing
from arena.pairing.formats import course_of
from arena.pairing.formats.bracketed import BracketCourse
from arena.pairing.formats.course import AnyCourse
from arena.pairing.lines import Line, Lines, lines
from arena.pairing.ranking import Order, ordered
from arena.pairing.record import Record
from arena.pairing.schedules import schedule
from arena.pairing.settings import Tiebreak
from arena.pairing.standings import Row
from arena.pairing.tiebreaks import play_off


@dataclass(slots=True)
class Ranked:
    """A stage in order: one list, or one a group."""

    lines: Lines
    orders: dict[str, Order]


def rows(record: Record, ratings: Mapping[str, float]) -> tuple[Row, ...]:
    """The standings as they are now: group by group, best first."""
    of = course_of(record.settings, record.number)
    if isinstance(of, BracketCourse):
        return _without_guests(_bracket_rows(record, of, lines(record, of, ratings)), record)
    ranked = _ranked(record, of, ratings)
    going_on = set(advancing(record, ratings))
    found = tuple(
        _row(record, ranked.lines[one], order, place, group, going_on)
        for group, order in ranked.orders.items()
        for place, one in enumerate(order.entrants)
    )
    return _without_guests(found, record)


def _without_guests(found: tuple[Row, ...], record: Record) -> tuple[Row, ...]:
    """The same lines; who plays out of competition has no place, and those behind move up."""
    guests = [row for row in found if row.entrant in record.guests]
    if not guests:
        return found
    return tuple(
        replace(row, place=0, guest=True)
        if row in guests
        else replace(
            row, place=row.place - sum(one.group == row.group and one.place < row.place for one in guests)
        )
        for row in found
    )


def _ranked(record: Record, of: AnyCourse, ratings: Mapping[str, float]) -> Ranked:
    found = lines(record, of, ratings)
    orders = {
        group: ordered(members, found, record.stage.tie_breaks) for group, members in of.groups(record).items()
    }
    return Ranked(found, orders)


def _row(record: Record, line: Line, order: Order, place: int, group: str, going_on: set[str]) -> Row:
    one = line.entrant
    won, tied, lost = _tally(line)
    return Row(
        place=place + 1,
        entrant=one,
        number=record.numbers[one],
        points=line.points,
        played=sum(meeting.was_played for meeting in line.meetings),
        won=won,
        tied=tied,
        lost=lost,
        byes=len(line.byes),
        figures=tuple(order.figures[one]),
        group=group,
        withdrawn=one in record.gone,
        disqualified=one in record.disqualified,
        advances=one in going_on,
        by=order.parted_by(place),
    )


def _tally(line: Line) -> tuple[int, int, int]:
    """Pairings won alone, shared and lost; of a larger table the first place is a win, the last a loss."""
    half = Fraction(1, 2)
    won = sum(meeting.points == 1 for meeting in line.meetings)
    lost = sum(meeting.points < half for meeting in line.meetings)
    return won, len(line.meetings) - won - lost, lost


def _bracket_rows(record: Record, of: BracketCourse[Any], found: Lines) -> tuple[Row, ...]:
    tree = of.tree_of(record)
    winner = bracket.champion(tree, record)
    reached = bracket.exits(tree, record)
    going_on = set(advancing(record, found.ratings))
    made = []
    for place, members in prospects.placed(tree, record):
        for one in members:
            line = found[one]
            won, tied, lost = _tally(line)
            made.append(
                Row(
                    place=place,
                    entrant=one,
                    number=record.numbers[one],
                    points=Fraction(won),
                    played=sum(meeting.was_played for meeting in line.meetings),
                    won=won,
                    tied=tied,
                    lost=lost,
                    byes=0,
                    figures=(),
                    reached="Winner" if one == winner else reached[one].node.title,
                    withdrawn=one in record.gone,
                    disqualified=one in record.disqualified,
                    advances=one in going_on,
                )
            )
    return tuple(made)


def placing(record: Record, ratings: Mapping[str, float]) -> dict[str, list[str]]:
    """Everybody in order, by group; one without a name where there are none."""
    of = course_of(record.settings, record.number)
    if isinstance(of, BracketCourse):
        return {"": [one for _, tied in prospects.placed(of.tree_of(record), record) for one in tied]}
    return {group: order.entrants for group, order in _ranked(record, of, ratings).orders.items()}


def competing(record: Record, ratings: Mapping[str, float]) -> dict[str, list[str]]:
    """The same without those who play out of competition."""
    return {
        group: [one for one in members if one not in record.guests]
        for group, members in placing(record, ratings).items()
    }


def advancing(record: Record, ratings: Mapping[str, float]) -> tuple[str, ...]:
    """Who goes on as things stand, in the order in which the next stage draws them."""
    some = record.stage.advance
    if some is None:
        return ()
    there = [
        [one for one in members if one not in record.gone][:some]
        for members in competing(record, ratings).values()
    ]
    tiers = [[members[place] for members in there if place < len(members)] for place in range(some)]
    if len(there) == 1:
        return tuple(one for tier in tiers for one in tier)
    of = {one: number for number, members in enumerate(there) for one in members}
    return crossed(tiers, of)


def came_from(record: Record, ratings: Mapping[str, float]) -> dict[str, tuple[int, str]]:
    """Of a stage in groups: the place that each came in at, and its group."""
    groups = competing(record, ratings)
    if len(groups) == 1:
        return {}
    return {one: (place, group) for group, members in groups.items() for place, one in enumerate(members)}


def crossed(tiers: list[list[str]], group_of: Mapping[str, int]) -> tuple[str, ...]:
    """Firsts before seconds and so on, each tier so that nobody meets its own group at once where that can be.

    In a first round number n meets the n-th from below, counted in places: the next power of two.
    """
    places = 1 << (sum(len(tier) for tier in tiers) - 1).bit_length()
    order: list[str] = []
    for tier in tiers:
        opposite = [
            group_of[order[other]] if (other := places - 1 - place) < len(order) else None
            for place in range(len(order), len(order) + len(tier))
        ]
        order += _apart(tier, opposite, group_of)
    return tuple(order)


def _apart(tier: list[str], opposite: list[int | None], group_of: Mapping[str, int]) -> list[str]:
    """The tier in an order in which none is opposite its own group: one by one, moving others on to fit in."""
    holder: dict[int, str] = {}

    def placed(one: str, tried: set[int]) -> bool:
        for place, group in enumerate(opposite):
            if group != group_of[one] and place not in tried:
                tried.add(place)
                if place not in holder or placed(holder[place], tried):
                    holder[place] = one
                    return True
        return False

    for one in tier:
        if not placed(one, set()):
            return tier
    return [holder[place] for place in range(len(tier))]


def play_offs(record: Record, ratings: Mapping[str, float]) -> Paired | None:
    """The play-off that is still to be played: among those tied where a place is at stake."""
    of = course_of(record.settings, record.number)
    if not may_play_off(record, of):
        return None
    border = record.stage.advance or 1
    tables: list[tuple[str, tuple[str, ...]]] = []
    for group, order in _ranked(record, of, ratings).orders.items():
        for tied in _at_stake(order, record, border):
            tables += [(group, table) for table in _among(tied, record)]
    if not tables:
        return None
    pairings = tuple(
        Pairing(f"{record.number}-P1-{place}", players, group) for place, (group, players) in enumerate(tables, 1)
    )
    return Paired(record.number, record.regular_rounds + 1, pairings, play_off=True)


def may_play_off(record: Record, of: AnyCourse) -> bool:
    """Whether a play-off comes where a tie asks for it: it was not played yet."""
    asked = Tiebreak.PLAY_OFF in record.stage.tie_breaks and not isinstance(of, BracketCourse)
    return asked and not record.has_play_off


def _at_stake(order: Order, record: Record, border: int) -> list[list[str]]:
    """Those tied across the border; who withdrew or plays out of competition is passed over."""
    before = 0
    for group in order.at_play_off:
        tied = [one for one in group if one not in record.gone and one not in record.guests]
        if before < border < before + len(tied):
            return [tied] if len(tied) <= play_off.MOST else []
        before += len(tied)
    return []


def _among(tied: list[str], record: Record) -> list[tuple[str, ...]]:
    in_order = sorted(tied, key=record.numbers.__getitem__)
    rounds = schedule(len(in_order), record.settings.seats, 1)
    return [tuple(in_order[place] for place in table) for tables in rounds for table in tables]
