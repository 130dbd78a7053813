"""The one codec between JSON documents and protobuf messages.

A document is what `json.loads` gives: dictionaries, lists, strings, whole numbers, booleans, None. A
message is one of those generated from the .proto files beside this module. The rules between them:

- every field of its kind is written: zeros, empty lists, empty objects; an unset message is `null`;
- a field marked `missing` is left out while it is unset, a list or a map so marked while it is empty;
- of a `oneof` only the member that is set is written, and a document of such a message has exactly one key;
- a message marked `flat` has the document of its only (set) field; where that is a union of games, the
  caller names the game;
- on reading, left out, `null` and protobuf's default are the same; an unknown field, a wrong type and a
  word that is not on its field's list are errors that say where.
"""

from __future__ import annotations

import json as json_text
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, TypeAlias, TypeVar

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from athanorpb.open_games import MEMBER, class_of, is_open, kind_of, message_in
from athanorpb.v1.document_pb2 import flat, json, missing, unordered, words

Document: TypeAlias = Any
M = TypeVar("M", bound=Message)
Reader: TypeAlias = Callable[[Document, str, str | None], Any]
Writer: TypeAlias = Callable[[Any], Document]

INT32 = range(-(2**31), 2**31)
NUMBERS = {FieldDescriptor.TYPE_INT32: INT32, FieldDescriptor.TYPE_INT64: range(-(2**63), 2**63)}


class BadDocument(ValueError):
    """A document that does not fit its message: where, and what is wrong there."""

    def __init__(self, pointer: str, problem: str) -> None:
        super().__init__(f"at {pointer or 'the top'}: {problem}")
        self.pointer = pointer
        self.problem = problem


def message_of(document: Document, kind: type[M], game: str | None = None) -> M:
    """The message that a document stands for, checked in every field. Raises BadDocument."""
    fields = _reader(kind.DESCRIPTOR)(document, "", game)
    return kind(**fields)


def trusted_message_of(document: Document, kind: type[M], game: str | None = None) -> M:
    """The same for a document that our own code built: nothing is checked that protobuf does not check."""
    return kind(**_packer(kind.DESCRIPTOR)(document, game))


def document_of(message: Message) -> Document:
    return _writer(message.DESCRIPTOR)(message)


@cache
def unordered_paths(descriptor: Descriptor) -> frozenset[str]:
    """The pointers, with `*` for any place or key, of the lists that have no order: `/players/*/hand`."""
    return frozenset(_unordered(descriptor, "", ()))


def _unordered(descriptor: Descriptor, path: str, above: tuple[Descriptor, ...]) -> Iterator[str]:
    if descriptor in above:
        return
    for field in descriptor.fields:
        here = path if is_flat(descriptor) else f"{path}/{field.name}"
        if field.GetOptions().Extensions[unordered]:
            yield here
        if field.message_type is not None:
            inside = f"{here}/*" if field.is_repeated else here
            kind = field.message_type.fields_by_name["value"] if is_map(field) else field
            if kind.message_type is not None:
                yield from _unordered(kind.message_type, inside, (*above, descriptor))


def is_flat(descriptor: Descriptor) -> bool:
    return bool(descriptor.GetOptions().Extensions[flat])


def is_map(field: FieldDescriptor) -> bool:
    return field.message_type is not None and bool(field.message_type.GetOptions().map_entry)


def is_union(descriptor: Descriptor) -> bool:
    """Whether every field is a member of the message's only oneof."""
    real = [oneof for oneof in descriptor.oneofs if len(oneof.fields) > 1 or not _is_optional(oneof.fields[0])]
    return len(real) == 1 and len(real[0].fields) == len(descriptor.fields)


def _is_optional(field: FieldDescriptor) -> bool:
    """Whether the field's oneof is the one that `optional` makes, and no real one."""
    oneof = field.containing_oneof
    return oneof is not None and oneof.name == f"_{field.name}"


def is_in_oneof(field: FieldDescriptor) -> bool:
    return field.containing_oneof is not None and not _is_optional(field)


# --- reading: document to the keyword arguments of a message's constructor


@cache
def _reader(descriptor: Descriptor) -> Reader:
    if is_flat(descriptor):
        return _flat_reader(descriptor)
    readers: dict[str, Reader] = {}
    union = is_union(descriptor)
    names = ", ".join(field.name for field in descriptor.fields)

    def read(document: Document, path: str, game: str | None) -> dict[str, Any]:
        if not isinstance(document, dict):
            raise BadDocument(path, f"an object was expected, not {_shown(document)}")
        if not readers:
            readers.update((field.name, _field_reader(field)) for field in descriptor.fields)
        given: dict[str, Any] = {}
        for key, value in document.items():
            reader = readers.get(key)
            if reader is None:
                raise BadDocument(path, f"unknown field {_shown(key)}; there are: {names or 'none'}")
            if value is not None:
                given[key] = reader(value, f"{path}/{key}", game)
        if union and len(given) != 1:
            raise BadDocument(path, f"exactly one of these keys was expected: {names}")
        return given

    return read


