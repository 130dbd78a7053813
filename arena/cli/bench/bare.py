"""The engines as they are, with the flags of our walls: what a start costs without us."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

import grpc.aio

from arena.cli.bench.lines import CannotRun
from athanor_contract.limits.sandbox import MIB, Limits
from sandbox import cgroup_tree, seccomp
from sandbox.cgroups import Group
from sandbox.drivers.bubblewrap import Bubblewrap
from sandbox.drivers.docker import Docker
from sandbox.interface import Driver
from sandbox.runtimes.table import BOT, DOOR, LIBRARY, PYTHON, SOCKET
from sandbox.walls import Plan, contained, every, figures, raised
from sandbox.walls.bubbled import arguments
from sandbox.walls.folders import of_a_match

UID: Final = 29_999
PATIENCE: Final = 60.0
PLAY: Final = "/athanor.v1.Bot/Play"
SERVER: Final = """
import grpc
from concurrent.futures import ThreadPoolExecutor
from athanorpb.v1 import bot_pb2

def play(requests, context):
    for message in requests:
        kind = message.WhichOneof("kind")
        if kind == "ask":
            yield bot_pb2.FromBot(answer=bot_pb2.Answer(number=message.ask.number, index=0))
        elif kind == "welcome":
            yield bot_pb2.FromBot(ready=bot_pb2.Ready(protocol=1))

method = grpc.stream_stream_rpc_method_handler(
    play, request_deserializer=bot_pb2.ToBot.FromString, response_serializer=bot_pb2.FromBot.SerializeToString
)
server = grpc.server(ThreadPoolExecutor(1))
server.add_generic_rpc_handlers([grpc.method_handlers_generic_handler("athanor.v1.Bot", {"Play": method})])
server.add_insecure_port("unix:/run/athanor/bot.sock")
server.start()
server.wait_for_termination()
"""


class Spoken(NamedTuple):
    welcome: bytes
    ask: bytes


class Bare(Protocol):
    name: str

    async def first_answer(self, said: Spoken) -> float:
        """Milliseconds from nothing."""

    async def starts(self, number: int) -> float:
        """A second, until each server listens; their end is not timed."""

    async def memory(self) -> float:
        """MiB that one holds whose server listens. Raises CannotRun."""


class Engine(ABC):
    """What both have in common: a folder of the host that is the socket's, and one that is the bot's."""

    name = ""

    async def first_answer(self, said: Spoken) -> float:
        began = time.perf_counter()
        async with self._started() as socket:
            await _listening(socket)
            options = [("grpc.use_local_subchannel_pool", 1)]
            async with grpc.aio.insecure_channel(f"unix:{socket}", options=options) as channel:
                stream: Any = channel.stream_stream(PLAY)(wait_for_ready=True)
                for words in said:
                    await stream.write(words)
                    await stream.read()
                return (time.perf_counter() - began) * 1000

    async def starts(self, number: int) -> float:
        async with contextlib.AsyncExitStack() as stack:
            began = time.perf_counter()
            for _ in range(number):
                await _listening(await stack.enter_async_context(self._started()))
            return number / (time.perf_counter() - began)

    async def memory(self) -> float:
        with self._counting() as held:
            async with self._started() as socket:
                await _listening(socket)
                return held() / MIB

    @abstractmethod
    def _started(self) -> contextlib.AbstractAsyncContextManager[Path]:
        """The path of the server's socket, while it runs."""

    @abstractmethod
    def _counting(self) -> contextlib.AbstractContextManager[Callable[[], int]]:
        """Bytes that the one holds that is started within this. Raises CannotRun."""


def held_by(group: Group | None) -> int:
    """Bytes. Raises CannotRun."""
    held = None if group is None else group.memory()
    if held is None:
        raise CannotRun("no cgroup counts the memory of a box here", "`athanor doctor` says why")
    return held


async def _listening(socket: Path) -> None:
    """Until the server listens. Raises RuntimeError where it never does."""
    limit = time.monotonic() + PATIENCE
    # By looking: nothing tells of it.
    while socket not in socket.parent.iterdir():
        if time.monotonic() > limit:
            raise RuntimeError(f"the reference's server did not listen within {PATIENCE:g} s")
        await asyncio.sleep(0.001)


@contextlib.contextmanager
def _folders() -> Iterator[tuple[Path, Path]]:
    """The server's file, and an empty folder for its socket, which its user may write to."""
    folder = Path(tempfile.mkdtemp(prefix="athanor-bare-"))
    try:
        folder.chmod(0o755)
        for name in ("bot", "door"):
            (folder / name).mkdir()
        (folder / "bot" / "server.py").write_text(SERVER)
        if os.geteuid() == 0:
            os.chown(folder / "door", UID, UID)
        yield folder / "bot", folder / "door"
    finally:
        shutil.rmtree(folder)


