"""The drivers, by name."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from sandbox.interface import Driver, SandboxFault

# A box is started by a fork that runs a program at once: gRPC has nothing to prepare for it, and says so aloud.
os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")


def _bubblewrap(state: Path) -> Driver:
    from sandbox.drivers.bubblewrap import Bubblewrap

    return Bubblewrap(state)


def _docker(state: Path) -> Driver:
    from sandbox.drivers.docker import RUNTIME, RUNTIMES, Docker

    if os.environ.get(RUNTIME) == RUNTIMES[1]:
        from sandbox.drivers.dialed import Dialed

        return Dialed(state)
    return Docker(state)


def _sandboxd(state: Path) -> Driver:
    from sandbox.daemon.client import Sandboxd

    return Sandboxd()


def _none(state: Path) -> Driver:
    from sandbox.drivers.plain import Plain

    return Plain(state)


DRIVERS: Final[dict[str, Callable[[Path], Driver]]] = {
    "bubblewrap": _bubblewrap,
    "docker": _docker,
    "sandboxd": _sandboxd,
    "none": _none,
}
AUTOMATIC: Final = ("bubblewrap", "docker")
"""In this order; `none` has no walls and is never chosen for anybody."""
DAEMON: Final = "ATHANOR_SANDBOXD"
"""Names the socket of a sandboxd: where it is set, that one is meant by "auto"."""


def driver_named(name: str, state: Path) -> Driver:
    """The driver of that name, or with "auto" the first that works here. Raises SandboxFault.

    `state` is a folder for its own things (runtime trees, folders of boxes): workers of one machine may share it.
    """
    if name == "auto":
        return _first_that_works(state)
    if name not in DRIVERS:
        raise SandboxFault(f"there is no sandbox called {name!r}; there are: auto, {', '.join(DRIVERS)}")
    driver = DRIVERS[name](state)
    if (trouble := driver.trouble()) is not None:
        raise SandboxFault(f"the sandbox {name} does not work here: {trouble}")
    return driver


def _first_that_works(state: Path) -> Driver:
    troubles = []
    for name in ("sandboxd",) if os.environ.get(DAEMON) else AUTOMATIC:
        driver = DRIVERS[name](state)
        trouble = driver.trouble()
        if trouble is None:
            return driver
        troubles.append(f"{name}: {trouble}")
    raise SandboxFault(f"no sandbox works here. {'; '.join(troubles)}. `athanor doctor` says more")
