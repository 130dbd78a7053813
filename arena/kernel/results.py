"""How a game ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

LARGEST: Final = 2**31 - 1
"""Of a score, a rank or a measure, with either sign: messages and a site's tables have 32 bits for each."""


@dataclass(frozen=True, slots=True)
class Result:
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    """1 for the best; equal ranks are a tie, and the next rank skips."""
    reason: str
    details: Mapping[str, Any] = field(default_factory=dict)
    """What a game's own result document has besides."""

    def document(self) -> dict[str, Any]:
        document = {"scores": list(self.scores), "ranks": list(self.ranks), "reason": self.reason}
        return {**document, **self.details}


def unfit(result: Result, progress: Sequence[int] = ()) -> str:
    """What of a game's result nobody could keep; empty: nothing. A game that is a plug-in may give anything."""
    if type(result.reason) is not str or not result.reason:
        return "no reason why it ended"
    for what, numbers in (("score", result.scores), ("rank", result.ranks), ("measure", progress)):
        for number in numbers:
            if type(number) is not int:
                return f"a {what} that is no whole number but of type {type(number).__name__}"
            if abs(number) > LARGEST:
                return f"a {what} of {number.bit_length()} bits, which may be from {-LARGEST} to {LARGEST}"
    return ""


def ranks_by(keys: Sequence[Any], best: Callable[..., Any] = max) -> tuple[int, ...]:
    """Ranks from one comparable key a seat; `best` is max or min. Equal keys share a rank: 1, 2, 2, 4."""
    if best is max:
        return tuple(1 + sum(other > key for other in keys) for key in keys)
    return tuple(1 + sum(other < key for other in keys) for key in keys)
