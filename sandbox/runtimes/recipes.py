"""Recipes: what each language's tree is made of, by `base.toml` and the table of runtimes.

Two trees a language: the one a bot runs in, and the one it is built in, which adds the compiler. A recipe is named
by the digest of all that goes into its tree: two languages of one recipe have one tree, and a tree is made anew
when its recipe has changed, and only then.
"""

from __future__ import annotations

import hashlib
import json
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

from athanor_contract.runtimes import FOLDER, RUNTIMES, Runtime

HERE: Final = Path(__file__).parent
MAKING: Final = 5
"""Counts the changes of how trees are made that change what is in them."""

Purpose = Literal["run", "build"]
PURPOSES: Final[tuple[Purpose, ...]] = ("run", "build")

DEBIAN: Final = {"x86_64": "amd64", "aarch64": "arm64"}


@dataclass(frozen=True, slots=True)
class Making:
    """A command inside a tree, and where in this tree that belongs which it wrote."""

    by: tuple[str, ...]
    into: str
    inside: Purpose


@dataclass(frozen=True, slots=True)
class Recipe:
    packages: tuple[str, ...]
    kept: tuple[str, ...]
    left_out: tuple[str, ...]
    programs: tuple[str, ...]
    links: Mapping[str, str]
    wheel: Mapping[str, Any] | None
    npm: Mapping[str, Any] | None
    made: tuple[Making, ...]
    digest: str
    name: str
    """Of the first language that has it, for people."""


@dataclass(frozen=True, slots=True)
class Language:
    """A runtime, and what its trees are made of."""

    runtime: Runtime
    run: Recipe
    build: Recipe

    def recipe(self, purpose: Purpose) -> Recipe:
        return self.run if purpose == "run" else self.build


@cache
def languages() -> Mapping[str, Language]:
    """By name, in the order of the table of runtimes."""
    return {name: _language(runtime) for name, runtime in RUNTIMES.items()}


@cache
def base() -> Mapping[str, Any]:
    return tomllib.loads((HERE / "base.toml").read_text(encoding="utf-8"))


def recipes() -> Mapping[str, Recipe]:
    """All of them by digest; what others are made with comes first."""
    found: dict[str, Recipe] = {}
    for purpose in ("build", "run"):
        for language in languages().values():
            recipe = language.build if purpose == "build" else language.run
            found.setdefault(recipe.digest, recipe)
    return found


def triplet(machine: str | None = None) -> str:
    return f"{machine or os.uname().machine}-linux-gnu"


def _language(runtime: Runtime) -> Language:
    run, build = _recipe(runtime, "run"), _recipe(runtime, "build")
    return Language(runtime, run, run if runtime.build_tree is None else build)


def _recipe(runtime: Runtime, purpose: Purpose) -> Recipe:
    run, name = runtime.tree, runtime.name
    parts = [base(), run]
    if purpose == "build":
        parts = [base(), *_inherited(runtime)]
    packages = sorted({_filled(word) for part in parts for word in part.get("packages", ())})
    own: dict[str, Any] = {
        "packages": packages,
        "kept": _all("kept", parts),
        "left_out": _all("left_out", parts),
        "links": {key: _filled(target) for part in parts for key, target in part.get("links", {}).items()},
        # What is fetched or made is for bots: a build has the packages' programs.
        "wheel": run.get("wheel") if purpose == "run" else None,
        "npm": run.get("npm") if purpose == "run" else None,
        "made": run.get("made", []) if purpose == "run" else [],
    }
    return Recipe(
        packages=tuple(own["packages"]),
        kept=tuple(own["kept"]),
        left_out=tuple(own["left_out"]),
        programs=tuple(_all("programs", parts)),
        links=own["links"],
        wheel=own["wheel"],
        npm=own["npm"],
        made=tuple(
            Making(tuple(_filled(word) for word in one["by"]), one["into"], one.get("inside", "build"))
            for one in own["made"]
        ),
        digest=_digest(own, name),
        name=name if purpose == "run" else f"{name} (build)",
    )


def _inherited(runtime: Runtime) -> list[Mapping[str, Any]]:
    own = runtime.build_tree or {}
    above = _inherited(RUNTIMES[own["inherits"]]) if "inherits" in own else []
    return [*above, runtime.tree, own]


def _all(key: str, parts: list[Mapping[str, Any]]) -> list[str]:
    return list(dict.fromkeys(_filled(word) for part in parts for word in part.get(key, ())))


def _filled(word: str) -> str:
    """With the machine's names in place of {gnu}, {dashed} and {java}; {out} is filled in when it is run."""
    gnu = triplet()
    machine = os.uname().machine
    names = {"{gnu}": gnu, "{dashed}": gnu.replace("_", "-"), "{java}": DEBIAN.get(machine, machine)}
    for mark, name in names.items():
        word = word.replace(mark, name)
    return word


def _digest(own: Mapping[str, Any], name: str) -> str:
    locks = [own[key]["lock"] for key in ("wheel", "npm") if own[key]]
    files = {lock: hashlib.sha256((FOLDER / name / lock).read_bytes()).hexdigest() for lock in locks}
    what = {
        "making": MAKING, "machine": os.uname().machine, "folders": FOLDERS, "files": FILES,
        "revision": base()["revision"], "release": base()["release"], "recipe": dict(own), "locks": files,
    }  # fmt: skip
    return hashlib.sha256(json.dumps(what, sort_keys=True).encode()).hexdigest()[:16]


FOLDERS: Final = ("proc", "dev", "sys", "mnt", "etc", "run", "tmp", "bot", "run/athanor", "usr/lib/athanor")
"""Where a driver mounts something."""
FILES: Final[Mapping[str, str]] = {
    "etc/passwd": "root:x:0:0:root:/:/bin/false\nbot:x:1000:1000:bot:/tmp:/bin/false\n",
    "etc/group": "root:x:0:\nbot:x:1000:\n",
    "etc/hosts": "127.0.0.1 localhost\n",
    "run/athanor.log": "",
    "run/athanor.go": "",
}
