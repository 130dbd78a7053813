"""The runtimes a bundle may be written for: the one table that bot.toml, single files and starters go by."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

Protocol = Literal["stdio", "grpc"]
PROTOCOLS: Final[tuple[Protocol, ...]] = ("stdio", "grpc")


@dataclass(frozen=True, slots=True)
class Runtime:
    name: str
    suffix: str
    program: str
    mains: tuple[str, ...]
    """The files that are taken for the main one where bot.toml gives no command."""


RUNTIMES: Final = {
    runtime.name: runtime
    for runtime in (
        Runtime("python", ".py", "python3", ("main.py", "bot.py")),
        Runtime("sh", ".sh", "sh", ("main.sh", "bot.sh")),
    )
}
ALIASES: Final = {"python3": "python", "python3.11": "python", "py": "python", "shell": "sh"}
SUFFIXES: Final = {runtime.suffix: runtime for runtime in RUNTIMES.values()}

# What makes a Python file a bot of the SDK, and what makes it a server of its own. The text is looked at, never
# parsed: a parser can be made to fall over.
DEFINES_CHOOSE: Final = re.compile(rb"^(?:async[ \t]+)?def[ \t]+choose[ \t]*\(|^choose[ \t]*[:=]", re.MULTILINE)
RUNS_ITSELF: Final = re.compile(
    rb"\bathanor_bot[ \t]*\.[ \t]*run[ \t]*\(|^[ \t]*(?:import|from)[ \t]+grpc\b", re.MULTILINE
)
IMPORTS_RUN: Final = re.compile(rb"^[ \t]*from[ \t]+athanor_bot[ \t]+import[^\n]*\brun\b", re.MULTILINE)


def runtime_named(name: str) -> Runtime | None:
    return RUNTIMES.get(ALIASES.get(name, name))


def default_command(runtime: Runtime, file: str, source: bytes) -> tuple[tuple[str, ...], Protocol]:
    """How a main file is run when nobody says how, and what it speaks."""
    if runtime.name == "python":
        if RUNS_ITSELF.search(source) or IMPORTS_RUN.search(source):
            return (runtime.program, file), "grpc"
        if DEFINES_CHOOSE.search(source):
            return (runtime.program, "-P", "-m", "athanor_bot", file), "grpc"
    return (runtime.program, file), "stdio"
