"""What bubblewrap and the engine cannot be told: done from outside, where root runs us.

A thread of its own goes into the box's mount namespace, sets each folder's bounds anew, and ends: nothing is left
of it on this side, and whoever is inside can undo none of it. What /proc/net shows of a box's own namespace is
changed by its path outside. An ordinary user may do neither; what is missing then is watched from outside
(`has_too_many_files`) or said by the doctor.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import threading
from pathlib import Path
from typing import Final

from sandbox.interface import SandboxFault
from sandbox.runtimes.table import DOOR
from sandbox.walls.plan import Plan

CLONE_FS: Final = 0x200
CLONE_NEWNS: Final = 0x2_0000
OF_ITS_OWN_NETWORK: Final = frozenset({"dev", "if_inet6", "route", "unix"})
"""Of /proc/net: what programs ask for, and what tells of nothing but the box's own, which is empty."""
NOSUID, NODEV, NOEXEC, REMOUNT, NOSYMFOLLOW = 2, 4, 8, 32, 256

_libc: Final = ctypes.CDLL(None, use_errno=True)


def may_enter() -> bool:
    return os.geteuid() == 0


def close_from_outside(pid: int, plan: Plan) -> None:
    """What is left open in the process's box. Raises SandboxFault."""
    _bound_folders(pid, plan)
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


def _bound_folders(pid: int, plan: Plan) -> None:
    opened: list[int] = []
    failed: list[OSError] = []
    try:
        opened.append(mounts := os.open(f"/proc/{pid}/ns/mnt", os.O_RDONLY | os.O_CLOEXEC))
        # By descriptor: where another root was mounted before, a path may still lead there for a moment.
        opened += [_held(f"/proc/{pid}/root{path}") for path in plan.folders]
        bounds = [(folder, *_bounds(plan, path)) for folder, path in zip(opened[1:], plan.folders, strict=True)]
        thread = threading.Thread(target=_bound, args=(mounts, bounds, failed))
        thread.start()
        thread.join()
    except OSError as error:
        failed.append(error)
    finally:
        for descriptor in opened:
            os.close(descriptor)
    if failed:
        raise SandboxFault(f"the folders of a box could not be bounded from outside: {failed[0]}")


def _bound(mounts: int, bounds: list[tuple[int, int, str]], failed: list[OSError]) -> None:
    try:
        # Of this thread alone: without it, its working folder would be that of the whole process.
        _check(_libc.unshare(CLONE_FS), "unshare")
        _check(_libc.setns(mounts, CLONE_NEWNS), "setns")
        for folder, flags, options in bounds:
            os.fchdir(folder)
            _check(_libc.mount(None, b".", None, ctypes.c_ulong(flags), options.encode() or None), "mount")
    except OSError as error:
        failed.append(error)


def has_too_many_files(pid: int, plan: Plan) -> bool:
    """Where nothing but looking bounds them."""
    for path, folder in plan.folders.items():
        with contextlib.suppress(OSError):
            held = os.statvfs(f"/proc/{pid}/root{path}")
            if held.f_files - held.f_ffree > folder.files:
                return True
    return False


def _held(folder: str) -> int:
    return os.open(folder, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)


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


def _check(result: int, what: str) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
