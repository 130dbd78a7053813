"""The clock of one seat. Times are milliseconds and are passed in: nothing here reads a clock.

A seat has a bank of thinking time. An answer is charged to it: where it is measured, the CPU time of the bot's
sandbox since the last charge (so thinking in another's turn is not free), and `IDLE_SHARE` of the time in which it
neither ran nor was kept from running; else the wall time from ask to answer. After each answer the increment is
added.

Time in which the host kept a bot from running (see `patience`) is not counted: wall time is passed in without it.
What is left of an answer's wall time and was not spent computing was spent sleeping. That costs less than
thinking, since part of it is how processes exchange messages, and it is not free, since a worker waits. But for
the first `IDLE_FREE` of each answer, a bot cannot hold a worker for longer than its bank divided by that share.

Wall time is bounded as well: one answer may take the move cap, and all answers of a seat together an equal share
of the match cap. On the clocks of all ladders that share is larger than the bank with its increments, so a bot
that only thinks runs out of its bank first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arena.orders.bins import bin_of
from arena.referee.conduct import Out
from athanorpb.farm.values import Clock, Spent, Spread

IDLE_SHARE: Final = 1 / 4
"""The part of idle time that is charged."""
IDLE_FREE: Final = 10.0
"""Idle milliseconds of each answer that are not charged: messages take some to pass through pipes and sockets."""


class SeatClock:
    __slots__ = (
        "answers",
        "bank",
        "charged",
        "cpu",
        "idle",
        "idle_last",
        "last",
        "move_cap",
        "rules",
        "slowest",
        "startup",
        "taken",
        "wall_left",
        "withheld",
    )

    def __init__(self, rules: Clock, seats: int) -> None:
        self.rules = rules
        self.move_cap = float(rules.move_cap)
        self.bank = float(rules.bank)
        self.wall_left = rules.match_cap / seats
        self.last = 0.0
        """Charged for the previous answer."""
        self.idle = self.idle_last = 0.0
        """Milliseconds that were charged by their share: in all, and for the previous answer."""
        self.charged = 0.0
        self.slowest = 0.0
        self.startup = 0.0
        self.withheld = 0.0
        """Wall time that the host kept from the bot, in all: told in the record, and charged to nobody."""
        self.answers = 0
        self.taken: list[tuple[float, float]] = []
        """Of each answer, and of the lack of one: what was charged, and its wall time."""
        self.cpu: float | None = None
        """CPU time charged so far, start-up included; None: charge wall time."""

    def ready(self, took: float, cpu: float | None) -> None:
        """The bot is ready; `cpu` is what its sandbox used until now, None where nobody measures it."""
        self.startup = took
        self.cpu = cpu

    def allowed(self) -> float:
        """The wall time that the next answer may take."""
        allowed = self.move_cap if self.move_cap < self.wall_left else self.wall_left
        return self.bank if self.cpu is None and self.bank < allowed else allowed

    def unaccounted(self, wall: float, cpu: float | None) -> float:
        """Of an answer's wall time, what its bot did not run: it slept, or the host kept it from running."""
        if self.cpu is None or cpu is None:
            return wall
        return max(wall - (cpu - self.cpu), 0.0)

    def charge(self, wall: float, cpu: float | None) -> Out | None:
        """Charges an answer, or the lack of one; says why the seat is out, if it is."""
        self.idle_last = 0.0
        charge, counted = wall, wall
        if cpu is not None and self.cpu is not None:
            unaccounted = self.unaccounted(wall, cpu)
            counted -= min(unaccounted, IDLE_FREE)
            self.idle_last = max(unaccounted - IDLE_FREE, 0.0)
            charge = cpu - self.cpu + self.idle_last * IDLE_SHARE
            self.cpu = cpu
        self.idle += self.idle_last
        self.last = charge
        self.charged += charge
        self.taken.append((charge, wall))
        if wall > self.slowest:
            self.slowest = wall
        self.bank -= charge
        self.wall_left -= counted
        if self.bank < 0 or self.wall_left < 0:
            return Out.OUT_OF_TIME
        if wall > self.move_cap:
            return Out.SILENT
        return None

    def answered(self) -> None:
        """The answer that was charged is taken."""
        self.answers += 1
        self.bank += self.rules.increment

    def spent(self) -> Spent:
        return Spent(
            charged=spread_of([charge for charge, _ in self.taken]),
            wall=spread_of([wall for _, wall in self.taken]),
            idle=round(self.idle),
        )


def spread_of(times: Sequence[float]) -> Spread:
    """By nearest rank, to a hundredth of a millisecond."""
    if not times:
        return Spread()
    ordered = [round(float(time), 2) for time in sorted(times)]

    def within(percent: int) -> float:
        return ordered[-(-percent * len(ordered) // 100) - 1]

    bins = [0] * (bin_of(ordered[-1]) + 1)
    for one in ordered:
        bins[bin_of(one)] += 1
    return Spread(count=len(ordered), median=within(50), p95=within(95), longest=ordered[-1], bins=tuple(bins))
