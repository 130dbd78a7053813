"""How a game ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


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


def ranks_by(keys: Sequence[Any], best: Callable[..., Any] = max) -> tuple[int, ...]:
    """Ranks from one comparable key a seat; `best` is max or min. Equal keys share a rank: 1, 2, 2, 4."""
    if best is max:
        return tuple(1 + sum(other > key for other in keys) for key in keys)
    return tuple(1 + sum(other < key for other in keys) for key in keys)
