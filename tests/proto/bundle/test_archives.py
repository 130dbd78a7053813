"""The corpus of archives: each kind of trouble is refused with its code, and named."""

from __future__ import annotations

import gzip
import io
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from athanor_contract.bundle import BundleFault, Code, lay_out, read
from athanor_contract.bundle.reader import MOST_BYTES
from tests.proto.bundle.zips import (
    DEVICE,
    GOOD,
    LINK,
    PIPE,
    SET_USER_ID,
    SOCKET,
    TOML,
    bomb,
    broken,
    lying_bomb,
    overlapping,
    patched,
    twice,
    with_between,
    with_field,
    zipped,
)

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

MIB = 1024 * 1024


def tar() -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("bot.toml"))
    return made.getvalue()


def encrypted() -> bytes:
    content = with_field(zipped(), b"main.py", 8, b"\x01\x00")
    place = content.index(b"main.py") - 30
    return content[: place + 6] + b"\x01\x00" + content[place + 8 :]


def with_nul() -> bytes:
    return patched(zipped({**GOOD, "main.pyX": b""}), b"main.pyX", b"main.py\0")


def second_name(*, both: bool) -> bytes:
    """The field in which zips hold a name of all letters, which some readers take instead of the other."""
    entry = zipfile.ZipInfo("main.py")
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("bot.toml", TOML)
        name = struct.pack("<BI", 1, zlib.crc32(b"main.py")) + b"evil.py"
        entry.extra = struct.pack("<HH", 0x5455, 1) + b"\0" + struct.pack("<HH", 0x7075, len(name)) + name
        archive.writestr(entry, b"print(1)")
        if not both:
            entry.extra = b""
    return made.getvalue()


def more_than_any() -> bytes:
    """In the field for sizes of more than four bytes."""
    entry = zipfile.ZipInfo("main.py")
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("bot.toml", TOML)
        archive.writestr(entry, b"print(1)")
        entry.extra = struct.pack("<HHQ", 1, 8, 2**64 - 1)
    return with_field(made.getvalue(), b"main.py", 20, b"\xff" * 4)


def other_name_before_the_file() -> bytes:
    """One reader takes the name in the directory, another the one before the file."""
    return patched(zipped(), b"main.py", b"evil.py", count=1)


