from __future__ import annotations

from typing import Annotated

from pydantic import Field

from arena.pairing.formats.swiss.settings import Swiss
from athanor.tournaments.plan_fields import Asked, Count, FormatPlan


class SwissPlan(FormatPlan):
    title = "Swiss"
    place = 1

    rounds: Annotated[
        Count | None,
        Field(description="Of a Swiss; null: as many as it takes."),
        Asked("Rounds", "Empty: as many as it takes to leave one undefeated.", least=1),
    ] = None

    def settings(self, seats: int) -> Swiss:
        return Swiss(rounds=self.rounds)


PLAN = SwissPlan
