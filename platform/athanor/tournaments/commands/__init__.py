"""The commands of the control room and of the API, a module each, found by itself: `stop_series` is `stop-series`.

Each is carried out in one transaction under the tournament's row:

1. only its owner and its co-organizers may give it, and only in a state that allows it
   (`OrganizerCommand.states`);
2. a command of the same name was carried out already: nothing happens; another organizer was faster: it is
   refused, and says what was done meanwhile (`acts.was_given`);
3. what cannot be undone is asked about first (`OrganizerCommand.follows`);
4. it is carried out and written into the log, with who gave it and why.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from athanor.accounts.models import User
from athanor.lifecycles import TournamentState
from athanor.matches import epochs
from athanor.refusals import NotFound, Refusal
from athanor.tournaments import acts, entries, execution, life, wakeups, wording
from athanor.tournaments.acts import GIVEN, Command
from athanor.tournaments.command_contract import REASON, Asked, Given, OrganizerCommand
from athanor.tournaments.consequences import Unconfirmed
from athanor.tournaments.models import Tournament

SAID: Final = ("reason", "text")
"""Fields that the line of the log has in words: they are not among its details."""


def _found() -> Iterator[tuple[str, OrganizerCommand]]:
    for one in iter_modules(__path__):
        yield one.name.replace("_", "-"), import_module(f"{__name__}.{one.name}").COMMAND


COMMANDS: Final[Mapping[str, OrganizerCommand]] = dict(sorted(_found(), key=lambda one: one[1].place))
"""In the order of the control room."""


def possible(tournament: Tournament) -> dict[str, OrganizerCommand]:
    """Those that its state allows and that mean something here."""
    state = TournamentState(tournament.state)
    return {name: one for name, one in COMMANDS.items() if state in one.states and one.means_something(tournament)}


def give(
    *,
    tournament: Tournament,
    by: User,
    what: str,
    fields: Mapping[str, Any],
    command: Command,
    confirmed: bool = False,
    now: datetime | None = None,
) -> None:
    """Carries a command out, its fields as a form or a document has them. Raises Refusal.

    One that cannot be undone raises `Unconfirmed`, which says what follows, until it is `confirmed`.
    """
    known = COMMANDS.get(what)
    if known is None:
        raise NotFound(f"there is no command {what[:40]!r}", f"there are: {', '.join(COMMANDS)}")
    execution.require_organizer(tournament, by)
    given = {asked.name: _read(asked, fields.get(asked.name)) for asked in known.fields}
    command = command.asking(**given)
    if known.is_asked_about and not confirmed:
        _ask(tournament, what, given, command)
    carry(what, tournament=tournament, by=by, command=command, now=now, **given)


def _ask(tournament: Tournament, what: str, given: Given, command: Command) -> None:
    """Raises Unconfirmed where something follows that cannot be undone; or Refusal, where it would be refused."""
    known = COMMANDS[what]
    if acts.was_given(tournament, command, what):
        return
    acts.require(tournament, known.states)
    if REASON in known.fields:
        execution.given_reason(given["reason"])
    if follows := known.follows(tournament, given):
        raise Unconfirmed(follows)


def carry(
    what: str,
    *,
    tournament: Tournament,
    by: User,
    command: Command = GIVEN,
    now: datetime | None = None,
    **fields: Any,
) -> bool:
    """Carries a command out without asking; whether that was now, or before already. Raises Refusal."""
    known = COMMANDS[what]
    given = {asked.name: asked.value for asked in known.fields} | fields
    now = now or timezone.now()
    if known.is_for_the_owner:
        execution.require_owner(tournament, by)
    epochs.ensure(now=now)
    with transaction.atomic():
        held = entries.hold(tournament)
        execution.require_organizer(held, by)
        if acts.was_given(held, command, what):
            return False
        acts.require(held, known.states)
        sentence = known.carry(held, given, now)
        held.refresh_from_db()
        detail = {name: value for name, value in given.items() if name not in SAID}
        is_public = known.is_public(held, given)
        acts.log(held, what, sentence, at=now, by=by, command=command, is_public=is_public, **detail)
        while life.take_step(held, now):
            pass
        wakeups.wake()
    return True


def _bad(asked: Asked, message: str, hint: str) -> Refusal:
    return Refusal(f"bad-{asked.name}", message, hint)


def _read(asked: Asked, value: Any) -> Any:
    if asked.kind == "ranks":
        words = value if isinstance(value, list) else str(value or "").replace("-", " ").replace(",", " ").split()
        if not words or not all(str(word).isdecimal() and len(str(word)) < 4 for word in words):
            raise _bad(asked, f"{value!r:.60} are no ranks", "write one for each player: 1 2, or 1 1 for a tie")
        return [int(word) for word in words]
    if asked.kind == "number":
        text = str(value if value is not None else "").strip()
        if not text and asked.may_be_empty:
            return None
        if not text.removeprefix("-").isdecimal() or len(text) > 9:
            raise _bad(asked, f"{text[:40]!r} is no whole number", "write one in digits: 1, 30")
        return int(text)
    text = str(value if value is not None else asked.value if asked.choices else "").strip()
    if odd := wording.unshowable(text):
        raise _bad(asked, f"it has a character that cannot be shown, {odd}", "leave it out")
    return text
