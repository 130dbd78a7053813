"""What boxes could tell each other by files and devices, if they shared them."""

from __future__ import annotations

import os
import random
from ast import literal_eval
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sandbox.drivers.bubblewrap import Bubblewrap
from sandbox.drivers.docker import Docker
from sandbox.interface import Driver
from sandbox.walls import without
from tests.sandbox.conftest import WALLED
from tests.sandbox.playing import bundle, launch_of, running, talking
from tests.sandbox.test_file_systems import devices

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can give each box a file system of its own"),
]

BITS = "".join(random.Random(14).choices("01", k=1000))
CHANNEL = """
import glob, mmap, os

PAGE = 4096
BITS = {bits!r}
# Files that no Python has open: each bit has a page of its own.
NAMES = ("libsqlite3.so.*.*", "libmvec.so.1", "libreadline.so.*.*", "libncursesw.so.*.*", "libtinfo.so.*.*")
MODULES = ("_codecs_jp", "_codecs_hk", "_codecs_cn", "_codecs_tw", "_decimal", "_testcapi", "_curses")
FILES = [path for name in NAMES for path in sorted(glob.glob("/usr/lib/*-linux-gnu/" + name))]
FILES += [path for name in MODULES for path in sorted(glob.glob("/usr/lib/python3*/lib-dynload/" + name + ".*"))]
FILES = [path for path in FILES if not os.path.islink(path)]
PLACES = [(path, page) for path in FILES for page in range(os.path.getsize(path) // PAGE)][:len(BITS)]
OPENED = {{path: os.open(path, os.O_RDONLY) for path in FILES}}


def said(bits):
    return "".join(map(str, map(int, bits)))


def thrown_out():
    for file in OPENED.values():
        os.posix_fadvise(file, 0, 0, os.POSIX_FADV_RANDOM)
        os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)

"""
CACHE_SPEAKER = """
def choose(ask):
    thrown_out()
    for (path, page), bit in zip(PLACES, BITS):
        if bit == "1":
            os.pread(OPENED[path], 1, page * PAGE)
    ask.note("done")
    return 0
"""
CACHE_LISTENER = """
def is_in_memory(path, page):
    try:
        return os.preadv(OPENED[path], [bytearray(1)], page * PAGE, os.RWF_NOWAIT) == 1
    except OSError:
        return False


def choose(ask):
    ask.note(said(is_in_memory(path, page) for path, page in PLACES))
    return 0
"""
MAPPED = """
def mapped():
    maps = {path: mmap.mmap(file, 0, prot=mmap.PROT_READ, flags=mmap.MAP_SHARED) for path, file in OPENED.items()}
    for one in maps.values():
        one.madvise(mmap.MADV_RANDOM)
    return maps

"""
MAP_SPEAKER = """
def choose(ask):
    global maps
    thrown_out()
    maps = mapped()
    for (path, page), bit in zip(PLACES, BITS):
        if bit == "1":
            maps[path][page * PAGE]
    ask.note("done")
    return 0
"""
MAP_LISTENER = """
EXCLUSIVE = 1 << 56


def choose(ask):
    maps = mapped()
    with open("/proc/self/maps") as lines:
        starts = {line.split()[-1]: int(line.split("-")[0], 16) for line in lines if "/" in line}
    found = []
    with open("/proc/self/pagemap", "rb", buffering=0) as pages:
        for path, page in PLACES:
            maps[path][page * PAGE]
            pages.seek((starts[path] // PAGE + page) * 8)
            found.append(not int.from_bytes(pages.read(8), "little") & EXCLUSIVE)
    ask.note(said(found))
    return 0
"""
DEVICE = """
import fcntl, struct

device = os.open("/dev/full", os.O_RDWR)


def is_free(place):
    try:
        fcntl.fcntl(device, fcntl.F_SETLK, struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, place, 1, 0))
    except OSError:
        return False
    return True

"""
LOCK_SPEAKER = """
def choose(ask):
    ask.note("done" if all(is_free(place) for place, bit in enumerate(BITS) if bit == "1") else "locked")
    return 0
"""
LOCK_LISTENER = """
def choose(ask):
    ask.note(said(not is_free(place) for place in range(len(BITS))))
    return 0
"""
WAYS = {
    "bytes of a device that are locked": (DEVICE + LOCK_SPEAKER, DEVICE + LOCK_LISTENER),
    "pages in memory": (CACHE_SPEAKER, CACHE_LISTENER),
    "pages that are mapped": (MAPPED + MAP_SPEAKER, MAPPED + MAP_LISTENER),
}
LATER = {"pages in memory"}
"""What a box can read when the other one has gone."""


FUTEX = """
import ctypes, glob, os, platform, threading

CALL = {{"x86_64": 202, "aarch64": 98}}[platform.machine()]
WAIT, WAKE = 0, 1
libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p
file = os.open(glob.glob("/usr/lib/*-linux-gnu/libsqlite3.so.*.*")[0], os.O_RDONLY)
place = ctypes.c_void_p(libc.mmap(None, 4096, 1, 1, file, 0))
word = ctypes.c_uint32.from_address(place.value).value


def choose(ask):
    if {waits}:
        wait = CALL, place, WAIT, word, None, None, 0
        for _ in range({waiters}):
            threading.Thread(target=libc.syscall, args=wait, daemon=True).start()
        ask.note("waiting")
    else:
        ask.note(str(libc.syscall(CALL, place, WAKE, 100, None, None, 0)))
    return 0
"""
WAITERS = 3
TIMES = """
import os

PATHS = ["/dev/" + name for name in ("null", "zero", "full", "random", "urandom")] + ["/proc/kallsyms"]


def choose(ask):
    before = [os.stat(path).st_mtime_ns for path in PATHS]
    for path in PATHS:
        try:
            os.utime(path)
        except OSError:
            pass
    ask.note(repr((before, [os.stat(path).st_mtime_ns for path in PATHS])))
    return 0
"""


