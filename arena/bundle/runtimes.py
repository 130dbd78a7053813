"""The languages a bundle may be written in: the one table that bot.toml, single files and starters go by.

It is read from the files that say what a sandbox holds of each, `sandbox/runtimes/<language>/runtime.toml`: data,
which the site may read without knowing the sandbox. So the package is found, and never imported.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import Any, Final, Literal

Protocol = Literal["stdio", "grpc"]
PROTOCOLS: Final[tuple[Protocol, ...]] = ("stdio", "grpc")


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
    environment: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_compiled(self) -> bool:
        return self.build is not None


def _runtime(name: str, said: Mapping[str, Any]) -> Runtime:
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
    )


def _data_of_the_sandbox() -> Path:
    found = find_spec("sandbox")
    assert found is not None, "the sandbox is a package beside this one"
    assert found.submodule_search_locations, "a package has a folder"
    return Path(found.submodule_search_locations[0])


SANDBOX_DATA: Final = _data_of_the_sandbox()


def _runtimes() -> dict[str, Runtime]:
    folder = SANDBOX_DATA / "runtimes"
    found = [
        _runtime(place.name, tomllib.loads((place / "runtime.toml").read_text(encoding="utf-8")))
        for place in folder.iterdir()
        if (place / "runtime.toml").is_file()
    ]
    # As people look for them: Python, of which the documentation speaks first, the interpreted, the compiled.
    order = sorted(found, key=lambda one: (one.name != "python", one.is_compiled, one.name))
    return {runtime.name: runtime for runtime in order}


RUNTIMES: Final = _runtimes()
ALIASES: Final = {alias: runtime.name for runtime in RUNTIMES.values() for alias in runtime.aliases}
SUFFIXES: Final = {suffix: runtime for runtime in RUNTIMES.values() for suffix in runtime.suffixes}

# What makes a Python file a bot of the SDK, and what makes it a server of its own. The text is looked at, never
# parsed: a parser can be made to fall over.
DEFINES_CHOOSE: Final = re.compile(rb"^(?:async[ \t]+)?def[ \t]+choose[ \t]*\(|^choose[ \t]*[:=]", re.MULTILINE)
RUNS_ITSELF: Final = re.compile(
    rb"\bathanor_bot[ \t]*\.[ \t]*run[ \t]*\(|^[ \t]*(?:import|from)[ \t]+grpc\b", re.MULTILINE
)
IMPORTS_RUN: Final = re.compile(rb"^[ \t]*from[ \t]+athanor_bot[ \t]+import[^\n]*\brun\b", re.MULTILINE)
# Java is started by a class: the first of the main file, which Java's own launcher of sources takes too.
PACKAGE: Final = re.compile(rb"^[ \t]*package[ \t]+([A-Za-z_][\w.]{0,200})[ \t]*;", re.MULTILINE)
CLASS: Final = re.compile(
    rb"^[ \t]*(?:(?:public|final|abstract|strictfp|sealed)[ \t]+)*"
    rb"(?:class|record|enum|interface)[ \t]+([A-Za-z_$][\w$]{0,200})",
    re.MULTILINE,
)


def runtime_named(name: str) -> Runtime | None:
    return RUNTIMES.get(ALIASES.get(name.lower(), name.lower()))


def runtime_of_file(name: str) -> Runtime | None:
    """By a source file's ending."""
    return SUFFIXES.get(PurePosixPath(name.lower()).suffix)


def default_command(runtime: Runtime, file: str, source: bytes) -> tuple[tuple[str, ...], Protocol]:
    """How a main file is run when nobody says how, and what it speaks."""
    if runtime.name == "python":
        if RUNS_ITSELF.search(source) or IMPORTS_RUN.search(source):
            return (runtime.program, file), "grpc"
        if DEFINES_CHOOSE.search(source):
            return (runtime.program, "-P", "-m", "athanor_bot", file), "grpc"
    return _filled(runtime.command, file, source, ()), "stdio"


def default_build(runtime: Runtime, file: str, source: bytes, names: Iterable[str]) -> tuple[str, ...] | None:
    """How a main file is built when nobody says how, with the other sources beside it; None: it is not."""
    if runtime.build is None:
        return None
    sources = (name for name in names if name != file and runtime_of_file(name) is runtime)
    return _filled(runtime.build, file, source, (file, *sorted(sources)))


def _filled(words: tuple[str, ...], file: str, source: bytes, sources: tuple[str, ...]) -> tuple[str, ...]:
    filled: list[str] = []
    for word in words:
        if word == "{files}":
            filled += sources
        else:
            filled.append(word.replace("{file}", file).replace("{class}", _class_of(file, source)))
    return tuple(filled)


def _class_of(file: str, source: bytes) -> str:
    found, package = CLASS.search(source), PACKAGE.search(source)
    name = found[1].decode() if found else PurePosixPath(file).stem
    return f"{package[1].decode()}.{name}" if package else name
