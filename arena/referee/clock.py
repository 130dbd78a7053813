"""The clock of one seat. Times are milliseconds and are passed in: nothing here reads a clock.

A seat has a bank of thinking time. An answer is charged to it: the CPU time of the bot's sandbox since the
last charge where that is measured (so a busy neighbour costs nothing, and thinking in another's turn is not free),
else the wall time from ask to answer. After each answer the increment is added.

Whatever is charged, wall time bounds everything: one answer may take the move cap, and all answers of a seat
together an equal share of the match cap, so that every match ends and the blame is certain.
"""

from __future__ import annotations

from arena.orders.documents import Clock
from arena.referee.conduct import Out


class SeatClock:
    __slots__ = (
        "answers",
        "bank",
        "charged",
        "cpu",
        "last",
        "move_cap",
        "rules",
        "slowest",
        "startup",
        "wall_left",
    )

    def __init__(self, rules: Clock, seats: int) -> None:
        self.rules = rules
        self.move_cap = float(rules.move_cap)
        self.bank = float(rules.bank)
        self.wall_left = rules.match_cap / seats
        self.last = 0.0
        """Charged for the previous answer."""
        self.charged = 0.0
        self.slowest = 0.0
        self.startup = 0.0
        self.answers = 0
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

    def charge(self, wall: float, cpu: float | None) -> Out | None:
        """Charges an answer, or the lack of one; says why the seat is out, if it is."""
        charge = wall if self.cpu is None or cpu is None else cpu - self.cpu
        if cpu is not None and self.cpu is not None:
            self.cpu = cpu
        self.last = charge
        self.charged += charge
        if wall > self.slowest:
            self.slowest = wall
        self.bank -= charge
        self.wall_left -= wall
        if self.bank < 0 or self.wall_left < 0:
            return Out.OUT_OF_TIME
        if wall > self.move_cap:
            return Out.SILENT
        return None

    def answered(self) -> None:
        """The answer that was charged is taken."""
        self.answers += 1
        self.bank += self.rules.increment
