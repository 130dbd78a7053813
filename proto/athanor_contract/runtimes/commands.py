"""How a main file is built and run when nobody says how."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import Final

from athanor_contract.runtimes.table import Protocol, Runtime, runtime_of_file

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
