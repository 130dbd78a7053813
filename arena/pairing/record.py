"""One stage while it is played: who was drawn, which rounds were paired, what came of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from arena.pairing.events import NotNow, Paired
from arena.pairing.matches import Match
from arena.pairing.settings import Entrant, Settings, Stage

NOBODY: Mapping[str, Entrant] = {}


@dataclass(frozen=True, slots=True)
class Round:
    number: int
    keys: tuple[str, ...]
    byes: tuple[str, ...]
    play_off: bool


class Record:
    """Kept by `Tournament.apply`; formats only read it."""

    __slots__ = (
        "authors",
        "disqualified",
        "ended",
        "field",
        "gone",
        "guests",
        "matches",
        "number",
        "numbers",
        "open",
        "order",
        "rounds",
        "settings",
    )

    def __init__(
        self, settings: Settings, number: int, order: tuple[str, ...], entrants: Mapping[str, Entrant] = NOBODY
    ) -> None:
        self.settings = settings
        self.number = number
        self.field = order
        """Who was drawn when the stage began."""
        self.order = list(order)
        """The same, and after them who came late."""
        self.numbers = {entrant: place for place, entrant in enumerate(order, 1)}
        self.authors = {one: entrants[one].author for one in order if one in entrants and entrants[one].author}
        """Of the entrants that have one."""
        self.guests = {one for one in order if one in entrants and not entrants[one].competes}
        """Who plays out of competition."""
        self.matches: dict[str, Match] = {}
        self.open: dict[str, Match] = {}
        """Those that are not decided, in the order of pairing."""
        self.rounds: list[Round] = []
        self.gone: dict[str, int] = {}
        """Who of the stage withdrew, and how many rounds had been paired then; in that order."""
        self.disqualified: set[str] = set()
        self.ended = ""
        """Why it is over before its format is."""

    @property
    def stage(self) -> Stage:
        return self.settings.stages[self.number - 1]

    @property
    def present(self) -> list[str]:
        """Who is still in it, in the order of the draw."""
        return [entrant for entrant in self.order if entrant not in self.gone]

    @property
    def late(self) -> list[str]:
        return self.order[len(self.field) :]

    @property
    def regular_rounds(self) -> int:
        return max((one.number for one in self.rounds if not one.play_off), default=0)

    @property
    def has_play_off(self) -> bool:
        return any(one.play_off for one in self.rounds)

    def key(self, round_: int, table: int) -> str:
        return f"{self.number}-{round_}-{table}"

    def regular(self) -> Iterator[Match]:
        """Its matches without play-offs, in the order of pairing."""
        return (match for match in self.matches.values() if not match.play_off)

    def add(self, entrant: Entrant) -> None:
        """A late entry: its number comes after all that were drawn."""
        self.order.append(entrant.key)
        self.numbers[entrant.key] = len(self.order)
        if entrant.author:
            self.authors[entrant.key] = entrant.author
        if not entrant.competes:
            self.guests.add(entrant.key)

    def copy(self) -> Record:
        twin = Record.__new__(Record)
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.order = self.order.copy()
        twin.numbers = self.numbers.copy()
        twin.authors = self.authors.copy()
        twin.guests = self.guests.copy()
        twin.matches = {key: match if match.outcome else match.copy() for key, match in self.matches.items()}
        twin.open = {key: twin.matches[key] for key in self.open}
        twin.rounds = self.rounds.copy()
        twin.gone = self.gone.copy()
        twin.disqualified = self.disqualified.copy()
        return twin


def require_pairings(event: Paired, record: Record, known: Callable[[str], Match | None]) -> None:
    """Raises NotNow where a pairing is made already, or is none of this stage."""
    seen: set[str] = set()
    for pairing in event.pairings:
        if pairing.key in seen or known(pairing.key) is not None:
            raise NotNow(f"Pairing {pairing.key} is made already.")
        seen.add(pairing.key)
        if any(player not in record.numbers for player in pairing.players):
            raise NotNow(f"Pairing {pairing.key} names somebody who is not in this stage.")
        if not 2 <= len(set(pairing.players)) == len(pairing.players) <= record.settings.seats.most:
            raise NotNow(
                f"Pairing {pairing.key} needs different players, at least 2 and at most"
                f" {record.settings.seats.most}."
            )
