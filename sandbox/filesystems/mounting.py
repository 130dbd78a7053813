"""System calls that mount: Python's library has none of them.

Nothing here is of use to anybody but root.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import fcntl
import os
import stat
import struct
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

CLONE_FS: Final = 0x200
CLONE_NEWNS: Final = 0x2_0000
MOVE: Final = 0x2000
DETACH: Final = 2

LOOP_CONTROL: Final = "/dev/loop-control"
LOOP_GET_FREE: Final = 0x4C82
LOOP_CONFIGURE: Final = 0x4C0A
LOOP_READ_ONLY, LOOP_AUTOCLEAR = 1, 4
LOOP_BLOCK: Final = 4096
READ_AHEAD: Final = 0x1262
READ_AHEAD_SECTORS: Final = 2048
"""Of 512 bytes: a program's libraries are read by few requests."""
LOOP_TRIES: Final = 256
"""Others attach devices at the same time: the free one that we were told of may be taken."""

OPEN_TREE, MOVE_MOUNT, FSOPEN, FSCONFIG, FSMOUNT, MOUNT_SETATTR = 428, 429, 430, 431, 432, 442
"""The numbers of these calls are the same on every architecture."""
CLOSE_ON_EXEC, CLONE_TREE, EMPTY_PATH = 1, 1, 0x1000
SET_FLAG, SET_STRING, CREATE = 0, 1, 6
ATTRIBUTE_READ_ONLY, ATTRIBUTE_NOSUID, ATTRIBUTE_NODEV = 1, 2, 4
FROM_EMPTY_PATH: Final = 4
AT_FDCWD: Final = -100

_libc: Final = ctypes.CDLL(None, use_errno=True)


def unmount(target: Path) -> None:
    """It is gone from here at once, and for good when nobody uses it any more. Raises OSError."""
    check(_libc.umount2(os.fsencode(target), DETACH), "umount")


def unmount_all(folder: Path) -> None:
    """Whatever is mounted on the entries of a folder."""
    with contextlib.suppress(FileNotFoundError):
        for entry in list(folder.iterdir()):
            while entry.is_mount():
                unmount(entry)


def attach(image: Path) -> tuple[int, str]:
    """A free loop device for an image, to read only: its descriptor and its path. It is free again when nobody has
    it open or mounted. Raises OSError."""
    control = os.open(LOOP_CONTROL, os.O_RDWR | os.O_CLOEXEC)
    file = -1
    try:
        file = os.open(image, os.O_RDONLY | os.O_CLOEXEC)
        for _ in range(LOOP_TRIES):
            path = f"/dev/loop{fcntl.ioctl(control, LOOP_GET_FREE)}"
            device = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
            try:
                fcntl.ioctl(device, LOOP_CONFIGURE, _loop_settings(file))
                fcntl.ioctl(device, READ_AHEAD, READ_AHEAD_SECTORS)
            except OSError as error:
                os.close(device)
                if error.errno != errno.EBUSY:
                    raise
            else:
                return device, path
    finally:
        os.close(control)
        if file >= 0:
            os.close(file)
    raise OSError(errno.EBUSY, "no loop device stays free long enough to be attached")


def _loop_settings(file: int) -> bytes:
    """`struct loop_config`: descriptor and block size, `struct loop_info64`, and what is reserved."""
    info = struct.pack("=5Q4I160s2Q", 0, 0, 0, 0, 0, 0, 0, 0, LOOP_READ_ONLY | LOOP_AUTOCLEAR, b"", 0, 0)
    return struct.pack("=II", file, LOOP_BLOCK) + info + bytes(64)


def detached(kind: str, attributes: int, **settings: str) -> int:
    """A new file system that is mounted nowhere yet, by a descriptor: it ends with the last one. A setting
    without a value is a flag. Raises OSError."""
    opened = check(_libc.syscall(FSOPEN, kind.encode(), CLOSE_ON_EXEC), f"fsopen {kind}")
    try:
        for name, value in settings.items():
            command, given = (SET_STRING, value.encode()) if value else (SET_FLAG, None)
            check(_libc.syscall(FSCONFIG, opened, command, name.encode(), given, 0), f"fsconfig {kind} {name}")
        check(_libc.syscall(FSCONFIG, opened, CREATE, None, None, 0), f"fsconfig {kind}")
        return check(_libc.syscall(FSMOUNT, opened, CLOSE_ON_EXEC, attributes), f"fsmount {kind}")
    finally:
        os.close(opened)


