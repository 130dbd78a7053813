"""From the bytes an author handed in to a bundle: a zip with bot.toml, or a single source file."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

from athanor_contract.bundle.archive import START, files_of, foreign_format
from athanor_contract.bundle.faults import BundleFault, Code, shown
from athanor_contract.bundle.manifest import FILE, Manifest, manifest_of, manifest_of_source, written
from athanor_contract.bundle.names import check_name, check_names, check_sizes
from athanor_contract.runtimes import RUNTIMES, SUFFIXES

MOST_BYTES: Final = 10 * 1024 * 1024
"""Of an upload."""


@dataclass(frozen=True, slots=True)
class Bundle:
    files: Mapping[str, bytes]
    """By name, in the order of names; bot.toml is always one of them."""
    manifest: Manifest


def read(content: bytes, filename: str, games: Collection[str] | None = None) -> Bundle:
    """The bundle that was handed in under a file name. Raises BundleFault.

    `games` are the known ones, None: any.
    """
    if not content:
        raise BundleFault(Code.EMPTY, f"{shown(filename)} is empty: upload a zip or a source file")
    if len(content) > MOST_BYTES:
        raise BundleFault(
            Code.TOO_BIG, f"{shown(filename)} has {len(content)} bytes: {MOST_BYTES} are the most for an upload"
        )
    suffix = PurePosixPath(filename.lower()).suffix
    if suffix in SUFFIXES and not content.startswith(START):
        return _of_source(content, PurePosixPath(filename.replace("\\", "/")).name)
    if content.startswith(START) or b"PK\x05\x06" in content[-66_000:]:
        return of_files(files_of(content), games)
    raise _no_archive(content, filename)


def of_files(files: Mapping[str, bytes], games: Collection[str] | None = None) -> Bundle:
    """The bundle of files that lie together. Raises BundleFault."""
    for name in files:
        check_name(name)
    check_names(files)
    check_sizes({name: len(content) for name, content in files.items()})
    inside = _without_wrapper(files)
    if FILE not in inside:
        deeper = sorted(name for name in files if name.endswith("/" + FILE))
        hint = f"it is at {shown(deeper[0])}: pack the folder's content" if deeper else "add one"
        raise BundleFault(Code.NO_BOT_TOML, f"there is no {FILE} at the top of the bundle: {hint}")
    return Bundle(dict(sorted(inside.items())), manifest_of(inside, games))


def _without_wrapper(files: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """A zip of a folder, instead of its content, means the same."""
    tops = {name.split("/", 1)[0] for name in files}
    if len(tops) != 1:
        return files
    (top,) = tops
    return (
        {name.removeprefix(f"{top}/"): content for name, content in files.items()}
        if f"{top}/{FILE}" in files
        else files
    )


def _of_source(content: bytes, filename: str) -> Bundle:
    check_name(filename)
    check_sizes({filename: len(content)})
    try:
        content.decode()
    except UnicodeDecodeError as error:
        raise BundleFault(
            Code.NOT_TEXT, f"{shown(filename)} is not UTF-8 text at byte {error.start}: save it as UTF-8"
        ) from error
    runtime = SUFFIXES[PurePosixPath(filename.lower()).suffix]
    manifest = manifest_of_source(filename, content, runtime)
    return Bundle(dict(sorted({filename: content, FILE: written(manifest)}.items())), manifest)


def _no_archive(content: bytes, filename: str) -> BundleFault:
    kind = foreign_format(content)
    what = f"a {kind} archive" if kind else "neither a zip nor a source file that can be run"
    sources = ", ".join(f"{runtime.suffix} ({runtime.name})" for runtime in RUNTIMES.values())
    return BundleFault(
        Code.NOT_AN_ARCHIVE, f"{shown(filename)} is {what}: upload a .zip with {FILE}, or a single file: {sources}"
    )
