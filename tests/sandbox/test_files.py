"""Files into a box and out of it: nothing is followed, everything is counted."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from sandbox import files
from sandbox.files import TooBig, Unwanted
from tests.sandbox.playing import bundle, packed


def taken(folder: Path) -> dict[str, bytes]:
    descriptor = os.open(folder, os.O_PATH | os.O_DIRECTORY)
    try:
        return files.take(descriptor)
    finally:
        os.close(descriptor)


def test_a_bundle_in_a_box_can_be_read_by_any_user_and_programs_can_be_run(tmp_path: Path) -> None:
    source = bundle(tmp_path / "source", {"main.py": "x", "deep/run": "\x7fELF...", "deep/line": "#!/bin/sh"})
    (source / "main.py").chmod(0o600)
    files.make(tmp_path / "box")
    files.fill(packed(source, "python", ("python3", "main.py")), tmp_path / "box")
    modes = {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "box").rglob("*")}
    assert modes == {"bot.toml": 0o644, "main.py": 0o644, "deep": 0o755, "run": 0o755, "line": 0o755}
    assert (tmp_path / "box").stat().st_mode & 0o777 == 0o755


def test_what_lies_in_a_folder_is_taken_but_for_byte_code_and_sockets(tmp_path: Path) -> None:
    source = bundle(tmp_path / "source", {"main.py": "x", "deep/data.txt": "", "__pycache__/main.pyc": "y"})
    (source / "empty").mkdir()
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(str(source / "socket"))
    assert taken(source) == {"main.py": b"x", "deep/data.txt": b""}


@pytest.mark.parametrize("kind", ["link", "dead link", "folder link", "pipe"])
def test_what_is_no_plain_file_is_refused(tmp_path: Path, kind: str) -> None:
    source = tmp_path / "source"
    source.mkdir()
    if kind == "pipe":
        os.mkfifo(source / "odd")
    else:
        (source / "odd").symlink_to({"link": "/etc/passwd", "dead link": "nowhere", "folder link": "/etc"}[kind])
    with pytest.raises(Unwanted, match="odd is no plain file"):
        taken(source)


def test_bytes_files_and_depth_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "big").write_bytes(bytes(3000))
    (source / "more").write_bytes(bytes(3000))
    monkeypatch.setattr(files, "MOST_BYTES", 5000)
    with pytest.raises(TooBig, match="more is beyond it"):
        taken(source)
    monkeypatch.setattr(files, "MOST_BYTES", 50_000)
    monkeypatch.setattr(files, "MOST_FILES", 1)
    with pytest.raises(TooBig, match="more than 1 files: more is beyond it"):
        taken(source)
    deep = tmp_path / "deep"
    deep.joinpath(*"abcdefghijklmnopqrstu").mkdir(parents=True)
    with pytest.raises(Unwanted, match="nested deeper than 16"):
        taken(deep)


@pytest.mark.parametrize("name", [b"\xff", b"a\nb", b"\x1b[2J", "\u202egnp".encode()])
def test_a_name_that_would_break_the_line_that_tells_of_it_is_refused(tmp_path: Path, name: bytes) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / os.fsdecode(name)).write_text("x")
    with pytest.raises(Unwanted) as refused:
        taken(source)
    assert str(refused.value).isprintable()
    assert str(refused.value).isascii()


def test_a_long_path_is_told_in_part(tmp_path: Path) -> None:
    source = tmp_path / "source"
    deep = source.joinpath(*["x" * 250] * 3)
    deep.mkdir(parents=True)
    (deep / "link").symlink_to("nowhere")
    with pytest.raises(Unwanted) as refused:
        taken(source)
    assert len(str(refused.value)) < 300
    assert "link is no plain file" in str(refused.value)
