"""The dry run: a plan in numbers, and a tournament of made-up entrants for the picture."""

from __future__ import annotations

from collections.abc import Iterator

from arena.pairing.checking import check_field, checked, fields
from arena.pairing.events import Drawn, Entered
from arena.pairing.formats import course_of
from arena.pairing.formats.bracketed import BracketCourse
from arena.pairing.planning import Plan, PlannedRound, PlannedStage
from arena.pairing.schedules import schedule, snaked
from arena.pairing.settings import BadSettings, Entrant, Problem, Settings, Tiebreak
from arena.pairing.tiebreaks import play_off
from arena.pairing.tournament import Tournament
from arena.pairing.wording import sentence, stage_sentence

MOST_GAMES = 500_000


def plan(settings: Settings, entrants: int) -> Plan:
    """What there is to play when so many enter and nobody withdraws. Raises BadSettings."""
    checked(settings)
    problems = check_field(settings, entrants)
    if problems:
        raise BadSettings(problems)
    stages = []
    notices: list[str] = []
    for number, there in enumerate(fields(settings, entrants), 1):
        of = course_of(settings, number)
        rounds_of_stage = (*of.rounds(there), *_play_off(settings, number, there))
        stages.append(PlannedStage(stage_sentence(settings, number), there, rounds_of_stage, of.byes(there)))
        notices += of.notices(there)
        some = settings.stages[number - 1].advance
        if some is not None and some >= there:
            notices.append(f"All {there} entrants of stage {number} go on: it decides their order only.")
    rounds = [one for stage in stages for one in stage.rounds]
    games = (sum(one.games[0] for one in rounds), sum(one.games[1] for one in rounds))
    if games[1] > MOST_GAMES:
        raise BadSettings(
            (
                Problem(
                    "entrants",
                    f"{entrants} entrants play up to {games[1]:,} games in this format, and {MOST_GAMES:,} are "
                    "the most: choose a Swiss or a bracket, or fewer entrants.",
                ),
            )
        )
    pairings = (sum(one.pairings[0] for one in rounds), sum(one.pairings[1] for one in rounds))
    return Plan(sentence(settings), tuple(stages), pairings, games, tuple(notices))


def _play_off(settings: Settings, number: int, entrants: int) -> Iterator[PlannedRound]:
    """What a play-off may come to, where the stage has one: as many tied as it takes, in each group."""
    stage = settings.stages[number - 1]
    of = course_of(settings, number)
    if Tiebreak.PLAY_OFF not in stage.tie_breaks or isinstance(of, BracketCourse):
        return
    sizes = [
        len(table)
        for group in snaked(list(range(entrants)), of.parts() or 1)
        for tables in schedule(min(len(group), play_off.MOST), settings.seats, 1)
        for table in tables
    ]
    if sizes:
        yield of.planned("Play-off, if places are tied", sizes, least=0)


def sample(settings: Settings, entrants: int) -> Tournament:
    """So many made-up entrants, drawn for the first stage: "#1" is number 1. Raises BadSettings."""
    plan(settings, entrants)
    tournament = Tournament(settings)
    names = [f"#{number}" for number in range(1, entrants + 1)]
    for name in names:
        tournament.apply(Entered(Entrant(name)))
    tournament.apply(Drawn(1, tuple(names)))
    return tournament
