"""What boxes could tell each other by the files of their runtime, if they shared them: 1,000 bits by each way."""

from __future__ import annotations

import errno
import os
import random
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from athanorpb.isolation import Isolation
from sandbox.drivers.bubblewrap import Bubblewrap
from sandbox.drivers.docker import Docker
from sandbox.filesystems import image, mounting
from sandbox.filesystems.levels import FileSystems
from sandbox.interface import Driver
from sandbox.runtimes import shelf
from sandbox.walls import without
from tests.sandbox.conftest import WALLED
from tests.sandbox.playing import bundle, launch_of, running, talking
from tests.waiting import until

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
WAYS = {
    "pages in memory": (CACHE_SPEAKER, CACHE_LISTENER),
    "pages that are mapped": (MAPPED + MAP_SPEAKER, MAPPED + MAP_LISTENER),
}
LATER = {"pages in memory"}
"""What a box can read when the other one has gone."""


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


LOOP = 7
"""The major number of loop devices."""
KINDS = {image.KIND, "tmpfs", "proc", "devtmpfs", "devpts", "mqueue"}
BOT = "def choose(ask):\n    return 0\n"


def loops_of(numbers: Iterable[int]) -> dict[Path, int]:
    """The loop devices of some file systems, each with the serial number that it has while it stays attached."""
    found = {Path(f"/sys/dev/block/{os.major(one)}:{os.minor(one)}") for one in numbers if os.major(one) == LOOP}
    return {path: serial(path) for path in found}


def serial(device: Path) -> int:
    """It is another one when the device was attached anew; -1: nothing is attached."""
    try:
        return int((device / "diskseq").read_text()) if (device / "loop").is_dir() else -1
    except OSError:
        return -1


def attached(loops: Mapping[Path, int]) -> list[str]:
    return [path.name for path, number in loops.items() if serial(path) == number]


def mounts(path: Path) -> dict[str, str]:
    """Kind by place."""
    lines = (line.split() for line in path.read_text().splitlines())
    return {place: kind for _, place, kind, *_ in lines}


@pytest.mark.parametrize("kind", WALLED)
async def test_two_boxes_have_no_file_system_in_common_and_leave_none(
    kind: str, made: Callable[[str], Driver], state: Path, tmp_path: Path
) -> None:
    driver: Any = made(kind)
    launch = launch_of(bundle(tmp_path / "bot", {"bot.py": BOT}) / "bot.py")
    async with running(driver, launch) as one, running(driver, launch) as other:
        seen = []
        for box in (one.box, other.box):
            pid = next(
                pid for pid in driver_processes(box) if mounts(Path(f"/proc/{pid}/mounts"))["/"] == image.KIND
            )
            told = mounts(Path(f"/proc/{pid}/mounts"))
            assert {told[path] for path in ("/", "/usr/lib/athanor")} == {image.KIND}
            assert set(told.values()) <= KINDS, "how full the disk is cannot be read off anything"
            places = [path for path in told if not path.startswith(("/proc", "/dev/"))]
            seen.append(devices(f"/proc/{pid}/root{path}" for path in places))
        assert not seen[0] & seen[1]
        ours = [place for place in mounts(Path("/proc/self/mounts")) if place.startswith(str(driver.home))]
        assert ours == [], "a box's file systems are seen by itself alone"
        loops = loops_of(seen[0] | seen[1])
        assert len(loops) == 4
    until(lambda: not attached(loops), "nothing is left of a box's file systems")


def devices(paths: Iterable[str]) -> set[int]:
    return {Path(path).stat().st_dev for path in paths}


def driver_processes(box: Any) -> list[int]:
    return sorted(box.group.members())


async def test_where_they_cannot_be_had_boxes_share_a_copy_in_memory_and_the_doctor_says_so(
    made: Callable[[str], Driver], in_memory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver: Any = made("bubblewrap")
    monkeypatch.setattr(image, "MAKER", "no-such-program")
    monkeypatch.setattr(image, "_held", {})
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(in_memory))
    monkeypatch.setattr(image, "path_of", lambda tree: tmp_path / f"{tree.name}.none")
    systems = FileSystems()
    tree = driver.tree("python")
    assert systems.level(tree) is Isolation.MEMORY
    assert systems.weakness(tree).startswith("boxes share a copy of their runtime in memory")
    assert "no-such-program is missing: install erofs-utils" in systems.weakness(tree)
    ground = systems.ground(tree, tmp_path)
    assert ground.isolation is Isolation.MEMORY
    assert ground.root.is_relative_to(in_memory)
    assert sorted(path.name for path in ground.root.iterdir()) == sorted(path.name for path in tree.root.iterdir())


def test_where_there_is_no_room_in_memory_boxes_share_the_tree_and_the_doctor_says_so(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandbox.filesystems.levels.SPARE", 2**60)
    monkeypatch.setattr("sandbox.filesystems.levels._name", lambda source: "not-copied-yet")
    monkeypatch.setattr("os.geteuid", lambda: 12_346)
    tree = shelf.tree("python", "run", state)
    systems = FileSystems()
    assert systems.level(tree) is Isolation.DISK
    ground = systems.ground(tree, state)
    assert (ground.root, ground.isolation) == (tree.root, Isolation.DISK)
    assert "only root can give each box a file system of its own; no tmpfs here" in systems.weakness(tree)


def test_the_mounts_of_the_machine_itself_are_never_changed() -> None:
    """As where the process of a box has ended, and its number is that of another one."""
    with Path("/proc/self/ns/mnt").open("rb") as ours, pytest.raises(OSError, match="namespace of this machine"):
        mounting.within(ours.fileno(), lambda: pytest.fail("it was entered"))


@pytest.mark.parametrize("kind", WALLED)
async def test_a_kernel_that_copies_no_mount_of_nobody_is_enough(
    kind: str, made: Callable[[str], Driver], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before Linux 6.15 a mount that was never anywhere can be put into its place, and not copied."""

    def refused(path: str, attributes: int) -> int:
        raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr(mounting, "copied", refused)
    launch = launch_of(bundle(tmp_path / "bot", {"bot.py": BOT}) / "bot.py")
    async with running(made(kind), launch) as up, talking(up.box) as bot:
        await bot.welcomed()
        assert (await bot.answer(3)).number == 3


def test_a_box_that_was_ended_uses_no_descriptor_any_more(made: Callable[[str], Driver], tmp_path: Path) -> None:
    """As where its start goes on in a thread: the number may be another box's by then."""
    driver: Any = made("bubblewrap")
    ground = driver.file_systems.ground(driver.tree("python"), tmp_path)
    ground.close()
    for use in (partial(ground.show, tmp_path, "files"), ground.parts):
        with pytest.raises(OSError, match="ended meanwhile"):
            use()
    assert not (tmp_path / "files").is_mount()
