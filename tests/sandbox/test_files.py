"""Files into a box and out of it: nothing is followed, everything is counted."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sandbox import files
from sandbox.files import TooBig, Unwanted, copy_in


def test_a_copy_can_be_read_by_any_user(tmp_path: Path) -> None:
    source = tmp_path / "source"
    (source / "deep").mkdir(parents=True, mode=0o700)
    (source / "main.py").write_text("x")
    (source / "main.py").chmod(0o600)
    (source / "deep" / "run").write_bytes(b"\x7fELF...")
    (source / "__pycache__").mkdir()
    copy_in(source, tmp_path / "copy")
    modes = {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "copy").rglob("*")}
    assert modes == {"main.py": 0o644, "deep": 0o755, "run": 0o755}
    assert (tmp_path / "copy").stat().st_mode & 0o777 == 0o755


@pytest.mark.parametrize("kind", ["link", "dead link", "folder link", "pipe"])
def test_what_is_no_plain_file_is_refused(tmp_path: Path, kind: str) -> None:
    source = tmp_path / "source"
    source.mkdir()
    if kind == "pipe":
        os.mkfifo(source / "odd")
    else:
        (source / "odd").symlink_to({"link": "/etc/passwd", "dead link": "nowhere", "folder link": "/etc"}[kind])
    with pytest.raises(Unwanted, match="odd is no plain file"):
        copy_in(source, tmp_path / "copy")


def test_bytes_files_and_depth_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "big").write_bytes(bytes(3000))
    (source / "more").write_bytes(bytes(3000))
    monkeypatch.setattr(files, "MOST_BYTES", 5000)
    with pytest.raises(TooBig, match="more is beyond it"):
        copy_in(source, tmp_path / "one")
    monkeypatch.setattr(files, "MOST_BYTES", 50_000)
    monkeypatch.setattr(files, "MOST_FILES", 1)
    with pytest.raises(TooBig, match="more than 1 files: more is beyond it"):
        copy_in(source, tmp_path / "two")
    deep = tmp_path / "deep"
    deep.joinpath(*"abcdefghijklmnopqrstu").mkdir(parents=True)
    with pytest.raises(Unwanted, match="nested deeper than 16"):
        copy_in(deep, tmp_path / "three")


@pytest.mark.parametrize("name", [b"\xff", b"a\nb", b"\x1b[2J", "\u202egnp".encode()])
def test_a_name_that_would_break_the_line_that_tells_of_it_is_refused(tmp_path: Path, name: bytes) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / os.fsdecode(name)).write_text("x")
    with pytest.raises(Unwanted) as refused:
        copy_in(source, tmp_path / "copy")
    assert str(refused.value).isprintable()
    assert str(refused.value).isascii()


def test_a_long_path_is_told_in_part(tmp_path: Path) -> None:
    source = tmp_path / "source"
    deep = source.joinpath(*["x" * 250] * 3)
    deep.mkdir(parents=True)
    (deep / "link").symlink_to("nowhere")
    with pytest.raises(Unwanted) as refused:
        copy_in(source, tmp_path / "copy")
    assert len(str(refused.value)) < 300
    assert "link is no plain file" in str(refused.value)