def _flat_reader(descriptor: Descriptor) -> Reader:
    if len(descriptor.fields) == 1 and not is_in_oneof(descriptor.fields[0]):
        (field,) = descriptor.fields
        reader = _field_reader(field)
        return lambda document, path, game: {field.name: reader(document, path, game)}

    def read(document: Document, path: str, game: str | None) -> dict[str, Any]:
        kind = kind_of(descriptor, game)
        if kind is None:
            raise BadDocument(path, f"no game is called {_shown(game)}")
        return _of_game(descriptor, game, kind, _reader(kind)(document, path, game))

    return read


@cache
def _field_reader(field: FieldDescriptor) -> Reader:
    if is_map(field):
        entry = field.message_type
        assert entry is not None
        return _map_reader(_single_reader(entry.fields_by_name["value"]))
    single = _single_reader(field)
    return _list_reader(single) if field.is_repeated else single


def _map_reader(single: Reader) -> Reader:
    def read(document: Document, path: str, game: str | None) -> dict[str, Any]:
        if not isinstance(document, dict):
            raise BadDocument(path, f"an object was expected, not {_shown(document)}")
        for key in document:
            if not isinstance(key, str) or not is_text(key):
                raise BadDocument(path, f"a name was expected, not {_shown(key)}")
        return {key: single(value, f"{path}/{key}", game) for key, value in document.items()}

    return read


def _list_reader(single: Reader) -> Reader:
    def read(document: Document, path: str, game: str | None) -> list[Any]:
        if not isinstance(document, list | tuple):
            raise BadDocument(path, f"a list was expected, not {_shown(document)}")
        return [single(item, f"{path}/{place}", game) for place, item in enumerate(document)]

    return read


def _single_reader(field: FieldDescriptor) -> Reader:
    if field.message_type is not None:
        return _reader(field.message_type)
    if field.type == FieldDescriptor.TYPE_STRING:
        options = field.GetOptions()
        return _read_json if options.Extensions[json] else _string_reader(frozenset(options.Extensions[words]))
    if field.type in NUMBERS:
        return _int_reader(NUMBERS[field.type])
    if field.type == FieldDescriptor.TYPE_DOUBLE:
        return _read_float
    if field.type == FieldDescriptor.TYPE_BOOL:
        return _read_bool
    if field.type == FieldDescriptor.TYPE_BYTES:
        return _read_bytes
    raise TypeError(f"{field.full_name}: documents have strings, signed whole numbers, doubles and booleans only")


def _string_reader(allowed: frozenset[str]) -> Reader:
    def read(document: Document, path: str, game: str | None) -> str:
        if not isinstance(document, str):
            raise BadDocument(path, f"a string was expected, not {_shown(document)}")
        if not is_text(document):
            raise BadDocument(path, f"{_shown(document)} holds half a character, which no text can")
        if allowed and document and document not in allowed:
            raise BadDocument(path, f"{_shown(document)} is none of: {', '.join(sorted(allowed))}")
        return document

    return read


def is_text(string: str) -> bool:
    """Whether a string can be written in UTF-8: JSON can spell half of a surrogate pair, which cannot."""
    try:
        string.encode()
    except UnicodeEncodeError:
        return False
    return True


def _int_reader(numbers: range) -> Reader:
    def read(document: Document, path: str, game: str | None) -> int:
        if not isinstance(document, int) or isinstance(document, bool):
            raise BadDocument(path, f"a whole number was expected, not {_shown(document)}")
        if document not in numbers:
            raise BadDocument(path, f"{_shown(document)} does not fit {numbers.stop.bit_length()} bits")
        return document

    return read


def _read_float(document: Document, path: str, game: str | None) -> float:
    if not isinstance(document, int | float) or isinstance(document, bool):
        raise BadDocument(path, f"a number was expected, not {_shown(document)}")
    return float(document)


def _read_json(document: Document, path: str, game: str | None) -> str:
    try:
        return json_text.dumps(document)
    except (TypeError, ValueError, RecursionError) as problem:
        raise BadDocument(path, f"no JSON: {problem}") from problem


def _read_bytes(document: Document, path: str, game: str | None) -> bytes:
    raise BadDocument(path, "bytes are no part of a document")


def _read_bool(document: Document, path: str, game: str | None) -> bool:
    if not isinstance(document, bool):
        raise BadDocument(path, f"true or false was expected, not {_shown(document)}")
    return document


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


