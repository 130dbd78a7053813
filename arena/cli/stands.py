"""Where the bots of a local match run that are not ours: in a sandbox, or as plain programs."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from arena.bundle import Bundle, lay_out
from arena.cli.entrants import Bot
from arena.cli.trouble import Trouble
from arena.orders.documents import Clock
from arena.referee.conduct import Failed, Out
from arena.referee.player import Absent, Player
from sandbox.drivers import driver_named
from sandbox.interface import Box, Driver, Launch, NotReady, SandboxFault

BUILD_SECONDS = 300.0


class Stand:
    """The driver that was chosen, and the bots' files as folders."""

    def __init__(self, driver: Driver, folder: Path) -> None:
        self.driver = driver
        self.name = driver.name
        self._folder = folder
        self._laid_out: dict[str, Path] = {}

    async def build(self, bots: Sequence[Bot]) -> None:
        """Lays out the bots' files, and runs the build commands of those that have one. Raises Trouble."""
        for bot in bots:
            assert bot.bundle is not None, "a house bot needs no stand"
            if bot.digest not in self._laid_out:
                self._laid_out[bot.digest] = await self._built(bot, bot.bundle)

    async def _built(self, bot: Bot, bundle: Bundle) -> Path:
        folder = self._folder / bot.digest
        lay_out(bundle, folder)
        manifest = bundle.manifest
        if manifest.build is None:
            return folder
        into = self._folder / f"{bot.digest}-built"
        launch = Launch(folder, manifest.runtime, manifest.build, manifest.protocol)
        try:
            built = await self.driver.build(launch, into, BUILD_SECONDS)
        except SandboxFault as fault:
            raise Trouble(f"the sandbox failed: {fault}") from fault
        if not built.ok:
            last = (built.log.strip().splitlines() or ["it said nothing"])[-1]
            raise Trouble(f"{bot.name}: its build failed: {last:.300}")
        return into

    @asynccontextmanager
    async def player(self, bot: Bot, clock: Clock) -> AsyncIterator[Player]:
        """The bot, started and ready, or absent where it does not come up; gone when the match is over."""
        assert bot.bundle is not None
        manifest = bot.bundle.manifest
        launch = Launch(self._laid_out[bot.digest], manifest.runtime, manifest.command, manifest.protocol)
        try:
            box = await self.driver.prepare(launch)
            try:
                yield await _player(box, clock)
            finally:
                await box.kill()
        except SandboxFault as fault:
            raise Trouble(f"the sandbox failed: {fault}") from fault


async def _player(box: Box, clock: Clock) -> Player:
    # gRPC is imported where a bot is remote, and not for matches of house bots.
    from arena.referee.remote import RemotePlayer

    began = time.monotonic()
    try:
        await box.start()
        await box.wait_ready(clock.startup / 1000)
    except NotReady as failure:
        return Absent(Failed(Out.NEVER_READY, failure.problem), _since(began))
    return RemotePlayer(box.target, startup=_since(began), cpu=lambda: box.stats().cpu_ms)


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


def _since(moment: float) -> float:
    return (time.monotonic() - moment) * 1000
