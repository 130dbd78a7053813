"""The messages of games that `game.proto` has no member for: those that are installed as plug-ins.

A union of games (`View`, `Action`, ...) has a member `open` for them: the game's name, and the bytes of the
message that the game's own .proto calls by the union's name. Whoever has the generated code of the game makes its
messages known by `learn_module`. Whoever has not, as the adapter in a sandbox, is told their descriptors in
`Welcome.messages`, and makes them known by `learn`: no runtime is built anew for a game.
"""

from __future__ import annotations

from types import ModuleType
from typing import Final

from google.protobuf.descriptor import Descriptor, FileDescriptor
from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet
from google.protobuf.descriptor_pool import Default
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass

MEMBER: Final = "open"
UNIONS: Final = ("State", "View", "Action", "Event", "Options")
"""What every game has; one whose actions are too many to list has a `Template` too."""
OF_OURS: Final = ("athanorpb/", "google/protobuf/")
"""Files that everybody has."""

_files: Final[dict[str, FileDescriptor]] = {}
_classes: Final[dict[Descriptor, type[Message]]] = {}


def learn_module(game: str, module: ModuleType) -> None:
    """By the code that protoc generated from the game's .proto. Raises ValueError."""
    file = getattr(module, "DESCRIPTOR", None)
    if not isinstance(file, FileDescriptor):
        raise ValueError(f"{module.__name__} is not what protoc writes for a .proto")
    _learn(game, file)


def learn(game: str, descriptors: bytes) -> None:
    """By what `descriptors_of` gave, which is empty for a game that `game.proto` knows. Raises ValueError."""
    if not descriptors:
        return
    try:
        files = FileDescriptorSet.FromString(descriptors).file
        for file in files:
            Default().AddSerializedFile(file.SerializeToString())
        _learn(game, Default().FindFileByName(files[-1].name))
    except (DecodeError, IndexError, KeyError, TypeError) as error:
        raise ValueError(f"the descriptors of the messages of {game} cannot be used: {error}") from error


def _learn(game: str, file: FileDescriptor) -> None:
    lacking = [name for name in UNIONS if name not in file.message_types_by_name]
    if lacking:
        raise ValueError(f"{file.name} has no message {lacking[0]}; a game has {', '.join(UNIONS)}")
    _files[game] = file


def descriptors_of(game: str) -> bytes:
    """For `Welcome.messages`: empty for a game that `game.proto` knows."""
    if game not in _files:
        return b""
    found: dict[str, FileDescriptorProto] = {}
    _collect(_files[game], found)
    return FileDescriptorSet(file=found.values()).SerializeToString(deterministic=True)


def _collect(file: FileDescriptor, found: dict[str, FileDescriptorProto]) -> None:
    """Each file behind those that it imports."""
    if file.name in found or file.name.startswith(OF_OURS):
        return
    for imported in file.dependencies:
        _collect(imported, found)
    copied = FileDescriptorProto()
    file.CopyToProto(copied)
    found[file.name] = copied


def kind_of(union: Descriptor, game: str | None) -> Descriptor | None:
    """The message that a game has for a union of games; None: the game is unknown, or has none."""
    field = union.fields_by_name.get(game or "")
    if field is not None and game != MEMBER:
        return field.message_type
    file = _files.get(game or "")
    return file.message_types_by_name.get(union.name) if file is not None else None


def is_open(union: Descriptor, game: str | None) -> bool:
    """Whether documents of the game go into the open member."""
    return game == MEMBER or game not in union.fields_by_name


def class_of(kind: Descriptor) -> type[Message]:
    if kind not in _classes:
        _classes[kind] = GetMessageClass(kind)
    return _classes[kind]


def message_in(union: Descriptor, game: str, content: bytes) -> Message | None:
    """The message of an open member; None: the game is unknown, or the bytes are none of its messages."""
    kind = kind_of(union, game) if is_open(union, game) else None
    if kind is None:
        return None
    try:
        return class_of(kind).FromString(content)
    except DecodeError:
        return None
