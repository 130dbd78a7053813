"""What may be done to a tournament in which state, and the log of all that was."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from athanor.accounts.models import User
from athanor.lifecycles import TournamentState as State
from athanor.refusals import Refusal
from athanor.tournaments import telling, wording
from athanor.tournaments.models import Act, Tournament

BEFORE: Final = frozenset((State.ANNOUNCED, State.REGISTRATION, State.CHECK_IN))
ON: Final = frozenset((State.RUNNING, State.PAUSED))
OPEN: Final = BEFORE | ON
ENTERED: Final = OPEN - {State.ANNOUNCED}
"""While there may be entries."""
LATER: Final = OPEN | {State.FINISHED}

ALLOWED: Final[Mapping[str, frozenset[State]]] = {
    "edit": LATER | {State.DRAFT},
    "enter": frozenset((State.REGISTRATION,)),
    "enter-late": ON,
    "withdraw": ENTERED,
    "check-in": frozenset((State.CHECK_IN,)),
}
"""When authors and organizers may do what is no command of the control room; those say so themselves."""

LEADS_OUT: Final[Mapping[State, str]] = {
    State.DRAFT: "announcing it leads out of that",
    State.ANNOUNCED: "registration opens at its time, or it is called off",
    State.REGISTRATION: "it goes on at its time, by starting it now, or it is called off",
    State.CHECK_IN: "it starts at its time or by starting it now; putting the start off reopens registration",
    State.RUNNING: "it ends with its last round; pausing it or calling it off leads out of that before",
    State.PAUSED: "resuming it or calling it off leads out of that",
    State.FINISHED: "nothing leads out of that but a result that an organizer voids or corrects",
    State.ARCHIVED: "nothing leads out of that",
    State.CANCELLED: "nothing leads out of that; plan another one",
}


@dataclass(frozen=True, slots=True)
class Command:
    """How a command was given."""

    name: str = ""
    """The giver's own name for it: the same again changes nothing."""
    seen: int | None = None
    """The last act that its giver had seen: what another organizer did since goes first."""
    asked: str = ""
    """All that is asked for, as a digest: a name that is used again for something else is a mistake."""

    def asking(self, **fields: Any) -> Command:
        text = json.dumps(fields, sort_keys=True, default=str)
        return replace(self, asked=hashlib.sha256(text.encode()).hexdigest()[:32])

    def __post_init__(self) -> None:
        if odd := wording.unshowable(self.name):
            wrong = f"the command's name has a character that cannot be shown, {odd}"
            raise Refusal("bad-command", wrong, "name it in letters and digits")


GIVEN: Final = Command()
"""Without a name, whatever was seen."""


def require(tournament: Tournament, states: frozenset[State]) -> None:
    """Raises Refusal where it is in none of these states."""
    state = State(tournament.state)
    if state not in states:
        # In the order of a tournament's life, which is that of the enum.
        where = [str(one.label) for one in State if one in states]
        raise Refusal(
            "not-now",
            f"the tournament is {state.label}, and this can be done only while it is {' or '.join(where)}",
            LEADS_OUT[state],
            status=409,
        )


def log(
    tournament: Tournament,
    what: str,
    sentence: str,
    *,
    at: datetime,
    by: User | None = None,
    command: Command = GIVEN,
    is_public: bool = False,
    **detail: Any,
) -> Act:
    """Writes an act down. The tournament's row is held."""
    tournament.acts += 1
    tournament.save(update_fields=["acts"])
    act = Act.objects.create(
        tournament=tournament,
        number=tournament.acts,
        at=at,
        by=by,
        what=what,
        sentence=sentence[:400],
        detail=detail | ({"asked": command.asked} if command.asked else {}),
        command=command.name[:64] or None,
        is_public=is_public,
    )
    if is_public:
        telling.everybody(tournament, act)
    return act


def require_same(before: Act, command: Command, what: str) -> None:
    """Raises Refusal where a name that was given already is given to something else now."""
    if (before.what, before.detail.get("asked", "")) != (what, command.asked):
        raise Refusal(
            "command-used",
            f"that name was used already for another command: {before.sentence}",
            "give this command another name; on a page, reload it and look",
            status=409,
        )


def was_given(tournament: Tournament, command: Command, what: str) -> bool:
    """Whether this very command was carried out already.

    Raises Refusal where another one came between, or where its name stands for something else.
    """
    before = tournament.log.filter(command=command.name[:64]).first() if command.name else None
    if before is not None:
        require_same(before, command, what)
        return True
    if command.seen is not None:
        since = tournament.log.filter(number__gt=command.seen, by__isnull=False).select_related("by").last()
        if since is not None and since.by is not None:
            raise Refusal(
                "changed-since",
                f"since you looked, {since.by.username} did this: {since.sentence}",
                "look at the tournament, and repeat your command if you still want it",
                status=409,
            )
    return False
