"""Keeps the services alive, and ends them all. See the package's theory of operation."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import time
import urllib.error
import urllib.request
from asyncio.subprocess import Process
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from athanor.supervisor import services
from athanor.supervisor.children import Log, ended, started
from athanor.supervisor.layout import CannotRun, Layout
from athanor.supervisor.services import Service

GRACE: Final = 8.0
"""Seconds for everything to end by itself."""
STEADY: Final = 10.0
"""A service that lived so long starts with a short pause again."""
PAUSES: Final = (0.1, 0.5, 1.0, 2.0, 5.0, 10.0)
FIRST_ANSWER: Final = 60.0
"""Seconds for the broker, and then for the first page."""

Say = Callable[[str], None]


class Supervisor:
    def __init__(self, place: Layout, environment: Mapping[str, str], say: Say) -> None:
        self.place = place
        self.environment = environment
        self.say = say
        self.stopping = asyncio.Event()
        self.has_ended: dict[str, bool] = {}
        """The services that have ended by themselves once."""
        self.keepers: dict[str, tuple[asyncio.Task[None], asyncio.Event]] = {}
        """By service: the task that keeps it alive, and the event that tells the task to end it."""

    async def run(self) -> int:
        """Until SIGTERM or Ctrl-C; 0 then. Raises CannotRun when it does not come up."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            loop.add_signal_handler(number, self.stopping.set)
        try:
            await self._come_up()
            if not self.stopping.is_set():
                self.say(f"Athanor is ready: {self.place.url}  (Ctrl-C ends it; logs are in {self.place.logs})")
            await self.stopping.wait()
        finally:
            await self._end()
        return 0

    async def _come_up(self) -> None:
        if not self.place.external_broker:
            self._keep(services.broker(self.place, self.environment))
            await self._until(self._broker_answers, "the broker", "broker")
        sandbox = services.sandbox(self.place, self.environment)
        if sandbox is not None:
            self._keep(sandbox)
        self.say("preparing the database, house bots and ladders")
        await self._prepare()
        if sandbox is not None:
            await self._until_sandboxes()
        for service in services.site(self.place, self.environment):
            self._keep(service)
        await self._until(self._web_answers, "the site", "web")

    async def _prepare(self) -> None:
        log = Log(self.place.logs / "prepare.log")
        last: list[bytes] = []

        def keep(line: bytes) -> None:
            log.write(b"prepare | " + line)
            last.append(line)

        process, output = await started(services.preparation(), self.environment, keep)
        if not await _ends_before(process, self.stopping):
            await ended(process, GRACE)
        await output
        log.close()
        if process.returncode and not self.stopping.is_set():
            word = last[-1].decode(errors="replace").strip() if last else exit_of(process)
            raise CannotRun(f"the database could not be prepared: {word}  (all of it: {log.path})")

    # --- one service

    def _keep(self, service: Service) -> None:
        stop = asyncio.Event()
        self.keepers[service.name] = (asyncio.create_task(self._kept(service, stop), name=service.name), stop)

    async def _kept(self, service: Service, stop: asyncio.Event) -> None:
        with contextlib.closing(Log(self.place.logs / f"{service.name}.log")) as log:
            await self._kept_with(service, stop, log)

    async def _kept_with(self, service: Service, stop: asyncio.Event, log: Log) -> None:
        prefix = f"{service.name} | ".encode()
        ends_in_a_row = 0
        while True:
            born = time.monotonic()
            process, output = await started(
                service.command, service.environment, lambda line: log.write(prefix + line)
            )
            by_itself = await _ends_before(process, stop)
            # Whatever it leaves behind in its group goes too, before its successor comes.
            await ended(process, 0 if by_itself else GRACE)
            await output
            if stop.is_set():
                return
            self.has_ended[service.name] = True
            ends_in_a_row = 1 if time.monotonic() - born > STEADY else ends_in_a_row + 1
            pause = PAUSES[min(ends_in_a_row, len(PAUSES)) - 1]
            how = exit_of(process)
            self.say(f"{service.name} ended ({how}); starting it again in {pause:g} s  (see {log.path})")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await stop.wait()
                    return

    async def _end(self) -> None:
        self.stopping.set()
        self.say("ending")
        # Whoever plays a match ends before what the match is played with.
        last = ("sandboxd", "broker")
        await self._end_of(name for name in self.keepers if name not in last)
        await self._end_of(name for name in self.keepers if name in last)

    async def _end_of(self, names: Iterable[str]) -> None:
        ending = [self.keepers[name] for name in names]
        for _, stop in ending:
            stop.set()
        for fault in await asyncio.gather(*(keeper for keeper, _ in ending), return_exceptions=True):
            if isinstance(fault, Exception):
                self.say(f"while ending: {fault!r}")

    # --- is it up?

    async def _until(self, up: Callable[[], bool], what: str, log: str) -> None:
        limit = time.monotonic() + FIRST_ANSWER
        while not self.stopping.is_set() and not await asyncio.to_thread(up):
            if time.monotonic() > limit:
                raise CannotRun(
                    f"{what} did not answer within {FIRST_ANSWER:g} s; see {self.place.logs / log}.log"
                )
            await asyncio.sleep(0.05)

    async def _until_sandboxes(self) -> None:
        """A site without sandboxes is one all the same: matches wait, and the log says what is missing."""
        limit = time.monotonic() + FIRST_ANSWER
        while not self.stopping.is_set() and not self._sandboxd_listens():
            if time.monotonic() > limit or self.has_ended.get("sandboxd"):
                self.say(f"no bots can be run now; see {self.place.logs / 'sandboxd.log'}")
                return
            await asyncio.sleep(0.05)

    def _sandboxd_listens(self) -> bool:
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(1)
            try:
                client.connect(str(self.place.sandbox_socket))
            except OSError:
                return False
        return True

    def _broker_answers(self) -> bool:
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(1)
            try:
                client.connect(str(self.place.broker_socket))
                client.sendall(b"PING\r\n")
                # While it still reads its file it says -LOADING.
                return client.recv(64).startswith(b"+PONG")
            except OSError:
                return False

    def _web_answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.place.url}/api/v1/health", timeout=5):
                return True
        except urllib.error.HTTPError:
            return True
        except OSError:
            return False


async def _ends_before(process: Process, event: asyncio.Event) -> bool:
    """Whether the process ends before the event is set."""
    tasks = [asyncio.create_task(process.wait()), asyncio.create_task(event.wait())]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
    return process.returncode is not None


def exit_of(process: Process) -> str:
    code = process.returncode or 0
    return signal.Signals(-code).name if code < 0 else f"exit code {code}"
