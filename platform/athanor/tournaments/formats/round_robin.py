from __future__ import annotations

from arena.pairing.formats.round_robin.settings import RoundRobin
from athanor.tournaments.plan_fields import Cycles, FormatPlan


class RoundRobinPlan(FormatPlan):
    title = "Round robin"
    place = 2

    cycles: Cycles = 1

    def settings(self, seats: int) -> RoundRobin:
        return RoundRobin(cycles=self.cycles)


PLAN = RoundRobinPlan
