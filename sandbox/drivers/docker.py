"""The Docker driver: a container a box, by the engine's API, from an image that was built here.

The engine makes the walls, as `sandbox.walls.contained` tells it. The container's first process
waits for one word from a pipe: it comes when the socket folder, a small tmpfs inside, was opened from outside
through /proc. Only then does it become the bot, with its output in another pipe: nothing of it goes through the
engine, which a flood would keep busy. So this process must see those of the engine's containers: on one machine,
and without a pid namespace of its own for the worker.

Whatever the engine does or leaves undone within its deadline is our fault and never the bot's.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import docker
from docker.errors import DockerException, NotFound

from sandbox import files, processes, seccomp
from sandbox.cgroups import Group
from sandbox.doorway import Doorway
from sandbox.drivers.box import CommonBox
from sandbox.drivers.building import WORKSHOP, outcome, workshop_argv
from sandbox.engine import DEADLINE, Engine, remove
from sandbox.filesystems.levels import FileSystems, Ground
from sandbox.filesystems.mounting import unmount_all
from sandbox.interface import Built, Launch, Limits, RuntimeMissing, SandboxFault, Stats
from sandbox.leases import Lease, Leases, home, runtimes
from sandbox.output import Tap
from sandbox.runtimes import images, shelf
from sandbox.runtimes.recipes import Purpose
from sandbox.runtimes.shelf import Tree
from sandbox.runtimes.table import BOT, DOOR, GO, LAUNCHER, LIBRARY, LOG, anew, argv, begun
from sandbox.walls import Folder, Plan, Walls, contained, every, figures, raised
from sandbox.walls.folders import of_a_build, of_a_match
from sandbox.walls.inside import close_from_outside, may_enter, new_root

SMALL: Final = 256 * 1024
"""Bytes for the constants that a box is shown of /proc."""
BOX_LABEL: Final = "athanor.box"
HOME_LABEL: Final = "athanor.home"

PATIENCE: Final = 10.0
"""Seconds for the kernel to end a box."""
RUNTIMES: Final = ("runc", "runsc")
"""What may run a container, by the name that the engine's configuration has for it."""
RUNTIME: Final = "ATHANOR_CONTAINER_RUNTIME"

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Ways:
    """How we and the inside of a box find each other."""

    runtime: str
    """Of the engine: what runs the container."""
    binds: list[str]
    first: Callable[[Sequence[str]], list[str]]
    """The command as it is run: by a program of ours."""
    box: Callable[[str, Plan], DockerBox]
    """Of a container."""
    takes_root: bool = True
    """Whether its box can be given another root from outside."""
    memory: int = 0
    processes: int = 0
    """What the runtime needs for itself, beyond the box's limits."""


