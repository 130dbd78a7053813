"""What an organizer asks for, checked: one value behind the form, the API and the next edition of a series."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from arena.games.registry import GAMES
from arena.orders.documents import Clock
from arena.orders.ladders import QUICK
from arena.pairing.documents import to_document
from athanor.accounts.models import User
from athanor.ladders.models import Ladder
from athanor.refusals import Refusal
from athanor.tournaments import conditions, feasibility, times, wording
from athanor.tournaments.feasibility import Problem
from athanor.tournaments.formats import (
    FORMATS,
    SEEDINGS,
    TIE_BREAKS,
    StagePlan,
    read_stage,
    settings_of,
)
from athanor_contract.runtimes import RUNTIMES

CLOCKS: Final[Mapping[str, Clock]] = {
    "quick": QUICK,
    "normal": Clock(),
    "long": Clock(bank=120_000, increment=500, move_cap=30_000, match_cap=1_800_000),
}
REVEALS: Final[Mapping[str, str]] = {
    "live": "As they come",
    "end": "All at once, at a time",
    "rounds": "Round by round, from a time on",
}
FARTHEST = timedelta(days=400)
MOST_LEAD = 60
"""Days of registration."""
MOST_MINUTES = 7 * 24 * 60


AUTOMATIC: Final = "auto"
"""The first ladder that rates bots of the game."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The same names as in the form and in the API."""

    title: str
    game: str
    start: str
    """Local time of the first edition: "2027-03-31T18:00"."""
    zone: str = "UTC"
    about: str = ""
    slug: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    clock: str = "quick"
    stages: Sequence[StagePlan] = (StagePlan(),)
    seats: int | None = None
    """None: as many as the ladder's tables have, else as few as the game has."""
    least_seats: int | None = None
    seeding: str = "rating"
    ladder: str = AUTOMATIC
    """Empty: none."""
    capacity: int = 64
    per_user: int = 1
    house: bool = False
    house_competes: bool = False
    """Whether the house's bots have places; otherwise they play out of competition."""
    late_entry: bool = False
    least_rating: float | None = None
    most_rating: float | None = None
    least_matches: int = 0
    account_days: int = 0
    invited: Sequence[str] = ()
    runtimes: Sequence[str] = ()
    opens_days: int = 7
    """How long before the start registration opens."""
    check_in_minutes: int = 0
    round_minutes: int = 0
    reveal: str = "live"
    reveal_after: int = 0
    """Minutes from the start to the first results."""
    reveal_every: int = 0
    repeat: str = ""
    """A rule in the manner of cron, of local times; empty: it is held once."""

    def document(self) -> dict[str, Any]:
        found = asdict(self)
        for name in ("invited", "runtimes"):
            found[name] = list(found[name])
        found["stages"] = [stage | {"tie_breaks": list(stage["tie_breaks"])} for stage in found["stages"]]
        return found


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
    problems = list(_problems(settled, now))
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
    two_only = any(stage.format == "double-elimination" for stage in plan.stages)
    usual = ladder.seats if ladder and not two_only else least_of_game
    seats = usual if plan.seats is None else plan.seats
    usual_least = ladder.least_seats if ladder and ladder.seats == seats else seats
    least_seats = usual_least if plan.least_seats is None else plan.least_seats
    return replace(plan, ladder=slug, seats=seats, least_seats=least_seats)


def _unshowable(plan: Plan) -> Iterator[Problem]:
    for one in fields(plan):
        value = getattr(plan, one.name)
        lines = (value,) if isinstance(value, str) else value if one.name in ("invited", "runtimes") else ()
        if odd := next(filter(None, map(wording.unshowable, lines)), ""):
            yield one.name, SHOWN.get(one.name, f"This has a character that cannot be shown, {odd}. Leave it out.")


def _problems(plan: Plan, now: datetime) -> Iterator[Problem]:
    words = list(_words(plan))
    yield from words
    yield from _numbers(plan)
    yield from _who(plan)
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
    elif not slug_of(plan):
        yield "title", "A title has at least one letter a to z, or digit: the address is made of them."
    if len(plan.about) > 4000:
        yield "about", f"This has {len(plan.about)} characters. Leave it at 4000."
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
    for name, least, most in (
        ("capacity", 2, feasibility.MOST_ENTRANTS),
        ("per_user", 1, 50),
        ("opens_days", 0, MOST_LEAD),
        ("check_in_minutes", 0, 24 * 60),
        ("round_minutes", 0, MOST_MINUTES),
        ("reveal_after", 0, MOST_MINUTES),
        ("reveal_every", 0, MOST_MINUTES),
        ("least_matches", 0, 100_000),
        ("account_days", 0, 3650),
    ):
        value = getattr(plan, name)
        if not least <= value <= most:
            yield name, f"{value} is out of reach. Take {least} to {most}."


