"""Bundles and folders: one laid out for a sandbox, one read from an author's own disk."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final

from athanor_contract.bundle.faults import BundleFault, Code, shown
from athanor_contract.bundle.names import MOST_BYTES, MOST_FILES, is_left_out
from athanor_contract.bundle.reader import Bundle, of_files, read

EXECUTABLE_STARTS: Final = (b"\x7fELF", b"#!")
"""A bundle keeps no modes: what a file begins with says whether it can be run."""


def lay_out(bundle: Bundle, folder: Path) -> None:
    """Writes the files into a new folder that any user may read."""
    folder.mkdir(parents=True)
    folder.chmod(0o755)
    for name, content in bundle.files.items():
        path = folder / name
        for parent in reversed(path.relative_to(folder).parents[:-1]):
            if not (folder / parent).is_dir():
                (folder / parent).mkdir()
                (folder / parent).chmod(0o755)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o644)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            os.fchmod(file.fileno(), 0o755 if content.startswith(EXECUTABLE_STARTS) else 0o644)


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
