"""Why a bundle is refused: one code a reason."""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """The value stands in records and in the API; the message beside it names the author's own value."""

    EMPTY = "empty"
    """There is nothing in it."""
    TOO_BIG = "too-big"
    """More bytes than an upload, a file, or all files together may have."""
    TOO_MANY_FILES = "too-many-files"
    NOT_AN_ARCHIVE = "not-an-archive"
    """Neither a zip nor a source file in a language that can be run."""
    NOT_TEXT = "not-text"
    """A source file that is not UTF-8."""
    DAMAGED = "damaged"
    """A zip whose bytes contradict each other."""
    ENCRYPTED = "encrypted"
    UNKNOWN_COMPRESSION = "unknown-compression"
    HIDDEN_DATA = "hidden-data"
    """Bytes before, between or behind the files of the zip."""
    PATH_OUTSIDE = "path-outside"
    """A name that leads out of the bundle."""
    BAD_NAME = "bad-name"
    TOO_DEEP = "too-deep"
    DUPLICATE = "duplicate"
    """Two entries that one name stands for, on some file system at least."""
    NOT_A_FILE = "not-a-file"
    """A link, a device: neither a plain file nor a folder."""
    NO_BOT_TOML = "no-bot-toml"
    BAD_BOT_TOML = "bad-bot-toml"
    UNKNOWN_RUNTIME = "unknown-runtime"
    UNKNOWN_GAME = "unknown-game"
    MISSING_FILE = "missing-file"
    """The command names a file that is not there."""


class BundleFault(ValueError):
    """What is wrong with a bundle, and what to do about it."""

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def shown(value: object, most: int = 60) -> str:
    """An author's value in a message: one line, printable, bounded."""
    text = ascii(value)
    return text if len(text) <= most else text[: most - 4] + "..." + text[-1]
