"""What a command of organizers is made of: an `OrganizerCommand`, the `COMMAND` of a module in `commands/`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, Final

from athanor.lifecycles import TournamentState as State
from athanor.tournaments.models import Tournament

Given = Mapping[str, Any]
"""The fields of a command, read: of a "number" an int, of "ranks" a list of them, else a text."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A field of a command."""

    name: str
    label: str
    kind: str = "text"
    """ "text", "long", "number", "ranks", "pairing", "entrant", "choice"."""
    hint: str = ""
    value: str = ""
    choices: Mapping[str, str] | None = None
    may_be_empty: bool = False
    """Of a number: then it is None."""
    most: int = 80
    """Characters that the API takes."""


REASON: Final = Asked("reason", "Why", hint="Everybody is told.", most=400)
PAIRING: Final = Asked("pairing", "Pairing", "pairing", most=40)
RANKS: Final = Asked(
    "ranks",
    "Ranks",
    "ranks",
    hint="Of its players, in their order: 1 2, or 1 1 for a tie, or 2 2 where both have lost.",
)
BOT: Final = Asked("key", "Bot", "entrant")
AUTHOR: Final = Asked("username", "Author")


class OrganizerCommand(ABC):
    """What may be told to a tournament, when, and what comes of it."""

    title: ClassVar[str]
    about: ClassVar[str] = ""
    place: ClassVar[int]
    """Where it stands among the commands of the control room."""
    states: ClassVar[frozenset[State]]
    """In which it may be given."""
    fields: ClassVar[tuple[Asked, ...]] = ()
    is_hard: ClassVar[bool] = False
    """Whether something is lost by it."""
    is_for_the_owner: ClassVar[bool] = False
    """Whether co-organizers may not give it."""

    def means_something(self, tournament: Tournament) -> bool:
        """Whether the control room offers it, where the state allows it."""
        return True

    def follows(self, tournament: Tournament, given: Given) -> str:
        """What follows from it and cannot be undone, to be confirmed; "" where nothing does. Raises Refusal."""
        return ""

    @property
    def is_asked_about(self) -> bool:
        """Whether anything may follow from it that cannot be undone."""
        return type(self).follows is not OrganizerCommand.follows

    def is_public(self, held: Tournament, given: Given) -> bool:
        """Whether everybody is told its line of the log."""
        return False

    @abstractmethod
    def carry(self, held: Tournament, given: Given, at: datetime) -> str:
        """Carries it out under the tournament's row; its line of the log. Raises Refusal."""
