"""What a version took in its last matches, for its author alone: time, processor, memory, bytes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, zip_longest
from statistics import median
from typing import Final

from arena.orders.bins import end_of_bin
from athanor.bots.models import Version
from athanor.lifecycles import MatchState
from athanor.matches.figures import spent_of
from athanor.matches.models import SEAT_IS_SEALED, Seat
from athanor_contract.limits.sandbox import Limits
from athanorpb.farm.values import Spread

LOOKED_AT: Final = 100
"""Seats of its last matches: it may have had several at one table."""
MEMORY_LIMIT: Final = Limits().memory


@dataclass(frozen=True, slots=True)
class Times:
    """How long its answers took, all matches together, in milliseconds."""

    answers: int
    half_within: float
    """Half of them took less than this, which is one of the steps that they are counted in, and is no average."""
    p95_within: float
    """The same of 19 out of 20."""
    longest: float
    """The very time."""
    bins: Sequence[int]
    """How many took less than 1 ms, and then in steps of half an octave."""


@dataclass(frozen=True, slots=True)
class Range:
    """Of one figure a match."""

    median: int
    most: int


@dataclass(frozen=True, slots=True)
class Spending:
    seats: int
    """Looked at: the last ones, of matches that are over."""
    outs: Mapping[str, int]
    """In how many of them it was out, by why."""
    strikes: int
    """Illegal answers that it was told back, in all of them."""
    charged: Times | None
    wall: Times | None
    """From ask to answer. None: no match has kept such figures."""
    cpu: Range | None
    """Milliseconds of processor time a match, its start-up included. None: nobody measured it."""
    memory: Range | None
    """Bytes at the peak of a match."""
    memory_limit: int
    heard: Range | None
    """Bytes of messages to it, a match."""
    said: Range | None
    idle: int
    """Milliseconds that it slept in its answers, in all: a quarter of them was charged."""
    withheld: int
    """Milliseconds that busy machines kept from it, in all."""


NOTHING: Final = Spending(0, {}, 0, None, None, None, None, MEMORY_LIMIT, None, None, 0, 0)


def spending(version: Version) -> Spending | None:
    """None: it has played no match yet whose figures may be told."""
    over = Seat.objects.filter(~SEAT_IS_SEALED, version=version, match__state=MatchState.FINISHED)
    seats = list(over.order_by("-match_id")[:LOOKED_AT])
    if not seats:
        return None
    spent = [spent_of(seat) for seat in seats]
    return Spending(
        seats=len(seats),
        outs=dict(Counter(seat.out for seat in seats if seat.out).most_common()),
        strikes=sum(seat.strikes for seat in seats),
        charged=_times([one.charged for one in spent]),
        wall=_times([one.wall for one in spent]),
        cpu=_range([seat.cpu for seat in seats]),
        memory=_range([seat.memory for seat in seats]),
        memory_limit=MEMORY_LIMIT,
        heard=_range([one.heard for one in spent]),
        said=_range([one.said for one in spent]),
        idle=sum(one.idle for one in spent),
        withheld=sum(seat.withheld for seat in seats),
    )


def _times(spreads: Sequence[Spread]) -> Times | None:
    counted = [spread for spread in spreads if spread.bins]
    if not counted:
        return None
    bins = [sum(places) for places in zip_longest(*(spread.bins for spread in counted), fillvalue=0)]
    longest = max(spread.longest for spread in counted)
    return Times(
        answers=sum(bins),
        half_within=min(_within(bins, 50), longest),
        p95_within=min(_within(bins, 95), longest),
        longest=longest,
        bins=bins,
    )


def _within(bins: Sequence[int], percent: int) -> float:
    """The end of the step below which so many of them lie."""
    needed = -(-percent * sum(bins) // 100)
    place = next(place for place, so_far in enumerate(accumulate(bins)) if so_far >= needed)
    return round(end_of_bin(place), 2)


def _range(figures: Sequence[int]) -> Range | None:
    """-1 is no figure: nobody measured it."""
    measured = [figure for figure in figures if figure >= 0]
    return Range(round(median(measured)), max(measured)) if measured else None
