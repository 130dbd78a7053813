"""The commands of the control room and of the API: their names, what each asks for, and who carries it out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from athanor.accounts.models import User
from athanor.lifecycles import TournamentState
from athanor.refusals import NotFound, Refusal
from athanor.tournaments import acts, consequences, directing, editions, execution, rulings, wording
from athanor.tournaments.acts import ALLOWED, Command
from athanor.tournaments.consequences import Unconfirmed
from athanor.tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Asked:
    """A field of a command."""

    name: str
    label: str
    kind: str = "text"
    """ "text", "long", "number", "pairing", "entrant", "choice"."""
    hint: str = ""
    value: str = ""
    choices: Mapping[str, str] | None = None


REASON: Final = Asked("reason", "Why", hint="Everybody is told.")


RANKS: Final = Asked(
    "ranks",
    "Ranks",
    hint="Of its players, in their order: 1 2, or 1 1 for a tie, or 2 2 where both have lost.",
)


@dataclass(frozen=True, slots=True)
class Spec:
    title: str
    about: str
    fields: tuple[Asked, ...]
    carry: Callable[..., Any]
    is_hard: bool = False
    """Whether something is lost by it."""


SPECS: Final[Mapping[str, Spec]] = {
    "publish": Spec("Announce it", "Everybody sees it, and the schedule takes it on.", (), editions.publish),
    "start": Spec("Start now", "With who is entered at this moment.", (), directing.start),
    "pause": Spec(
        "Pause",
        "No round is paired and no game ordered; what is being played is played to its end.",
        (Asked("reason", "Why", hint="Told on its page; may be empty."),),
        directing.pause,
    ),
    "resume": Spec("Resume", "It goes on where it stood.", (), directing.resume),
    "extend": Spec(
        "Put off",
        "What still waits for its time comes later: the start, the next round, the results.",
        (Asked("minutes", "Minutes", "number", value="30"),),
        directing.extend,
    ),
    "announce": Spec(
        "Tell everybody",
        "It stands on the tournament's page.",
        (Asked("text", "Words", "long"),),
        directing.announce,
    ),
    "reveal": Spec("Tell results now", "Those that would be told next.", (), directing.reveal),
    "void": Spec(
        "Void and replay",
        "The game counts for nothing and is played again; of a duplicate set, all games of the deal. "
        "Game 0 takes a ruling back.",
        (Asked("pairing", "Pairing", "pairing"), Asked("game", "Game", "number", value="1"), REASON),
        rulings.void,
        is_hard=True,
    ),
    "rule": Spec(
        "Rule",
        "Decides a pairing, whatever was played of it.",
        (
            Asked("pairing", "Pairing", "pairing"),
            RANKS,
            REASON,
        ),
        rulings.rule,
        is_hard=True,
    ),
    "correct": Spec(
        "Correct a result",
        "Another result for a pairing that is decided, of any round. Pairings that were made since stand, and the "
        "standings are computed anew.",
        (Asked("pairing", "Pairing", "pairing"), RANKS, REASON),
        rulings.correct,
    ),
    "remove": Spec(
        "Take out",
        "Withdraws a bot in its author's place.",
        (Asked("key", "Bot", "entrant"), REASON),
        directing.remove,
        is_hard=True,
    ),
    "disqualify": Spec(
        "Disqualify",
        "Its open games are lost; it is ranked last and cannot come back.",
        (
            Asked("key", "Bot", "entrant"),
            Asked("results", "What it has played", "choice", value=directing.KEPT, choices=directing.RESULTS),
            REASON,
        ),
        directing.disqualify,
        is_hard=True,
    ),
    "seed": Spec(
        "Seed by hand",
        "Its number in the draw; 1 is the first. For tournaments that are seeded by hand.",
        (Asked("key", "Bot", "entrant"), Asked("number", "Number", "number")),
        directing.seed,
    ),
    "invite": Spec("Invite", "Where entry is by invitation.", (Asked("username", "Author"),), directing.invite),
    "add-organizer": Spec(
        "Add a co-organizer",
        "May do everything here but name organizers.",
        (Asked("username", "Author"),),
        directing.add_organizer,
    ),
    "remove-organizer": Spec(
        "Remove a co-organizer", "", (Asked("username", "Author"),), directing.remove_organizer
    ),
    "stop-series": Spec(
        "Stop the series",
        "No further edition is opened; this one goes on.",
        (),
        directing.stop_series,
        is_hard=True,
    ),
    "call-off": Spec(
        "Call it off",
        "It ends without a winner. What was played stays on record.",
        (REASON,),
        directing.call_off,
        is_hard=True,
    ),
}


def possible(tournament: Tournament) -> dict[str, Spec]:
    """Those that its state allows and that mean something here."""
    state = TournamentState(tournament.state)
    found = {name: spec for name, spec in SPECS.items() if state in ALLOWED[name]}
    if tournament.reveal_at is None:
        found.pop("reveal", None)
    if tournament.series_id is None or (tournament.series and tournament.series.stopped_at):
        found.pop("stop-series", None)
    if not tournament.plan["invited"]:
        found.pop("invite", None)
    if tournament.settings.get("seeding") != "hand":
        found.pop("seed", None)
    return found


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
    spec = SPECS.get(what)
    if spec is None:
        raise NotFound(f"there is no command {what[:40]!r}", f"there are: {', '.join(SPECS)}")
    execution.require_organizer(tournament, by)
    given = {asked.name: _read(asked, fields.get(asked.name)) for asked in spec.fields}
    command = command.asking(**given)
    if not confirmed and what in consequences.FOLLOWS:
        _ask(tournament, what, given, command)
    spec.carry(tournament=tournament, by=by, command=command, now=now, **given)


def _ask(tournament: Tournament, what: str, given: Mapping[str, Any], command: Command) -> None:
    """Raises Unconfirmed where something follows that cannot be undone; or Refusal, where it would be refused."""
    if acts.was_given(tournament, command, what):
        return
    acts.require(tournament, what)
    if REASON in SPECS[what].fields:
        execution.given_reason(given["reason"])
    if follows := consequences.of(tournament, what, given):
        raise Unconfirmed(follows)


class BadField(Refusal):
    """A field of a command that cannot be."""

    def __init__(self, field: str, message: str, hint: str) -> None:
        super().__init__(f"bad-{field}", message, hint)
        self.field = field


def _read(asked: Asked, value: Any) -> Any:
    if asked.name == "ranks":
        words = value if isinstance(value, list) else str(value or "").replace("-", " ").replace(",", " ").split()
        if not words or not all(str(word).isdecimal() and len(str(word)) < 4 for word in words):
            raise BadField(
                "ranks", f"{value!r:.60} are no ranks", "write one for each player: 1 2, or 1 1 for a tie"
            )
        return [int(word) for word in words]
    if asked.kind == "number":
        text = str(value if value is not None else "").strip()
        if not text and asked.name == "number":
            return None
        if not text.removeprefix("-").isdecimal() or len(text) > 9:
            raise BadField(asked.name, f"{text[:40]!r} is no whole number", "write one in digits: 1, 30")
        return int(text)
    text = str(value if value is not None else asked.value if asked.choices else "").strip()
    if odd := wording.unshowable(text):
        raise BadField(asked.name, f"it has a character that cannot be shown, {odd}", "leave it out")
    return text
