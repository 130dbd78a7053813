"""Messages as JSON text, without the documents between.

`text_of(message)` is `json.dumps(document_of(message))` of the one codec, and faster: for each kind of message a
function is made once, whose body is one f-string over its fields, and the text of a message inside another is
remembered by its bytes, as most of a view is what it was a move ago. The codec's rules are followed to the letter:
a test compares the two over every scenario.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from json.encoder import encode_basestring_ascii as quoted
from keyword import iskeyword
from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from athanorpb.open_games import MEMBER, message_in
from athanorpb.v1.document_pb2 import flat, missing

Writer = Callable[[Any], str]

MOST_KNOWN = 1_000
"""Texts remembered of each kind of message."""
BOOLEANS = {True: "true", False: "false"}


def text_of(message: Message) -> str:
    return _writer(message.DESCRIPTOR)(message)


@cache
def _writer(descriptor: Descriptor) -> Writer:
    single = [oneof for oneof in descriptor.oneofs if not _is_optional(oneof.fields[0])]
    union = single[0] if len(single) == 1 and len(single[0].fields) == len(descriptor.fields) else None
    is_flat = bool(descriptor.GetOptions().Extensions[flat])
    if union is not None:
        return _union_writer(descriptor, union.name, list(union.fields), is_flat)
    if is_flat:
        (field,) = descriptor.fields
        return _compiled([field], f"return {_value(field, 0)}")
    return _record_writer(list(descriptor.fields))


def _union_writer(descriptor: Descriptor, name: str, fields: list[FieldDescriptor], is_flat: bool) -> Writer:
    """Of the member that is set only: bare where the message is flat, under its name where it is not."""
    values = {field.name: _compiled([field], f"return {_value(field, 0)}") for field in fields}
    if is_flat and MEMBER in values:
        values[MEMBER] = _opened(descriptor)
    starts = {field.name: "" if is_flat else f'{{"{field.name}":' for field in fields}
    none, end = ("null", "") if is_flat else ("{}", "}")

    def write(message: Any) -> str:
        member = message.WhichOneof(name)
        return none if member is None else starts[member] + values[member](message) + end

    return write


def _opened(union: Descriptor) -> Writer:
    """Of a game that is installed as a plug-in, whose messages the welcome brought."""

    def write(message: Any) -> str:
        inside = message_in(union, message.open.game, message.open.message)
        return "null" if inside is None else text_of(inside)

    return write


def _record_writer(fields: list[FieldDescriptor]) -> Writer:
    pieces, optional = [], []
    for place, field in enumerate(fields):
        value = _value(field, place)
        if not field.has_presence and _is_left_out(field):
            optional.append(f"""{{(',"{field.name}":' + {value}) if {_held(field)} else ""}}""")
        elif not field.has_presence:
            pieces.append(f'"{field.name}":{{{value}}}')
        elif _is_left_out(field):
            optional.append(f"""{{(',"{field.name}":' + {value}) if message.HasField("{field.name}") else ""}}""")
        else:
            pieces.append(f'"{field.name}":{{{value} if message.HasField("{field.name}") else "null"}}')
    if not pieces:
        # The first of the optional ones, whichever it is, has no comma before it.
        body = f"text = f'''{''.join(optional)}'''\n    return '{{' + text[1:] + '}}'"
    else:
        body = f"return f'''{{{{{','.join(pieces)}{''.join(optional)}}}}}'''"
    return _compiled(fields, body)


def _compiled(fields: list[FieldDescriptor], body: str) -> Writer:
    """A function over a message. Names of fields come from our own schema: they are identifiers."""
    scope: dict[str, Any] = {"quoted": quoted, "booleans": BOOLEANS}
    for place, field in enumerate(fields):
        inner = _inner(field)
        if inner is not None:
            scope[f"write{place}"] = _deferred(inner)
    exec(f"def write(message):\n    {body}\n", scope)
    made: Writer = scope["write"]
    return made


def _inner(field: FieldDescriptor) -> Descriptor | None:
    if _is_map(field):
        assert field.message_type is not None
        return field.message_type.fields_by_name["value"].message_type
    return field.message_type


def _deferred(descriptor: Descriptor) -> Writer:
    """The writer of a message inside another, made at its first use: a message may hold its own kind."""
    made: list[Writer] = []
    known: dict[bytes, str] = {}

    def write(message: Any) -> str:
        key = message.SerializeToString()
        text = known.get(key)
        if text is None:
            if not made:
                made.append(_writer(descriptor))
            if len(known) >= MOST_KNOWN:
                known.clear()
            text = known[key] = made[0](message)
        return text

    return write


def _value(field: FieldDescriptor, place: int) -> str:
    """An expression for the text of a field of `message`; `write<place>` writes its kind of message."""
    held = _held(field)
    if _is_map(field):
        assert field.message_type is not None
        item = _single(field.message_type.fields_by_name["value"], f"write{place}", "item")
        return f"""'{{' + ','.join([quoted(key) + ':' + {item} for key, item in {held}.items()]) + '}}'"""
    if not field.is_repeated:
        return _single(field, f"write{place}", held)
    if field.message_type is not None:
        return f"'[' + ','.join(map(write{place}, {held})) + ']'"
    if field.type == FieldDescriptor.TYPE_STRING:
        return f"'[' + ','.join(map(quoted, {held})) + ']'"
    return f"'[' + ','.join([{_single(field, '', 'item')} for item in {held}]) + ']'"


def _held(field: FieldDescriptor) -> str:
    """The expression of a field. A word of Python itself, such as `pass`, cannot follow a dot."""
    return f'getattr(message, "{field.name}")' if iskeyword(field.name) else f"message.{field.name}"


def _single(field: FieldDescriptor, writer: str, held: str) -> str:
    if field.message_type is not None:
        return f"{writer}({held})"
    if field.type == FieldDescriptor.TYPE_STRING:
        return f"quoted({held})"
    if field.type == FieldDescriptor.TYPE_BOOL:
        return f"booleans[{held}]"
    return f"str({held})"


def _is_map(field: FieldDescriptor) -> bool:
    return field.message_type is not None and bool(field.message_type.GetOptions().map_entry)


def _is_optional(field: FieldDescriptor) -> bool:
    """Whether the field's oneof is the one that `optional` makes, and no real one."""
    oneof = field.containing_oneof
    return oneof is not None and oneof.name == f"_{field.name}"


def _is_left_out(field: FieldDescriptor) -> bool:
    in_oneof = field.containing_oneof is not None and not _is_optional(field)
    return in_oneof or bool(field.GetOptions().Extensions[missing])
