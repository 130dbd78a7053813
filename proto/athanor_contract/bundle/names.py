"""The names of a bundle's files: such that they mean the same file on every system, and none outside."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from athanor_contract.bundle.faults import BundleFault, Code, shown

MOST_BYTES: Final = 32 * 1024 * 1024
"""Of all files together."""
MOST_BYTES_A_FILE: Final = 8 * 1024 * 1024
MOST_FILES: Final = 500
MOST_DEPTH: Final = 8
PART: Final = re.compile(r"[A-Za-z0-9_.][A-Za-z0-9_.-]{0,119}")
LONGEST_NAME: Final = MOST_DEPTH * 121
"""Bytes of a name, of as many parts as there may be."""
LEFT_OUT: Final = frozenset({"__pycache__", "__MACOSX", ".DS_Store"})
"""What systems leave lying about, in any folder: not taken, not complained of."""


def is_left_out(name: str) -> bool:
    return not LEFT_OUT.isdisjoint(name.split("/"))


def check_name(name: str) -> None:
    if name.startswith("/") or "\\" in name or re.match(r"[A-Za-z]:", name) or ".." in name.split("/"):
        raise BundleFault(
            Code.PATH_OUTSIDE,
            f"the name {shown(name)} leads out of the bundle: use names like bot.py or data/book.txt, with /"
            " between folders, no .. and no leading /",
        )
    parts = name.split("/")
    if len(parts) > MOST_DEPTH:
        raise BundleFault(
            Code.TOO_DEEP,
            f"{shown(name)} lies {len(parts)} folders deep: {MOST_DEPTH} are the most, put it higher",
        )
    for part in parts:
        if part == "." or not PART.fullmatch(part):
            raise BundleFault(
                Code.BAD_NAME,
                f"the name {shown(name)} cannot be kept: use letters, digits, dot, dash and underscore, at most"
                " 120 of them, not starting with a dash",
            )


def check_names(files: Iterable[str], folders: Iterable[str] = ()) -> None:
    """Whether each name stands for one thing everywhere: no twins, no file that is a folder too."""
    names = list(files)
    seen: dict[str, str] = {}
    for name in (*names, *folders):
        twin = seen.setdefault(name.casefold(), name)
        if twin is not name:
            what = (
                f"{shown(name)} is there twice"
                if twin == name
                else f"{shown(name)} and {shown(twin)} are one name"
            )
            raise BundleFault(Code.DUPLICATE, f"{what} on some systems: leave one of them out")
    taken = {name.casefold(): name for name in names}
    for name in names:
        parts = name.casefold().split("/")
        for end in range(1, len(parts)):
            if (file := taken.get("/".join(parts[:end]))) is not None:
                raise BundleFault(Code.DUPLICATE, f"{shown(file)} is a file and a folder: rename one of them")


def check_sizes(sizes: Mapping[str, int]) -> None:
    if len(sizes) > MOST_FILES:
        raise BundleFault(
            Code.TOO_MANY_FILES, f"it holds {len(sizes)} files: {MOST_FILES} are the most, pack data into fewer"
        )
    for name, size in sizes.items():
        if size > MOST_BYTES_A_FILE:
            raise BundleFault(
                Code.TOO_BIG, f"{shown(name)} has {size} bytes: {MOST_BYTES_A_FILE} are the most for one file"
            )
    if (total := sum(sizes.values())) > MOST_BYTES:
        raise BundleFault(
            Code.TOO_BIG,
            f"its files have {total} bytes in all: {MOST_BYTES} are the most, leave out what it can do without",
        )
