"""What a scenario is made of, once it is read."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from arena.kernel.seats import Seat, Viewer

Expected: TypeAlias = Mapping[str, Any]
"""JSON pointers and the values they must hold."""


class NoScenario(ValueError):
    """A document that is no scenario: where, and why."""

    def __init__(self, pointer: str, problem: str) -> None:
        super().__init__(f"at {pointer or 'the top'}: {problem}")
        self.pointer = pointer
        self.problem = problem


class Crashed(Exception):
    """The engine broke down in the middle of a scenario: where, as a JSON pointer, and how."""

    def __init__(self, step: str, error: Exception) -> None:
        super().__init__(f"the engine crashed at {step}")
        self.error = error


@dataclass(frozen=True, slots=True)
class Act:
    seat: Seat
    document: Any
    """An action, or whatever a bot might have said instead."""
    refused: str | None


@dataclass(frozen=True, slots=True)
class Expect:
    expect: Expected
    absent: Sequence[str]


@dataclass(frozen=True, slots=True)
class Look:
    """What must hold in a view."""

    viewer: Viewer
    expect: Expected
    absent: Sequence[str]


@dataclass(frozen=True, slots=True)
class Legal:
    seat: Seat
    contains: Sequence[Any]
    excludes: Sequence[Any]
    equals: Sequence[Any] | None


Step: TypeAlias = Act | Expect | Look | Legal


@dataclass(frozen=True, slots=True)
class Loaded:
    """Begin in the position of a state document."""

    state: Any


@dataclass(frozen=True, slots=True)
class New:
    """Begin a new game."""

    seats: int


@dataclass(frozen=True, slots=True)
class Scenario:
    name: str
    rules: Sequence[str]
    game: str
    options: Mapping[str, Any]
    begin: Loaded | New
    seed: bytes
    chance: Mapping[str, Sequence[int]]
    steps: Sequence[Step]
    expect: Expected


class Nothing:
    """What is found where there is nothing, or expected where there must not be anything."""

    def __repr__(self) -> str:
        return "nothing"


NOTHING: Final = Nothing()


@dataclass(frozen=True, slots=True)
class Difference:
    """The first thing in which a scenario and the engine part."""

    step: str
    """Where in the scenario, as a JSON pointer: "/steps/3", "/expect", "/state"."""
    pointer: str
    """Where in the document that was looked at; empty where that says nothing."""
    expected: Any
    found: Any

    def __str__(self) -> str:
        place = f"{self.step}: {self.pointer}" if self.pointer else self.step
        return f"{place}: expected {shown(self.expected)}, found {shown(self.found)}"


LONGEST: Final = 300
"""Characters of a value that a line shows."""


def shown(value: Any) -> str:
    if isinstance(value, Nothing):
        return repr(value)
    text = json.dumps(value)
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."