class Docker:
    name = "docker"

    def __init__(self, state: Path, walls: Walls | None = None) -> None:
        self.home = home(state / "sandbox")
        self.engine = Engine()
        self._leases = Leases(self.home, self.name)
        self._images: dict[tuple[str, Purpose], tuple[str, Tree]] = {}
        self.file_systems = FileSystems()
        self._walls = every() if walls is None else walls
        self._runtime = os.environ.get(RUNTIME) or RUNTIMES[0]

    def trouble(self) -> str | None:
        if self._runtime not in RUNTIMES:
            return f"{RUNTIME} is {self._runtime!r}; it must be one of: {', '.join(RUNTIMES)}"
        try:
            known = self.engine.ask("tell its runtimes", lambda client: client.info())["Runtimes"]
            if self._runtime not in known:
                return f"the engine has no runtime {self._runtime}: add it to its daemon.json and restart it"
            seccomp.numbers(os.uname().machine)
            self.image("python")
        except RuntimeMissing as problem:
            return str(problem)
        except SandboxFault as problem:
            return f"{problem}. Start the engine, set DOCKER_HOST, or join the group that may use it"
        except seccomp.UnknownArchitecture as problem:
            return str(problem)
        return None

    def weaknesses(self) -> list[str]:
        """What works here with less than it could have, for the doctor."""
        if self._runtime != RUNTIMES[0] or not may_enter():
            who = "root" if self._runtime == RUNTIMES[0] else f"the runtime {RUNTIMES[0]}"
            return [f"boxes share the engine's images: only {who} can give each a file system of its own"]
        shared = self.file_systems.weakness(self.image("python")[1])
        return [shared] if shared else []

    def image(self, runtime: str, purpose: Purpose = "run") -> tuple[str, Tree]:
        """The image of a runtime, and the tree that it was made of. Raises RuntimeMissing.

        Asked of the engine once: what is changed under a running worker is for the next one.
        """
        if (runtime, purpose) not in self._images:
            language = shelf.language_of(runtime)
            tag, tree = images.tag(language.recipe(purpose)), shelf.built(runtime, purpose, runtimes(self.home))
            if tree is None:
                raise RuntimeMissing(shelf.missing(language, purpose))
            if not self.engine.ask("list its images", lambda client: client.images(tag)):
                raise RuntimeMissing(f"the engine has no image of {language.title}: `make runtimes` imports it")
            self._images[runtime, purpose] = tag, tree
        return self._images[runtime, purpose]

    async def prepare(self, launch: Launch) -> DockerBox:
        return await asyncio.to_thread(self._prepared, launch.runtime, launch.files, argv(launch), launch.limits)

    def room(self, runtime: str) -> str:
        """What a runtime's boxes are made of, in a word. Raises RuntimeMissing."""
        image, tree = self.image(runtime)
        return f"{image} {tree.library.name}"

    async def stand(self, runtime: str, limits: Limits) -> DockerBox:
        """A box without a bot: what runs in it waits for one (see `sandbox.pool`)."""
        return await asyncio.to_thread(self._prepared, runtime, None, list(LAUNCHER), limits)

    async def build(self, launch: Launch, into: Path, within: float) -> Built:
        limits, command = launch.limits, workshop_argv(launch.command)
        box = await asyncio.to_thread(
            self._prepared, launch.runtime, launch.files, command, limits, WORKSHOP, of_a_build(limits), "build"
        )
        box.folder = BOT
        return await outcome(box, into, within)

    def _prepared(
        self,
        runtime: str,
        source: Path | None,
        command: list[str],
        limits: Limits,
        where: str = BOT,
        folders: Mapping[str, Folder] | None = None,
        purpose: Purpose = "run",
    ) -> DockerBox:
        image, tree = self.image(runtime, purpose)
        lease = self._leases.take()
        plan = raised(limits, _uid_of(lease), folders or of_a_match(limits), self._walls)
        ground = None
        try:
            files.make(lease.folder / "files")
            ways = self._ways(lease, purpose)
            if plan.own_files and ways.takes_root and may_enter():
                ground = self.file_systems.ground(tree, lease.folder)
            if source is not None:
                files.fill(source, ground.files if ground else lease.folder / "files")
            binds = [f"{tree.library}:{LIBRARY}:ro", f"{lease.folder}/files:{where}:ro", *ways.binds]
            if ways.runtime == RUNTIMES[0]:
                # Another one has a kernel, and a /proc, of its own.
                folder = ground.more("figures", SMALL) if ground else lease.folder
                shown = figures.written(plan.figures, folder / "shown")
                folder = lease.folder / "figures" if ground and ground.mounts else lease.folder
                binds += [f"{folder}/shown/{file.name}:{path}:ro" for path, file in shown.items()]
            first = anew(begun(command, "container", "-", "-"), GO, LOG) if ground else ways.first(command)
            container = self._created(lease, image, first, plan, binds, ways)
        except BaseException as error:
            if ground is not None:
                ground.close()
            lease.release()
            if isinstance(error, OSError | files.Unwanted | DockerException):
                raise SandboxFault(f"the box could not be laid out: {error}") from error
            raise
        box = ways.box(container, plan)
        box.stand_on(ground, where)
        return box

    def _ways(self, lease: Lease, purpose: Purpose) -> Ways:
        """By pipes, and by looking into it."""
        _pipe(lease.folder / "log", 0o222)
        _pipe(lease.folder / "go", 0o444)
        binds = [f"{lease.folder}/log:{LOG}", f"{lease.folder}/go:{GO}"]

        def first(command: Sequence[str]) -> list[str]:
            return begun(command, "container", GO, LOG)

        return Ways(RUNTIMES[0], binds, first, partial(DockerBox, self.engine, lease))

    def _created(
        self, lease: Lease, image: str, command: list[str], plan: Plan, binds: list[str], ways: Ways
    ) -> str:
        def create(client: docker.APIClient) -> str:
            config = contained.host_config(client, plan, binds, ways.runtime)
            if ways.memory:
                config["Memory"] += ways.memory
                config["MemorySwap"] += ways.memory
            if ways.processes:
                config["PidsLimit"] += ways.processes
            made = client.create_container(
                image=image,
                command=command,
                working_dir=BOT,
                labels={BOX_LABEL: lease.id, HOME_LABEL: self._leases.label},
                host_config=config,
                **contained.settings(plan),
            )
            return str(made["Id"])

        return self.engine.ask("make a container", create)

    async def sweep(self) -> int:
        return await asyncio.to_thread(self._sweep)

    def _sweep(self) -> int:
        """Containers without a folder too: somebody may have removed the folders by hand."""
        leftovers = {lease.id: lease for lease in self._leases.leftovers()}
        mine = {"label": f"{HOME_LABEL}={self._leases.label}"}
        found = self.engine.ask("list containers", lambda client: client.containers(all=True, filters=mine))
        containers = {str(entry["Labels"].get(BOX_LABEL)): str(entry["Id"]) for entry in found}
        gone = [box for box in containers if box in leftovers or not (self._leases.folder / box).exists()]
        for box in gone:
            remove(self.engine, containers[box])
        for lease in leftovers.values():
            lease.release()
        return len(set(gone) | set(leftovers))


