"""What of a plan may still change: less and less, as a tournament goes on.

Before registration opens everything may. Then what the entrants came for is fixed - the game, its clock, who may
enter - and with the draw all that the rounds are made of. What nobody's result hangs on stays open to its end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Final

from arena.pairing.documents import to_document
from athanor.lifecycles import TournamentState as State
from athanor.tournaments import life, plan_checks
from athanor.tournaments.acts import LEADS_OUT
from athanor.tournaments.feasibility import Problem
from athanor.tournaments.models import RUNS, Tournament
from athanor.tournaments.plan import Plan
from athanor.tournaments.plan_checks import BadPlan

NOT_OPEN: Final = frozenset((State.DRAFT, State.ANNOUNCED))
NOT_DRAWN: Final = NOT_OPEN | {State.REGISTRATION, State.CHECK_IN}
NOT_OVER: Final = NOT_DRAWN | frozenset(State(state) for state in RUNS)
NOT_PUT_AWAY: Final = NOT_OVER | {State.FINISHED}

MAY_CHANGE: Final[Mapping[str, frozenset[State]]] = {
    **dict.fromkeys(("title", "about", "repeat"), NOT_PUT_AWAY),
    **dict.fromkeys(("capacity", "late_entry", "round_minutes"), NOT_OVER),
    **dict.fromkeys(
        ("stages", "seeding", "start", "zone", "check_in_minutes", "per_user", "house", "house_competes"),
        NOT_DRAWN,
    ),
    **dict.fromkeys(("reveal", "reveal_after", "reveal_every"), NOT_DRAWN),
    **dict.fromkeys(("game", "options", "clock", "seats", "least_seats", "opens_days", "ladder"), NOT_OPEN),
    **dict.fromkeys(("least_rating", "most_rating", "least_matches", "account_days"), NOT_OPEN),
    **dict.fromkeys(("invited", "runtimes"), NOT_OPEN),
}
"""By field of a plan: while it is what."""

WORDS: Final[Mapping[str, str]] = {
    "stages": "the format",
    "start": "the start",
    "zone": "the time zone",
    "check_in_minutes": "the check-in",
    "round_minutes": "the time between rounds",
    "per_user": "bots of one author",
    "capacity": "the places",
    "house": "the house's bots",
    "house_competes": "whether the house's bots compete",
    "late_entry": "late entries",
    "reveal": "when results are told",
    "reveal_after": "when results are told",
    "reveal_every": "when results are told",
    "repeat": "when it comes again",
    "about": "its description",
    "opens_days": "when registration opens",
    "least_seats": "the seats",
    "invited": "who is invited",
}


def changed(before: Plan, after: Plan) -> list[str]:
    """The names of the fields that differ."""
    was, becomes = before.document(), after.document()
    return [name for name in Plan.model_fields if name != "slug" and was[name] != becomes[name]]


def checked(held: Tournament, wanted: Plan, *, now: datetime) -> Plan:
    """The plan that it may have instead of its own. Raises BadPlan."""
    before = Plan.read(held.plan)
    after = plan_checks.checked(wanted.changed(slug=before.slug), now=now, since=before, state=held.state)
    if problems := list(unlawful(held, before, after)):
        raise BadPlan(problems)
    return after


def told(names: list[str]) -> str:
    """The same in words, for everybody: "the start, the places"."""
    return ", ".join(dict.fromkeys(WORDS.get(name, name.replace("_", " ")) for name in names))


def unlawful(held: Tournament, before: Plan, after: Plan) -> Iterator[Problem]:
    """Each change that its state does not allow, beside its field."""
    state = State(held.state)
    for name in changed(before, after):
        if name == "invited" and before.invited and after.invited and state in NOT_DRAWN:
            continue  # It is by invitation as before; only the list is another one.
        if state not in MAY_CHANGE[name]:
            while_it = " or ".join(str(one.label) for one in State if one in MAY_CHANGE[name])
            yield (
                name,
                f"It is {state.label}, and this may change only while it is {while_it}; {LEADS_OUT[state]}.",
            )
    there = life.taken(held).count()
    if after.capacity < min(there, before.capacity):
        yield "capacity", f"{there} are entered: take {there} or more, or take somebody out first."
    if state in RUNS and _settings(before) != _settings(after):
        yield (
            "round_minutes",
            "It was begun with rounds on a timetable or without: that stays, only the minutes may change.",
        )


def _settings(plan: Plan) -> object:
    return to_document(plan.settings("00" * 32))
