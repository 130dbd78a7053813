"""What the page on tournaments tells, from the code that obeys it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from arena.pairing.checking import MOST_STAGES
from athanor.lifecycles import TournamentState
from athanor.tournaments import changes, commands, editions, feasibility, life, progress
from athanor.tournaments.acts import LEADS_OUT
from athanor.tournaments.formats import FORMATS
from athanor.tournaments.plan import MOST_ENTRANTS, MOST_LEAD, TIE_BREAKS


def _changing() -> Iterator[tuple[str, str]]:
    """What may change, and while it is what."""
    by_states: dict[frozenset[TournamentState], list[str]] = {}
    for name, states in changes.MAY_CHANGE.items():
        by_states.setdefault(states, []).append(name)
    for states, names in by_states.items():
        yield changes.told(names), ", ".join(str(one.label) for one in TournamentState if one in states)


def _a_friday() -> str:
    """One that is near enough to be planned for, whenever the page is read."""
    soon = timezone.now().date() + timedelta(days=14)
    return f"{soon + timedelta(days=(4 - soon.weekday()) % 7)}"


def tournaments() -> Mapping[str, object]:
    return {
        "a_friday": _a_friday(),
        "formats": [of.title for of in FORMATS.values()],
        "tie_breaks": TIE_BREAKS.values(),
        "states": [(state.label, LEADS_OUT[state]) for state in TournamentState],
        "commands": list(commands.COMMANDS.items()),
        "changing": list(_changing()),
        "most_stages": MOST_STAGES,
        "most_ahead": editions.MOST_AHEAD,
        "most_entrants": MOST_ENTRANTS,
        "most_games": feasibility.MOST_GAMES,
        "most_lead": MOST_LEAD,
        "archived_days": life.ARCHIVED_AFTER.days,
        "void_too_often": progress.VOID_TOO_OFTEN,
        "backlog": settings.TOURNAMENT_BACKLOG,
        "a_user": settings.TOURNAMENTS_A_USER,
    }
