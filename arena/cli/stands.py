"""Where the bots of a local match run that are not ours: in a sandbox, or as plain programs."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from arena.cli.entrants import Bot
from arena.cli.plain import PlainDriver
from arena.cli.trouble import Trouble
from arena.orders.documents import Clock
from arena.referee.conduct import Failed, Out
from arena.referee.player import Absent, Player
from sandbox.interface import Driver, Launch, NotReady, SandboxFault


class Stand:
    """The driver that was chosen, and the bots' files as folders."""

    def __init__(self, driver: Driver, state: Path) -> None:
        self.driver = driver
        self.name = driver.name
        self._state = state
        self._folders: dict[str, Path] = {}

    @asynccontextmanager
    async def player(self, bot: Bot, clock: Clock) -> AsyncIterator[Player]:
        """The bot, started and ready, or absent where it does not come up; gone when the match is over."""
        from arena.referee.remote import RemotePlayer

        manifest = bot.manifest
        assert manifest is not None
        try:
            launch = Launch(self._folder(bot), manifest.runtime, manifest.command, manifest.protocol)
            box = await self.driver.prepare(launch)
        except SandboxFault as fault:
            raise Trouble(f"the sandbox failed: {fault}") from fault
        try:
            began = time.monotonic()
            try:
                await box.start()
                await box.wait_ready(clock.startup / 1000)
            except NotReady as failure:
                yield Absent(Failed(Out.NEVER_READY, failure.problem), _since(began))
            except SandboxFault as fault:
                raise Trouble(f"the sandbox failed: {fault}") from fault
            else:
                yield RemotePlayer(box.target, startup=_since(began), cpu=lambda: box.stats().cpu_ms)
        finally:
            await box.kill()

    def _folder(self, bot: Bot) -> Path:
        folder = self._folders.get(bot.digest)
        if folder is None:
            folder = self._state / "bots" / bot.digest
            for name, content in bot.files.items():
                path = folder / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
                path.chmod(0o755)
            folder.chmod(0o755)
            self._folders[bot.digest] = folder
        return folder


@contextmanager
def stand_of(sandbox: str, strangers: Sequence[Bot]) -> Iterator[Stand | None]:
    """None where all bots are ours. Raises Trouble where the sandbox that was asked for does not work here."""
    if not strangers:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="athanor-play-") as folder:
        state = Path(folder)
        state.chmod(0o755)
        yield Stand(_driver(sandbox, state), state)


def _driver(sandbox: str, state: Path) -> Driver:
    if sandbox == "none":
        return PlainDriver(state)
    from sandbox.drivers import driver_named

    try:
        driver = driver_named(sandbox, state / "sandbox")
        trouble = driver.trouble()
    except SandboxFault as fault:
        trouble = str(fault)
    if trouble is None:
        return driver
    if sandbox != "auto":
        raise Trouble(f"--sandbox {sandbox} does not work here: {trouble}")
    print(f"athanor play: no sandbox works here, so your bots run as plain programs: {trouble}", file=sys.stderr)
    return PlainDriver(state)


def _since(moment: float) -> float:
    return (time.monotonic() - moment) * 1000
