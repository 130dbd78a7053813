"""A bundle as one canonical stream: what is packed is laid out again, and nothing else is taken for a parcel."""

from __future__ import annotations

import hashlib
import io
import json
import os
from pathlib import Path
from typing import Any

import pytest

from sandbox.daemon import parcels
from sandbox.daemon.parcels import BadParcel, Program, pack, unpack
from tests.sandbox.playing import bundle

PROGRAM = Program("python", ("python3", "bot.py", "ü"), "stdio")
FILES = {"bot.py": "print(1)\n", "data/book.txt": "", "data/deep/table.bin": "\0" * 1000, "data.txt": "x"}


def packed(folder: Path, program: Program = PROGRAM) -> tuple[str, bytes]:
    stream = io.BytesIO()
    done = pack(folder, program, stream)
    assert done.size == len(stream.getvalue())
    return done.digest, stream.getvalue()


def made(entries: list[Any], content: bytes = b"", **other: Any) -> bytes:
    said = {"command": ["x"], "entries": entries, "protocol": "stdio", "runtime": "python", **other}
    return parcels.MAGIC + json.dumps(said, sort_keys=True, separators=(",", ":")).encode() + b"\n" + content


def refused(stream: bytes, tmp_path: Path) -> str:
    tmp_path.mkdir(exist_ok=True)
    into = tmp_path / "into"
    with pytest.raises(BadParcel) as problem:
        unpack(io.BytesIO(stream), into)
    return str(problem.value)


def test_what_is_packed_is_laid_out_again(tmp_path: Path) -> None:
    source = bundle(tmp_path / "source", FILES)
    (source / "empty").mkdir()
    _, stream = packed(source)
    assert unpack(io.BytesIO(stream), tmp_path / "into") == PROGRAM
    found = {p.relative_to(tmp_path / "into").as_posix(): p for p in (tmp_path / "into").rglob("*")}
    assert {name: path.read_text() for name, path in found.items() if path.is_file()} == FILES
    assert {name for name, path in found.items() if path.is_dir()} == {"data", "data/deep", "empty"}


def test_the_same_files_make_the_same_stream_and_its_digest_is_its_sha256(tmp_path: Path) -> None:
    one, other = bundle(tmp_path / "one", FILES), bundle(tmp_path / "two", dict(reversed(FILES.items())))
    (one / "bot.py").chmod(0o755)
    os.utime(other / "bot.py", (0, 0))
    assert packed(one) == packed(other)
    digest, stream = packed(one)
    assert hashlib.sha256(stream).hexdigest() == digest
    again = bundle(tmp_path / "again", {})
    unpack(io.BytesIO(stream), again / "files")
    assert packed(again / "files") == (digest, stream)


def test_what_is_run_is_part_of_the_digest(tmp_path: Path) -> None:
    source = bundle(tmp_path / "source", FILES)
    others = [
        Program("python", ("python3", "bot.py"), "stdio"),
        Program("sh", PROGRAM.command, "stdio"),
        Program("python", PROGRAM.command, "grpc"),
    ]
    assert len({packed(source, program)[0] for program in (PROGRAM, *others)}) == 4


def test_a_folder_that_holds_more_than_files_is_no_bundle(tmp_path: Path) -> None:
    source = bundle(tmp_path / "source", FILES)
    (source / "data" / "link").symlink_to("/etc/passwd")
    with pytest.raises(BadParcel, match="data/link is no plain file"):
        pack(source, PROGRAM)


def test_byte_code_is_left_out(tmp_path: Path) -> None:
    source = bundle(tmp_path / "source", FILES)
    before = packed(source)
    bundle(source / "__pycache__", {"bot.cpython-311.pyc": "x"})
    assert packed(source) == before


@pytest.mark.parametrize(
    "path",
    ["/etc/passwd", "..", "../x", "a/../../x", ".", "a/./b", "", "a//b", "a/", "x\0y", "n" * 256, "\ud800"],
)
def test_a_path_that_is_none_of_a_bundle_is_refused(path: str, tmp_path: Path) -> None:
    entries = [["a", -1], [path, 1]] if path.startswith("a") else [[path, 1]]
    assert "is no path of a bundle" in refused(made(entries, b"x"), tmp_path)
    assert not (tmp_path / "into").exists(), "it is checked before anything is written"


def test_a_path_below_what_is_no_folder_is_refused(tmp_path: Path) -> None:
    for entries in ([["a/b", 1]], [["a", 1], ["a/b", 1]]):
        assert "in no folder" in refused(made(entries, b"xx"), tmp_path)


def test_entries_out_of_order_and_twins_are_refused(tmp_path: Path) -> None:
    assert "out of order" in refused(made([["b", 1], ["a", 1]], b"xx"), tmp_path)
    assert "out of order" in refused(made([["a", 1], ["a", 1]], b"xx"), tmp_path)


def test_too_much_is_refused_before_it_is_written(tmp_path: Path) -> None:
    big = 20 * 1024 * 1024
    assert "it may hold 32 MiB" in refused(made([["a", big], ["b", big]]), tmp_path)
    assert "2000 files" in refused(made([[f"{n:05}", 0] for n in range(2001)]), tmp_path)
    deep = [["/".join(["d"] * depth), -1] for depth in range(1, 20)]
    assert "is no path" in refused(made(deep), tmp_path)
    assert not (tmp_path / "into").exists()


@pytest.mark.parametrize("size", [-2, 1.0, True, "1", None, 2**40])
def test_a_size_that_is_none_is_refused(size: Any, tmp_path: Path) -> None:
    assert "a path and a size" in refused(made([["a", size]], b"x"), tmp_path)


@pytest.mark.parametrize("command", [[], ["x"] * 65, ["a\0b"], [1], ["x" * 20_000], ["\ud800"], "ls"])
def test_a_command_that_is_none_is_refused(command: Any, tmp_path: Path) -> None:
    assert "its command" in refused(made([], command=command), tmp_path) or command == "ls"


def test_a_head_in_another_form_is_refused(tmp_path: Path) -> None:
    spaced = made([["a", 1]], b"x").replace(b'"entries":', b'"entries": ')
    assert "canonical" in refused(spaced, tmp_path)
    assert "canonical" in refused(made([], command="ls"), tmp_path)
    assert "canonical" in refused(made([], more=1), tmp_path)
    for head in (b"[]\n", b"{}\n", b"x\n", b"[" * 100_000 + b"\n", b'{"command":1}\n', b""):
        assert "its head is none" in refused(parcels.MAGIC + head, tmp_path)
    assert "does not begin" in refused(b"PK\3\4", tmp_path)


def test_a_stream_that_is_cut_or_goes_on_is_refused(tmp_path: Path) -> None:
    assert "it ends within a" in refused(made([["a", 5]], b"1234"), tmp_path)
    assert "bytes follow" in refused(made([["b", 5]], b"123456"), tmp_path / "second")
