"""Runs: a version's way through a season of a solo ladder, one trial a deal.

`enter` puts a version on the board; `settle` counts the result of a trial, always from all trials of its run, so
that a run's figures are a function of its trials, in whatever order they end. What a run came to gets a `merit`,
and so is ranked and shown, when its last deal is played or the season is revealed, and not before: results
that appeared one by one would tell an author more about the deals than all of them together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum

from django.db import transaction
from django.utils import timezone

from athanor.bots.models import Bot, Version
from athanor.ladders.models import Ladder, Run, Season, Trial


class Mark(StrEnum):
    """What became of one deal."""

    WAITING = "."
    """Not played yet."""
    HIDDEN = "?"
    """Played; what came of it is not told yet."""
    SOLVED = "s"
    FAILED = "f"
    OUT = "o"
    """The bot was out: what the autopilot made of the rest counts for nothing."""


SOLVED_DIGITS, MEASURE_DIGITS = 5, 8
"""Of a merit: texts of one width are sorted as the numbers in them are."""


def running(ladder: Ladder, now: datetime) -> Season | None:
    """The season that is on. At its last hour it is over, whether or not anything has noticed."""
    return Season.objects.filter(
        ladder=ladder, begun_at__isnull=False, starts_at__lte=now, ends_at__gt=now
    ).first()


@transaction.atomic
def enter(*, season: Season, version: Version, now: datetime) -> Run | None:
    """The run that stands for the bot: the version's own, a new one or the one it had.

    Where the author has no entries left it is the bot's last one; None: it has none, or the season is revealed.
    """
    held = Season.objects.select_for_update(no_key=True).get(pk=season.pk)
    if held.revealed_at is not None:
        return None
    of_bot = Run.objects.filter(season=held, bot=version.bot_id)
    run = of_bot.filter(version=version).first()
    if run is None and entries_left(season=held, bot=version.bot) > 0:
        of_bot.update(listed=False)
        return Run.objects.create(
            season=held, bot_id=version.bot_id, version=version, marks=Mark.WAITING * held.seeds, entered_at=now
        )
    run = run or of_bot.order_by("-pk").first()
    if run is not None:
        of_bot.exclude(pk=run.pk).update(listed=False)
        of_bot.filter(pk=run.pk).update(listed=True)
        run.listed = True
    return run


def entries_left(*, season: Season, bot: Bot) -> int:
    """How many more versions the bot's author may enter. The house, which has nothing to learn, always has one."""
    if bot.owner.is_house:
        return 1
    used = Run.objects.filter(season=season, bot__owner=bot.owner_id).count()
    return max(0, season.entries - used)


def leave_all(*, bot: Bot) -> int:
    """Takes a bot off the boards of seasons that are on; what is over stays as it was."""
    return Run.objects.filter(bot=bot, listed=True, season__ends_at__gt=timezone.now()).update(listed=False)


@transaction.atomic
def settle(*, match_id: int, solved: bool, out: str, progress: Sequence[int], now: datetime) -> Trial:
    """Counts the result of a trial's match. Of a match that is no trial's any more it is an error."""
    trial = Trial.objects.select_related("run__season").get(match=match_id, settled_at=None)
    # One match of a run after another: each counts all that were settled before it.
    run = Run.objects.select_for_update(no_key=True).get(pk=trial.run_id)
    trial.solved, trial.out = solved and not out, out
    trial.progress = [0 for _ in progress] if out else list(progress)
    trial.settled_at = now
    trial.save(update_fields=["solved", "out", "progress", "settled_at"])
    count(run=run, is_final=False)
    return trial


def count(*, run: Run, is_final: bool) -> None:
    """Writes a run's figures anew, from its trials; with a merit when all are played, or nothing more will be."""
    seeds = run.season.seeds
    trials = list(run.trials.exclude(settled_at=None).order_by("number"))
    marks = [Mark.WAITING] * seeds
    for trial in trials:
        marks[trial.number - 1] = mark_of(trial)
    run.played, run.solved = len(trials), sum(trial.solved for trial in trials)
    run.progress = [sum(column) for column in zip(*(trial.progress for trial in trials), strict=True)]
    run.marks = "".join(marks)
    run.faults = dict(Counter(trial.out for trial in trials if trial.out))
    run.merit = merit(run.solved, run.progress) if is_final or run.played == seeds else ""
    run.save(update_fields=["played", "solved", "progress", "marks", "faults", "merit"])


def mark_of(trial: Trial) -> Mark:
    return Mark.OUT if trial.out else Mark.SOLVED if trial.solved else Mark.FAILED


def merit(solved: int, progress: Sequence[int]) -> str:
    measures = "".join(f"{value:0{MEASURE_DIGITS}d}" for value in progress)
    return f"{solved:0{SOLVED_DIGITS}d}{measures}"
