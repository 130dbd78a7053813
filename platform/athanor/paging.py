"""Pages by key: a page goes on from where the last row stood, so a deep one costs what the first does.

A cursor is opaque to whoever carries it: the key of the last row as JSON, sealed. Rows are numbered in one
sequence with those that are not told yet, and from the gaps anybody could count them.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.conf import settings

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


SEAL = 8
"""Octets that say whether a cursor is ours; they follow from what it says, so that the same one looks the same."""


def written(*key: Any) -> str:
    text = json.dumps(key, separators=(",", ":")).encode()
    seal = hashlib.blake2b(text, digest_size=SEAL, key=_key()).digest()
    return base64.urlsafe_b64encode(seal + _masked(text, seal)).decode().rstrip("=")


def _unsealed(cursor: str) -> bytes:
    """Raises ValueError."""
    sealed = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
    text = _masked(sealed[SEAL:], sealed[:SEAL])
    if hashlib.blake2b(text, digest_size=SEAL, key=_key()).digest() != sealed[:SEAL]:
        raise ValueError("not sealed here")
    return text


def _masked(text: bytes, seal: bytes) -> bytes:
    mask = hashlib.shake_256(_key() + seal).digest(len(text))
    return bytes(one ^ other for one, other in zip(text, mask, strict=True))


def _key() -> bytes:
    return hashlib.sha256(f"athanor cursor {settings.SECRET_KEY}".encode()).digest()


def read(cursor: str, *kinds: type) -> tuple[Any, ...]:
    """The key of a cursor, its parts checked by type. Raises Refusal."""
    try:
        key = json.loads(_unsealed(cursor))
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
