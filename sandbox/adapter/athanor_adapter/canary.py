"""python3 -P -m athanor_adapter.canary: tries each wall from inside, and says what came of it, in lines of JSON.

No bot: `athanor doctor` runs it in a box of its own. It knows no limits and judges nothing: whoever runs it
compares what it says with what was to be. What could end it comes last.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import hashlib
import json
import os
import platform
import resource
import signal
import socket
import struct
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

FOLDERS = ("/tmp", "/dev/shm", "/run/athanor")
NAMESPACES = ("pid", "net", "ipc", "uts", "cgroup")
BOUNDS = {"nofile": 7, "fsize": 1, "memlock": 8, "core": 4, "msgqueue": 12}
NEW_USER = 0x1000_0000
TIOCSTI = 0x5412
F_GETLK = 5
X86_64 = platform.machine() == "x86_64"
KEYCTL, UNSHARE, CLONE, PERSONALITY, PRCTL = (250, 272, 56, 135, 157) if X86_64 else (219, 97, 220, 92, 167)
SYSINFO = 99 if X86_64 else 179
SO_PEERCRED = 17
SCHED_CORE = 62
MIB = 1024 * 1024
TAKEN = 7

libc = ctypes.CDLL(None, use_errno=True)


def status() -> dict[str, str]:
    told = dict(line.split(":\t", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return {name: told[name].strip() for name in ("Seccomp", "NoNewPrivs", "CapEff", "CapBnd")}


def namespaces() -> dict[str, str]:
    return {name: str(Path(f"/proc/self/ns/{name}").readlink()) for name in NAMESPACES}


def folders() -> dict[str, dict[str, object]]:
    found: dict[str, dict[str, object]] = {}
    for line in Path("/proc/self/mounts").read_text().splitlines():
        path, flags = line.split(" ")[1], line.split(" ")[3].split(",")
        if path in FOLDERS:
            held = os.statvfs(path)
            found[path] = {"flags": flags, "size": held.f_blocks * held.f_frsize, "files": held.f_files}
    return found


def root() -> str:
    """Of what kind the file system is that its runtime lies in."""
    return next(line.split()[2] for line in Path("/proc/self/mounts").read_text().splitlines() if " / " in line)


def readable(paths: Iterable[Path]) -> list[str]:
    """Those that have something to say."""
    found = []
    for path in paths:
        with suppress(OSError):
            if next(path.iterdir(), None) if path.is_dir() else begins(path):
                found.append(str(path))
    return found


def of_the_machine() -> Iterator[Path]:
    """What is in /proc beside processes and links to one."""
    for path in Path("/proc").iterdir():
        if not path.name.isdigit() and not path.is_symlink():
            yield path


def digest(path: str) -> str:
    with suppress(OSError):
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()
    return ""


def begins(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(1)


def came_to(call: Callable[[], object]) -> str:
    try:
        call()
    except OSError as error:
        return errno.errorcode.get(error.errno or 0, str(error.errno))
    return "done"


def called(number: int, *arguments: int) -> str:
    ctypes.set_errno(0)
    if libc.syscall(number, *map(ctypes.c_long, arguments)) != -1:
        return "done"
    return errno.errorcode.get(ctypes.get_errno(), "")


def cloned() -> str:
    ctypes.set_errno(0)
    child = libc.syscall(CLONE, NEW_USER | signal.SIGCHLD, 0, 0, 0, 0)
    if child == 0:
        os._exit(0)
    return "done" if child > 0 else errno.errorcode.get(ctypes.get_errno(), "")


def of_a_child(work: Callable[[], object]) -> int:
    """The status of a child that did some work."""
    child = os.fork()
    if child == 0:
        with suppress(BaseException):
            work()
        os._exit(0)
    return os.waitpid(child, 0)[1]


def locked() -> str:
    words = struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 0, 1, 0)
    with Path(os.__file__).open("rb") as shared:
        return came_to(lambda: fcntl.fcntl(shared, F_GETLK, words))


def cache_changed() -> str:
    """By a call about pages that other boxes read too."""
    with Path(os.__file__).open("rb") as shared:
        return came_to(lambda: os.posix_fadvise(shared.fileno(), 0, 0, os.POSIX_FADV_WILLNEED))


def peer() -> str:
    """Who is at the other end of a socket."""
    one, other = socket.socketpair()
    with one, other:
        return came_to(lambda: one.getsockopt(socket.SOL_SOCKET, SO_PEERCRED, 12))


def others_limits() -> str:
    bound = resource.getrlimit(resource.RLIMIT_NOFILE)
    child = os.fork()
    if child == 0:
        time.sleep(60)
    came = came_to(lambda: resource.prlimit(child, resource.RLIMIT_NOFILE, bound))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return came


def written() -> list[str]:
    places = ("/", "/bot", "/usr", "/etc", "/run", "/dev", "/proc/sys/kernel")
    return [place for place in places if came_to(partial(touched, Path(place) / "canary")) == "done"]


def timed(hidden: list[str]) -> list[str]:
    """Devices, and what covers hidden files of /proc, where it may set times that all of the machine see."""
    lines = (line.split() for line in Path("/proc/self/mountinfo").read_text().splitlines())
    shared = {line[2] for line in lines if line[line.index("-") + 1] == "devtmpfs"}
    found = []
    for path in (*Path("/dev").iterdir(), *map(Path, hidden)):
        with suppress(OSError):
            device = path.stat().st_dev
            if path.is_char_device() and f"{os.major(device)}:{os.minor(device)}" in shared:
                os.utime(path)
                found.append(str(path))
    return found


def touched(path: Path) -> None:
    path.touch()
    path.unlink()


def children() -> int:
    """How many processes it may start, up to a hundred."""
    started: list[int] = []
    with suppress(OSError):
        while len(started) < 100:
            child = os.fork()
            if child == 0:
                time.sleep(60)
                os._exit(0)
            started.append(child)
    for child in started:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    return len(started)


def taken() -> None:
    held = [bytearray(b"x") * MIB for _ in range(512)]
    os._exit(TAKEN if held else 0)


def leave_a_daemon() -> None:
    if os.fork() == 0:
        os.setsid()
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(60)
        os._exit(0)


def say(**told: object) -> None:
    print(json.dumps(told), flush=True)


def main(hidden: list[str], figures: list[str]) -> None:
    say(
        status=status(),
        namespaces=namespaces(),
        processes=sum(path.name.isdigit() for path in Path("/proc").iterdir()),
        interfaces=[line.split(":")[0].strip() for line in Path("/proc/net/dev").read_text().splitlines()[2:]],
        host=os.uname().nodename,
        cgroups=Path("/proc/self/cgroup").read_text().split(),
        environment=sorted(os.environ),
        devices=sorted(path.name for path in Path("/dev").iterdir()),
        readable=readable([*map(Path, hidden), *of_the_machine()]),
        figures={path: digest(path) for path in figures},
        network=readable(Path("/proc/net").iterdir()),
        written=written(),
        timed=timed([*hidden, *map(str, of_the_machine())]),
        folders=folders(),
        root=root(),
        bounds={name: resource.getrlimit(kind)[1] for name, kind in BOUNDS.items()},
        adjustment=int(Path("/proc/self/oom_score_adj").read_text()),
        queue=came_to(lambda: os.close(os.open("/dev/mqueue/canary", os.O_RDWR | os.O_CREAT))),
    )
    say(
        keyring=called(KEYCTL, 0, -3, 0),
        internet=came_to(lambda: socket.socket(socket.AF_INET).close()),
        terminal=came_to(lambda: fcntl.ioctl(0, TIOCSTI, b"x")),
        personality=called(PERSONALITY, 0x0040000),
        process_option=called(PRCTL, SCHED_CORE, 1, 0, 0, 0),
        lock=locked(),
        clone=cloned(),
        others_limits=others_limits(),
        unshared=of_a_child(lambda: os._exit(1 if called(UNSHARE, NEW_USER) == "done" else 0)) >> 8,
        cache=cache_changed(),
        machine=called(SYSINFO, ctypes.addressof(ctypes.create_string_buffer(512))),
        pinned=came_to(lambda: os.sched_setaffinity(0, os.sched_getaffinity(0))),
        memory_file=came_to(lambda: os.close(os.memfd_create("canary"))),
        peer=peer(),
        foreign=of_a_child(lambda: called(0x4000_0000 | 39)) & 0x7F if X86_64 else signal.SIGSYS,
    )
    say(children=children())
    leave_a_daemon()
    say(memory="had" if of_a_child(taken) == TAKEN << 8 else "refused")
    for _ in range(64):
        os.write(2, b"x" * 8191 + b"\n")


if __name__ == "__main__":
    main(*(words.split(",") for words in sys.argv[1:3]))
