"""Where trees stand that were built by `make runtimes`, and which of them a sandbox takes.

A machine has one shelf that all its workers read: root's, or in an ordinary user's cache folder his own;
`ATHANOR_RUNTIMES` names another. A user reads root's shelf too; root never reads a user's.
"""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sandbox.interface import RuntimeMissing
from sandbox.runtimes import host, library, recipes
from sandbox.runtimes.recipes import Language, Purpose, Recipe

SHARED: Final = Path("/var/lib/athanor/runtimes")


@dataclass(frozen=True, slots=True)
class Tree:
    """What a box is made of, beside the bundle."""

    root: Path
    library: Path
    """Seen inside as `LIBRARY`: grpc, protobuf, the SDKs and the adapter."""
    digest: str
    """Boxes of one digest differ in nothing but what they run."""


def own() -> Path:
    """The shelf that this user builds onto."""
    if named := os.environ.get("ATHANOR_RUNTIMES"):
        return Path(named).absolute()
    if os.geteuid() == 0:
        return SHARED
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "athanor", "runtimes").absolute()


def place_of(recipe: Recipe) -> Path | None:
    """The folder of a recipe's tree, if it was built."""
    return next((shelf / recipe.digest for shelf in (own(), SHARED) if (shelf / recipe.digest).is_dir()), None)


def language_of(runtime: str) -> Language:
    known = recipes.languages()
    if runtime not in known:
        raise RuntimeMissing(f"this sandbox has no runtime called {runtime!r}; it has: {', '.join(known)}")
    return known[runtime]


def built(runtime: str, purpose: Purpose, state: Path) -> Tree | None:
    """From Debian's packages; None where nobody has built it, or where what we bring does not fit its Python."""
    recipe = language_of(runtime).recipe(purpose)
    place = place_of(recipe)
    if place is None:
        return None
    ours = _library(state, recipes.base()["python"])
    if ours is None:
        return None
    note_use(place, ours)
    return Tree(place / "root", ours, f"{recipe.digest}-{ours.name}")


def tree(runtime: str, purpose: Purpose, state: Path) -> Tree:
    """The tree of a runtime: Debian's where it was built, else one of this machine's own programs.

    `state` is a folder for what is made on the way. Raises RuntimeMissing.
    """
    found = built(runtime, purpose, state)
    if found is not None:
        return found
    language = language_of(runtime)
    own_programs = host.tree(state, language, purpose)
    if own_programs is None:
        raise RuntimeMissing(missing(language, purpose))
    ours = _library(state, host.python())
    assert ours is not None, "what we bring fits the Python that we run on"
    note_use(own_programs, ours)
    return Tree(own_programs / "root", ours, f"{own_programs.name}-{ours.name}")


def _library(state: Path, python: str) -> Path | None:
    """What we bring: with the trees, where they were built by this version of ours, else made here."""
    name = library.name(python)
    there = next((shelf / name for shelf in (own(), SHARED) if (shelf / name).is_dir()), None)
    return there or library.tree(state, python)


def missing(language: Language, purpose: Purpose) -> str:
    what = "what builds" if purpose == "build" else "what runs"
    runtime = language.runtime
    bring = f"`make runtimes LANGUAGES={runtime.name}` brings it, on Debian 12"
    return f"the sandbox here lacks {what} {runtime.title} ({runtime.version}): {bring}"


def note_use(*places: Path) -> None:
    """What is used stays; what is not goes one day, when something newer is built."""
    for place in places:
        with contextlib.suppress(OSError):
            os.utime(place)
