"""Whether a tournament can be held by a plan: each problem beside its field, with what would be right."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from arena.games.registry import GAMES
from athanor.accounts.models import User
from athanor.ladders.models import Ladder
from athanor.refusals import Refusal
from athanor.tournaments import feasibility, times, wording
from athanor.tournaments.feasibility import Problem
from athanor.tournaments.formats import FORMATS
from athanor.tournaments.plan import AUTOMATIC, CLOCKS, REVEALS, SEEDINGS, TIE_BREAKS, Plan
from athanor.tournaments.plan_fields import Reach
from athanor_contract.runtimes import RUNTIMES

FARTHEST = timedelta(days=400)
MOST_RATING: Final = 1_000_000
MOST_INVITED: Final = 512
"""Names of authors in a plan; others can be invited one by one."""

SHOWN: Final = {"title": "A title has 3 to 80 characters, all of which can be shown."}


class BadPlan(Refusal):
    """A plan that no tournament can be held by: each problem with the field that it is about."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        told = "; ".join(f"{name}: {sentence.rstrip('.')}" for name, sentence in problems)
        super().__init__("bad-plan", told, "change these fields")
        self.problems = tuple(problems)


def checked(plan: Plan, *, now: datetime, since: Plan | None = None, state: str = "draft") -> Plan:
    """The plan, if a tournament can be held by it, with what it leaves open filled in. Raises BadPlan.

    `since` is the plan of a tournament that is changed, and `state` what it is: times that were agreed on and
    have come by now are no fault of the change.
    """
    if problems := list(_unshowable(plan)):
        raise BadPlan(problems)  # Nothing is looked up by it: a database may not even take the question.
    settled = _settled(plan)
    problems = list(_problems(settled, now, since))
    if since is not None and state not in ("draft", "announced"):
        agreed = {
            name
            for name in ("start", "zone", "check_in_minutes", "least_seats")
            if getattr(since, name) == getattr(plan, name)
        }
        if (since.stages, since.capacity) == (settled.stages, settled.capacity):
            agreed |= {f"stages.{number}.advance" for number in range(len(plan.stages))}
        problems = [(name, why) for name, why in problems if name not in agreed]
    if problems:
        raise BadPlan(problems)
    return settled


def _settled(plan: Plan) -> Plan:
    slug = plan.ladder
    if slug == AUTOMATIC:
        rated = Ladder.objects.filter(game=plan.game, seats__gt=1).order_by("place", "slug")
        fitting = rated.filter(seats=plan.seats).first() if plan.seats else None
        ladder = fitting or rated.first()
        slug = ladder.slug if ladder else ""
    ladder = Ladder.objects.filter(slug=slug, game=plan.game).first()
    least_of_game = max(2, GAMES[plan.game].seats.start) if plan.game in GAMES else 2
    two_only = any(FORMATS[stage.format].is_for_two for stage in plan.stages if stage.format in FORMATS)
    usual = ladder.seats if ladder and not two_only else least_of_game
    seats = usual if plan.seats is None else plan.seats
    usual_least = ladder.least_seats if ladder and ladder.seats == seats else seats
    least_seats = usual_least if plan.least_seats is None else plan.least_seats
    return plan.changed(ladder=slug, seats=seats, least_seats=least_seats)


def _unshowable(plan: Plan) -> Iterator[Problem]:
    for name in Plan.model_fields:
        value = getattr(plan, name)
        lines = (value,) if isinstance(value, str) else value if name in ("invited", "runtimes") else ()
        if odd := next(filter(None, map(wording.unshowable, lines)), ""):
            yield name, SHOWN.get(name, f"This has a character that cannot be shown, {odd}. Leave it out.")


def _problems(plan: Plan, now: datetime, since: Plan | None) -> Iterator[Problem]:
    words = list(_words(plan))
    yield from words
    yield from _numbers(plan)
    yield from _who(plan)
    yield from _invited(plan, since)
    yield from _when(plan, now)
    if not any(name in ("game", "seeding") or name.startswith("stages") for name, _ in words):
        yield from feasibility.problems(plan)


NOUNS: Final[Mapping[str, str]] = {
    "tie_breaks": "tie-break",
    "reveal": "way to tell results",
}


def _choice(name: str, value: str, known: Mapping[str, Any]) -> Iterator[Problem]:
    if value not in known:
        there = ", ".join(one for one in known if one)
        noun = name.rpartition(".")[2]
        yield name, f"There is no {NOUNS.get(noun, noun)} {value[:40]!r}. There are: {there}."


