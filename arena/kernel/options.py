"""The options of a game: names, values, defaults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


class BadOptions(ValueError):
    """An option, or a number of seats, that the game does not have; says what it has."""


@dataclass(frozen=True, slots=True)
class Option:
    default: Any
    values: tuple[Any, ...] | range
    about: str = ""

    def __contains__(self, value: object) -> bool:
        return type(value) is type(self.default) and value in self.values

    def described(self) -> str:
        if isinstance(self.values, range):
            return f"a whole number from {self.values.start} to {self.values.stop - 1}"
        return " or ".join(str(value).lower() if value in (True, False) else str(value) for value in self.values)

    def read(self, text: str) -> Any:
        """The value that a command line's word stands for, or the word itself where it stands for none."""
        for value in () if isinstance(self.values, range) else self.values:
            if text == (str(value).lower() if isinstance(value, bool) else str(value)):
                return value
        return int(text) if isinstance(self.default, int) and text.lstrip("-").isdigit() else text


def settled(
    game: str, allowed_seats: range, known: Mapping[str, Option], seats: int, given: Mapping[str, Any]
) -> dict[str, Any]:
    """Every option with its value, defaults filled in. Raises BadOptions."""
    if seats not in allowed_seats:
        raise BadOptions(f"{game} is for {allowed_seats.start} to {allowed_seats.stop - 1} seats, not {seats}")
    for name, value in given.items():
        if name not in known:
            raise BadOptions(f"{game} has no option {name!r}; it has: {', '.join(known) or 'none'}")
        if value not in known[name]:
            raise BadOptions(f"{game}: option {name} is {known[name].described()}, not {value!r}")
    return {name: given.get(name, option.default) for name, option in known.items()}
