"""The one table of what a bot finds inside its sandbox: paths, environment, and how its command is run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandbox.interface import Launch, RuntimeMissing
from sandbox.runtimes.recipes import languages

BOT: Final = "/bot"
"""Its bundle, read-only, and its working folder."""
DOOR: Final = "/run/athanor"
"""The folder of its socket: a small tmpfs, the only thing of it that is looked into from outside."""
SOCKET: Final = "bot.sock"
LOG: Final = "/run/athanor.log"
GO: Final = "/run/athanor.go"
"""Pipes to the outside of a container: what it says, and the word that it may begin."""
LIBRARY: Final = "/usr/lib/athanor"
"""grpc, protobuf, the protocol, the SDK and the adapter."""
PYTHON: Final = "/usr/bin/python3"
BEGIN: Final = f"{LIBRARY}/athanor_adapter/begin.py"
"""The first program of a box, which becomes the bot: see there. It is Python, which every tree has."""

ANEW: Final = f"{LIBRARY}/athanor_adapter/anew.py"

RUNTIMES: Final = {name: (language.run.programs or (PYTHON,))[-1] for name, language in languages().items()}
"""By the name that bot.toml says: the program that runs its bots; of a compiled one that is the adapter's."""

ENVIRONMENT: Final = {
    "PATH": "/usr/bin:/bin",
    "HOME": "/tmp",
    "LANG": "C.UTF-8",
    "ATHANOR_SOCKET": f"{DOOR}/{SOCKET}",
    "PYTHONPATH": LIBRARY,
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONUNBUFFERED": "1",
    # The same match plays the same: an order that depends on hashes would not.
    "PYTHONHASHSEED": "0",
    "GRPC_VERBOSITY": "NONE",
    "GRPC_ENABLE_FORK_SUPPORT": "0",
    # Of all languages together: a slot that waits for its bot does not know yet what it will be.
    **{name: value for language in languages().values() for name, value in language.runtime.environment.items()},
}


CONTROL: Final = "control.sock"
"""In `DOOR`, while there is no bot: where a slot waits for its word."""
LAUNCHER: Final = (PYTHON, "-P", "-m", "athanor_adapter.launch")
"""The first program of a slot that waits for its bot: see there."""


def anew(command: Sequence[str], word: str, output: str) -> list[str]:
    """The command, once its box has been given another root than it was made with; the pipes are its input and
    output then."""
    return [PYTHON, "-I", "-S", ANEW, word, output, *command]


def begun(command: Sequence[str], *how: str) -> list[str]:
    """The command, by the first program of a box."""
    flags = ["-P"] if command[0] in (PYTHON, "python3") else ["-I", "-S"]
    return [PYTHON, *flags, BEGIN, *how, "--", *command]


def check_known(runtime: str) -> None:
    """Raises RuntimeMissing."""
    if runtime not in RUNTIMES:
        raise RuntimeMissing(f"this sandbox has no runtime called {runtime!r}; it has: {', '.join(RUNTIMES)}")


def argv(launch: Launch) -> list[str]:
    """The command of the process that the sandbox runs. Raises RuntimeMissing."""
    check_known(launch.runtime)
    if launch.bundle.manifest.protocol == "grpc":
        return list(launch.command)
    return [PYTHON, "-P", "-m", "athanor_adapter", "--", *launch.command]
