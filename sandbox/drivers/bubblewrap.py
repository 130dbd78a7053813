"""The bubblewrap driver: namespaces made by an ordinary user, or by root for a user of the box's own."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import Mapping
from pathlib import Path

from athanor_contract.bundle import BundleFault, Packed
from athanor_contract.limits.sandbox import Limits
from athanorpb.isolation import Isolation
from sandbox import cgroup_tree, files, processes, seccomp
from sandbox.cgroups import Group
from sandbox.drivers.bubble import BubblewrapBox, Run
from sandbox.drivers.building import WORKSHOP, outcome, workshop_argv
from sandbox.drivers.trial import trial
from sandbox.filesystems.levels import FileSystems, Ground
from sandbox.interface import Built, Launch, SandboxFault
from sandbox.leases import Leases, home, runtimes
from sandbox.runtimes import host, shelf
from sandbox.runtimes.recipes import Purpose
from sandbox.runtimes.shelf import Tree
from sandbox.runtimes.table import BOT, LAUNCHER, LIBRARY, argv
from sandbox.walls import Folder, Walls, every, raised
from sandbox.walls.bubbled import DEVICES, arguments
from sandbox.walls.folders import of_a_build, of_a_match
from sandbox.walls.inside import may_enter

NAME = "athanor-"


class Bubblewrap:
    name = "bubblewrap"
    container_runtime = ""

    def __init__(self, state: Path, walls: Walls | None = None) -> None:
        self.home = home(state / "sandbox")
        self._leases = Leases(self.home, self.name)
        self._trees: dict[tuple[str, Purpose], Tree] = {}
        self._engine: Path | None = None
        self.file_systems = FileSystems()
        self._walls = every() if walls is None else walls

    def trouble(self) -> str | None:
        try:
            tree = self.tree("python")
            engine = self.engine()
            seccomp.numbers(os.uname().machine)
        except (OSError, SandboxFault, seccomp.UnknownArchitecture) as problem:
            return f"bubblewrap cannot be set up: {problem}"
        return trial(engine, tree)

    def weaknesses(self) -> list[str]:
        """What works here with less than it could have, for the doctor."""
        missing = cgroup_tree.trouble()
        told = [f"no cgroup for a box: memory and processor are bounded by watching: {missing}"] if missing else []
        shared = self.file_systems.weakness(self.tree("python"))
        return [*told, shared] if shared else told

    def isolation(self) -> Isolation:
        return self.file_systems.level(self.tree("python"))

    def tree(self, runtime: str, purpose: Purpose = "run") -> Tree:
        """What a box of a runtime is made of. Raises RuntimeMissing."""
        found = self._trees.get((runtime, purpose))
        if found is None or not (found.root.exists() and found.library.exists()):
            found = self._trees[runtime, purpose] = shelf.tree(runtime, purpose, runtimes(self.home))
        shelf.note_use(found.root.parent, found.library)
        return found

    def engine(self) -> Path:
        if self._engine is None or not self._engine.exists():
            self._engine = host.engine(runtimes(self.home))
        return self._engine

    async def prepare(self, launch: Launch) -> BubblewrapBox:
        return await asyncio.to_thread(self._prepared, launch.runtime, launch.bundle, argv(launch), launch.limits)

    def room(self, runtime: str) -> str:
        """What a runtime's boxes are made of, in a word. Raises RuntimeMissing."""
        return self.tree(runtime).digest

    async def stand(self, runtime: str, limits: Limits) -> BubblewrapBox:
        """A box without a bot: what runs in it waits for one (see `sandbox.pool`)."""
        return await asyncio.to_thread(self._prepared, runtime, None, list(LAUNCHER), limits)

    def _prepared(self, runtime: str, bundle: Packed | None, command: list[str], limits: Limits) -> BubblewrapBox:
        tree = self.tree(runtime)
        box = self._box(bundle, limits, of_a_match(limits), tree)
        box.run = Run(_told(box, BOT), command)
        return box

    def _box(
        self, bundle: Packed | None, limits: Limits, folders: Mapping[str, Folder], tree: Tree
    ) -> BubblewrapBox:
        lease = self._leases.take()
        plan = raised(limits, lease.uid if os.geteuid() == 0 else None, folders, self._walls)
        ground = Ground(tree.root, tree.library, lease.folder / "files")
        try:
            files.make(lease.folder / "files")
            if plan.own_files:
                ground = self.file_systems.ground(tree, lease.folder)
                ground.make_devices(lease.folder, DEVICES)
            if bundle is not None:
                files.fill(bundle, ground.files)
            name = f"{NAME}{self._leases.label}-{lease.id}"
            return BubblewrapBox(lease, name, self.engine(), ground, plan)
        except BaseException as error:
            ground.close()
            lease.release()
            if isinstance(error, OSError | BundleFault):
                raise SandboxFault(f"the bundle's files could not be laid out: {error}") from error
            raise

    async def build(self, launch: Launch, within: float) -> Built:
        limits, command = launch.limits, workshop_argv(launch.build)
        tree = await asyncio.to_thread(self.tree, launch.runtime, "build")
        box = await asyncio.to_thread(self._box, launch.bundle, limits, of_a_build(limits), tree)
        box.run = Run(_told(box, WORKSHOP), command, folder=BOT)
        return await outcome(box, launch, within)

    async def sweep(self) -> int:
        return await asyncio.to_thread(self._sweep)

    def _sweep(self) -> int:
        """By names too, of groups and processes: a folder may have been removed by hand. And the empty groups of
        any other installation whose process died: nobody may ever start where it worked."""
        leftovers = {lease.id: lease for lease in self._leases.leftovers()}
        gone = set(leftovers)
        start = f"{NAME}{self._leases.label}-"
        if cgroup_tree.trouble() is None:
            for name in Group.names(start):
                if self._is_over(name.removeprefix(start), gone):
                    Group.named(name).kill()
                    Group.named(name).remove()
            for name in Group.names(NAME):
                Group.named(name).remove_if_abandoned()
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


def _told(box: BubblewrapBox, where: str) -> list[str]:
    """What bwrap is told; `where` the bot's own files are seen inside."""
    binds = [(box.ground.library, LIBRARY), (box.shown_files, where)]
    # Who may enter a box masks from outside, which takes a tenth of the time.
    return arguments(box.plan, box.ground.root, binds, BOT, devices=box.ground.devices, alone=not may_enter())
