"""The bubblewrap driver: namespaces made by an ordinary user, or by root for a user of the box's own.

Processes: this one spawns `bwrap`, which stays outside as the monitor; its child is process 1 of the box's
namespaces, and that one's child is the bot. Once the walls stand, and before anything of the bot has run, the
child waits for us (`--block-fd`): it is put into its cgroup, and its socket folder is opened.

Who ends whom: the monitor and the child die with this process (`--die-with-parent`); when process 1 of the box
dies, the kernel ends whatever is left inside. If this process dies before it gave its word, nothing of the bot
ever runs. bwrap asks for the signal of its parent's death a moment after it was made: what a death in that moment
leaves, as the copy of the bundle and the cgroup, the next `sweep` finds: by the lease whose lock is free, by name.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import resource
import select
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path

from sandbox import cgroups, files, processes, seccomp
from sandbox.cgroups import Group
from sandbox.doorway import Doorway
from sandbox.drivers.box import NOTHING, CommonBox
from sandbox.drivers.building import WORKSHOP, outcome, workshop_argv
from sandbox.interface import MIB, Built, Launch, Limits, SandboxFault, Stats
from sandbox.leases import Lease, Leases, home, runtimes
from sandbox.output import Tap
from sandbox.runtimes import host
from sandbox.runtimes.table import BOT, DOOR, ENVIRONMENT, argv

NAME = "athanor-"
PATIENCE = 10.0
"""Seconds for bwrap to make the walls, and for the kernel to end a box."""
DOOR_SIZE = 256 * 1024
SHARED_MEMORY = 4 * MIB
WATCH = 0.1
"""Seconds between two looks at the memory of a box that no cgroup bounds."""
INSIDE_ID = "1000"
GO = b"xgo\n"
"""A byte for bwrap, and a line for the shell, from one pipe: at its end neither goes on."""


# --- the walls, one function each: what bwrap is told


def own_namespaces() -> list[str]:
    """Users, processes, network (none), mounts, IPC, host name, cgroups; and no way to make further ones."""
    return ["--unshare-all", "--unshare-user", "--disable-userns", "--uid", INSIDE_ID, "--gid", INSIDE_ID,
            "--hostname", "bot"]  # fmt: skip


def no_privileges() -> list[str]:
    return ["--cap-drop", "ALL", "--new-session"]


def no_environment() -> list[str]:
    told = ["--clearenv"]
    for name, value in ENVIRONMENT.items():
        told += ["--setenv", name, value]
    return told


def dies_with_us() -> list[str]:
    return ["--die-with-parent"]


def read_only_files(root: Path, bundle: Path) -> list[str]:
    """The runtime and the bundle. The folders of devices and mounts are small file systems of their own."""
    return ["--ro-bind", str(root), "/", "--proc", "/proc", "--dev", "/dev", "--ro-bind", str(bundle), BOT]


def small_folders(limits: Limits) -> list[str]:
    """All that can be written to, in memory and bounded."""
    return [*sized_folder("/tmp", limits.tmp, "1777"), *sized_folder("/dev/shm", SHARED_MEMORY, "1777"),
            *sized_folder(DOOR, DOOR_SIZE, "0700")]  # fmt: skip


def sized_folder(path: str, size: int, mode: str) -> list[str]:
    return ["--size", str(size), "--perms", mode, "--tmpfs", path]


def nothing_else_writable() -> list[str]:
    return ["--remount-ro", "/dev", "--remount-ro", "/"]


def at_our_word(name: str, limits: Limits, grouped: bool, command: list[str]) -> list[str]:
    """The command by a shell that waits for a word from us, and ends when we have ended without one.

    Then it bounds itself, and so all that comes after it: not even root may always set another user's limits.
    """
    bounds = {
        "-n": (resource.RLIMIT_NOFILE, limits.open_files, 1),
        "-f": (resource.RLIMIT_FSIZE, limits.file_size, 512),
        "-l": (resource.RLIMIT_MEMLOCK, 64 * 1024, 1024),
        "-c": (resource.RLIMIT_CORE, 0, 512),
    }
    if not grouped:
        # Counted in the box's own user namespace (Linux 5.14): other processes of the user do not weigh.
        bounds["-p"] = (resource.RLIMIT_NPROC, limits.processes, 1)
        bounds["-d"] = (resource.RLIMIT_DATA, 2 * limits.memory, 1024)
    steps = ["read -r word", *(_ulimit(flag, *bound) for flag, bound in bounds.items()), 'exec "$@" </dev/null']
    return ["/usr/bin/sh", "-c", " && ".join(steps), name, *command]


def _ulimit(flag: str, kind: int, bound: int, unit: int) -> str:
    hard = resource.getrlimit(kind)[1]
    value = (bound if hard == resource.RLIM_INFINITY else min(bound, hard)) // unit
    # dash and bash do not agree on the letter for processes.
    return f"ulimit {flag} {value}" if flag != "-p" else f"{{ ulimit -p {value} 2>&- || ulimit -u {value}; }}"


@dataclass(frozen=True, slots=True)
class Walls:
    """One box's run: what bwrap is told, and what runs inside."""

    told: list[str]
    command: list[str]
    limits: Limits
    folder: str = DOOR
    """The folder inside that is held open from outside."""


