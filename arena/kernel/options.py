"""The options of a game: names, values, defaults."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

NUMBER: Final = re.compile(r"-?[0-9]{1,18}")
"""What a command line's word is read as a number for; a longer one is none of any option."""


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
        return alternatives([as_word(value) for value in self.values])

    def read(self, text: str) -> Any:
        """The value that a command line's word stands for, or the word itself where it stands for none."""
        for value in () if isinstance(self.values, range) else self.values:
            if text == as_word(value):
                return value
        return int(text) if isinstance(self.default, int) and NUMBER.fullmatch(text) else text


def as_word(value: Any) -> str:
    """A value as a command line has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def alternatives(words: Sequence[str]) -> str:
    """ "a", "a or b", "a, b or c"."""
    return " or ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)


def worded(game: str, known: Mapping[str, Option], words: Iterable[str]) -> dict[str, Any]:
    """The options of a command line, each NAME=VALUE, as `settled` takes them. Raises BadOptions.

    Of a name that the game does not have the word stays: `settled` refuses it.
    """
    given = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise BadOptions(f"{word!r:.60} is no option: write NAME=VALUE; {game} has: {_told(known)}")
        if name in given:
            raise BadOptions(f"{game}: option {name!r:.60} is given twice: leave one of them out")
        given[name] = known[name].read(value) if name in known else value
    return given


def settled(
    game: str, allowed_seats: range, known: Mapping[str, Option], seats: int, given: Mapping[str, Any]
) -> dict[str, Any]:
    """Every option with its value, defaults filled in. Raises BadOptions."""
    if seats not in allowed_seats:
        least, most = allowed_seats.start, allowed_seats.stop - 1
        told = f"{least} seats" if least == most else f"{least} to {most} seats"
        raise BadOptions(f"{game} is for {told}, not {seats}")
    for name, value in given.items():
        if name not in known:
            raise BadOptions(f"{game} has no option {name!r:.60}; it has: {_told(known)}")
        if value not in known[name]:
            raise BadOptions(f"{game}: option {name} is {known[name].described()}, not {_shown(value)}")
    return {name: given.get(name, option.default) for name, option in known.items()}


def _told(known: Mapping[str, Option]) -> str:
    return ", ".join(f"{name} ({option.described()})" for name, option in known.items()) or "none"


def _shown(value: Any) -> str:
    """A value that somebody gave, on one line; true and false as documents have them."""
    return as_word(value) if isinstance(value, bool) else f"{value!r:.60}"