def _plan() -> Plan:
    """All walls; the folder of the socket is the host's."""
    folders = {path: folder for path, folder in of_a_match(Limits()).items() if path != DOOR}
    return raised(Limits(), UID if os.geteuid() == 0 else None, folders, every())


class BareBubblewrap(Engine):
    name = "bwrap"

    def __init__(self, driver: Bubblewrap) -> None:
        self._program = driver.engine()
        self._tree = driver.tree("python")
        self._group: Group | None = None

    @contextlib.contextmanager
    def _counting(self) -> Iterator[Callable[[], int]]:
        if trouble := cgroup_tree.trouble():
            raise CannotRun(trouble, "`athanor doctor` says what to do")
        self._group = group = Group.named(f"athanor-bare-{os.getpid()}")
        group.make(Limits())
        try:
            yield lambda: held_by(group)
        finally:
            self._group = None
            group.kill()
            group.remove()

    @asynccontextmanager
    async def _started(self) -> AsyncIterator[Path]:
        plan = _plan()
        assert plan.system_calls is not None
        with _folders() as (bot, door), tempfile.TemporaryFile() as calls:
            calls.write(seccomp.bpf_program(plan.system_calls))
            calls.seek(0)
            told = arguments(plan, self._tree.root, [(self._tree.library, LIBRARY), (bot, BOT)], BOT)
            told += ["--bind", str(door), DOOR, "--seccomp", str(calls.fileno())]
            for path, file in figures.written(plan.figures, bot.parent / "figures").items():
                told += ["--ro-bind", str(file), path]
            process = subprocess.Popen(  # noqa: ASYNC220 - it returns once the program is there
                [self._program, *told, "--", PYTHON, "-P", "server.py"],
                stdin=subprocess.DEVNULL,
                env={},
                pass_fds=[calls.fileno()],
                **_as(plan.uid, self._group),
            )
            try:
                yield door / SOCKET
            finally:
                process.kill()
                process.wait()


def _as(uid: int | None, group: Group | None) -> dict[str, Any]:
    """For `Popen`: whose process it is, and in which group, before it reads anything."""
    if group is None:
        return {"user": uid, "group": uid, "extra_groups": None if uid is None else []}

    def become() -> None:
        group.add(os.getpid())
        if uid is not None:
            os.setgroups([])
            os.setgid(uid)
            os.setuid(uid)

    return {"preexec_fn": become}


class BareDocker(Engine):
    name = "engine"

    def __init__(self, driver: Docker) -> None:
        self._engine = driver.engine
        self._image, tree = driver.image("python")
        self._library = tree.library
        self._container = ""

    @contextlib.contextmanager
    def _counting(self) -> Iterator[Callable[[], int]]:
        yield lambda: held_by(Group.of_process(self._pid()))

    def _pid(self) -> int:
        told = self._engine.ask("look at it", lambda client: client.inspect_container(self._container))
        return int(told["State"]["Pid"])

    @asynccontextmanager
    async def _started(self) -> AsyncIterator[Path]:
        plan = _plan()
        with _folders() as (bot, door):
            binds = [f"{self._library}:{LIBRARY}:ro", f"{bot}:{BOT}:ro", f"{door}:{DOOR}"]
            shown = figures.written(plan.figures, bot.parent / "figures")
            binds += [f"{file}:{path}:ro" for path, file in shown.items()]

            def begin(client: Any) -> str:
                made = client.create_container(
                    image=self._image,
                    command=[PYTHON, "-P", "server.py"],
                    working_dir=BOT,
                    host_config=contained.host_config(client, plan, binds),
                    **contained.settings(plan),
                )
                client.start(made["Id"])
                return str(made["Id"])

            container = await asyncio.to_thread(self._engine.ask, "start a bare container", begin)
            self._container = container
            try:
                yield door / SOCKET
            finally:
                await asyncio.to_thread(
                    self._engine.ask, "remove it", lambda client: client.remove_container(container, force=True)
                )


def bare(driver: Driver) -> Bare:
    """The engine of a driver, without the driver."""
    if isinstance(driver, Bubblewrap):
        return BareBubblewrap(driver)
    assert isinstance(driver, Docker), f"the engine of {driver.name} cannot be had bare"
    return BareDocker(driver)


ENGINES: Final = ("bubblewrap", "docker")