class Bubblewrap:
    name = "bubblewrap"

    def __init__(self, state: Path) -> None:
        self.home = home(state / "sandbox")
        self._leases = Leases(self.home, self.name)
        self._tree: Path | None = None

    def trouble(self) -> str | None:
        try:
            tree = self.tree()
            seccomp.numbers(os.uname().machine)
        except (OSError, SandboxFault, seccomp.UnknownArchitecture) as problem:
            return f"bubblewrap cannot be set up: {problem}"
        return _trial(tree)

    def weaknesses(self) -> list[str]:
        """What works here with less than it could have, for the doctor."""
        missing = cgroups.trouble()
        return [f"no cgroup for a box: memory and processor are bounded by watching: {missing}"] if missing else []

    def tree(self) -> Path:
        if self._tree is None or not self._tree.exists():
            self._tree = host.tree(runtimes(self.home))
        host.note_use(self._tree)
        return self._tree

    async def prepare(self, launch: Launch) -> BubblewrapBox:
        return await asyncio.to_thread(self._prepared, launch)

    def _prepared(self, launch: Launch) -> BubblewrapBox:
        command = argv(launch)
        box = self._box(launch)
        told = [*read_only_files(self.tree() / "root", box.bundle), *small_folders(launch.limits)]
        box.walls = Walls([*told, *nothing_else_writable(), "--chdir", BOT], command, launch.limits)
        return box

    def _box(self, launch: Launch) -> BubblewrapBox:
        lease = self._leases.take()
        try:
            files.copy_in(launch.files, lease.folder / "files")
            return BubblewrapBox(lease, f"{NAME}{self._leases.label}-{lease.id}", self.tree())
        except (OSError, files.Unwanted) as error:
            lease.release()
            raise SandboxFault(f"the bundle's files could not be laid out: {error}") from error

    async def build(self, launch: Launch, into: Path, within: float) -> Built:
        box = await asyncio.to_thread(self._box, launch)
        source = [*read_only_files(self.tree() / "root", box.bundle)[:-1], WORKSHOP]
        told = [*source, *small_folders(launch.limits), *sized_folder(BOT, 2 * files.MOST_BYTES, "0755")]
        command = workshop_argv(launch.command)
        box.walls = Walls([*told, *nothing_else_writable(), "--chdir", BOT], command, launch.limits, folder=BOT)
        return await outcome(box, into, within)

    async def sweep(self) -> int:
        return await asyncio.to_thread(self._sweep)

    def _sweep(self) -> int:
        """By names too, of groups and processes: a folder may have been removed by hand."""
        leftovers = {lease.id: lease for lease in self._leases.leftovers()}
        gone = set(leftovers)
        start = f"{NAME}{self._leases.label}-"
        if cgroups.trouble() is None:
            for name in Group.names(start):
                if self._is_over(name.removeprefix(start), gone):
                    Group.named(name).kill()
                    Group.named(name).remove()
        for pid, name in processes.named(start):
            if self._is_over(name.removeprefix(start), gone):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        for lease in leftovers.values():
            lease.release()
        return len(gone)

    def _is_over(self, box: str, gone: set[str]) -> bool:
        if box not in gone and not (self._leases.folder / box).exists():
            gone.add(box)
        return box in gone


