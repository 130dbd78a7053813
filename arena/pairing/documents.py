"""The JSON form of settings and events, and of everything that a page or the API shows.

Any value of this package becomes a document by its fields; a format or an event also says its `kind`, fractions
are written as "7/2". Settings and events are read back; a document that is none raises BadDocument and says
where.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import Any, TypeVar

from arena.pairing import events, settings
from arena.pairing.events import Event
from arena.pairing.formats import FORMATS
from arena.pairing.settings import Format, Settings

T = TypeVar("T")

EVENTS: Mapping[str, type[Any]] = {
    "entered": events.Entered,
    "withdrawn": events.Withdrawn,
    "drawn": events.Drawn,
    "paired": events.Paired,
    "played": events.Played,
    "ruled": events.Ruled,
    "corrected": events.Corrected,
    "voided": events.Voided,
    "ended": events.Ended,
}
KINDS: Mapping[type[Any], str] = {class_: kind for kinds in (FORMATS, EVENTS) for kind, class_ in kinds.items()}

OLDER: Mapping[type[Any], Mapping[str, Any]] = {settings.Unit: {"seating": settings.Seating.ROTATED.value}}
"""What documents mean that were written before a field was there."""

HINTS: dict[Any, dict[str, Any]] = {}
"""The types of the fields of a class, once they were asked for."""


class BadDocument(ValueError):
    """A document that is none: where, and what would be right."""


def to_document(value: Any) -> Any:
    """What json.dumps takes."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Fraction):
        return str(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        kind = {"kind": KINDS[type(value)]} if type(value) in KINDS else {}
        names = [field.name for field in dataclasses.fields(value)]
        return {**kind, **{name: to_document(getattr(value, name)) for name in names}}
    if isinstance(value, Mapping):
        return {str(key): to_document(one) for key, one in value.items()}
    if isinstance(value, tuple | list | set | frozenset):
        return [to_document(one) for one in value]
    return value


def read_settings(document: Any) -> Settings:
    """Raises BadDocument. Whether a tournament can be played by them says `checking.check`."""
    return _read(Settings, document, "")


def read_event(document: Any) -> Event:
    """Raises BadDocument."""
    event: Event = _read_kind(EVENTS, document, "")
    return event


def _read(type_: type[T], document: Any, at: str) -> T:
    if not isinstance(document, Mapping):
        raise BadDocument(f"{at or 'the document'}: an object is needed, not {document!r:.60}")
    hints: dict[str, Any] = _hints(type_)
    document = {**OLDER.get(type_, {}), **document}
    unknown = set(document) - set(hints) - {"kind"}
    if unknown:
        raise BadDocument(
            f"{at or 'the document'}: {min(unknown)!r:.60} is no field; there are {', '.join(hints)}"
        )
    given = {
        name: _value(hint, document[name], f"{at}.{name}" if at else name)
        for name, hint in hints.items()
        if name in document
    }
    try:
        return type_(**given)
    except TypeError:
        missing = ", ".join(name for name in _required(type_) if name not in given)
        raise BadDocument(f"{at or 'the document'}: {missing} is missing") from None


def _hints(type_: Any) -> dict[str, Any]:
    if type_ not in HINTS:
        HINTS[type_] = typing.get_type_hints(type_)
    return HINTS[type_]


def _required(type_: Any) -> list[str]:
    return [
        field.name
        for field in dataclasses.fields(type_)
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
    ]


def _read_kind(kinds: Mapping[str, type[Any]], document: Any, at: str) -> Any:
    kind = document.get("kind") if isinstance(document, Mapping) else None
    # `round_robin` is how documents up to version 0.1 spell what has been `round-robin` since.
    spelled = kind.replace("_", "-") if isinstance(kind, str) else ""
    if spelled not in kinds:
        raise BadDocument(f"{at or 'the document'}: kind must be one of {', '.join(kinds)}, not {kind!r:.60}")
    return _read(kinds[spelled], document, at)


def _value(hint: Any, value: Any, at: str) -> Any:
    if hint is Format:
        return _read_kind(FORMATS, value, at)
    if isinstance(hint, types.UnionType):
        if value is None:
            return None
        return _value(next(one for one in typing.get_args(hint) if one is not types.NoneType), value, at)
    if typing.get_origin(hint) is tuple:
        return _items(typing.get_args(hint)[0], value, at)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _member(hint, value, at)
    if dataclasses.is_dataclass(hint):
        return _read(typing.cast(type[Any], hint), value, at)
    if hint is float and type(value) is int:
        return float(value)
    if type(value) is not hint:
        raise BadDocument(f"{at}: {hint.__name__} is needed, not {value!r:.60}")
    return value


def _items(hint: Any, value: Any, at: str) -> tuple[Any, ...]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise BadDocument(f"{at}: a list is needed, not {value!r:.60}")
    return tuple(_value(hint, one, f"{at}.{place}") for place, one in enumerate(value))


def _member(hint: type[Enum], value: Any, at: str) -> Enum:
    try:
        return hint(value)
    except ValueError:
        words = ", ".join(str(one.value) for one in hint)
        raise BadDocument(f"{at}: one of {words} is needed, not {value!r:.60}") from None
