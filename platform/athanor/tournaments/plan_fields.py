"""What the fields of a plan are made of: their kinds, how far they reach, and how the form asks for them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import BaseModel, ConfigDict, Field

from arena.pairing.settings import Format

Word = Annotated[str, Field(max_length=80)]
Count = Annotated[int, Field(ge=0, le=1_000_000)]
Rating = Annotated[float, Field(allow_inf_nan=False)]
Choices = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """How the form asks for a field; one that has none is not in the form.

    What is told of the games is a function: the plan is imported by workers that need no engine.
    """

    label: str = ""
    """Empty: the field's name."""
    hint: str | Callable[[], str] = ""
    least: int = 0
    """Of a number."""
    choices: Choices | Callable[[], Choices] = ()
    lines: int = 0
    """How high its text area is; 0: it is one line."""
    suggestions: str = ""
    """The list of the page that its input offers."""
    is_time: bool = False
    may_be_empty: bool = False

    @property
    def help_text(self) -> str:
        return self.hint() if callable(self.hint) else self.hint


@dataclass(frozen=True, slots=True)
class Reach:
    """Which numbers a field takes."""

    least: int
    most: int


class FormatPlan(BaseModel, ABC):
    """What a stage of one format is asked beyond what every stage is: the `PLAN` of a module in `formats/`."""

    model_config = ConfigDict(frozen=True)

    title: ClassVar[str]
    place: ClassVar[int]
    """Where it stands among the formats."""
    is_bracket: ClassVar[bool] = False
    """Whether who loses is out: it has no use for tie-breaks."""
    is_for_two: ClassVar[bool] = False
    """Whether its tables have two seats, always."""
    called: ClassVar[Mapping[str, str]] = {}
    """The fields of a plan by those of the pairing layer's settings, where they have other names."""

    @abstractmethod
    def settings(self, seats: int) -> Format:
        """The pairing layer's settings of it, at tables of so many seats."""


Cycles = Annotated[Count, Asked("Each meets each", "So many times.", least=1)]
