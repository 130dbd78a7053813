"""Where the bots of a local match run that are not ours: in a sandbox, or as plain programs."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from arena.cli.entrants import Bot
from arena.cli.trouble import Trouble, printable
from athanor_contract.bundle import Packed
from athanor_contract.limits.sandbox import BUILD_LIMITS
from athanorpb.farm.values import Clock
from sandbox.drivers import driver_named
from sandbox.interface import Built, Driver, Launch, RuntimeMissing, SandboxFault

if TYPE_CHECKING:
    from arena.worker.table import Chair, Listener

BUILD_SECONDS = 300.0
MOST_LINES = 30
"""Shown of what a build printed that failed: its last ones."""


class Stand:
    """The driver that was chosen, and the bots' bundles, built."""

    def __init__(self, driver: Driver, folder: Path) -> None:
        self.driver = driver
        self.name = driver.name
        self._folder = folder
        self._built: dict[str, Packed] = {}

    async def build(self, bots: Sequence[Bot]) -> None:
        """Runs the build commands of the bots that have one. Raises Trouble."""
        for bot in bots:
            assert bot.bundle is not None, "a house bot needs no stand"
            if bot.digest not in self._built:
                self._built[bot.digest] = await self._packed(bot, Packed.of(bot.bundle))

    async def _packed(self, bot: Bot, source: Packed) -> Packed:
        command = source.manifest.build
        if command is None:
            return source
        try:
            built = await self._by_whom_there_is(bot, Launch(source, BUILD_LIMITS))
        except RuntimeMissing as missing:
            raise Trouble(
                f"{bot.name} cannot be built: {missing}; or install {command[0]} on this machine"
            ) from missing
        except SandboxFault as fault:
            raise Trouble(f"the sandbox failed: {fault}") from fault
        if built.bundle is None:
            *said, last = built.log.strip().splitlines() or ["it said nothing"]
            for line in said[-MOST_LINES:]:
                print(f"{bot.name}: {printable(line):.300}", file=sys.stderr)
            raise Trouble(f"{bot.name}: its build failed: {last:.300}")
        return built.bundle

    async def _by_whom_there_is(self, bot: Bot, launch: Launch) -> Built:
        """By the compiler behind the walls; where there is none, by this machine's: the bot is its user's own."""
        try:
            return await self.driver.build(launch, BUILD_SECONDS)
        except RuntimeMissing as missing:
            here = driver_named("none", self._folder)
            if here.name == self.name or shutil.which(launch.build[0]) is None:
                raise
            print(
                f"athanor play: {bot.name} is built by this machine's {launch.build[0]}, for {missing}",
                file=sys.stderr,
            )
            return await here.build(launch, BUILD_SECONDS)

    @asynccontextmanager
    async def chair(self, bot: Bot, clock: Clock, listener: Listener | None = None) -> AsyncIterator[Chair]:
        """As at a worker's table: the bot, started and ready, or absent where it does not come up; gone when the
        match is over, and what is left to tell of it is told by then."""
        # The protocol's messages are imported where a bot is remote, and not for matches of house bots.
        from arena.worker.resting import Freeze
        from arena.worker.table import Chair

        chair = Chair(self.driver, self._built[bot.digest], clock, Freeze.AUTO, listener)
        try:
            try:
                await chair.open()
                yield chair
            finally:
                await chair.close()
        except RuntimeMissing as missing:
            instead = "" if self.name == "none" else "; --sandbox none runs it by this machine's own programs"
            raise Trouble(f"{bot.name} cannot be run: {missing}{instead}") from missing
        except SandboxFault as fault:
            raise Trouble(f"the sandbox failed: {fault}") from fault


@contextmanager
def stand_of(sandbox: str, strangers: Sequence[Bot]) -> Iterator[Stand | None]:
    """None where all bots are ours. Raises Trouble where the sandbox that was asked for does not work here."""
    if not strangers:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="athanor-play-") as folder:
        Path(folder).chmod(0o755)
        yield Stand(_driver(sandbox, cache_folder()), Path(folder))


def _driver(sandbox: str, state: Path) -> Driver:
    try:
        return driver_named(sandbox, state)
    except SandboxFault as fault:
        if sandbox != "auto":
            raise Trouble(f"{fault}; --sandbox none runs your bots without one") from fault
        print(f"athanor play: your bots run as plain programs, for {fault}", file=sys.stderr)
    return driver_named("none", state)


def cache_folder() -> Path:
    """Where what is made once is kept from call to call, such as the file tree that bots see."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(base, "athanor", "sandbox")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Trouble(
            f"{folder}: cannot be made: {error.strerror}; set XDG_CACHE_HOME to a folder of yours"
        ) from error
    return folder
