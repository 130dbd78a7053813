from __future__ import annotations

from typing import Annotated, ClassVar

from arena.pairing.formats.single_elimination.settings import SingleElimination
from athanor.tournaments.plan_fields import Asked, FormatPlan


class SingleEliminationPlan(FormatPlan):
    title = "Single elimination"
    place = 3
    is_bracket = True
    called: ClassVar = {"go_on": "format"}

    third_place: Annotated[bool, Asked("Play for the third place")] = False

    def settings(self, seats: int) -> SingleElimination:
        return SingleElimination(third_place=self.third_place and seats == 2)


PLAN = SingleEliminationPlan
