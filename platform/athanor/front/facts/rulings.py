"""What the rules page of every game tells from the game itself: options, refusals and the rules behind them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from arena.kernel.game import Game


class OptionRow(NamedTuple):
    name: str
    values: str
    default: str
    about: str


class Refusal(NamedTuple):
    code: str
    meaning: str
    rules: Sequence[str]


def of(game: Game[Any, Any, Any]) -> Mapping[str, object]:
    return {"game": game, "options": options(game), "refusals": refusals(game), "refused_by": refused_by(game)}


def options(game: Game[Any, Any, Any]) -> list[OptionRow]:
    return [
        OptionRow(name, option.described(), as_written(option.default), option.about)
        for name, option in game.options.items()
    ]


def as_written(value: object) -> str:
    """A value of an option as a command line or a document has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def refusals(game: Game[Any, Any, Any]) -> list[Refusal]:
    return [Refusal(code, meaning, game.refusal_rules[code]) for code, meaning in game.refusals.items()]


def refused_by(game: Game[Any, Any, Any]) -> Mapping[str, Sequence[str]]:
    """By rule: the codes of what it does not allow."""
    codes: dict[str, list[str]] = defaultdict(list)
    for refusal in refusals(game):
        for rule in refusal.rules:
            codes[rule].append(refusal.code)
    return codes