class DockerBox(CommonBox):
    def __init__(self, engine: Engine, lease: Lease, container: str, plan: Plan) -> None:
        super().__init__(lease.folder / "files")
        self._engine = engine
        self._lease = lease
        self._container = container
        self.plan = plan
        self._cores = plan.limits.cores
        self.folder = DOOR
        """The folder inside that is held open from outside."""
        self._ground: Ground | None = None
        """What its root is made of; None: the engine's image."""
        self._where = BOT
        self._group: Group | None = None
        self._watch = -1
        self._go = -1
        self._is_killed_for_memory = False
        """As the engine has it, which does not tell by whose limit."""
        self._has_host_lacked_memory = False
        """As its group had it when the first process was gone."""
        self._settling: asyncio.Task[None] | None = None
        self._life = 0
        """Of the engine, by its count."""

    def stand_on(self, ground: Ground | None, where: str) -> None:
        """`where` its files are seen inside."""
        self._ground, self._where = ground, where
        if ground is not None:
            self.bundle = ground.files

    async def _open(self) -> None:
        self._tap = Tap(self.plan.output, str(self._lease.folder / "log"))
        self._tap.begin()
        if self._ground is None:
            # Held until the end: what is written into a pipe that nobody holds is lost.
            self._go = os.open(self._lease.folder / "go", os.O_RDWR | os.O_CLOEXEC)
        await asyncio.to_thread(self._started)
        state = (await asyncio.to_thread(self._inspect))["State"]
        if not state["Pid"]:
            raise SandboxFault(f"the container ended at once: {state.get('Error') or state.get('ExitCode')}")
        await asyncio.to_thread(self._take_hold, int(state["Pid"]))
        asyncio.get_running_loop().add_reader(self._watch, self._gone)
        os.write(self._go, b"go\n")

    def _started(self) -> None:
        """The engine finds the bot's files by a path, as long as it starts the container."""
        with self._shown():
            self._ask("start a container", lambda client: client.start(self._container))

    @contextlib.contextmanager
    def _shown(self) -> Iterator[None]:
        if self._ground is None or not self._ground.mounts:
            yield
            return
        try:
            self._ground.show(self._lease.folder, "files", "figures")
        except OSError as error:
            raise SandboxFault(f"the files of a bot could not be mounted: {error}") from error
        try:
            yield
        finally:
            unmount_all(self._lease.folder)

    def _take_hold(self, pid: int) -> None:
        try:
            self._watch = os.pidfd_open(pid)
            mine = self._container in Path(f"/proc/{pid}/cgroup").read_text()
        except OSError as error:
            raise SandboxFault(f"the container's first process cannot be seen from here: {error}") from error
        if not mine:
            raise SandboxFault(
                f"process {pid} is not the container's: does this worker share the engine's processes?"
            )
        self._life = self._engine.life()
        self._hold_inside(pid)

    def _hold_inside(self, pid: int) -> None:
        self._group = Group.of_process(pid)
        if self._ground is not None:
            # Under its new root it finds no pipe any more.
            self._go = self._pipe_to_its_program()
            new_root(pid, self._watch, self.plan, self._ground, self._where)
            os.write(self._go, b"root\n")
        if may_enter():
            close_from_outside(pid, self.plan)
        self._door = Doorway.of_process(pid, self.folder)

    def _pipe_to_its_program(self) -> int:
        """Once the program has opened it, which it does last."""
        until = time.monotonic() + PATIENCE
        while not processes.ended(self._watch):
            with contextlib.suppress(OSError):
                return os.open(self._lease.folder / "go", os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC)
            if time.monotonic() > until:
                raise SandboxFault(f"a container's first program did not come up within {PATIENCE:g} seconds")
            time.sleep(0.001)
        raise SandboxFault("a container's first program ended before its walls stood")

    def _gone(self) -> None:
        # Before the engine removes the group: that takes it some 20 ms.
        self._has_host_lacked_memory = super()._is_host_out_of_memory()
        self._unwatch()
        self._settling = asyncio.create_task(self._settle())

    async def _settle(self) -> None:
        """Its exit code, which only the engine knows."""
        code = 255
        try:
            state = (await asyncio.to_thread(self._inspect_ended))["State"]
            code = int(state["ExitCode"])
            self._is_killed_for_memory = bool(state["OOMKilled"])
            is_doubtful = await asyncio.to_thread(self._engine.life) != self._life
        except SandboxFault:
            is_doubtful = True
        if is_doubtful:
            # The bot may have been ended by the engine, or nobody can tell.
            self._fault = "the Docker engine failed or was restarted while the bot ran, which then ended"
        self._exited(code)

    def _inspect_ended(self) -> dict[str, Any]:
        self._ask("wait for a container", lambda client: client.wait(self._container, timeout=DEADLINE))
        return self._inspect()

    def _unwatch(self) -> None:
        if self._watch >= 0:
            asyncio.get_running_loop().remove_reader(self._watch)
            os.close(self._watch)
            self._watch = -1

    def _ask(self, what: str, call: Callable[[docker.APIClient], T]) -> T:
        try:
            return self._engine.ask(what, call)
        except NotFound as error:
            raise SandboxFault(f"a container was removed under our hands: {error}") from error

    def _inspect(self) -> dict[str, Any]:
        return self._ask("tell of a container", lambda client: client.inspect_container(self._container))

    def _measure(self) -> Stats:
        if self._group is None or not self._group.exists():
            return self._last
        measured = Stats(self._group.cpu_ms(), self._group.memory_peak(), self._group.processes())
        # The engine may have removed the group between two of these readings.
        return measured if self._group.exists() else self._last

    def _is_out_of_memory(self) -> bool:
        if self._is_host_out_of_memory():
            return False
        # Where its group was gone too soon to tell by whose limit, the engine's word counts: hardly by another's.
        return self._is_killed_for_memory or (self._group is not None and self._group.out_of_memory())

    def _is_host_out_of_memory(self) -> bool:
        return self._has_host_lacked_memory or super()._is_host_out_of_memory()

    async def _catch_up(self) -> None:
        if self._watch >= 0 and processes.ended(self._watch):
            self._gone()
        if self._settling is not None:
            await self._settling

    async def _end_processes(self) -> None:
        """By the kernel, where we may: the engine may be away, and is slower."""
        watch, self._watch = self._watch, -1
        gone = False
        if watch >= 0:
            asyncio.get_running_loop().remove_reader(watch)
            gone = await asyncio.to_thread(_ended_at_once, watch)
            os.close(watch)
        if self._settling is not None:
            await self._settling
        if not gone and self._ended is not None and not self._ended.done():
            with contextlib.suppress(NotFound):
                await asyncio.to_thread(self._engine.ask, "kill a container", self._killed)

    def _killed(self, client: docker.APIClient) -> None:
        with contextlib.suppress(docker.errors.APIError):
            # Conflict: it has ended by itself.
            client.kill(self._container)

    async def _destroy(self) -> None:
        if self._go >= 0:
            os.close(self._go)
            self._go = -1
        await asyncio.to_thread(remove, self._engine, self._container)
        if self._ground is not None:
            self._ground.close()
        self._lease.release()


def _ended_at_once(process: int) -> bool:
    """Whether a container's first process, and so every other one of it, is dead."""
    try:
        signal.pidfd_send_signal(process, signal.SIGKILL)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return processes.ended(process, PATIENCE)


def _pipe(path: Path, mode: int) -> None:
    os.mkfifo(path)
    path.chmod(mode)


def _uid_of(lease: Lease) -> int:
    """Root gives each box a user of its own; anybody else can look only into processes of his own user."""
    return lease.uid if os.geteuid() == 0 else os.getuid()
