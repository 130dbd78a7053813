from __future__ import annotations

from typing import Annotated, ClassVar

from arena.pairing.formats.groups.settings import Groups
from athanor.tournaments.plan_fields import Asked, Count, Cycles, FormatPlan


class GroupsPlan(FormatPlan):
    title = "Groups"
    place = 5
    called: ClassVar = {"count": "groups"}

    cycles: Cycles = 1
    groups: Annotated[Count, Asked("Groups", "Drawn to and fro by the seeding.", least=1)] = 4

    def settings(self, seats: int) -> Groups:
        return Groups(count=self.groups, cycles=self.cycles)


PLAN = GroupsPlan
