"""Actions and facts as one-key documents: `Play("red-4", 0)` is `{"play": {"card": "red-4", "cauldron": 0}}`.

A vocabulary is the closed list of a game's actions, or of its facts: frozen dataclasses or named tuples.
Their names, in lower case with underscores, are the documents' keys; their annotations say what may stand there.
A parameter that is left out, or null, has protobuf's default.

An engine may hold a thing in another form than its document does: `Annotated[int, Spelling]` says how it reads
and writes, a tile's number as its name for example. A spelling may leave its parameter out of the document.
"""

from __future__ import annotations

import dataclasses
import re
import types
import typing
from collections.abc import Callable, Mapping
from typing import Any, Final, Generic, Protocol, TypeVar

from athanorpb.codec import INT32, is_text

T = TypeVar("T")
Parse = Callable[[Any], Any]


class Malformed(ValueError):
    """A document that is not one known action with known parameters of the right type."""


LEFT_OUT: Final = object()
"""What a spelling writes for a parameter that is not to be in the document."""


class Spelling(Protocol):
    """How one parameter stands in a document, where that is not as the engine holds it."""

    @property
    def default(self) -> Any:
        """What stands for a parameter that is left out."""

    def read(self, document: Any) -> Any:
        """Raises Malformed."""

    def write(self, value: Any) -> Any:
        """The document, or LEFT_OUT."""


class Vocabulary(Generic[T]):
    def __init__(self, *kinds: type[T]) -> None:
        self.kinds: Mapping[str, type[T]] = {key_of(kind): kind for kind in kinds}
        self._key_of: dict[type[T], str] = {kind: key for key, kind in self.kinds.items()}
        self._parsers: dict[str, Parse] = {key: _object_parser(kind) for key, kind in self.kinds.items()}
        self._writers: dict[type[T], Callable[[Any], Any]] = {kind: _object_writer(kind) for kind in kinds}

    def parse(self, document: Any) -> T:
        """The action of a document. Raises Malformed."""
        if not isinstance(document, dict) or len(document) != 1:
            raise Malformed(f"an object with exactly one key was expected: one of {', '.join(self.kinds)}")
        ((key, parameters),) = document.items()
        parser = self._parsers.get(key)
        if parser is None:
            raise Malformed(f"{key!r:.60} is none of: {', '.join(self.kinds)}")
        try:
            parsed: T = parser({} if parameters is None else parameters)
        except Malformed as error:
            raise Malformed(f"{key}: {error}") from None
        except RecursionError:
            raise Malformed(f"{key}: its parameters are nested too deep to be read") from None
        return parsed

    def document(self, item: T) -> dict[str, Any]:
        kind = type(item)
        return {self._key_of[kind]: self._writers[kind](item)}


def key_of(kind: type) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", kind.__name__).lower().strip("_")


def _fields(kind: Any) -> tuple[str, ...]:
    if dataclasses.is_dataclass(kind):
        return tuple(field.name for field in dataclasses.fields(kind))
    return tuple(kind._fields)


def _object_parser(kind: Any) -> Parse:
    hints = typing.get_type_hints(kind, include_extras=True)
    parsers = {name: _parser(hints[name]) for name in _fields(kind)}
    defaults = {name: _default(hints[name]) for name in _fields(kind)}

    def parse(document: Any) -> Any:
        if not isinstance(document, dict):
            raise Malformed(f"its parameters must be an object, not {document!r:.60}")
        given = dict(defaults)
        for name, value in document.items():
            parser = parsers.get(name)
            if parser is None:
                raise Malformed(f"unknown parameter {name!r:.60}; there are: {', '.join(parsers) or 'none'}")
            if value is not None:
                try:
                    given[name] = parser(value)
                except Malformed as error:
                    raise Malformed(f"{name}: {error}") from None
        return kind(**given)

    return parse


def _spelling(hint: Any) -> Spelling | None:
    if typing.get_origin(hint) is not typing.Annotated:
        return None
    spelling: Spelling = hint.__metadata__[0]
    return spelling


def _parser(hint: Any) -> Parse:
    spelling = _spelling(hint)
    if spelling is not None:
        return spelling.read
    if hint is str:
        return _parse_string
    if hint is bool:
        return _parse_bool
    if hint is int:
        return _parse_int
    origin = typing.get_origin(hint)
    if origin is tuple:
        return _tuple_parser(_parser(typing.get_args(hint)[0]))
    if origin in (typing.Union, types.UnionType):
        (inner,) = [kind for kind in typing.get_args(hint) if kind is not types.NoneType]
        return _parser(inner)
    return _object_parser(hint)


def _default(hint: Any) -> Any:
    spelling = _spelling(hint)
    if spelling is not None:
        return spelling.default
    if hint in (str, bool, int):
        return hint()
    return () if typing.get_origin(hint) is tuple else None


def _parse_string(value: Any) -> str:
    if not isinstance(value, str):
        raise Malformed(f"a string was expected, not {value!r:.60}")
    if not is_text(value):
        raise Malformed(f"{value!r:.60} holds half a character, which no text can")
    return value


def _parse_bool(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Malformed(f"true or false was expected, not {value!r:.60}")
    return value


def _parse_int(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise Malformed(f"a whole number was expected, not {value!r:.60}")
    if value not in INT32:
        raise Malformed(f"{value!r:.60} does not fit 32 bits")
    return value


def _tuple_parser(item: Parse) -> Parse:
    def parse(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise Malformed(f"a list was expected, not {value!r:.60}")
        return tuple(map(item, value))

    return parse


def _object_writer(kind: Any) -> Callable[[Any], dict[str, Any]]:
    hints = typing.get_type_hints(kind, include_extras=True)
    names = _fields(kind)
    spelled = [(name, spelling.write) for name in names if (spelling := _spelling(hints[name])) is not None]
    nested = [name for name in names if hints[name] not in (str, int, bool) and _spelling(hints[name]) is None]
    is_tuple = issubclass(kind, tuple)

    def write(item: Any) -> dict[str, Any]:
        # Every fact and every listed action of a match comes by here.
        values = item if is_tuple else [getattr(item, name) for name in names]
        document = dict(zip(names, values, strict=True))
        for name, spell in spelled:
            value = spell(document[name])
            if value is LEFT_OUT:
                del document[name]
            else:
                document[name] = value
        for name in nested:
            value = document[name]
            if value is None:
                del document[name]
            else:
                document[name] = _written(value)
        return document

    return write


def _written(value: Any) -> Any:
    if isinstance(value, str | int):
        return value
    if dataclasses.is_dataclass(value) or hasattr(value, "_fields"):
        return {name: _written(getattr(value, name)) for name in _fields(type(value))}
    if isinstance(value, Mapping):
        return {key: _written(item) for key, item in value.items()}
    return [_written(item) for item in value]
