"""The one table of what a bot finds inside its sandbox: paths, environment, and how its command is run."""

from __future__ import annotations

from typing import Final

from sandbox.interface import Launch, SandboxFault

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

RUNTIMES: Final = {"python": PYTHON, "sh": "/bin/sh"}
"""By the name that bot.toml says: the program that has to be there."""

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
}


def argv(launch: Launch) -> list[str]:
    """The command of the process that the sandbox runs."""
    if launch.runtime not in RUNTIMES:
        raise SandboxFault(f"this sandbox has no runtime called {launch.runtime!r}; it has: {', '.join(RUNTIMES)}")
    if launch.protocol == "grpc":
        return list(launch.command)
    return [PYTHON, "-P", "-m", "athanor_adapter", "--", *launch.command]
