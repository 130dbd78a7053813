"""The one codec of the farm's messages: values to bytes, values to JSON documents, and back.

The messages are defined in `v1/*.proto`; `values.py`, generated from them, has a frozen dataclass for each. A
message with a field that this version does not know is refused: an order whose new field was ignored would
be played otherwise than the site meant.
"""

from __future__ import annotations

import json as json_text
from collections.abc import Callable
from functools import cache
from typing import Any, Final, TypeAlias, TypeVar, cast

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import DecodeError, Message

from athanorpb import codec
from athanorpb.farm import values
from athanorpb.farm.v1 import live_pb2, order_pb2, record_pb2, replay_pb2
from athanorpb.farm.v1.options_pb2 import level
from athanorpb.isolation import Isolation
from athanorpb.v1.document_pb2 import json, words

V = TypeVar("V")
Converter: TypeAlias = Callable[[Any], Any]

KINDS: Final[dict[str, type[Message]]] = {
    name: getattr(module, name)
    for module in (order_pb2, record_pb2, replay_pb2, live_pb2)
    for name in module.DESCRIPTOR.message_types_by_name
}


class BadMessage(ValueError):
    """What came is not the message that it should be, and why."""


def encoded(value: Any) -> bytes:
    return message_of(value).SerializeToString()


def decoded(kind: type[V], data: bytes) -> V:
    """Raises BadMessage."""
    try:
        message = KINDS[kind.__name__].FromString(data)
    except DecodeError as error:
        raise BadMessage(f"not a {kind.__name__}: {error}") from error
    return value_of(message, kind)


def document(value: Any) -> dict[str, Any]:
    """Every field is written."""
    written: dict[str, Any] = codec.document_of(message_of(value))
    return written


def read(kind: type[V], given: Any) -> V:
    """The value of a document; fields that have a default may be left out. Raises BadMessage."""
    try:
        message = codec.message_of(given, KINDS[kind.__name__])
    except codec.BadDocument as error:
        raise BadMessage(f"not a {kind.__name__}: {error}") from error
    return value_of(message, kind)


def message_of(value: Any) -> Message:
    kind = KINDS[type(value).__name__]
    return kind(**_fields_of(kind.DESCRIPTOR)(value))


def value_of(message: Message, kind: type[V]) -> V:
    """Raises BadMessage."""
    # mypy: protobuf's stubs leave it out.
    lacking = cast(Any, message).FindInitializationErrors()
    if lacking:
        raise BadMessage(f"not a {kind.__name__}: it lacks {', '.join(lacking)[:200]}")
    size = message.ByteSize()
    message.DiscardUnknownFields()
    if message.ByteSize() != size:
        raise BadMessage(f"not a {kind.__name__}: it has fields that this version does not know")
    try:
        value: V = _value_of(message.DESCRIPTOR)(message)
    except (ValueError, RecursionError) as error:
        raise BadMessage(f"not a {kind.__name__}: {error}") from error
    return value


# --- from a value to the keyword arguments of its message


@cache
def _fields_of(descriptor: Descriptor) -> Converter:
    fields = [(field.name, _to_field(field)) for field in descriptor.fields]
    return lambda value: {name: convert(getattr(value, name)) for name, convert in fields}


def _to_field(field: FieldDescriptor) -> Converter:
    if field.message_type is not None:
        inner = _fields_of(field.message_type)
        return (lambda items: [inner(item) for item in items]) if field.is_repeated else inner
    options = field.GetOptions()
    if options.Extensions[json]:
        return _compact.encode
    if options.Extensions[level]:
        return lambda given: given.value
    return _text if field.type == FieldDescriptor.TYPE_STRING else _as_it_is


_compact: Final = json_text.JSONEncoder(separators=(",", ":"))


def _text(given: str) -> str:
    """Half a surrogate pair, which protobuf refuses, as a question mark: a record must not fail by a bot's log."""
    return given if codec.is_text(given) else given.encode(errors="replace").decode()


def _as_it_is(given: Any) -> Any:
    return given


# --- from a message to its value


@cache
def _value_of(descriptor: Descriptor) -> Converter:
    kind = getattr(values, descriptor.name)
    fields = [(field.name, _from_field(field)) for field in descriptor.fields]
    return lambda message: kind(**{name: convert(getattr(message, name)) for name, convert in fields})


def _from_field(field: FieldDescriptor) -> Converter:
    if field.message_type is not None:
        inner = _value_of(field.message_type)
        return (lambda items: tuple(map(inner, items))) if field.is_repeated else inner
    if field.is_repeated:
        return tuple
    options = field.GetOptions()
    if options.Extensions[json]:
        return json_text.loads
    if options.Extensions[level]:
        return Isolation
    allowed = options.Extensions[words]
    return _one_of(field.name, frozenset(allowed)) if allowed else _as_it_is


def _one_of(name: str, allowed: frozenset[str]) -> Converter:
    def convert(given: str) -> str:
        if given not in allowed:
            raise ValueError(f"{name} is {given!r:.60}, not one of: {', '.join(sorted(allowed))}")
        return given

    return convert