def driver_of(kind: str, state: Path, *missing: str) -> Driver:
    return (Bubblewrap if kind == "bubblewrap" else Docker)(state, without(*missing))


async def note_of(bot: Any) -> str:
    await bot.welcomed()
    await bot.answer()
    return str(bot.notes[-1])


async def heard(driver: Driver, folder: Path, way: str) -> float:
    """The share of the bits that the listener has right: a half is what a coin has."""
    speaker, listener = (
        launch_of(bundle(folder / name, {"bot.py": CHANNEL.format(bits=BITS) + source}) / "bot.py")
        for name, source in zip(("speaker", "listener"), WAYS[way], strict=True)
    )
    async with running(driver, speaker) as one, talking(one.box) as bot:
        assert await note_of(bot) == "done"
        if way in LATER:
            await one.box.kill()
        async with running(driver, listener) as other, talking(other.box) as bot:
            said = await note_of(bot)
    assert len(said) == len(BITS)
    return sum(map(str.__eq__, said, BITS)) / len(BITS)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", WALLED)
async def test_nothing_is_learned_of_what_another_box_read(
    kind: str, way: str, made: Callable[[str], Driver], state: Path, tmp_path: Path
) -> None:
    """Also where the calls that say it best are not refused: the wall is the file system."""
    made(kind)
    share = await heard(driver_of(kind, state, "listed_calls_only"), tmp_path, way)
    assert 0.45 < share < 0.55


@pytest.mark.parametrize(
    ("kind", "way"), [("bubblewrap", way) for way in WAYS] + [("docker", "pages that are mapped")]
)
async def test_without_the_wall_all_of_it_is_learned(
    kind: str, way: str, made: Callable[[str], Driver], state: Path, tmp_path: Path
) -> None:
    """In a container pages are not told by that call, but by the clock: see the file systems themselves."""
    made(kind)
    share = await heard(driver_of(kind, state, "listed_calls_only", "own_files"), tmp_path, way)
    assert share > 0.9


@pytest.mark.parametrize("missing", [(), ("fixed_times", "own_files")], ids=["as it is", "without the walls"])
async def test_no_time_of_a_device_tells_of_the_box_before(
    missing: tuple[str, ...], made: Callable[[str], Driver], state: Path, tmp_path: Path
) -> None:
    """They are its own; bubblewrap without them has the machine's."""
    made("bubblewrap")
    driver = driver_of("bubblewrap", state, *missing)
    told: list[tuple[list[int], list[int]]] = []
    for name in ("speaker", "listener"):
        launch = launch_of(bundle(tmp_path / name, {"bot.py": TIMES}) / "bot.py")
        async with running(driver, launch) as up, talking(up.box) as bot:
            told.append(literal_eval(await note_of(bot)))
    (before, left), (found, _) = told
    heard = [now for was, now, other in zip(before, left, found, strict=True) if was != now == other]
    assert bool(heard) == bool(missing)


@pytest.mark.parametrize("missing", [(), ("own_files",)], ids=["as it is", "without the wall"])
@pytest.mark.parametrize("kind", WALLED)
async def test_nobody_wakes_who_waits_in_another_box(
    kind: str, missing: tuple[str, ...], made: Callable[[str], Driver], state: Path, tmp_path: Path
) -> None:
    """At a word of a file that both have mapped, the kernel counts who waits."""
    made(kind)
    driver = driver_of(kind, state, *missing)
    waiting, waking = (
        launch_of(
            bundle(tmp_path / name, {"bot.py": FUTEX.format(waits=name == "waiting", waiters=WAITERS)}) / "bot.py"
        )
        for name in ("waiting", "waking")
    )
    woken: list[int] = []
    async with running(driver, waiting) as one, talking(one.box) as bot:
        assert await note_of(bot) == "waiting"
        async with running(driver, waking) as other, talking(other.box) as bot:
            await bot.welcomed()
            # A thread may come to wait later than its bot says so.
            while len(woken) < 20 or (missing and sum(woken) < WAITERS and len(woken) < 10_000):
                await bot.answer()
                woken.append(int(bot.notes[-1]))
    assert sum(woken) == (WAITERS if missing else 0)


OPENED = """
import os


def choose(ask):
    there = [int(name) for name in os.listdir("/proc/self/fd") if os.path.exists("/proc/self/fd/" + name)]
    ask.note(repr([os.fstat(file).st_dev for file in there]))
    return 0
"""


@pytest.mark.parametrize("kind", WALLED)
async def test_nothing_that_a_box_was_given_lies_on_a_disk(
    kind: str, made: Callable[[str], Driver], state: Path, tmp_path: Path
) -> None:
    """`fstatfs` would tell how full it is, as what is kept of other matches fills it."""
    made(kind)
    (disk,) = devices([str(state)])
    launch = launch_of(bundle(tmp_path / "bot", {"bot.py": OPENED}) / "bot.py")
    async with running(driver_of(kind, state), launch) as up, talking(up.box) as bot:
        found = literal_eval(await note_of(bot))
    assert len(found) >= 3
    assert disk not in found
