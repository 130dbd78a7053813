"""What bubblewrap and the engine cannot be told: done from outside, where root runs us.

A thread of its own goes into the box's mount namespace, sets each folder's bounds anew, masks files of /proc,
fixes the times of devices, and ends: nothing is left of it on this side, and whoever is inside can undo none of
it. What /proc/net shows of a box's own namespace is changed by its path outside. An ordinary user may do neither;
what is missing then is watched from outside (`has_too_many_files`), left to the engine (masks), or said by the
doctor.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from sandbox import processes
from sandbox.filesystems import mounting
from sandbox.filesystems.levels import Ground
from sandbox.interface import SandboxFault
from sandbox.runtimes.table import DOOR
from sandbox.walls.bubbled import NOTHING, device_paths
from sandbox.walls.plan import Plan

FOLDER: Final = os.O_PATH | os.O_DIRECTORY
OF_ITS_OWN_NETWORK: Final = frozenset({"dev", "if_inet6", "route", "unix"})
"""Of /proc/net: what programs ask for, and what tells of nothing but the box's own, which is empty."""
NOSUID, NODEV, NOEXEC, REMOUNT, NOSYMFOLLOW = 2, 4, 8, 32, 256
COVER: Final = mounting.ATTRIBUTE_READ_ONLY | mounting.ATTRIBUTE_NOSUID
DEVICES: Final = "/dev"
COVERED: Final = "/usr"
"""A folder of every image, where a box's own root is put together before it becomes the root."""


def may_enter() -> bool:
    return os.geteuid() == 0


def close_from_outside(pid: int, plan: Plan, masked: Sequence[str] = ()) -> None:
    """What is left open in the process's box; `masked`: files and folders that nothing is to be seen of.
    Raises SandboxFault."""
    _close_mounts(pid, plan, masked)
    if not plan.network_figures and "network" in plan.secluded:
        _hide_network_figures(pid)


def _hide_network_figures(pid: int) -> None:
    """The files are those of its network namespace: nobody else's change."""
    ours, theirs = (Path(f"/proc/{process}/ns/net") for process in ("self", pid))
    try:
        if ours.readlink() == theirs.readlink():
            raise SandboxFault("a box has no network namespace of its own")
        for file in Path(f"/proc/{pid}/net").iterdir():
            if file.name not in OF_ITS_OWN_NETWORK:
                file.chmod(0)
    except OSError as error:
        raise SandboxFault(f"the figures of a box's network could not be hidden from outside: {error}") from error


def _close_mounts(pid: int, plan: Plan, masked: Sequence[str]) -> None:
    with contextlib.ExitStack() as held:
        try:
            mounts = _opened(held, mounts_of(pid), 0)
            # By descriptor: where another root was mounted before, a path may still lead there for a moment.
            folders = [_opened(held, f"/proc/{pid}/root{path}", FOLDER) for path in plan.folders]
            bounds = [(folder, *_bounds(plan, path)) for folder, path in zip(folders, plan.folders, strict=True)]
            root = _opened(held, f"/proc/{pid}/root", FOLDER)
            fixed = [] if plan.sets_times else device_paths()
            mounting.within(mounts, partial(_close, root, bounds, masked, fixed))
        except OSError as error:
            raise SandboxFault(f"the mounts of a box could not be closed from outside: {error}") from error


def mounts_of(pid: int) -> str:
    return f"/proc/{pid}/ns/mnt"


def _opened(held: contextlib.ExitStack, path: str, flags: int) -> int:
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | flags)
    held.callback(os.close, descriptor)
    return descriptor


def _close(root: int, bounds: list[tuple[int, int, str]], masked: Sequence[str], fixed: Sequence[str]) -> None:
    # Else a path would lead to the root that is just being left, which covers the new one for a moment.
    os.fchdir(root)
    os.chroot(".")
    for folder, flags, options in bounds:
        os.fchdir(folder)
        mounting.remount_here(flags, options)
    there = [path for path in masked if os.path.exists(path)]  # noqa: PTH110  (nothing is to be followed)
    if masked and not there:
        raise FileNotFoundError(errno.ENOENT, "none of the files of /proc is there that are to be hidden")
    covers: dict[bool, str] = {}
    for path in there:
        _mask(path, covers)
    for path in fixed:
        _fix_times(path)


def _fix_times(device: str) -> None:
    """Of one that lies on the machine's own file system; what a container has of its own ends with it."""
    opened = os.open(device, os.O_PATH | os.O_CLOEXEC)
    try:
        if os.fstat(opened).st_dev != os.stat(DEVICES).st_dev:  # noqa: PTH116  (beside its twin)
            mounting.restrict(opened, mounting.ATTRIBUTE_READ_ONLY)
    finally:
        os.close(opened)


def _mask(path: str, covers: dict[bool, str]) -> None:
    """By a file in which there is nothing, or by an empty folder; `covers` has the places where these are."""
    is_folder = stat.S_ISDIR(os.stat(path).st_mode)  # noqa: PTH116  (as fast as it gets)
    if is_folder and is_folder not in covers:
        cover = mounting.detached("tmpfs", COVER, mode="0555", size="4096")
    else:
        cover = mounting.copied(covers.get(is_folder, NOTHING), COVER)
    try:
        mounting.put(cover, path)
    finally:
        os.close(cover)
    covers[is_folder] = path


def new_root(pid: int, handle: int, plan: Plan, ground: Ground, bound_at: str) -> None:
    """The process's box, which the engine gave an image that others have too, gets its own file systems instead.
    What is mounted for this box alone it keeps. Raises SandboxFault."""
    kept = ["/proc", "/dev", bound_at, *(path for path in plan.folders if not path.startswith("/dev/"))]
    with contextlib.ExitStack() as held:
        try:
            for mounted, _ in (parts := ground.parts()):
                held.callback(os.close, mounted)
            mounts = _opened(held, mounts_of(pid), 0)
            if processes.ended(handle):
                raise SandboxFault("a box's first process ended before its walls stood")
            mounting.become_root_of(mounts, parts, kept, COVERED)
        except OSError as error:
            raise SandboxFault(f"a box could not be given a root of its own: {error}") from error


def has_too_many_files(pid: int, plan: Plan) -> bool:
    """Where nothing but looking bounds them."""
    for path, folder in plan.folders.items():
        with contextlib.suppress(OSError):
            held = os.statvfs(f"/proc/{pid}/root{path}")
            if held.f_files - held.f_ffree > folder.files:
                return True
    return False


def _bounds(plan: Plan, path: str) -> tuple[int, str]:
    """Flags and options of a mount."""
    folder = plan.folders[path]
    flags = REMOUNT | NOSUID | NODEV
    if not (plan.runs_written or folder.programs):
        flags |= NOEXEC
    if not plan.follows_links and path == DOOR:
        flags |= NOSYMFOLLOW
    options = [f"size={folder.size}"] * plan.sized + [f"nr_inodes={folder.files}"] * plan.counted
    return flags, ",".join(options)
