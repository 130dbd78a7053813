"""Zip files in and out of order, byte by byte where the standard library would not write them."""

from __future__ import annotations

import io
import struct
import warnings
import zipfile
from collections.abc import Mapping

TOML = b'name = "Gus"\ngame = "poison"\nruntime = "python"\ncommand = ["python3", "main.py"]\nprotocol = "stdio"\n'
GOOD = {"bot.toml": TOML, "main.py": b"print(1)\n"}
LINK, PIPE, DEVICE, FOLDER, FILE = 0o120777, 0o010644, 0o060666, 0o040755, 0o100644
SOCKET, SET_USER_ID = 0o140777, 0o104755


def zipped(
    files: Mapping[str, bytes] = GOOD,
    modes: Mapping[str, int] | None = None,
    compression: int = zipfile.ZIP_DEFLATED,
    comment: bytes = b"",
) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", compression) as archive:
        archive.comment = comment
        for name, content in files.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = compression
            entry.external_attr = (modes or {}).get(name, FOLDER if name.endswith("/") else FILE) << 16
            archive.writestr(entry, content)
    return made.getvalue()


def twice(name: str = "main.py") -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for content in (TOML, b"1", b"2"):
            archive.writestr("bot.toml" if content == TOML else name, content)
    return made.getvalue()


def patched(content: bytes, old: bytes, new: bytes, *, count: int = -1) -> bytes:
    assert old in content
    return content.replace(old, new, count)


def directory(content: bytes) -> tuple[int, int]:
    """Where the zip's directory begins, and where its end record does."""
    end = content.rfind(b"PK\x05\x06")
    (start,) = struct.unpack_from("<I", content, end + 16)
    return start, end


def with_between(content: bytes, hidden: bytes) -> bytes:
    """The same zip with bytes between its last file and its directory."""
    start, end = directory(content)
    moved = content[:start] + hidden + content[start:]
    return (
        moved[: end + len(hidden) + 16] + struct.pack("<I", start + len(hidden)) + moved[end + len(hidden) + 20 :]
    )


def with_field(content: bytes, name: bytes, offset: int, value: bytes) -> bytes:
    """The directory's entry of a name with some of its bytes replaced."""
    start, _ = directory(content)
    place = content.index(name, start) - 46 + offset
    return content[:place] + value + content[place + len(value) :]


def overlapping() -> bytes:
    """Two entries of the directory that share one file's bytes."""
    content = zipped(
        {"bot.toml": TOML, "aaaa.py": b"1" * 100, "bbbb.py": b"1" * 100}, compression=zipfile.ZIP_STORED
    )
    place = content.index(b"aaaa.py") - 30
    return with_field(content, b"bbbb.py", 42, struct.pack("<I", place))


def bomb(size: int) -> bytes:
    return zipped({"bot.toml": TOML, "main.py": bytes(size)})


def lying_bomb(size: int) -> bytes:
    """A bomb whose directory and header say that the file is small."""
    content = bomb(size)
    small = struct.pack("<I", 10)
    content = with_field(content, b"main.py", 24, small)
    place = content.index(b"main.py") - 30
    return content[: place + 22] + small + content[place + 26 :]


def broken() -> bytes:
    """A zip with nonsense where a file's compressed bytes are."""
    content = zipped({"bot.toml": TOML, "main.py": bytes(range(256)) * 20})
    place = content.index(b"main.py") + len(b"main.py")
    return content[:place] + b"\xff" * 8 + content[place + 8 :]
