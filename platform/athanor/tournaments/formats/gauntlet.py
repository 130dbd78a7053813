from __future__ import annotations

from typing import Annotated

from arena.pairing.formats.gauntlet.settings import Gauntlet
from athanor.tournaments.plan_fields import Asked, Count, Cycles, FormatPlan


class GauntletPlan(FormatPlan):
    title = "Gauntlet"
    place = 6

    cycles: Cycles = 1
    hosts: Annotated[Count, Asked("Hosts", "Who sit still, and meet every challenger.", least=1)] = 1

    def settings(self, seats: int) -> Gauntlet:
        return Gauntlet(hosts=self.hosts, cycles=self.cycles)


PLAN = GauntletPlan