class BubblewrapBox(CommonBox):
    walls: Walls

    def __init__(self, lease: Lease, name: str, tree: Path) -> None:
        super().__init__()
        self._lease = lease
        self._name = name
        self._tree = tree
        self.bundle = lease.folder / "files"
        self._group: Group | None = None
        self._monitor: subprocess.Popen[bytes] | None = None
        self._monitor_watch = -1
        self._first = 0
        """Process 1 of the box, by its number outside."""
        self._first_handle = -1
        self._watcher: asyncio.Task[None] | None = None
        self._too_much = False

    async def _open(self) -> None:
        limits = self.walls.limits
        if cgroups.trouble() is None:
            self._group = Group.named(self._name)
            self._group.make(limits)
        self._tap = Tap(limits.output)
        go = self._spawn(self._tap)
        try:
            await self._walls_stand()
            self._door = Doorway.of_process(self._first, self.walls.folder)
            os.write(go, GO)
        except ProcessLookupError as error:
            raise SandboxFault(f"bubblewrap ended before its walls stood: {self._said()}") from error
        finally:
            os.close(go)
        if self._group is None:
            self._watcher = asyncio.create_task(self._watch_memory())

    def _spawn(self, tap: Tap) -> int:
        """Starts bwrap; returns the descriptor that its child waits for. Called on the event loop's thread:
        the box dies with the thread that made it."""
        info, told_info = os.pipe()
        block, go = os.pipe()
        arguments = _in_memory(
            "\0".join(self._arguments(told_info, block, program := _program())).encode() + b"\0"
        )
        inherited = [arguments, program, told_info, block]
        command = at_our_word(self._name, self.walls.limits, self._group is not None, self.walls.command)
        user = self._lease.uid if os.geteuid() == 0 else None
        try:
            self._monitor = subprocess.Popen(
                [host.bwrap(self._tree), "--args", str(arguments), "--", *command],
                stdin=block,
                stdout=tap.to,
                stderr=tap.to,
                env={},
                pass_fds=inherited,
                cwd="/",
                user=user,
                group=user,
                extra_groups=None if user is None else [],
            )
        except OSError as error:
            os.close(go)
            os.close(info)
            raise SandboxFault(f"bubblewrap could not be started: {error}") from error
        finally:
            for descriptor in inherited:
                os.close(descriptor)
        tap.begin()
        self._follow_monitor()
        self._info = info
        return go

    def _arguments(self, info: int, block: int, program: int) -> list[str]:
        return [
            *own_namespaces(), *no_privileges(), *dies_with_us(), *no_environment(), *self.walls.told,
            "--info-fd", str(info), "--block-fd", str(block), "--seccomp", str(program),
        ]  # fmt: skip

    def _follow_monitor(self) -> None:
        assert self._monitor is not None
        loop = asyncio.get_running_loop()
        self._monitor_watch = os.pidfd_open(self._monitor.pid)
        loop.add_reader(self._monitor_watch, self._monitor_ended)

    def _monitor_ended(self) -> None:
        assert self._monitor is not None
        self._unfollow()
        code = self._monitor.wait()
        self._exited(code if code >= 0 else 128 - code)

    def _unfollow(self) -> None:
        if self._monitor_watch >= 0:
            asyncio.get_running_loop().remove_reader(self._monitor_watch)
            os.close(self._monitor_watch)
            self._monitor_watch = -1

    async def _walls_stand(self) -> None:
        """Until the child sees the runtime as its root: bwrap does that last, and then waits for us."""
        try:
            told = await asyncio.to_thread(_read_info, self._info)
        finally:
            os.close(self._info)
        if not told:
            await asyncio.wait([asyncio.ensure_future(self.ended())], timeout=1.0)
            raise SandboxFault(f"bubblewrap could not make the sandbox: {self._said()}")
        self._first = int(json.loads(told)["child-pid"])
        self._first_handle = os.pidfd_open(self._first)
        if self._group is not None:
            self._group.add(self._first)
        root = (self._tree / "root").stat()
        until = asyncio.get_running_loop().time() + PATIENCE
        while not _is_root_of(self._first, root):
            if self._ended is not None and self._ended.done():
                raise SandboxFault(f"bubblewrap could not make the sandbox: {self._said()}")
            if asyncio.get_running_loop().time() > until:
                raise SandboxFault(f"bubblewrap did not finish its walls within {PATIENCE:g} seconds")
            await asyncio.sleep(0.0003)

    def _said(self) -> str:
        if self._tap is None:
            return ""
        self._tap.end()
        return self._tap.kept.last_line or "it said nothing"

    async def _watch_memory(self) -> None:
        while True:
            await asyncio.sleep(WATCH)
            used = processes.usage(self._first)
            if used is not None and used.memory > self.walls.limits.memory:
                self._too_much = True
                self._signal()
                return

    def _measure(self) -> Stats:
        if self._group is not None:
            return Stats(self._group.cpu_ms(), self._group.memory_peak(), self._group.processes())
        if not self._first or (self._ended is not None and self._ended.done()):
            return self._last
        used = processes.usage(self._first)
        if used is None:
            return NOTHING
        peak = max(used.memory, self._last.memory_peak or 0)
        return Stats(max(used.cpu_ms, self._last.cpu_ms or 0), peak, used.processes)

    def _is_out_of_memory(self) -> bool:
        return self._too_much or (self._group is not None and self._group.out_of_memory())

    def _signal(self) -> None:
        """The death of process 1 is the end of all processes of its namespace."""
        if self._first_handle >= 0:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._first_handle, signal.SIGKILL)
        elif self._monitor is not None and self._monitor.poll() is None:
            # It has not told us of process 1 yet, which would wait for it for ever.
            for pid, _ in processes.named(self._name):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

    async def _catch_up(self) -> None:
        if self._monitor_watch >= 0 and self._monitor is not None and self._monitor.poll() is not None:
            self._monitor_ended()

    async def _end_processes(self) -> None:
        if self._watcher is not None:
            self._watcher.cancel()
        self._signal()
        if self._monitor is not None:
            await asyncio.to_thread(self._wait_for_end)
            self._unfollow()

    async def _destroy(self) -> None:
        if self._first_handle >= 0:
            os.close(self._first_handle)
            self._first_handle = -1
        await asyncio.to_thread(self._remove)

    def _wait_for_end(self) -> None:
        assert self._monitor is not None
        try:
            self._monitor.wait(PATIENCE)
            if self._first_handle >= 0:
                # The monitor may go before process 1, which the kernel ends with it.
                select.select([self._first_handle], [], [], PATIENCE)
        except subprocess.TimeoutExpired as error:
            self._monitor.kill()
            raise SandboxFault(f"a sandbox did not end within {PATIENCE:g} seconds of SIGKILL") from error

    def _remove(self) -> None:
        if self._group is not None:
            self._group.kill()
            self._group.remove()
        self._lease.release()


