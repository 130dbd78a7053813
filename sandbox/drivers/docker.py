"""The Docker driver: a container a box, by the engine's API, from an image that was built here.

The engine makes the walls; what it is told is `policy`, one table. The container's first process is a shell that
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
import select
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import docker
from docker.errors import DockerException, NotFound
from docker.types import LogConfig, Ulimit

from sandbox import files, seccomp
from sandbox.cgroups import Group
from sandbox.doorway import Doorway
from sandbox.drivers.box import CommonBox
from sandbox.drivers.building import WORKSHOP, outcome, workshop_argv
from sandbox.engine import DEADLINE, Engine
from sandbox.interface import MIB, Built, Launch, Limits, SandboxFault, Stats
from sandbox.leases import Lease, Leases, home
from sandbox.output import Tap
from sandbox.runtimes import debian
from sandbox.runtimes.table import BOT, DOOR, ENVIRONMENT, GO, LOG, argv

DOOR_SIZE: Final = 256 * 1024
DOOR_FILES: Final = 16
TMP_FILES: Final = 1024
SHARED_MEMORY: Final = 4 * MIB
PERIOD: Final = 100_000
BOX_LABEL: Final = "athanor.box"
HOME_LABEL: Final = "athanor.home"
BEGIN: Final = ["/usr/bin/sh", "-c", f'read -r word <{GO} && exec "$@" >{LOG} 2>&1', "sh"]

T = TypeVar("T")


def policy(limits: Limits, uid: int, binds: list[str], tmpfs: dict[str, str]) -> dict[str, Any]:
    """The engine's HostConfig: every wall of a container, in one place."""
    return {
        "network_mode": "none",
        "read_only": True,
        "cap_drop": ["ALL"],
        "security_opt": ["no-new-privileges", f"seccomp={seccomp.docker_profile()}"],
        "pids_limit": limits.processes,
        "mem_limit": limits.memory,
        "memswap_limit": limits.memory,
        "cpu_period": PERIOD,
        "cpu_quota": int(limits.cores * PERIOD),
        "oom_score_adj": 500,
        "ipc_mode": "private",
        "shm_size": SHARED_MEMORY,
        "tmpfs": {
            "/tmp": f"rw,noexec,nosuid,nodev,size={limits.tmp},nr_inodes={TMP_FILES},mode=1777",
            DOOR: f"rw,noexec,nosuid,nodev,size={DOOR_SIZE},nr_inodes={DOOR_FILES},mode=0700,uid={uid},gid={uid}",
            **{folder: f"{options},uid={uid},gid={uid}" for folder, options in tmpfs.items()},
        },
        "ulimits": [
            Ulimit(name="nofile", soft=limits.open_files, hard=limits.open_files),
            Ulimit(name="fsize", soft=limits.file_size, hard=limits.file_size),
            Ulimit(name="core", soft=0, hard=0),
            Ulimit(name="msgqueue", soft=0, hard=0),
            Ulimit(name="memlock", soft=65536, hard=65536),
        ],
        "log_config": LogConfig(type="none"),
        "binds": binds,
    }


