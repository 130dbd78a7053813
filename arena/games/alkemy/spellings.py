"""How parameters of actions stand in a document, where that is not as the engine holds them (AK-300, AK-301).

A parameter that its action must name has no default: what is left out reads as `MISSING`, and the action is then
malformed. One that may be left out is NONE in the engine and null in a document.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Annotated, Any, Final, TypeAlias, TypeVar

from arena.games.alkemy.geometry import Point
from arena.games.alkemy.material import NONE
from arena.kernel.vocabulary import LEFT_OUT, Malformed, Vocabulary
from athanorpb.codec import INT32, is_text

T = TypeVar("T")

MISSING: Final = -(1 << 62)
"""No number that a document can hold."""
UNHEARD_OF: Final = -2
"""Any negative number in a place where NONE would mean that nothing was said."""
LOST_WORD: Final = "\0"
LOST_POINT: Final[Point] = (MISSING, MISSING)


def whole(document: Any) -> int:
    if not isinstance(document, int) or isinstance(document, bool):
        raise Malformed(f"a whole number was expected, not {document!r:.60}")
    if document not in INT32:
        raise Malformed(f"{document!r:.60} does not fit 32 bits")
    return document


def text(document: Any) -> str:
    if not isinstance(document, str):
        raise Malformed(f"a string was expected, not {document!r:.60}")
    if not is_text(document):
        raise Malformed(f"{document!r:.60} holds half a character, which no text can")
    return document


def point(document: Any) -> Point:
    if not isinstance(document, dict) or len(document) != 2 or "x" not in document or "y" not in document:
        raise Malformed(f"a point, {{x, y}}, was expected, not {document!r:.60}")
    return whole(document["x"]), whole(document["y"])


def points(document: Any) -> tuple[Point, ...]:
    if not isinstance(document, list):
        raise Malformed(f"a list of points was expected, not {document!r:.60}")
    return tuple(map(point, document))


def point_document(at: Point) -> dict[str, int]:
    return {"x": at[0], "y": at[1]}


def _number(document: Any) -> int:
    value = whole(document)
    return value if value >= 0 else UNHEARD_OF


def complete(item: Any, names: tuple[str, ...]) -> None:
    """Raises Malformed where a parameter that must be given is not there."""
    for name in names:
        value = getattr(item, name)
        if value is None or value in (MISSING, LOST_WORD, LOST_POINT):
            raise Malformed(f"{name} is missing")


class Spelt:
    """A spelling of three functions."""

    __slots__ = ("default", "read", "write")

    def __init__(self, default: Any, read: Callable[[Any], Any], write: Callable[[Any], Any]) -> None:
        self.default = default
        self.read = read
        self.write = write


def _same(value: Any) -> Any:
    return value


def _yes_or_no(document: Any) -> bool:
    if not isinstance(document, bool):
        raise Malformed(f"true or false was expected, not {document!r:.60}")
    return document


def _or_null(value: int) -> int | None:
    return None if value == NONE else value


def _word_or_null(value: str) -> str | None:
    return value or None


def _points_document(path: tuple[Point, ...]) -> list[dict[str, int]]:
    return [{"x": x, "y": y} for x, y in path]


class Strict(Vocabulary[T]):
    """A vocabulary whose parameters must be given, but for those that may be left out."""

    def __init__(self, *kinds: type[T]) -> None:
        super().__init__(*kinds)
        self.names = {kind: tuple(field.name for field in dataclasses.fields(kind)) for kind in kinds}  # type: ignore[arg-type]

    def parse(self, document: Any) -> T:
        item = super().parse(document)
        complete(item, self.names[type(item)])
        return item


class Listed:
    """A list of one-key documents of a vocabulary: orders."""

    __slots__ = ("default", "vocabulary")

    def __init__(self, vocabulary: Vocabulary[Any]) -> None:
        self.vocabulary = vocabulary
        self.default: tuple[Any, ...] = ()

    def read(self, document: Any) -> tuple[Any, ...]:
        if not isinstance(document, list):
            raise Malformed(f"a list was expected, not {document!r:.60}")
        return tuple(map(self.vocabulary.parse, document))

    def write(self, value: tuple[Any, ...]) -> list[dict[str, Any]]:
        return [self.vocabulary.document(item) for item in value]


class Objects:
    """A list of objects of one kind, whose parameters are spelt too."""

    __slots__ = ("default", "key", "vocabulary")

    def __init__(self, kind: type) -> None:
        self.vocabulary: Vocabulary[Any] = Strict(kind)
        (self.key,) = self.vocabulary.kinds
        self.default: tuple[Any, ...] = ()

    def read(self, document: Any) -> tuple[Any, ...]:
        if not isinstance(document, list):
            raise Malformed(f"a list was expected, not {document!r:.60}")
        return tuple(self.vocabulary.parse({self.key: item}) for item in document)

    def write(self, value: tuple[Any, ...]) -> list[Any]:
        return [self.vocabulary.document(item)[self.key] for item in value]


class Chosen:
    """One document of a vocabulary, or none: a reaction, an order."""

    __slots__ = ("default", "vocabulary")

    def __init__(self, vocabulary: Vocabulary[Any]) -> None:
        self.vocabulary = vocabulary
        self.default: Any = None

    def read(self, document: Any) -> Any:
        return self.vocabulary.parse(document)

    def write(self, value: Any) -> Any:
        return None if value is None else self.vocabulary.document(value)


def _true(document: Any) -> bool:
    if document is not True:
        raise Malformed(f"true was expected, not {document!r:.60}")
    return True


def _place_or_left_out(value: int) -> Any:
    return LEFT_OUT if value == NONE else value


def _flag_or_left_out(value: bool) -> Any:
    return value or LEFT_OUT


Number: TypeAlias = Annotated[int, Spelt(MISSING, whole, _same)]
"""A whole number that must be given."""
Maybe: TypeAlias = Annotated[int, Spelt(NONE, _number, _or_null)]
"""A place that may be left out."""
Word: TypeAlias = Annotated[str, Spelt(LOST_WORD, text, _same)]
MaybeWord: TypeAlias = Annotated[str, Spelt("", text, _word_or_null)]
YesOrNo: TypeAlias = Annotated[bool, Spelt(None, _yes_or_no, _same)]
"""An answer that must be given."""
Spot: TypeAlias = Annotated[Point, Spelt(LOST_POINT, point, point_document)]
Path: TypeAlias = Annotated[tuple[Point, ...], Spelt((), points, _points_document)]
OneOfPlaces: TypeAlias = Annotated[int, Spelt(NONE, _number, _place_or_left_out)]
"""A key of a union that says a place."""
OneOfFlags: TypeAlias = Annotated[bool, Spelt(False, _true, _flag_or_left_out)]
"""A key of a union that says no more than that it is there."""
