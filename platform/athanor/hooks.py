"""How a lower layer of the site is heard by those above it, which it does not import.

    finished: Hook[[Match], None] = Hook()      # below: an event, or a question, with the types of what it gives
    finished.call(match)                        # below, where it happens

    @events.finished.register                   # above, in the app's `listeners`, which its AppConfig imports
    def rate(match: Match) -> None: ...

Registered functions are called in the order of INSTALLED_APPS, which is the order of the layers, inside the
caller's transaction; an exception in one reaches the caller. These are not Django signals because they are typed:
mypy compares both sides.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Hook(Generic[P, T]):
    def __init__(self) -> None:
        self._registered: list[Callable[P, T]] = []

    def register(self, function: Callable[P, T]) -> Callable[P, T]:
        self._registered.append(function)
        return function

    def call(self, *args: P.args, **kwargs: P.kwargs) -> list[T]:
        return [function(*args, **kwargs) for function in self._registered]


def merged(contexts: list[dict[str, object]]) -> dict[str, object]:
    """What several layers add to a page's context. Each name is one layer's."""
    together: dict[str, object] = {}
    for context in contexts:
        both = together.keys() & context.keys()
        assert not both, f"two layers add {', '.join(sorted(both))} to one page"
        together |= context
    return together
