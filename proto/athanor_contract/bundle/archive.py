"""The strict reader of zip files: what is not plainly a list of plain files is refused, with its reason.

A zip names its files twice (before each one, and in a directory at its end), may hold bytes that neither names,
and may say sizes that are not true. Two programs that read it differently see two bundles. So everything is
compared, everything is counted, and nothing is repaired.
"""

from __future__ import annotations

import io
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from typing import Final

from athanor_contract.bundle.faults import BundleFault, Code, shown
from athanor_contract.bundle.names import (
    MOST_BYTES_A_FILE,
    MOST_FILES,
    check_name,
    check_names,
    check_sizes,
    is_left_out,
)

START: Final = b"PK\x03\x04"
END: Final = b"PK\x05\x06"
END_SIZE: Final = 22
END_64: Final = b"PK\x06\x06"
END_64_SIZE: Final = 56
LOCATOR_64: Final = b"PK\x06\x07"
LOCATOR_64_SIZE: Final = 20
MOST_DIRECTORY: Final = 4 * MOST_FILES * 300
"""Bytes of the directory: the names of far more files than are taken. Reading a larger one takes long."""
LOCAL_HEADER: Final = struct.Struct("<4s5H3I2H")
FIELD: Final = struct.Struct("<2H")
UNICODE_PATH: Final = 0x7075
DESCRIBED_BEHIND: Final = 0x8
DESCRIPTOR_SIZES: Final[tuple[int, ...]] = (12, 16, 20, 24)
"""Bytes that follow a file's data to say its sizes, where that flag is set."""
NO_GAP: Final[tuple[int, ...]] = (0,)
ENCRYPTED: Final = 0x1 | 0x40 | 0x2000
METHODS: Final = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
KINDS: Final = {0, stat.S_IFREG, stat.S_IFDIR}
FOREIGN: Final = {b"\x1f\x8b": "gzip", b"7z\xbc\xaf": "7z", b"Rar!": "rar", b"BZh": "bzip2", b"\xfd7zXZ": "xz"}

Damage = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    OSError,
    struct.error,
    NotImplementedError,
    RuntimeError,
    ValueError,
)
"""What the standard library raises over a zip that is not in order."""


def files_of(content: bytes) -> dict[str, bytes]:
    """Every file of the zip by its name. Raises BundleFault."""
    return dict(each_file(content))


def each_file(content: bytes) -> Iterator[tuple[str, bytes]]:
    """One after another, so that no more than one is held. All of the zip is checked before the first of them, but
    for what only reading it shows. Raises BundleFault."""
    _check_end(content)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = archive.infolist()
            _check_entries(content, entries, archive.start_dir)
            wanted = [entry for entry in entries if not entry.is_dir() and not is_left_out(entry.filename)]
            for entry in wanted:
                yield entry.filename, _content_of(archive, entry)
    except Damage as error:
        if isinstance(error, BundleFault):
            raise
        raise BundleFault(
            Code.DAMAGED, f"the zip is damaged ({shown(str(error), 100)}): make it again and upload that"
        ) from error


def foreign_format(content: bytes) -> str | None:
    """The name of another kind of archive that the content is."""
    if content[257:262] == b"ustar":
        return "tar"
    return next((name for start, name in FOREIGN.items() if content.startswith(start)), None)


def _check_end(content: bytes) -> None:
    """The directory's end is the end of the file: no comment, nothing behind."""
    if not content.startswith(START):
        if content.startswith(END) and len(content) == END_SIZE:
            raise BundleFault(Code.EMPTY, "the zip holds no files: put bot.toml and your program into it")
        raise BundleFault(Code.HIDDEN_DATA, "there are bytes before the zip: upload a plain zip file")
    place = content.rfind(END)
    if place < 0:
        raise BundleFault(Code.DAMAGED, "the zip is cut off: its end is missing, upload it again")
    if place + END_SIZE != len(content):
        raise BundleFault(
            Code.HIDDEN_DATA, "the zip has a comment or bytes behind its end: make it without (zip -r bot.zip .)"
        )
    if (size := _directory_size(content, place)) > MOST_DIRECTORY:
        raise BundleFault(
            Code.TOO_MANY_FILES,
            f"its list of files has {size:,} bytes: {MOST_FILES} files are the most, pack data into fewer",
        )


def _directory_size(content: bytes, end: int) -> int:
    """As `zipfile` will take it: what the end says, or the larger form of it before that."""
    record = end - LOCATOR_64_SIZE - END_64_SIZE
    if (
        record >= 0
        and content.startswith(LOCATOR_64, end - LOCATOR_64_SIZE)
        and content.startswith(END_64, record)
    ):
        return int.from_bytes(content[record + 40 : record + 48], "little")
    return int.from_bytes(content[end + 12 : end + 16], "little")


