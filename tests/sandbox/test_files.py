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
