"""Pages by key: a page goes on from where the last row stood, so a deep one costs what the first does.

A cursor is opaque to whoever carries it: the key of the last row as JSON in URL-safe base64.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from athanor.refusals import Refusal

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    rows: Sequence[T]
    next: str
    """The cursor of the page after this one; empty: this is the last."""


def page_of(rows: Sequence[T], limit: int, key: Callable[[T], tuple[Any, ...]]) -> Page[T]:
    """The page of rows that were read with one more than the limit."""
    shown = rows[:limit]
    return Page(shown, written(*key(shown[-1])) if len(rows) > limit else "")


def written(*key: Any) -> str:
    return base64.urlsafe_b64encode(json.dumps(key, separators=(",", ":")).encode()).decode().rstrip("=")


def read(cursor: str, *kinds: type) -> tuple[Any, ...]:
    """The key of a cursor, its parts checked by type. Raises Refusal."""
    try:
        key = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    except (ValueError, binascii.Error, RecursionError):
        key = None
    fits = isinstance(key, list) and len(key) == len(kinds) and all(map(_is, key, kinds))
    if not fits:
        raise Refusal("bad-cursor", f"{cursor[:60]!r} is no cursor of this list", "begin without one")
    return tuple(key)


def _is(value: Any, kind: type) -> bool:
    if kind is int:
        return type(value) is int and 0 <= value < 2**63
    return type(value) is kind or (kind is float and type(value) is int and abs(value) < 2**63)
