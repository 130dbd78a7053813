from __future__ import annotations

from datetime import datetime

from athanor.lifecycles import TournamentState as State
from athanor.refusals import Refusal
from athanor.tournaments.command_contract import Given, OrganizerCommand
from athanor.tournaments.models import Series, Tournament


class StopSeries(OrganizerCommand):
    title = "Stop the series"
    about = "No further edition is opened; this one goes on."
    place = 17
    states = frozenset(State)
    is_hard = True

    def means_something(self, tournament: Tournament) -> bool:
        return tournament.series is not None and tournament.series.stopped_at is None

    def follows(self, tournament: Tournament, given: Given) -> str:
        if tournament.series is None or tournament.series.stopped_at is not None:
            return ""  # The command itself says so.
        return (
            "No further edition is opened; those that are open stay. The series goes on only if another rule is "
            "written into the plan of its newest edition."
        )

    def carry(self, held: Tournament, given: Given, at: datetime) -> str:
        if held.series_id is None:
            raise Refusal("no-series", "it is held once", "there is nothing to stop", status=409)
        if not Series.objects.filter(pk=held.series_id, stopped_at=None).update(stopped_at=at):
            raise Refusal("stopped", "its series is stopped already", "plan a new one", status=409)
        return "Stopped the series: no further edition is opened."


COMMAND = StopSeries()