def _check_entries(content: bytes, entries: list[zipfile.ZipInfo], directory: int) -> None:
    if len(entries) > 4 * MOST_FILES:
        raise BundleFault(Code.TOO_MANY_FILES, f"it holds {len(entries)} entries: {MOST_FILES} files are the most")
    for entry in entries:
        _check_entry(entry)
    _check_layout(content, entries, directory)
    kept = [entry for entry in entries if not is_left_out(entry.filename)]
    files = [entry for entry in kept if not entry.is_dir()]
    check_names([entry.filename for entry in files], [entry.filename[:-1] for entry in kept if entry.is_dir()])
    check_sizes({entry.filename: entry.file_size for entry in files})


def _check_entry(entry: zipfile.ZipInfo) -> None:
    if entry.orig_filename != entry.filename:
        raise BundleFault(
            Code.BAD_NAME, f"the name {shown(entry.orig_filename)} holds a NUL byte: rename the file"
        )
    if not is_left_out(entry.filename):
        check_name(entry.filename.removesuffix("/") if entry.filename != "/" else entry.filename)
    if entry.flag_bits & ENCRYPTED:
        raise BundleFault(Code.ENCRYPTED, f"{shown(entry.filename)} is encrypted: make the zip without a password")
    if entry.compress_type not in METHODS:
        raise BundleFault(
            Code.UNKNOWN_COMPRESSION,
            f"{shown(entry.filename)} is compressed by method {entry.compress_type}: make the zip with deflate",
        )
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in KINDS or (kind != 0 and (kind == stat.S_IFDIR) != entry.is_dir()):
        raise BundleFault(
            Code.NOT_A_FILE,
            f"{shown(entry.filename)} is {_kind_name(kind)}: only plain files and folders can be kept, put"
            " the file itself there",
        )


def _kind_name(kind: int) -> str:
    return {stat.S_IFLNK: "a symbolic link", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"}.get(
        kind, "no plain file"
    )


def _check_layout(content: bytes, entries: list[zipfile.ZipInfo], directory: int) -> None:
    """The files' bytes follow each other from the first byte to the directory: none shared, none besides."""
    place, allowed = 0, NO_GAP
    for entry in sorted(entries, key=lambda entry: entry.header_offset):
        gap = entry.header_offset - place
        if gap < 0:
            raise BundleFault(
                Code.DAMAGED, f"the bytes of {shown(entry.filename)} are another file's too: make it again"
            )
        if gap not in allowed:
            raise BundleFault(
                Code.HIDDEN_DATA, f"there are {gap} bytes before {shown(entry.filename)} that are no file's"
            )
        place = _end_of(content, entry)
        allowed = DESCRIPTOR_SIZES if entry.flag_bits & DESCRIBED_BEHIND else NO_GAP
    gap = directory - place
    if gap < 0:
        raise BundleFault(Code.DAMAGED, "the bytes of the last file are the zip's directory too: make it again")
    if gap not in allowed:
        raise BundleFault(Code.HIDDEN_DATA, f"there are {gap} bytes behind the last file that are no file's")


def _end_of(content: bytes, entry: zipfile.ZipInfo) -> int:
    header = LOCAL_HEADER.unpack_from(content, entry.header_offset)
    name: int = header[-2]
    extra: int = header[-1]
    begins = entry.header_offset + LOCAL_HEADER.size + name
    for fields in (entry.extra, content[begins : begins + extra]):
        if UNICODE_PATH in _fields(fields):
            raise BundleFault(
                Code.BAD_NAME,
                f"{shown(entry.filename)} has a second name beside its own, which some programs take instead: use"
                " plain letters for it, and make the zip again",
            )
    return begins + extra + entry.compress_size


def _fields(extra: bytes) -> set[int]:
    """What kinds of fields there are."""
    found = set()
    while len(extra) >= FIELD.size:
        kind, size = FIELD.unpack_from(extra)
        found.add(kind)
        extra = extra[FIELD.size + size :]
    return found


def _content_of(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """The bytes that are there, however many were said to be."""
    with archive.open(entry) as reading:
        content = reading.read(MOST_BYTES_A_FILE + 1)
        if reading.read(1) or len(content) != entry.file_size:
            raise BundleFault(
                Code.DAMAGED, f"{shown(entry.filename)} is not as long as the zip says: make the zip again"
            )
    return content
