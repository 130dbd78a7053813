"""Bundles and folders: one laid out for a sandbox, one read from an author's own disk."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Final

from athanor_contract.bundle.faults import BundleFault, Code, shown
from athanor_contract.bundle.names import MOST_BYTES, MOST_FILES, is_left_out
from athanor_contract.bundle.reader import Bundle, of_files, read

EXECUTABLE_STARTS: Final = (b"\x7fELF", b"#!")
"""A bundle keeps no modes: what a file begins with says whether it can be run."""


def lay_out(files: Iterable[tuple[str, bytes]], folder: Path) -> None:
    """Writes the files into an empty folder, readable by any user. Makes the folder where it is not there."""
    if not folder.is_dir():
        folder.mkdir(parents=True)
        folder.chmod(0o755)
    root, made = os.fspath(folder), {""}
    for name, content in files:
        _make_folders(root, name.rpartition("/")[0], made)
        descriptor = os.open(f"{root}/{name}", os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o644)
        try:
            os.fchmod(descriptor, 0o755 if content.startswith(EXECUTABLE_STARTS) else 0o644)
            written = 0
            while written < len(content):
                written += os.write(descriptor, memoryview(content)[written:])
        finally:
            os.close(descriptor)


def _make_folders(root: str, folder: str, made: set[str]) -> None:
    if folder not in made:
        _make_folders(root, folder.rpartition("/")[0], made)
        os.mkdir(f"{root}/{folder}")  # noqa: PTH102 - before every bot, and pathlib takes ten times as long
        os.chmod(f"{root}/{folder}", 0o755)  # noqa: PTH101
        made.add(folder)


def of_path(path: Path, games: Collection[str] | None = None) -> Bundle:
    """The bundle at a path: a folder with bot.toml, a zip, or a source file. Raises BundleFault and OSError."""
    if path.is_dir():
        return of_files(dict(_files_below(path)), games)
    return read(path.read_bytes(), path.name, games)


def _files_below(folder: Path) -> Iterator[tuple[str, bytes]]:
    budget, count = MOST_BYTES, 0
    for here, folders, names in os.walk(folder):
        # What a version control system or an editor keeps beside the sources is not the bot's.
        folders[:] = sorted(name for name in folders if not name.startswith(".") and not is_left_out(name))
        for name in sorted(names):
            path = Path(here) / name
            inside = path.relative_to(folder).as_posix()
            if is_left_out(inside) or name.startswith("."):
                continue
            if path.is_symlink() or not path.is_file():
                raise BundleFault(
                    Code.NOT_A_FILE, f"{shown(inside)} is a link or no plain file: put the file itself there"
                )
            count += 1
            budget -= path.stat().st_size
            if budget < 0 or count > 4 * MOST_FILES:
                raise BundleFault(
                    Code.TOO_BIG,
                    f"the folder {shown(str(folder))} holds more than a bundle may: is it the bot's own?",
                )
            yield inside, path.read_bytes()
