"""A driver whose launchers are tasks of this process, and a pool around it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from athanor_contract.bundle import Packed
from athanor_contract.limits.sandbox import Limits
from athanorpb.isolation import Isolation
from sandbox.interface import Built, Launch, Remains, RuntimeMissing, SandboxFault, Stats, Withheld
from sandbox.pool import Pool
from sandbox.runtimes.table import CONTROL
from tests.sandbox.playing import launching
from tests.waiting import other_tasks_run, reached

FILES = Path(__file__).parents[1] / "bots"


class PretendedBox:
    """Its launcher is a task of this process, which answers as a real one does."""

    def __init__(self, folder: Path, *, stands: bool = True) -> None:
        self.folder = folder
        self.isolation = Isolation.OWN
        self.stands = stands
        self.line = socket.socket()
        self.line.close()
        self.said: list[bytes] = []
        self.filled: Packed | None = None
        self.killed = 0
        self.yielding: list[bool] = []
        self._listener: socket.socket | None = None
        self._server: asyncio.Server | None = None
        self._writers: list[asyncio.StreamWriter] = []
        self._descriptor = -1
        self._ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    @property
    def held_folder(self) -> int:
        return self._descriptor

    async def start(self) -> None:
        self._descriptor = os.open(self.folder, os.O_PATH | os.O_DIRECTORY)
        if self.stands:
            # Ours at once: a start may be called off.
            self._listener = socket.socket(socket.AF_UNIX)
            self._listener.bind(str(self.folder / CONTROL))
            self._server = await asyncio.start_unix_server(self._keeper, sock=self._listener)
        else:
            self.die(3)

    async def _keeper(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.append(writer)
        writer.write(b"warm\n")
        with contextlib.suppress(ConnectionError):
            while line := await reader.readline():
                self.said.append(line)
                writer.write(b"go\n" if line.strip() else b"warm\n")

    def die(self, code: int) -> None:
        if not self._ended.done():
            self._ended.set_result(code)

    async def fill(self, bundle: Packed) -> None:
        self.filled = bundle

    async def ended(self) -> int:
        return await asyncio.shield(self._ended)

    def yields(self, to_others: bool) -> None:
        self.yielding.append(to_others)

    async def wait_ready(self, within: float) -> None: ...

    def stats(self) -> Stats:
        return Stats(100 + 10 * len(self.said), None, None)

    async def watch(self) -> None: ...

    async def withheld(self) -> Withheld:
        return Withheld(0.0, "")

    async def tell_stack(self) -> None: ...

    async def freeze(self) -> bool:
        return False

    async def thaw(self) -> None: ...

    async def kill(self) -> Remains:
        self.killed += 1
        if self.killed == 1:
            if self._server is not None:
                self._server.close()
            if self._listener is not None:
                self._listener.close()
            # A connection that has come just now is still to be handed to `_keeper`.
            await other_tasks_run(10)
            for writer in self._writers:
                writer.close()
                with contextlib.suppress(ConnectionError):
                    await writer.wait_closed()
            if self._descriptor >= 0:
                os.close(self._descriptor)
        return Remains(b"", None, False)


class Pretended:
    name = "pretended"
    container_runtime = ""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.fails = False
        self.stands = True
        self.stood: list[PretendedBox] = []
        self.cold: list[PretendedBox] = []

    def trouble(self) -> str | None:
        return None

    def isolation(self) -> Isolation:
        return Isolation.OWN

    def room(self, runtime: str) -> str:
        if runtime == "cobol":
            raise RuntimeMissing("this sandbox has no runtime called cobol")
        return {"c": "base", "rust": "base"}.get(runtime, runtime)

    def _box(self) -> PretendedBox:
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        return PretendedBox(folder, stands=self.stands)

    async def stand(self, runtime: str, limits: Limits) -> PretendedBox:
        if self.fails:
            raise SandboxFault("the engine is away")
        self.stood.append(self._box())
        return self.stood[-1]

    async def prepare(self, launch: Launch) -> PretendedBox:
        self.cold.append(self._box())
        return self.cold[-1]

    async def build(self, launch: Launch, within: float) -> Built:
        return Built(True, "built")

    async def sweep(self) -> int:
        return 5


def launch(runtime: str = "python", limits: Limits | None = None) -> Launch:
    return launching(
        FILES, runtime, ("python3", "-P", "-m", "athanor_bot", "first.py"), "grpc", limits or Limits()
    )


@contextmanager
def driver() -> Iterator[Pretended]:
    # A Unix socket's path may be 107 bytes long: pytest's own folders are deeper.
    with tempfile.TemporaryDirectory(prefix="pool-") as folder:
        yield Pretended(Path(folder))


@asynccontextmanager
async def pooled(size: int = 2, **given: object) -> AsyncIterator[tuple[Pool, Pretended]]:
    with driver() as made:
        pool = Pool(made, size, **{"lull": 0.0, "busy": lambda: False, **given})  # type: ignore[arg-type]
        try:
            yield pool, made
        finally:
            await pool.close()
            for box in (*made.stood, *made.cold):
                await box.kill()


async def until(is_so: Callable[[], bool]) -> None:
    await reached(is_so, "the pool to come to it")
