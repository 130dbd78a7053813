"""What every format answers: the contract of a stage's course."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, Generic, TypeAlias, TypeVar

from arena.pairing.apart import Nearness
from arena.pairing.events import Ended, Paired
from arena.pairing.layout import Layout
from arena.pairing.matches import Match
from arena.pairing.planning import PlannedRound, planned
from arena.pairing.record import Record
from arena.pairing.settings import Format, Pace, Problem, Seats, Settings, Stage, Unit

F = TypeVar("F", bound=Format)


class Course(ABC, Generic[F]):
    """How a stage of one format goes on. Without a state of its own: all it knows is the record it is shown."""

    def __init__(self, settings: Settings, stage: Stage, format_: F) -> None:
        self.settings = settings
        self.stage = stage
        self.format = format_

    @property
    def seats(self) -> Seats:
        return self.settings.seats

    @property
    def unit(self) -> Unit:
        return self.stage.unit

    @property
    def is_flowing(self) -> bool:
        return self.settings.pace is Pace.FLOWING

    # While it is played

    @abstractmethod
    def next(self, record: Record) -> Paired | Ended | None:
        """What can be paired now; None: nothing, or nothing yet."""

    @abstractmethod
    def is_complete(self, record: Record) -> bool:
        """Whether the format has no further round. (Its matches may still be open.)"""

    def is_paired(self, record: Record) -> bool:
        """Whether every pairing of it is made: no further round comes."""
        return self.is_complete(record)

    def takes_long(self, record: Record) -> bool:
        """Whether `next` has to compute for seconds now: then its caller may want to do so aside."""
        return False

    def late(self, record: Record) -> str:
        """Why nobody can enter any more; "" where a late entry is taken."""
        return ""

    def takes_back(self) -> bool:
        """Whether who has withdrawn may come back."""
        return False

    def can_end(self) -> bool:
        """Whether it may end before its last round."""
        return True

    def takes_corrections(self) -> bool:
        """Whether a result may change after others were paired by it: nobody went on by it."""
        return True

    def depends(self, record: Record, match: Match) -> list[str]:
        """The keys of the pairings that were made of this match's result."""
        return []

    def go_on(self, record: Record, name: str) -> int:
        """How many of a pairing must be told from the rest; 0: a tie may stand."""
        return 0

    def groups(self, record: Record) -> dict[str, list[str]]:
        """The tables of the standings by their names; one without a name where there are no groups."""
        return {"": record.order}

    def bye_points(self) -> int:
        """What a round without an opponent scores, in half points."""
        return 0

    def strikes_early_leavers(self) -> bool:
        """Whether nothing counts of who withdraws before half of its pairings (FIDE C.05, of round robins)."""
        return False

    def pairings_of(self, record: Record, entrant: str) -> int:
        """How many pairings an entrant has in all, where that is known from the draw."""
        return 0

    def ranks_by_average(self) -> bool:
        """Whether points are counted a pairing: where some have more of them than others by design."""
        return False

    def layout(self, record: Record) -> Layout | None:
        return None

    def nearness(self, entrants: int) -> Nearness | None:
        """Which places of its draw meet early; None: the draw does not say who meets whom."""
        return None

    # Before it is played

    def parts(self) -> int | None:
        """Into how many parts the field is divided, each of which sends `advance` on; None: it is not divided."""
        return None

    @abstractmethod
    def sentence(self) -> str:
        """The format, as the middle of a sentence: "Swiss of 9 rounds"."""

    @abstractmethod
    def problems(self) -> Iterator[Problem]:
        """What is impossible whoever enters; fields are named within the format: "rounds"."""

    @abstractmethod
    def field(self, entrants: int) -> Iterator[Problem]:
        """What is impossible with so many."""

    @abstractmethod
    def rounds(self, entrants: int) -> list[PlannedRound]:
        """What there is to play with so many."""

    def byes(self, entrants: int) -> int:
        """How often somebody has no opponent, in all rounds together."""
        return sum(entrants - one.people for one in self.rounds(entrants))

    def notices(self, entrants: int) -> Iterator[str]:
        return iter(())

    def planned(self, name: str, sizes: list[int], go_on: int = 0, least: int | None = None) -> PlannedRound:
        """A round of tables of these sizes, `least` of which are played for certain."""
        return planned(name, self.unit, sizes, go_on, least)


AnyCourse: TypeAlias = Course[Any]
