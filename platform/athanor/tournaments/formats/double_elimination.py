from __future__ import annotations

from typing import Annotated

from arena.pairing.formats.double_elimination.settings import DoubleElimination
from athanor.tournaments.plan_fields import Asked, FormatPlan


class DoubleEliminationPlan(FormatPlan):
    title = "Double elimination"
    place = 4
    is_bracket = True
    is_for_two = True

    reset: Annotated[bool, Asked("Grand final again, if the one from the losers' bracket wins the first")] = True

    def settings(self, seats: int) -> DoubleElimination:
        return DoubleElimination(reset=self.reset)


PLAN = DoubleEliminationPlan