CORPUS: dict[str, tuple[bytes | Callable[[], bytes], Code, str]] = {
    "nothing at all": (b"", Code.EMPTY, "'bot.zip' is empty"),
    "an empty zip": (zipped({}), Code.EMPTY, "holds no files"),
    "no archive": (b"hello", Code.NOT_AN_ARCHIVE, "neither a zip nor a source file"),
    "a tar": (tar(), Code.NOT_AN_ARCHIVE, "a tar archive: upload a .zip"),
    "a gzip": (gzip.compress(b"x"), Code.NOT_AN_ARCHIVE, "a gzip archive"),
    "a 7z": (b"7z\xbc\xaf\x27\x1c....", Code.NOT_AN_ARCHIVE, "a 7z archive"),
    "more than an upload may have": (
        b"PK\x03\x04" + bytes(MOST_BYTES),
        Code.TOO_BIG,
        f"{MOST_BYTES} are the most",
    ),
    "cut off": (zipped()[:-30], Code.DAMAGED, "cut off"),
    "cut inside the directory": (zipped()[:60] + zipped()[-22:], Code.DAMAGED, "damaged"),
    "a wrong checksum": (
        patched(zipped(GOOD, compression=zipfile.ZIP_STORED), b"print(1)", b"print(2)"),
        Code.DAMAGED,
        "CRC",
    ),
    "broken compression": (broken(), Code.DAMAGED, "damaged"),
    "encrypted": (encrypted(), Code.ENCRYPTED, "'main.py' is encrypted: make the zip without a password"),
    "bzip2": (zipped(compression=zipfile.ZIP_BZIP2), Code.UNKNOWN_COMPRESSION, "method 12"),
    "lzma": (zipped(compression=zipfile.ZIP_LZMA), Code.UNKNOWN_COMPRESSION, "method 14"),
    "a script before the zip": (b"#!/bin/sh\nexit\n" + zipped(), Code.HIDDEN_DATA, "bytes before the zip"),
    "another zip before the zip": (zipped() + zipped(), Code.HIDDEN_DATA, "bytes before"),
    "bytes behind the zip": (zipped() + b"more", Code.HIDDEN_DATA, "behind its end"),
    "a comment": (zipped(comment=b"hello"), Code.HIDDEN_DATA, "comment"),
    "bytes between the files and the directory": (with_between(zipped(), b"x" * 16), Code.HIDDEN_DATA, "16 bytes"),
    "two files in the same bytes": (overlapping(), Code.DAMAGED, "another file's too"),
    "a last file that goes on in the directory": (
        with_field(zipped(), b"main.py", 20, (5000).to_bytes(4, "little")),
        Code.DAMAGED,
        "the bytes of the last file are the zip's directory too",
    ),
    "a last file of more bytes than there are numbers for": (
        more_than_any(),
        Code.DAMAGED,
        "the bytes of the last file are the zip's directory too",
    ),
    "a second name, of other letters": (second_name(both=True), Code.BAD_NAME, "'main.py' has a second name"),
    "a second name before the file alone": (second_name(both=False), Code.BAD_NAME, "'main.py' has a second name"),
    "a bomb": (partial(bomb, 200 * MIB), Code.TOO_BIG, f"'main.py' has {200 * MIB} bytes"),
    "a bomb that says it is small": (partial(lying_bomb, 40 * MIB), Code.DAMAGED, "damaged"),
    "many files that are too much together": (
        partial(zipped, {**GOOD, **dict.fromkeys(map(str, range(5)), bytes(7 * MIB))}),
        Code.TOO_BIG,
        "bytes in all",
    ),
    "many files": (zipped({**GOOD, **{f"{n}.txt": b"" for n in range(500)}}), Code.TOO_MANY_FILES, "502 files"),
    "very many entries": (zipped({f"{n}/": b"" for n in range(3000)}), Code.TOO_MANY_FILES, "3000 entries"),
    "twenty thousand files": (
        partial(zipped, {f"{n}.txt": b"" for n in range(20_000)}),
        Code.TOO_MANY_FILES,
        "its list of files has",
    ),
    "a size that is not true in the directory alone": (
        with_field(zipped(), b"main.py", 24, (3).to_bytes(4, "little")),
        Code.DAMAGED,
        "damaged",
    ),
    "a name that is another one before the file": (
        other_name_before_the_file(),
        Code.DAMAGED,
        "differ",
    ),
    "a way up": (zipped({**GOOD, "../x.py": b""}), Code.PATH_OUTSIDE, "'../x.py' leads out"),
    "a way up in the middle": (zipped({**GOOD, "a/../../x": b""}), Code.PATH_OUTSIDE, "leads out"),
    "an absolute name": (zipped({**GOOD, "/etc/passwd": b""}), Code.PATH_OUTSIDE, "'/etc/passwd'"),
    "a backslash": (zipped({**GOOD, "a\\b.py": b""}), Code.PATH_OUTSIDE, "leads out"),
    "a drive": (zipped({**GOOD, "C:x.py": b""}), Code.PATH_OUTSIDE, "'C:x.py'"),
    "the folder itself": (zipped({**GOOD, "./": b""}), Code.BAD_NAME, "'.'"),
    "a dot between": (zipped({**GOOD, "a/./b": b""}), Code.BAD_NAME, "cannot be kept"),
    "an empty part": (zipped({**GOOD, "a//b": b""}), Code.BAD_NAME, "cannot be kept"),
    "a space": (zipped({**GOOD, "my bot.py": b""}), Code.BAD_NAME, "'my bot.py' cannot be kept: use letters"),
    "a leading dash": (zipped({**GOOD, "-rf": b""}), Code.BAD_NAME, "'-rf'"),
    "a name that reads backwards": (zipped({**GOOD, "\u202egnp.py": b""}), Code.BAD_NAME, "u202e"),
    "a line break": (zipped({**GOOD, "a\nb": b""}), Code.BAD_NAME, "'a\\nb'"),
    "a NUL": (with_nul(), Code.BAD_NAME, "NUL"),
    "a long name": (zipped({**GOOD, "x" * 121: b""}), Code.BAD_NAME, "at most 120"),
    "a name of five thousand letters": (zipped({**GOOD, "x" * 5000: b""}), Code.BAD_NAME, "at most 120"),
    "four hundred folders": (zipped({**GOOD, "d/" * 400 + "x": b""}), Code.TOO_DEEP, "401 folders deep"),
    "deep folders": (zipped({**GOOD, "/".join("abcdefghi"): b""}), Code.TOO_DEEP, "9 folders deep"),
    "one name twice": (twice(), Code.DUPLICATE, "'main.py' is there twice"),
    "two names that are one elsewhere": (
        zipped({**GOOD, "MAIN.py": b""}),
        Code.DUPLICATE,
        "'MAIN.py' and 'main.py'",
    ),
    "a file that is a folder too": (zipped({**GOOD, "main.py/x": b""}), Code.DUPLICATE, "a file and a folder"),
    "a link": (zipped({**GOOD, "data": b"/etc/passwd"}, {"data": LINK}), Code.NOT_A_FILE, "a symbolic link"),
    "a link to a folder, and a file through it": (
        zipped({**GOOD, "data": b"/etc", "data/passwd": b"root::0:0"}, {"data": LINK}),
        Code.NOT_A_FILE,
        "'data' is a symbolic link",
    ),
    "a link that says it is a folder": (
        zipped({**GOOD, "data/": b"/etc"}, {"data/": LINK}),
        Code.NOT_A_FILE,
        "'data/' is a symbolic link",
    ),
    "a socket": (zipped({**GOOD, "s": b""}, {"s": SOCKET}), Code.NOT_A_FILE, "a socket"),
    "a pipe": (zipped({**GOOD, "p": b""}, {"p": PIPE}), Code.NOT_A_FILE, "a pipe"),
    "a file and a folder of one name": (zipped({**GOOD, "main.py/": b""}), Code.DUPLICATE, "is there twice"),
    "a device": (zipped({**GOOD, "d": b""}, {"d": DEVICE}), Code.NOT_A_FILE, "no plain file"),
    "a folder that says it is a file": (
        zipped({**GOOD, "d/": b""}, {"d/": 0o100644}),
        Code.NOT_A_FILE,
        "no plain file",
    ),
    "no bot.toml": (zipped({"main.py": b""}), Code.NO_BOT_TOML, "no bot.toml at the top of the bundle: add one"),
    "bot.toml too deep": (
        zipped({"a/b/bot.toml": TOML, "x.py": b""}),
        Code.NO_BOT_TOML,
        "it is at 'a/b/bot.toml': pack the folder's content",
    ),
}