class Docker:
    name = "docker"

    def __init__(self, state: Path) -> None:
        self.home = home(state / "sandbox")
        self.engine = Engine()
        self._leases = Leases(self.home, self.name)
        # Once: what is changed under a running worker is for the next one.
        self.image = debian.tag()

    def trouble(self) -> str | None:
        try:
            self.engine.ask("answer", lambda client: client.ping())
            seccomp.numbers(os.uname().machine)
            if not self.engine.ask("list its images", lambda client: client.images(self.image)):
                return f"its image {self.image} is not built: run infra/scripts/build-runtime-image"
        except SandboxFault as problem:
            return f"{problem}. Start the engine, set DOCKER_HOST, or join the group that may use it"
        except seccomp.UnknownArchitecture as problem:
            return str(problem)
        return None

    def weaknesses(self) -> list[str]:
        return []

    async def prepare(self, launch: Launch) -> DockerBox:
        return await asyncio.to_thread(self._prepared, launch, argv(launch), BOT, {})

    async def build(self, launch: Launch, into: Path, within: float) -> Built:
        size = 2 * files.MOST_BYTES
        tmpfs = {BOT: f"rw,nosuid,nodev,size={size},nr_inodes={2 * files.MOST_FILES},mode=0755"}
        command = workshop_argv(launch.command)
        box = await asyncio.to_thread(self._prepared, launch, command, WORKSHOP, tmpfs)
        box.folder = BOT
        return await outcome(box, into, within)

    def _prepared(self, launch: Launch, command: list[str], where: str, tmpfs: dict[str, str]) -> DockerBox:
        lease = self._leases.take()
        try:
            uid = _uid_of(lease)
            files.copy_in(launch.files, lease.folder / "files")
            _pipe(lease.folder / "log", 0o222)
            _pipe(lease.folder / "go", 0o444)
            binds = [
                f"{lease.folder}/files:{where}:ro",
                f"{lease.folder}/log:{LOG}",
                f"{lease.folder}/go:{GO}",
            ]
            container = self._created(lease, [*BEGIN, *command], uid, policy(launch.limits, uid, binds, tmpfs))
        except (OSError, files.Unwanted, DockerException) as error:
            lease.release()
            raise SandboxFault(f"the box could not be laid out: {error}") from error
        except SandboxFault:
            lease.release()
            raise
        return DockerBox(self.engine, lease, container, launch.limits)

    def _created(self, lease: Lease, command: list[str], uid: int, walls: dict[str, Any]) -> str:
        def create(client: docker.APIClient) -> str:
            made = client.create_container(
                image=self.image,
                command=command,
                user=f"{uid}:{uid}",
                hostname="bot",
                working_dir=BOT,
                environment=ENVIRONMENT,
                # The same empty network namespace as mode none alone, without the engine's work for one.
                network_disabled=True,
                labels={BOX_LABEL: lease.id, HOME_LABEL: self._leases.label},
                host_config=client.create_host_config(**walls),
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
            _remove(self.engine, containers[box])
        for lease in leftovers.values():
            lease.release()
        return len(set(gone) | set(leftovers))


class DockerBox(CommonBox):
    def __init__(self, engine: Engine, lease: Lease, container: str, limits: Limits) -> None:
        super().__init__()
        self._engine = engine
        self._lease = lease
        self._container = container
        self._limits = limits
        self.folder = DOOR
        """The folder inside that is held open from outside."""
        self._group: Group | None = None
        self._watch = -1
        self._go = -1
        self._killed_by_kernel = False
        self._settling: asyncio.Task[None] | None = None

    async def _open(self) -> None:
        self._tap = Tap(self._limits.output, str(self._lease.folder / "log"))
        self._tap.begin()
        # Held until the end: what is written into a pipe that nobody holds is lost.
        self._go = os.open(self._lease.folder / "go", os.O_RDWR | os.O_CLOEXEC)
        await asyncio.to_thread(self._ask, "start a container", lambda client: client.start(self._container))
        state = (await asyncio.to_thread(self._inspect))["State"]
        if not state["Pid"]:
            raise SandboxFault(f"the container ended at once: {state.get('Error') or state.get('ExitCode')}")
        await asyncio.to_thread(self._take_hold, int(state["Pid"]))
        asyncio.get_running_loop().add_reader(self._watch, self._gone)
        os.write(self._go, b"go\n")

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
        self._group = Group.of_process(pid)
        self._door = Doorway.of_process(pid, self.folder)

    def _gone(self) -> None:
        self._unwatch()
        self._settling = asyncio.create_task(self._settle())

    async def _settle(self) -> None:
        """Its exit code, which only the engine knows."""
        code = 255
        with contextlib.suppress(SandboxFault, NotFound):
            state = (await asyncio.to_thread(self._inspect_ended))["State"]
            code = int(state["ExitCode"])
            self._killed_by_kernel = bool(state["OOMKilled"])
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
        return self._killed_by_kernel or (self._group is not None and self._group.out_of_memory())

    async def _catch_up(self) -> None:
        if self._watch >= 0 and select.select([self._watch], [], [], 0)[0]:
            self._gone()
        if self._settling is not None:
            await self._settling

    async def _end_processes(self) -> None:
        self._unwatch()
        if self._settling is not None:
            await self._settling
        if self._ended is not None and not self._ended.done():
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
        await asyncio.to_thread(_remove, self._engine, self._container)
        self._lease.release()


def _remove(engine: Engine, container: str) -> None:
    with contextlib.suppress(NotFound):
        engine.ask("remove a container", lambda client: client.remove_container(container, force=True, v=True))


def _pipe(path: Path, mode: int) -> None:
    os.mkfifo(path)
    path.chmod(mode)


def _uid_of(lease: Lease) -> int:
    """Root gives each box a user of its own; anybody else can look only into processes of his own user."""
    return lease.uid if os.geteuid() == 0 else os.getuid()
