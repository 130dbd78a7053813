"""The table of runtimes, read from `<language>/runtime.toml` beside this file: data alone, with its locks."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any, Final, Literal

Protocol = Literal["stdio", "grpc"]
PROTOCOLS: Final[tuple[Protocol, ...]] = ("stdio", "grpc")
FOLDER: Final = Path(__file__).parent
"""Of the data: a folder a language."""


@dataclass(frozen=True, slots=True)
class Runtime:
    name: str
    suffix: str
    program: str
    """Its interpreter or compiler, as a command names it."""
    mains: tuple[str, ...]
    """The files that are taken for the main one where bot.toml gives no command."""
    title: str = ""
    version: str = ""
    about: str = ""
    suffixes: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    build: tuple[str, ...] | None = None
    """How a bundle is built that says neither how it is built nor how it is run."""
    command: tuple[str, ...] = ()
    grpc: str = ""
    """With what a bot can be a gRPC server of its own; empty: with nothing that is there."""
    start_memory: int = 0
    """MiB that a bot which does nothing has in use, beside the adapter."""
    environment: Mapping[str, str] = field(default_factory=dict)
    tree: Mapping[str, Any] = field(default_factory=dict)
    """What the file system of its bots is made of; the sandbox reads it (`sandbox.runtimes.recipes`)."""
    build_tree: Mapping[str, Any] | None = None
    """What is added for its builds; None: they need nothing more."""

    @property
    def is_compiled(self) -> bool:
        return self.build is not None

    @property
    def compiler(self) -> str:
        """What its bots are built by; of an interpreted one the program."""
        return self.build[0] if self.build is not None else self.program


def runtime(name: str, said: Mapping[str, Any]) -> Runtime:
    """What a runtime.toml says."""
    return Runtime(
        name=name,
        suffix=said["suffixes"][0],
        program=said["program"],
        mains=tuple(said["mains"]),
        title=said["title"],
        version=said["version"],
        about=said["about"],
        suffixes=tuple(said["suffixes"]),
        aliases=tuple(said["aliases"]),
        build=tuple(said["build"]) if "build" in said else None,
        command=tuple(said["command"]),
        grpc=said.get("grpc", ""),
        start_memory=said["start_memory"],
        environment=said.get("environment", {}),
        tree=said.get("run", {}),
        build_tree=said.get("build_tree"),
    )


def _runtimes() -> dict[str, Runtime]:
    found = [
        runtime(place.parent.name, tomllib.loads(place.read_text(encoding="utf-8")))
        for place in FOLDER.glob("*/runtime.toml")
    ]
    # As people look for them: Python, of which the documentation speaks first, the interpreted, the compiled.
    order = sorted(found, key=lambda one: (one.name != "python", one.is_compiled, one.name))
    return {runtime.name: runtime for runtime in order}


RUNTIMES: Final = _runtimes()
ALIASES: Final = {alias: runtime.name for runtime in RUNTIMES.values() for alias in runtime.aliases}
SUFFIXES: Final = {suffix: runtime for runtime in RUNTIMES.values() for suffix in runtime.suffixes}


def runtime_named(name: str) -> Runtime | None:
    return RUNTIMES.get(ALIASES.get(name.lower(), name.lower()))


def runtime_of_file(name: str) -> Runtime | None:
    """By a source file's ending."""
    return SUFFIXES.get(PurePosixPath(name.lower()).suffix)