def devices(names: Sequence[str]) -> int:
    """A new file system with devices as those of this machine, which nobody else has. Raises OSError."""
    made = detached("tmpfs", ATTRIBUTE_NOSUID, mode="0755", size="4096", nr_inodes=str(len(names) + 1))
    try:
        for name in names:
            path = f"/proc/self/fd/{made}/{name}"
            os.mknod(path, stat.S_IFCHR, Path("/dev", name).stat().st_rdev)
            Path(path).chmod(0o666)
            # Some machines let them be made, and not be opened.
            os.close(os.open(path, os.O_RDONLY | os.O_CLOEXEC))
    except OSError:
        os.close(made)
        raise
    return made


def copied(path: str, attributes: int) -> int:
    """What is at a path, as another mount of it that is nowhere yet. Raises OSError."""
    flags = CLONE_TREE | os.O_CLOEXEC
    made = check(_libc.syscall(OPEN_TREE, AT_FDCWD, path.encode(), flags), f"open_tree {path}")
    try:
        restrict(made, attributes)
    except OSError:
        os.close(made)
        raise
    return made


def restrict(mounted: int, attributes: int) -> None:
    """Raises OSError."""
    wanted = struct.pack("=4Q", attributes, 0, 0, 0)
    check(_libc.syscall(MOUNT_SETATTR, mounted, b"", EMPTY_PATH, wanted, len(wanted)), "mount_setattr")


def put(mounted: int, target: str) -> None:
    """A detached mount at its place. Raises OSError."""
    called = _libc.syscall(MOVE_MOUNT, mounted, b"", AT_FDCWD, target.encode(), FROM_EMPTY_PATH)
    check(called, f"move_mount to {target}")


def move(source: str, target: str) -> None:
    """With all that is mounted below it. Raises OSError."""
    check(_libc.mount(source.encode(), target.encode(), None, ctypes.c_ulong(MOVE), None), f"move {source}")


def make_root(folder: str) -> None:
    """The mount at a folder becomes the root of all processes of this mount namespace; the old one is gone."""
    os.chdir(folder)
    check(_libc.pivot_root(b".", b"."), "pivot_root")
    check(_libc.umount2(b".", DETACH), "umount of the old root")


def within(namespace: int, work: Callable[[], None]) -> None:
    """Does the work in a mount namespace, by a thread of its own that ends with it. Raises OSError."""
    failed: list[OSError] = []
    if os.fstat(namespace).st_ino == os.stat("/proc/self/ns/mnt").st_ino:  # noqa: PTH116  (beside its twin)
        # The process that it was to be of has ended, and its number is another one's.
        raise OSError(errno.ESRCH, "that is the mount namespace of this machine")

    def enter() -> None:
        try:
            # Of this thread alone: without it, its working folder would be that of the whole process.
            check(_libc.unshare(CLONE_FS), "unshare")
            check(_libc.setns(namespace, CLONE_NEWNS), "setns")
            work()
        except OSError as error:
            failed.append(error)

    thread = threading.Thread(target=enter)
    thread.start()
    thread.join()
    if failed:
        raise failed[0]


def remount_here(flags: int, options: str) -> None:
    """The mount that the working folder lies in, with other bounds. Raises OSError."""
    check(_libc.mount(None, b".", None, ctypes.c_ulong(flags), options.encode() or None), "mount")


def check(result: int, what: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def become_root_of(namespace: int, parts: Sequence[tuple[int, str]], kept: Sequence[str], place: str) -> None:
    """Has the processes of a mount namespace see detached mounts as their root, and in it the mounts that they
    keep, at the same paths. `place` is a folder that may be covered meanwhile. Raises OSError."""

    def work() -> None:
        for mounted, inside in parts:
            put(mounted, f"{place}{inside}")
        for path in kept:
            move(path, f"{place}{path}")
        make_root(place)

    within(namespace, work)