@pytest.mark.parametrize("case", CORPUS)
def test_what_is_not_plainly_a_bundle_is_refused_with_its_reason(case: str) -> None:
    content, code, words = CORPUS[case]
    if callable(content):
        content = content()
    with pytest.raises(BundleFault) as refused:
        read(content, "bot.zip", ["poison"])
    assert refused.value.code is code, refused.value.message
    assert words in refused.value.message
    assert len(refused.value.message) < 400
    assert refused.value.message.isprintable()


def test_every_code_of_an_archive_is_in_the_corpus() -> None:
    of_manifests = {Code.BAD_BOT_TOML, Code.UNKNOWN_RUNTIME, Code.UNKNOWN_GAME, Code.MISSING_FILE, Code.NOT_TEXT}
    assert {code for _, code, _ in CORPUS.values()} == set(Code) - of_manifests


def test_a_plain_zip_is_read() -> None:
    for compression in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        content = zipped({**GOOD, "data/": b"", "data/book.txt": b"1 2 3"}, compression=compression)
        bundle = read(content, "bot.zip", ["poison"])
        assert bundle.files == {**GOOD, "data/book.txt": b"1 2 3"}


def test_a_zip_that_was_written_as_a_stream_is_read() -> None:
    """Its sizes stand behind each file: bytes between the files that are in order."""

    class Stream(io.RawIOBase):
        def __init__(self) -> None:
            self.written = bytearray()

        def writable(self) -> bool:
            return True

        def write(self, data: ReadableBuffer) -> int:
            self.written += bytes(data)
            return len(bytes(data))

    stream = Stream()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in GOOD.items():
            archive.writestr(name, data)
    assert read(bytes(stream.written), "bot.zip").files == GOOD


def test_a_zip_of_a_folder_means_its_content() -> None:
    content = zipped({"gus/": b"", **{f"gus/{name}": data for name, data in GOOD.items()}})
    assert read(content, "gus.zip").files == GOOD


def test_what_systems_leave_lying_about_is_left_out() -> None:
    extra = {"__pycache__/main.cpython-311.pyc": b"x", "__MACOSX/._main.py": b"x", ".DS_Store": b"x"}
    assert read(zipped({**GOOD, **extra}), "bot.zip").files == GOOD


def test_a_file_of_the_bundle_may_hold_anything() -> None:
    """`.pth` too: it is what weights are called, and a bot's folder is none that Python reads such files from."""
    extra = {
        "inner.zip": zipped(),
        "sitecustomize.py": b"1/0",
        "usercustomize.py": b"1/0",
        "grpc.py": b"",
        "x.bin": bytes(range(256)),
        "evil.pth": b"import os; os._exit(1)\n",
    }
    assert read(zipped({**GOOD, **extra}), "bot.zip").files == {**GOOD, **extra}


@pytest.mark.parametrize("mode", [SET_USER_ID, 0o102755, 0o101777, 0o100777, 0o100000], ids=oct)
def test_the_modes_of_a_zip_count_for_nothing(tmp_path: Path, mode: int) -> None:
    bundle = read(zipped(GOOD, {"main.py": mode}), "bot.zip")
    lay_out(bundle.files.items(), tmp_path / "bot")
    assert (tmp_path / "bot" / "main.py").stat().st_mode == 0o100644


@pytest.mark.parametrize("case", ["a way up", "an absolute name", "a link to a folder, and a file through it"])
def test_what_is_refused_here_would_have_been_taken_by_a_plain_reader(case: str) -> None:
    """The corpus tests the reader, not the archives: each of these is a zip that others open."""
    content = CORPUS[case][0]
    assert isinstance(content, bytes)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None


@pytest.mark.slow
@pytest.mark.parametrize("form", ["plain", "zip64"])
def test_a_very_long_list_of_files_is_refused_before_it_is_read(
    form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = zipped({f"{n}/": b"" for n in range(66_000 if form == "zip64" else 20_000)})
    if form == "zip64":
        # Then `zipfile` goes by the larger form of the end, whatever stands in the plain one.
        content = content[:-10] + bytes(4) + content[-6:]

    def never(*_: object) -> None:
        raise AssertionError("its list of files is read")

    monkeypatch.setattr(zipfile, "ZipFile", never)
    with pytest.raises(BundleFault, match="its list of files has") as fault:
        read(content, "bot.zip")
    assert fault.value.code is Code.TOO_MANY_FILES