def _program() -> int:
    return _in_memory(seccomp.bpf_program())


def _in_memory(data: bytes) -> int:
    """A descriptor to read the data from, which no path leads to."""
    descriptor = os.memfd_create("athanor", os.MFD_CLOEXEC)
    os.write(descriptor, data)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def _is_root_of(pid: int, folder: os.stat_result) -> bool:
    with contextlib.suppress(PermissionError):
        seen = Path(f"/proc/{pid}/root").stat()
        return (seen.st_dev, seen.st_ino) == (folder.st_dev, folder.st_ino)
    return False


def _read_info(descriptor: int) -> bytes:
    told = b""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    while b"}" not in told:
        if not poll.poll(PATIENCE * 1000):
            break
        chunk = os.read(descriptor, 4096)
        if not chunk:
            break
        told += chunk
    return told if b"}" in told else b""


def _trial(tree: Path) -> str | None:
    """Makes walls around a program that does nothing."""
    told = [*own_namespaces(), *no_privileges(), *read_only_files(tree / "root", tree / "root" / "tmp")]
    user = Lease(Path("0"), -1).uid if os.geteuid() == 0 else None
    try:
        tried = subprocess.run(
            [host.bwrap(tree), *told, "/usr/bin/sh", "-c", ":"],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
            env={},
            user=user,
            group=user,
            extra_groups=None if user is None else [],
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"bubblewrap does not run here: {error}"
    if tried.returncode == 0:
        return None
    said = tried.stderr.strip().splitlines()[-1:] or [f"exit code {tried.returncode}"]
    return f"bubblewrap cannot make a sandbox here: {said[0]}. {_remedy()}"


def _remedy() -> str:
    """What forbids namespaces on this machine, by the switches that are known to."""
    switches = {
        "kernel/unprivileged_userns_clone": ("0", "sysctl kernel.unprivileged_userns_clone=1"),
        "kernel/apparmor_restrict_unprivileged_userns": (
            "1",
            "sysctl kernel.apparmor_restrict_unprivileged_userns=0",
        ),
        "user/max_user_namespaces": ("0", "sysctl user.max_user_namespaces=15000"),
    }
    for name, (bad, remedy) in switches.items():
        with contextlib.suppress(OSError):
            if Path(f"/proc/sys/{name}").read_text().strip() == bad:
                return f"This machine forbids user namespaces: as root, `{remedy}`; or use Docker"
    return "User namespaces may be forbidden here (are you in a container?): allow them, or use Docker"