# --- packing: the same for documents of our own, where only flat messages differ from what protobuf takes

Packer: TypeAlias = Callable[[Document, str | None], Any]


@cache
def _packer(descriptor: Descriptor) -> Packer:
    if is_flat(descriptor):
        if len(descriptor.fields) == 1 and not is_in_oneof(descriptor.fields[0]):
            name = descriptor.fields[0].name
            return lambda document, game: {name: document}

        def pack_member(document: Document, game: str | None) -> Document:
            kind = kind_of(descriptor, game)
            assert kind is not None, f"no game is called {game!r}"
            return _of_game(descriptor, game, kind, _packer(kind)(document, game))

        return pack_member
    special = {
        field.name: (_packer(field.message_type), field.is_repeated)
        for field in descriptor.fields
        if field.message_type is not None and not is_map(field) and _has_flat(field.message_type)
    }
    if not special:
        return lambda document, game: document

    def pack(document: Document, game: str | None) -> Document:
        packed = dict(document)
        for name, (packer, many) in special.items():
            value = packed.get(name)
            if value is not None:
                packed[name] = [packer(item, game) for item in value] if many else packer(value, game)
        return packed

    return pack


def _of_game(union: Descriptor, game: str | None, kind: Descriptor, fields: Any) -> dict[str, Any]:
    """The fields of a union of games, from those of the game's message."""
    if not is_open(union, game):
        return {str(game): fields}
    content = class_of(kind)(**fields).SerializeToString(deterministic=True)
    return {MEMBER: {"game": game, "message": content}}


@cache
def _has_flat(descriptor: Descriptor) -> bool:
    return any(is_flat(inner) for inner in _reachable(descriptor, set()))


def _reachable(descriptor: Descriptor, seen: set[Descriptor]) -> set[Descriptor]:
    if descriptor not in seen:
        seen.add(descriptor)
        for field in descriptor.fields:
            if field.message_type is not None:
                _reachable(field.message_type, seen)
    return seen


# --- writing: message to document


@cache
def _writer(descriptor: Descriptor) -> Writer:
    if is_flat(descriptor):
        return _flat_writer(descriptor)
    always: list[tuple[str, Writer]] = []
    unset: list[tuple[str, Writer, bool]] = []
    full: list[tuple[str, Writer]] = []
    for field in descriptor.fields:
        if field.has_presence:
            unset.append((field.name, _deferred(field), _is_left_out(field)))
        elif _is_left_out(field):
            full.append((field.name, _deferred(field)))
        else:
            always.append((field.name, _deferred(field)))

    def write(message: Any) -> dict[str, Document]:
        document = {name: writer(getattr(message, name)) for name, writer in always}
        for name, writer in full:
            value = getattr(message, name)
            if value:
                document[name] = writer(value)
        for name, writer, left_out in unset:
            if message.HasField(name):
                document[name] = writer(getattr(message, name))
            elif not left_out:
                document[name] = None
        return document

    return write


def _is_left_out(field: FieldDescriptor) -> bool:
    return is_in_oneof(field) or bool(field.GetOptions().Extensions[missing])


def _flat_writer(descriptor: Descriptor) -> Writer:
    if len(descriptor.fields) == 1 and not is_in_oneof(descriptor.fields[0]):
        (field,) = descriptor.fields
        writer = _deferred(field)
        return lambda message: writer(getattr(message, field.name))
    (oneof,) = descriptor.oneofs

    def write(message: Any) -> Document:
        member = message.WhichOneof(oneof.name)
        if member == MEMBER:
            return _opened(descriptor, message.open)
        return None if member is None else document_of(getattr(message, member))

    return write


def _opened(union: Descriptor, held: Any) -> Document:
    """Raises BadDocument."""
    message = message_in(union, held.game, held.message)
    if message is None:
        raise BadDocument("", f"it holds no {union.name} of a game {_shown(held.game)} that is known here")
    return document_of(message)


def _deferred(field: FieldDescriptor) -> Writer:
    """The field's writer, made at its first use: a message may hold its own kind."""
    if is_map(field):
        entry = field.message_type
        assert entry is not None
        value = entry.fields_by_name["value"]
        if value.message_type is None:
            return dict
        return lambda mapping: {key: document_of(item) for key, item in mapping.items()}
    if field.message_type is None:
        single = json_text.loads if field.GetOptions().Extensions[json] else _as_is
        return list if field.is_repeated else single
    kind = field.message_type
    if field.is_repeated:
        return lambda items: [_writer(kind)(item) for item in items]
    return lambda message: _writer(kind)(message)


def _as_is(value: Any) -> Any:
    return value
