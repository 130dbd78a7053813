"""python -m sandbox.daemon: from a command line to a daemon that serves, and to its end."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import logging
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, Protocol, cast

from sandbox.daemon.admission import Admission
from sandbox.daemon.server import Server, listening
from sandbox.daemon.settings import Settings, settings
from sandbox.daemon.slots import Undertaker
from sandbox.daemon.store import Store
from sandbox.daemon.verbs import House
from sandbox.drivers import DAEMON, driver_named
from sandbox.interface import Driver, SandboxFault
from sandbox.lines import log_to_stderr
from sandbox.load import give_memory_back, raise_descriptors
from sandbox.pool import Pool, Standable

THREADS: Final = 32
"""For the engine's answers, files and signals: an engine that hangs must not stop what does not need it."""
GRACE: Final = 20.0
"""Seconds for all sandboxes to end."""

OF_EARLIER_VERSIONS: Final = ("parcels",)
"""Folders of its state that nobody uses any more."""

log = logging.getLogger("sandboxd")


class Served(Standable, Protocol):
    def weaknesses(self) -> list[str]: ...


def main() -> int:
    given = settings(sys.argv[1:])
    # Where others find us; to our own drivers it would mean ourselves.
    os.environ.pop(DAEMON, None)
    log_to_stderr()
    # Each slot takes some, each connection one.
    raise_descriptors()
    give_memory_back()
    try:
        given.state.mkdir(parents=True, exist_ok=True)
        with _alone(given.state):
            driver = driver_named(given.driver, given.state)
            # Each that makes walls can make them before there is a bot.
            return asyncio.run(_run(given, cast(Served, driver)))
    except (SandboxFault, OSError) as problem:
        sys.stderr.write(f"sandboxd: {problem}\n")
        return 1


async def _run(given: Settings, driver: Served) -> int:
    loop = asyncio.get_running_loop()
    loop.set_default_executor(ThreadPoolExecutor(THREADS, "sandboxd"))
    told_to_end = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, told_to_end.set)
    if swept := await driver.sweep():
        log.warning("swept %d sandboxes that an earlier life left behind", swept)
    for folder in OF_EARLIER_VERSIONS:
        shutil.rmtree(given.state / folder, ignore_errors=True)
    pool = Pool(driver, given.warm if _stands(driver) else 0)
    house = House(
        driver=pool,
        store=Store(given.state / "bundles"),
        admission=Admission(given.slots),
        undertaker=Undertaker(),
        breaker=_breaker_of(driver),
        warm=pool.health,
        isolation=await asyncio.to_thread(driver.isolation),
        weaknesses=await asyncio.to_thread(driver.weaknesses),
    )
    pool.begin()
    server = Server(house, listening(given.socket, given.group), given.group)
    serving = asyncio.create_task(server.serve())
    words = (given.socket, driver.name, house.isolation, given.slots, given.warm)
    log.info("listens at %s: %s, isolation level %s, %d slots, %d warm", *words)
    try:
        await told_to_end.wait()
        log.info("ending")
    finally:
        house.is_ending = True
        # The name first: who comes now is to find nobody, and not one who goes.
        given.socket.unlink(missing_ok=True)
        serving.cancel()
        await server.end()
        await pool.close()
        await house.undertaker.wait(GRACE)
    with contextlib.suppress(SandboxFault):
        await driver.sweep()
    return 0


def _breaker_of(driver: Driver) -> Callable[[], str]:
    """Bubblewrap has no engine that could fail."""
    if driver.name == "docker":
        from sandbox.drivers.docker import Docker

        assert isinstance(driver, Docker)
        engine = driver.engine
        return lambda: engine.state
    return lambda: "closed"


def _stands(driver: Driver) -> bool:
    """Whether its boxes can stand ready before there is a bot."""
    if driver.name == "docker":
        from sandbox.drivers.dialed import Dialed

        return not isinstance(driver, Dialed)
    return True


@contextlib.contextmanager
def _alone(state: Path) -> Iterator[None]:
    with (state / "lock").open("ab") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SandboxFault(
                f"another sandboxd works in {state}: end that one, or give this one a folder of its own by --state"
            ) from None
        yield


if __name__ == "__main__":
    os.umask(0o022)
    sys.exit(main())
