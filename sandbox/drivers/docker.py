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
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import docker
from docker.errors import DockerException

from athanor_contract.bundle import BundleFault, Packed
from athanor_contract.limits.sandbox import Limits
from athanorpb.isolation import Isolation
from sandbox import files, seccomp
from sandbox.drivers.building import WORKSHOP, outcome, workshop_argv
from sandbox.drivers.container import GIVEN, DockerBox
from sandbox.engine import Engine, remove
from sandbox.filesystems.levels import FileSystems, Ground
from sandbox.interface import Built, Launch, RuntimeMissing, SandboxFault
from sandbox.leases import Lease, Leases, home, runtimes
from sandbox.runtimes import images, shelf
from sandbox.runtimes.recipes import Purpose
from sandbox.runtimes.shelf import Tree
from sandbox.runtimes.table import BOT, GO, LAUNCHER, LIBRARY, LOG, anew, argv, begun
from sandbox.walls import Folder, Plan, Walls, contained, every, figures, raised
from sandbox.walls.folders import of_a_build, of_a_match
from sandbox.walls.inside import may_enter

SMALL: Final = 256 * 1024
"""Bytes for the constants that a box is shown of /proc, and its pipes."""
BOX_LABEL: Final = "athanor.box"
HOME_LABEL: Final = "athanor.home"

RUNTIMES: Final = ("runc", "runsc")
"""What may run a container, by the name that the engine's configuration has for it."""
RUNTIME: Final = "ATHANOR_CONTAINER_RUNTIME"


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
        self.container_runtime = os.environ.get(RUNTIME) or RUNTIMES[0]

    def trouble(self) -> str | None:
        if self.container_runtime not in RUNTIMES:
            return f"{RUNTIME} is {self.container_runtime!r}; it must be one of: {', '.join(RUNTIMES)}"
        try:
            known = self.engine.ask("tell its runtimes", lambda client: client.info())["Runtimes"]
            if self.container_runtime not in known:
                wanted = self.container_runtime
                return f"the engine has no runtime {wanted}: add it to its daemon.json and restart it"
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
        if self.container_runtime != RUNTIMES[0]:
            return [f"boxes share the engine's images: only under {RUNTIMES[0]} each has a file system of its own"]
        if not _mounts_for_the_engine():
            needs = "root, outside of any container or service that has its mounts apart, can do otherwise"
            return [f"boxes share the engine's images: only {needs}"]
        shared = self.file_systems.weakness(self.image("python")[1])
        return [shared] if shared else []

    def isolation(self) -> Isolation:
        if self.container_runtime != RUNTIMES[0] or not _mounts_for_the_engine():
            return Isolation.DISK
        return self.file_systems.level(self.image("python")[1])

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
                title = language.runtime.title
                raise RuntimeMissing(f"the engine has no image of {title}: `make runtimes` imports it")
            self._images[runtime, purpose] = tag, tree
        return self._images[runtime, purpose]

    async def prepare(self, launch: Launch) -> DockerBox:
        return await asyncio.to_thread(self._prepared, launch.runtime, launch.bundle, argv(launch), launch.limits)

    def room(self, runtime: str) -> str:
        """What a runtime's boxes are made of, in a word. Raises RuntimeMissing."""
        image, tree = self.image(runtime)
        return f"{image} {tree.library.name}"

    async def stand(self, runtime: str, limits: Limits) -> DockerBox:
        """A box without a bot: what runs in it waits for one (see `sandbox.pool`)."""
        return await asyncio.to_thread(self._prepared, runtime, None, list(LAUNCHER), limits)

    async def build(self, launch: Launch, within: float) -> Built:
        limits, command = launch.limits, workshop_argv(launch.build)
        box = await asyncio.to_thread(
            self._prepared, launch.runtime, launch.bundle, command, limits, WORKSHOP, of_a_build(limits), "build"
        )
        box.folder = BOT
        return await outcome(box, launch, within)

    def _prepared(
        self,
        runtime: str,
        bundle: Packed | None,
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
            if plan.own_files and ways.takes_root and _mounts_for_the_engine():
                ground = self.file_systems.ground(tree, lease.folder)
            if bundle is not None:
                files.fill(bundle, ground.files if ground else lease.folder / "files")
            binds = [f"{tree.library}:{LIBRARY}:ro", f"{lease.folder}/files:{where}:ro", *ways.binds]
            if ways.runtime == RUNTIMES[0]:
                # Another one has a kernel, and a /proc, of its own.
                binds += _given(plan, lease, ground)
            first = anew(begun(command, "container", "-", "-"), GO, LOG) if ground else ways.first(command)
            container = self._created(lease, image, first, plan, binds, ways)
        except BaseException as error:
            if ground is not None:
                ground.close()
            lease.release()
            if isinstance(error, OSError | BundleFault | DockerException):
                raise SandboxFault(f"the box could not be laid out: {error}") from error
            raise
        box = ways.box(container, plan)
        box.stand_on(ground, where)
        return box

    def _ways(self, lease: Lease, purpose: Purpose) -> Ways:
        """By pipes, and by looking into it."""

        def first(command: Sequence[str]) -> list[str]:
            return begun(command, "container", GO, LOG)

        return Ways(RUNTIMES[0], [], first, partial(DockerBox, self.engine, lease))

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


def _given(plan: Plan, lease: Lease, ground: Ground | None) -> list[str]:
    """Makes what a box finds of ours, its pipes and constants: how the engine is to bind it. On a disk, pipes
    would tell how full that is."""
    folder = lease.folder if ground is None else ground.more(GIVEN, SMALL)
    _pipe(folder / "log", 0o222)
    _pipe(folder / "go", 0o444)
    shown = figures.written(plan.figures, folder / "shown")
    there = lease.folder / GIVEN if ground and ground.is_own else lease.folder
    constants = [f"{there}/shown/{file.name}:{path}:ro" for path, file in shown.items()]
    return [f"{there}/log:{LOG}", f"{there}/go:{GO}", *constants]


def _pipe(path: Path, mode: int) -> None:
    os.mkfifo(path)
    path.chmod(mode)


def _mounts_for_the_engine() -> bool:
    """Whether the engine sees what we mount: it looks where the machine's first process does."""
    try:
        theirs = Path("/proc/1/ns/mnt").stat().st_ino
    except PermissionError:
        # Nobody is told: most machines have all in one.
        return may_enter()
    return may_enter() and theirs == Path("/proc/self/ns/mnt").stat().st_ino


def _uid_of(lease: Lease) -> int:
    """Root gives each box a user of its own; anybody else can look only into processes of his own user."""
    return lease.uid if os.geteuid() == 0 else os.getuid()
