"""What the documentation tells of the languages: versions, flags, how each is built and run, a bot in each."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, NamedTuple

from athanor_contract.runtimes import RUNTIMES, Runtime

STARTERS: Final = files("arena") / "cli" / "starters"
SERVERS: Final = STARTERS / "servers"
OF_LINES: Final = {"python": "python_lines"}
"""The starter that speaks lines of JSON, where the language's own is another one."""


class Server(NamedTuple):
    """A bot that is a gRPC server of its own."""

    about: str
    files: tuple[tuple[str, str], ...]


class LanguageRow(NamedTuple):
    runtime: Runtime
    build: str
    command: str
    starter: str
    """As `athanor new --language` takes it."""
    main: str
    source: str
    server: Server | None


def languages() -> Mapping[str, object]:
    return {"languages": [_row(runtime) for runtime in RUNTIMES.values()]}


def _row(runtime: Runtime) -> LanguageRow:
    folder = STARTERS / OF_LINES.get(runtime.name, runtime.name)
    main = next(name for name in runtime.mains if (folder / name).is_file())
    return LanguageRow(
        runtime=runtime,
        build=_shown(runtime.build or (), main),
        command=_shown(runtime.command, main),
        starter=f"{runtime.name}-lines" if runtime.name in OF_LINES else runtime.name,
        main=main,
        source=(folder / main).read_text(encoding="utf-8"),
        server=_server(runtime),
    )


def _shown(words: tuple[str, ...], main: str) -> str:
    """As one would type it, for the starter's main file."""
    stem = main.partition(".")[0]
    filled = [word.replace("{files}", main).replace("{file}", main).replace("{class}", stem) for word in words]
    return shlex.join(filled)


def _server(runtime: Runtime) -> Server | None:
    if not runtime.grpc:
        return None
    folder = SERVERS / runtime.name
    return Server(runtime.grpc, tuple((path.name, path.read_text(encoding="utf-8")) for path in _sources(folder)))


def _sources(folder: Traversable) -> list[Traversable]:
    """What its author wrote, the bot itself first."""
    found = [path for path in folder.iterdir() if path.is_file()]
    return sorted(found, key=lambda path: (not path.name.startswith("bot."), path.name == "bot.toml", path.name))
