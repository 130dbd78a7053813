"""The dry run: what a plan would come to, before anybody has entered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from math import ceil

from arena.pairing.drafts import plan as numbers_of
from arena.pairing.drafts import sample
from arena.pairing.planning import Plan as Numbers
from arena.pairing.settings import BadSettings
from arena.pairing.views import layout
from athanor.jobs import workers
from athanor.ladders.models import Ladder
from athanor.tournaments import drawing, estimates, plan_rows, times
from athanor.tournaments.estimates import Farm
from athanor.tournaments.plan import Plan
from athanorpb.isolation import Isolation, isolation_of

SEED = "00" * 32
EDITIONS = 4


@dataclass(frozen=True, slots=True)
class Drawn:
    """The bracket of a stage."""

    stage: int
    pictures: Sequence[drawing.Picture]
    windows: Sequence[drawing.Window]
    window: drawing.Picture


@dataclass(frozen=True, slots=True)
class DryRun:
    entrants: int
    numbers: Numbers
    notices: Sequence[str]
    """What the organizer should know."""
    brackets: Sequence[Drawn]
    farm: Farm
    least: float
    most: float
    """Milliseconds."""
    opens_at: datetime
    check_in_at: datetime
    starts_at: datetime
    ends_at: datetime
    reveal_at: datetime | None
    editions: Sequence[datetime]
    """When the next ones would start."""


def dry_run(plan: Plan, *, now: datetime, window: str = "") -> DryRun:
    """Of a plan that was checked."""
    settings = plan.settings(SEED)
    numbers = numbers_of(settings, plan.capacity)
    farm = estimates.farm(plan.game)
    least, most = estimates.seconds(numbers, farm, plan.round_minutes)
    of = times.zone(plan.zone)
    moments = plan_rows.times_of(plan, times.moment(plan.start, of), now)
    firings = times.firings(plan.repeat, moments.starts_at, of) if plan.repeat else iter(())
    brackets = []
    for number, stage in enumerate(settings.stages):
        there = numbers.stages[number].entrants
        try:
            contest = sample(replace(settings, stages=(replace(stage, advance=None),)), there)
        except BadSettings:
            continue  # Groups alone, say: they have no picture.
        if (found := layout(contest, 1)) is not None:
            several = drawing.windows(found)
            shown = window if any(one.name == window for one in several) else several[0].name
            brackets.append(
                Drawn(
                    number + 1,
                    drawing.pictures(found, {}, set()),
                    several,
                    drawing.window(found, shown, {}, set()),
                )
            )
    return DryRun(
        entrants=plan.capacity,
        numbers=numbers,
        notices=[
            *numbers.notices,
            *_of_house(plan),
            *_of_isolation(plan, now),
            *_of_time(plan, numbers, farm, moments, most),
        ],
        brackets=brackets,
        farm=farm,
        least=least * 1000,
        most=most * 1000,
        opens_at=moments.opens_at,
        check_in_at=moments.check_in_at,
        starts_at=moments.starts_at,
        ends_at=moments.starts_at + timedelta(seconds=most),
        reveal_at=moments.reveal_at,
        editions=[moment.astimezone(UTC) for moment in islice(firings, EDITIONS)],
    )


def _of_house(plan: Plan) -> Iterator[str]:
    if plan.house and not plan.house_competes and plan.stages[0].own.is_bracket:
        yield (
            "The house's bots play out of competition. In a bracket who loses to one is out all the same: "
            "let them compete, or leave them out."
        )


def _of_isolation(plan: Plan, now: datetime) -> Iterator[str]:
    """Where its ladder requires of workers what none of them has."""
    ladder = Ladder.objects.filter(slug=plan.ladder).first() if plan.ladder else None
    least = isolation_of(ladder.least_isolation) if ladder else Isolation.NONE
    if ladder and not workers.is_served(least, now=now):
        yield (
            f"The ladder {ladder.title} requires isolation level {least} of its tournaments too, and no worker"
            " that is running has it: games wait until one does."
        )


def _of_time(plan: Plan, numbers: Numbers, farm: Farm, moments: plan_rows.Times, most: float) -> Iterator[str]:
    """Where the timetable is shorter than what it has to hold."""
    rounds = [one for stage in numbers.stages for one in stage.rounds]
    longest = max(rounds, key=lambda one: estimates.of_round(one, farm, 1))
    minutes = ceil(estimates.of_round(longest, farm, 1) / 60)
    if plan.round_minutes and len(rounds) > 1 and minutes > plan.round_minutes:
        yield (
            f"{longest.name} may take {minutes} minutes, and a round is planned every {plan.round_minutes}: later "
            "rounds begin when the one before is decided, behind the timetable."
        )
    ends_at = moments.starts_at + timedelta(seconds=most)
    if plan.reveal == "end" and moments.reveal_at is not None and moments.reveal_at < ends_at:
        late = ceil((ends_at - moments.reveal_at).total_seconds() / 60)
        yield (
            f"Results are told up to {late} minutes before everything is played: from then on they come as they "
            "are played."
        )
