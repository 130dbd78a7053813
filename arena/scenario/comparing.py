"""Comparing what a document holds with what it must hold: JSON pointers, and lists that have no order."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, TypeAlias

from arena.scenario.shape import NOTHING, Expected

Finding: TypeAlias = tuple[str, Any, Any]
"""A pointer, what was expected there, what was found."""


class Comparison:
    """Of documents of one kind, whose lists at `unordered` (pointers with `*` for any place) are multisets."""

    def __init__(self, unordered: Collection[str]) -> None:
        self.unordered = [tuple(path.split("/")[1:]) for path in unordered]

    def first(self, document: Any, expect: Expected, absent: Sequence[str]) -> Finding | None:
        for pointer, expected in expect.items():
            keys = keys_of(pointer)
            difference = next(self._differences(expected, at(document, keys), keys), None)
            if difference is not None:
                return difference
        for pointer in absent:
            found = at(document, keys_of(pointer))
            if found is not NOTHING:
                return pointer, NOTHING, found
        return None

    def _differences(self, expected: Any, found: Any, keys: tuple[str, ...]) -> Iterator[Finding]:
        if isinstance(expected, dict) and isinstance(found, dict):
            for key in [*expected, *(key for key in found if key not in expected)]:
                yield from self._differences(expected.get(key, NOTHING), found.get(key, NOTHING), (*keys, key))
        elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
            if self._has_no_order(keys):
                if not same_multiset(expected, found):
                    yield pointer_of(keys), expected, found
            else:
                for place, (one, other) in enumerate(zip(expected, found, strict=True)):
                    yield from self._differences(one, other, (*keys, str(place)))
        elif not same(expected, found):
            yield pointer_of(keys), expected, found

    def _has_no_order(self, keys: tuple[str, ...]) -> bool:
        return any(
            len(path) == len(keys) and all(word in ("*", key) for word, key in zip(path, keys, strict=True))
            for path in self.unordered
        )


def same(one: Any, other: Any) -> bool:
    """Equal as JSON: true is not 1."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


def same_multiset(one: Sequence[Any], other: Sequence[Any]) -> bool:
    rest = list(other)
    for item in one:
        place = next((place for place, candidate in enumerate(rest) if same(item, candidate)), None)
        if place is None:
            return False
        del rest[place]
    return not rest


def keys_of(pointer: str) -> tuple[str, ...]:
    return tuple(key.replace("~1", "/").replace("~0", "~") for key in pointer.split("/")[1:])


def pointer_of(keys: Sequence[str]) -> str:
    return "".join("/" + key.replace("~", "~0").replace("/", "~1") for key in keys)


def at(document: Any, keys: Sequence[str]) -> Any:
    """What the document holds there, or NOTHING."""
    for key in keys:
        if isinstance(document, dict) and key in document:
            document = document[key]
        elif isinstance(document, list) and _is_place(key) and int(key) < len(document):
            document = document[int(key)]
        else:
            return NOTHING
    return document


def _is_place(key: str) -> bool:
    return key.isascii() and key.isdigit() and (key == "0" or key[0] != "0") and len(key) < 10