def _words(plan: Plan) -> Iterator[Problem]:
    title = plan.title.strip()
    if not 3 <= len(title) <= 80 or not title.isprintable():
        yield "title", SHOWN["title"]
    elif not plan.address:
        yield "title", "A title has at least one letter a to z, or digit: the address is made of them."
    if plan.slug and not re.fullmatch(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?", plan.slug):
        yield "slug", "An address has 1 to 40 small letters, digits and hyphens."
    yield from _choice("game", plan.game, GAMES)
    yield from _choice("clock", plan.clock, CLOCKS)
    for number, stage in enumerate(plan.stages):
        yield from _choice(f"stages.{number}.format", stage.format, FORMATS)
        for name in stage.tie_breaks:
            yield from _choice(f"stages.{number}.tie_breaks", name, TIE_BREAKS)
    yield from _choice("seeding", plan.seeding, SEEDINGS)
    yield from _choice("reveal", plan.reveal, REVEALS)


def _numbers(plan: Plan) -> Iterator[Problem]:
    for name, field in Plan.model_fields.items():
        for reach in (one for one in field.metadata if isinstance(one, Reach)):
            value = getattr(plan, name)
            if not reach.least <= value <= reach.most:
                yield name, f"{value} is out of reach. Take {reach.least} to {reach.most}."


def _who(plan: Plan) -> Iterator[Problem]:
    ladder = Ladder.objects.filter(slug=plan.ladder).first() if plan.ladder else None
    if plan.ladder and ladder is None:
        yield "ladder", f"There is no ladder {plan.ladder[:40]!r}. The list of ladders has those there are."
    elif ladder is not None and (ladder.game != plan.game or ladder.is_solo):
        fitting = Ladder.objects.filter(game=plan.game, seats__gt=1).values_list("slug", flat=True)
        there = f"Of {plan.game} there are: {', '.join(fitting)}." if fitting else f"{plan.game} has none yet."
        yield "ladder", f"The ladder {ladder.slug} does not rate bots of {plan.game} against each other. {there}"
    for name in ("least_rating", "most_rating", "least_matches"):
        value = getattr(plan, name)
        if name != "least_matches" and abs(value or 0) > MOST_RATING:
            yield name, f"No rating is that far from 0. Take one between {-MOST_RATING} and {MOST_RATING}."
        elif value and not plan.ladder:
            yield name, "On which ladder? Choose one above, or leave this empty."
    if plan.least_rating is not None and plan.most_rating is not None and plan.least_rating > plan.most_rating:
        yield (
            "most_rating",
            f"Nobody has {plan.least_rating:g} or more and {plan.most_rating:g} or less. Swap them.",
        )
    if len(plan.runtimes) > len(set(plan.runtimes)):
        yield "runtimes", "Name each runtime once."
    for name in dict.fromkeys(plan.runtimes):
        if name not in RUNTIMES:
            yield "runtimes", f"There is no runtime {name[:40]!r}. There are: {', '.join(RUNTIMES)}."


def _invited(plan: Plan, since: Plan | None) -> Iterator[Problem]:
    most = max(MOST_INVITED, len(since.invited) if since else 0)
    if len(plan.invited) > most:
        why = f"These are {len(plan.invited)} authors, and {most} are as many as a plan names."
        yield "invited", f"{why} Invite the others in the control room."
        return
    known = set(User.objects.filter(username__in=plan.invited).values_list("username", flat=True))
    for name in plan.invited:
        if name not in known:
            yield (
                "invited",
                f"There is no author {name[:40]!r}. Write names as they stand in addresses, one a line.",
            )


def _when(plan: Plan, now: datetime) -> Iterator[Problem]:
    # What is wrong whatever the zone or the start is meant to be, is told all the same.
    of, start, unsure = times.zone("UTC"), None, timedelta()
    try:
        of = times.zone(plan.zone)
    except times.BadTime as error:
        yield "zone", str(error)
        unsure = timedelta(hours=14)
    try:
        start = times.moment(plan.start, of)
    except times.BadTime as error:
        yield "start", str(error)
    else:
        yield from _start(plan, start, of, now, unsure)
    if plan.repeat:
        try:
            times.check_rule(plan.repeat, max(start or now, now), of)
        except times.BadTime as error:
            yield "repeat", str(error)
    if plan.reveal == "rounds" and plan.reveal_every == 0:
        yield "reveal_every", "Round by round needs minutes between two of them. Take 1 or more."
    if plan.reveal != "live" and plan.late_entry:
        why = (
            "Late entries would show how far a tournament is whose results are told later. Tell results as they"
            " come, or take no late entries."
        )
        yield "late_entry", why
    if plan.reveal != "live" and plan.reveal_after == 0:
        yield "reveal_after", "When? Say how many minutes after the start results begin to be told."


def _start(plan: Plan, start: datetime, of: ZoneInfo, now: datetime, unsure: timedelta) -> Iterator[Problem]:
    """`unsure`: by how much the clock may be another one."""
    here = now.astimezone(of)
    if start <= now - unsure:
        yield "start", f"That is past: in {of.key} it is {here:%Y-%m-%d %H:%M} now. Take a later time."
    elif start > now + FARTHEST + unsure:
        yield (
            "start",
            f"That is more than {FARTHEST.days} days away. Take {here + FARTHEST:%Y-%m-%d} at the latest.",
        )
    elif start - timedelta(minutes=plan.check_in_minutes) <= now and not unsure:
        left = int((start - now).total_seconds() // 60)
        yield "check_in_minutes", f"It starts in {left} minutes already. Check-in has to be shorter than that."
