"""The end of the game and the final scoring (sections 12 to 14, AZ-120 to AZ-130)."""

from __future__ import annotations

from typing import NamedTuple

from arena.games.alakazoo import book, facts
from arena.games.alakazoo.announcements import Events
from arena.games.alakazoo.book import counts_of
from arena.games.alakazoo.material import (
    BREEDER,
    CREATURE_OF,
    DARK_LOST_AT,
    DEVOTEE,
    LINE_DIFFERENT,
    LINE_SAME,
    LINES,
    NONE,
    PAIR,
    PORTAL_PURE,
    SCHOOL_LINES,
    SCHOOL_POINTS,
    SCHOOL_SPELLS,
    WEAVER,
)
from arena.games.alakazoo.position import OVER, Position
from arena.kernel.events import Event
from arena.kernel.results import Result, ranks_by
from arena.kernel.seats import Seat

FINISHED, ROUND_LIMIT, WON, DARKNESS = "finished", "round-limit", "won", "darkness"
REASONS = {False: (FINISHED, ROUND_LIMIT), True: (WON, DARKNESS, ROUND_LIMIT)}
"""Whether in the solo mode: why a game may end."""


class Lines(NamedTuple):
    same: int
    different: int


def end(position: Position, events: Events, reason: str) -> None:
    """The final scoring of two seats or more (AZ-95 to AZ-98)."""
    totals, ties = [], []
    pages = [_show_page(position, seat, events) for seat in range(position.seats)]  # AZ-124
    for seat, lines in enumerate(pages):
        judged = _judged(position, seat, lines)
        events.append(Event(judged))
        totals.append(judged.total)
        ties.append(judged.tie)
    _close(position, events, tuple(totals), ranks_by(list(zip(totals, ties, strict=True))), reason)


def end_solo(position: Position, events: Events, reason: str) -> None:
    """Won or lost, without points (AZ-110)."""
    _show_page(position, 0, events)
    _close(position, events, (int(reason == WON),), (1,), reason)


def progress(position: Position) -> tuple[int, int, int]:
    """How near a wizard alone came to a full portal (AZ-109), and how far it stayed from darkness (AZ-108)."""
    spells = position.filled[0].bit_count()
    # The runes under a spell were covered before it was placed.
    runes = PAIR.bit_count() * spells + position.covered[0].bit_count()
    return spells, runes, max(0, DARK_LOST_AT - position.dark[0])


def _close(
    position: Position, events: Events, scores: tuple[int, ...], ranks: tuple[int, ...], reason: str
) -> None:
    position.result = Result(scores, ranks, reason)
    position.phase = OVER
    position.to_act = ()
    position.dice = ()
    position.pending = None
    events.append(Event(facts.Ended(scores, ranks, reason)))


def _show_page(position: Position, seat: Seat, events: Events) -> int:
    """All see the page (AZ-124); how many of its lines are fulfilled."""
    kept = position.kept_pages[seat]
    if kept == NONE:
        return 0
    lines = book.fulfilled(position, seat)
    events.append(Event(facts.Page(seat, kept, lines)))
    return sum(lines)


def _judged(position: Position, seat: Seat, of_page: int) -> facts.Judged:
    points = position.points[seat]
    tie = max(counts_of(position, seat))  # AZ-96
    same = different = pure = school = 0
    if position.settings.book != "instead":  # AZ-129
        lines = lines_of(position, seat)
        same = LINE_SAME * lines.same
        different = LINE_DIFFERENT * lines.different
        pure = PORTAL_PURE * is_pure(position, seat)
        school = school_points(position, seat, lines)
    total = points + same + different + pure + of_page + school
    return facts.Judged(seat, points, same, different, pure, of_page, school, total, tie)


def lines_of(position: Position, seat: Seat) -> Lines:
    """Complete rows and columns of one creature, and of three different ones (AZ-90 to AZ-92)."""
    spells = position.spells[seat]
    same = different = 0
    for line in LINES:
        on_line = [spells[place] for place in line]
        if NONE not in on_line:
            creatures = len({CREATURE_OF[spell] for spell in on_line})
            same += creatures == 1
            different += creatures == len(line)
    return Lines(same, different)


def is_pure(position: Position, seat: Seat) -> bool:
    """All spells on the portal are of its own creature (AZ-93), and there is one (AZ-94)."""
    own = counts_of(position, seat)[position.portals[seat]]
    return own == position.filled[seat].bit_count() > 0


def school_points(position: Position, seat: Seat, lines: Lines) -> int:
    """What weaver, breeder and devotee bring at the end (AZ-164)."""
    magician = position.magicians[seat]
    if magician == WEAVER:
        earned = lines.different >= SCHOOL_LINES[magician]
    elif magician == BREEDER:
        earned = lines.same >= SCHOOL_LINES[magician]
    elif magician == DEVOTEE:
        earned = counts_of(position, seat)[position.portals[seat]] >= SCHOOL_SPELLS[magician]
    else:
        earned = False
    return SCHOOL_POINTS[magician] if earned else 0