def _who(plan: Plan) -> Iterator[Problem]:
    ladder = Ladder.objects.filter(slug=plan.ladder).first() if plan.ladder else None
    if plan.ladder and ladder is None:
        yield "ladder", f"There is no ladder {plan.ladder[:40]!r}. The list of ladders has those there are."
    elif ladder is not None and (ladder.game != plan.game or ladder.is_solo):
        fitting = Ladder.objects.filter(game=plan.game, seats__gt=1).values_list("slug", flat=True)
        there = f"Of {plan.game} there are: {', '.join(fitting)}." if fitting else f"{plan.game} has none yet."
        yield "ladder", f"The ladder {ladder.slug} does not rate bots of {plan.game} against each other. {there}"
    for name in ("least_rating", "most_rating", "least_matches"):
        if getattr(plan, name) and not plan.ladder:
            yield name, "On which ladder? Choose one above, or leave this empty."
    if plan.least_rating is not None and plan.most_rating is not None and plan.least_rating > plan.most_rating:
        yield (
            "most_rating",
            f"Nobody has {plan.least_rating:g} or more and {plan.most_rating:g} or less. Swap them.",
        )
    for name in plan.runtimes:
        if name not in RUNTIMES:
            yield "runtimes", f"There is no runtime {name[:40]!r}. There are: {', '.join(RUNTIMES)}."
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


def slug_of(plan: Plan) -> str:
    return plan.slug or re.sub(r"[^a-z0-9]+", "-", plan.title.lower()).strip("-")[:40].strip("-")


def free_slug(wanted: str, taken: Callable[[str], bool]) -> str:
    """The address, with a number behind it where it is taken."""
    if not taken(wanted):
        return wanted
    return next(name for number in range(2, 100_000) if not taken(name := f"{wanted}-{number}"))


def conditions_of(plan: Plan) -> list[dict[str, Any]]:
    found: list[conditions.Condition] = []
    if plan.ladder and (plan.least_rating is not None or plan.most_rating is not None or plan.least_matches):
        found.append(conditions.Rated(plan.ladder, plan.least_rating, plan.most_rating, plan.least_matches))
    if plan.account_days:
        found.append(conditions.AccountAge(plan.account_days))
    if plan.invited:
        found.append(conditions.Invited())
    if plan.runtimes:
        found.append(conditions.Runtime(tuple(plan.runtimes)))
    return [conditions.document(condition) for condition in found]


def read(document: Mapping[str, Any]) -> Plan:
    """A plan as it was stored. One that is older than the choice was announced with the house competing."""
    return Plan(
        **{"house_competes": True, **document, "stages": tuple(read_stage(stage) for stage in document["stages"])}
    )


@dataclass(frozen=True, slots=True)
class Times:
    """The moments of one edition."""

    opens_at: datetime
    check_in_at: datetime
    starts_at: datetime
    reveal_at: datetime | None


def times_of(plan: Plan, starts_at: datetime, now: datetime) -> Times:
    of = times.zone(plan.zone)
    check_in_at = starts_at - timedelta(minutes=plan.check_in_minutes)
    opens_at = times.days_before(starts_at, plan.opens_days, of) if plan.opens_days else now
    reveal_at = None if plan.reveal == "live" else starts_at + timedelta(minutes=plan.reveal_after)
    return Times(min(opens_at, check_in_at), check_in_at, starts_at, reveal_at)


def fields_of(plan: Plan) -> dict[str, Any]:
    """What of a plan every edition has in its row, its times and its address left out."""
    seed = secrets.token_hex(32)
    return {
        "seed": seed,
        "commitment": hashlib.sha256(bytes.fromhex(seed)).hexdigest(),
        "title": plan.title.strip(),
        "about": plan.about.strip(),
        "game": plan.game,
        "options": dict(plan.options),
        "clock": asdict(CLOCKS[plan.clock]),
        "settings": to_document(settings_of(plan, "00" * 32)),
        "plan": plan.document(),
        "conditions": conditions_of(plan),
        "capacity": plan.capacity,
        "per_user": plan.per_user,
        "ladder": Ladder.objects.filter(slug=plan.ladder).first() if plan.ladder else None,
        "late_entry": plan.late_entry,
        "time_zone": plan.zone,
        "round_minutes": plan.round_minutes,
        "reveal_minutes": plan.reveal_every if plan.reveal == "rounds" else 0,
    }
