"""The file systems of boxes: each has its own, none is left, and what is done where they cannot be had."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import struct
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from arena.cli.doctor import sandbox
from athanorpb.isolation import Isolation
from sandbox.filesystems import image, mounting
from sandbox.filesystems.levels import FileSystems
from sandbox.interface import Driver
from sandbox.runtimes import shelf
from tests.sandbox.conftest import WALLED
from tests.sandbox.playing import bundle, launch_of, running, talking
from tests.waiting import PATIENCE, until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can give each box a file system of its own"),
]

UNMOUNTED = 0x2000
KINDS = {image.KIND, "tmpfs", "proc", "devpts", "mqueue"}
BOT = "def choose(ask):\n    return 0\n"


@contextlib.contextmanager
def ends_of(paths: Iterable[str]) -> Iterator[Callable[[], bool]]:
    """Of the file systems that some folders are in: whether none is left. A watch does not keep them."""
    libc = ctypes.CDLL(None, use_errno=True)
    watching = mounting.check(libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC), "inotify_init1")
    left: set[int] = set()
    try:
        for path in paths:
            left.add(
                mounting.check(libc.inotify_add_watch(watching, path.encode(), UNMOUNTED), f"watch of {path}")
            )

        def are_gone() -> bool:
            with contextlib.suppress(BlockingIOError):
                for watch, event, *_ in struct.iter_unpack("=iIII", os.read(watching, 65_536)):
                    if event & UNMOUNTED:
                        left.discard(watch)
            return not left

        yield are_gone
    finally:
        os.close(watching)


def mounts(path: Path) -> dict[str, str]:
    """Kind by place."""
    lines = (line.split() for line in path.read_text().splitlines())
    return {place: kind for _, place, kind, *_ in lines}


@pytest.mark.parametrize("kind", WALLED)
async def test_two_boxes_have_no_file_system_in_common_and_leave_none(
    kind: str, made: Callable[[str], Driver], tmp_path: Path
) -> None:
    driver: Any = made(kind)
    launch = launch_of(bundle(tmp_path / "bot", {"bot.py": BOT}) / "bot.py")
    async with running(driver, launch) as one, running(driver, launch) as other:
        seen, places = [], []
        for box in (one.box, other.box):
            pid = next(
                pid for pid in driver_processes(box) if mounts(Path(f"/proc/{pid}/mounts"))["/"] == image.KIND
            )
            told = mounts(Path(f"/proc/{pid}/mounts"))
            assert {told[path] for path in ("/", "/usr/lib/athanor")} == {image.KIND}
            assert set(told.values()) <= KINDS, "how full the disk is cannot be read off anything"
            inside = {path: f"/proc/{pid}/root{path}" for path in told}
            seen.append(devices(inside.values()))
            # But for files that bwrap has removed, which are no more when nobody has them.
            places += [place for path, place in inside.items() if not path.startswith("/proc/")]
        assert not seen[0] & seen[1]
        ours = [place for place in mounts(Path("/proc/self/mounts")) if place.startswith(str(driver.home))]
        assert ours == [], "a box's file systems are seen by itself alone"
        with ends_of(places) as are_gone:
            assert not are_gone()
            await one.box.kill()
            await other.box.kill()
            until(are_gone, "nothing is left of a box's file systems")


def serial(device: Path) -> int:
    """Of what is attached to a loop device: another one when it was attached anew; -1: nothing is attached."""
    try:
        return int((device / "diskseq").read_text()) if (device / "loop").is_dir() else -1
    except OSError:
        return -1


async def test_a_kernel_whose_erofs_takes_no_file_is_given_a_loop_device(
    made: Callable[[str], Driver], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before Linux 6.12."""
    driver: Any = made("bubblewrap")
    given: list[str] = []
    make = mounting.detached

    def of_devices_only(kind: str, attributes: int, **settings: str) -> int:
        if kind == image.KIND:
            given.append(settings["source"])
            if not given[-1].startswith("/dev/"):
                raise OSError(errno.ENOTBLK, "Block device required")
        return make(kind, attributes, **settings)

    monkeypatch.setattr(mounting, "detached", of_devices_only)
    monkeypatch.setattr(driver, "file_systems", FileSystems())
    launch = launch_of(bundle(tmp_path / "bot", {"bot.py": BOT}) / "bot.py")
    async with running(driver, launch) as up, talking(up.box) as bot:
        await bot.welcomed()
        assert (await bot.answer(3)).number == 3
        loops = [Path(f"/sys/block/{Path(path).name}") for path in given if path.startswith("/dev/")]
        assert len(loops) == len(given) - 1, "a file is tried once"
        there = {path: number for path in loops if (number := serial(path)) >= 0}
        assert there
    until(lambda: all(serial(path) != number for path, number in there.items()), "its devices to be free again")


async def test_where_root_may_make_no_devices_boxes_share_them_and_everybody_is_told_so(
    made: Callable[[str], Driver], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver: Any = made("bubblewrap")
    whole = driver.isolation()

    def refused(names: Iterable[str]) -> int:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(mounting, "devices", refused)
    monkeypatch.setattr(driver, "file_systems", FileSystems())
    assert (whole, driver.isolation()) == (Isolation.OWN, Isolation.MEMORY)
    launch = launch_of(bundle(tmp_path / "bot", {"bot.py": BOT}) / "bot.py")
    async with running(driver, launch) as up:
        box: Any = up.box
        assert box.isolation is Isolation.MEMORY, "the record of its match says so"
    told = sandbox("bubblewrap", driver)
    assert told.state == "weak"
    assert "boxes share this machine's devices" in told.detail
    assert "Operation not permitted" in told.detail
    assert "for level own let root make devices (CAP_MKNOD" in told.detail


@pytest.mark.parametrize("limit", [image.KEPT, 0], ids=["as it is", "compressed"])
def test_an_image_has_all_that_its_tree_has(limit: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also that of a large tree, which is compressed and held by nobody when it is not needed."""
    monkeypatch.setattr(image, "KEPT", limit)
    monkeypatch.setattr(image, "_held", {})
    tree = tmp_path / "tree"
    (tree / "folder").mkdir(parents=True)
    (tree / "folder" / "text").write_text("the same line\n" * 50_000)
    mounted = FileSystems()._mounted(tree)
    try:
        there = Path(f"/proc/self/fd/{mounted}/folder/text")
        assert there.read_text() == (tree / "folder" / "text").read_text()
        assert (image.path_of(tree).stat().st_size < 100_000) is (limit == 0)
        assert (tree in image._held) is (limit != 0)
    finally:
        os.close(mounted)
        for folder in image._held.values():
            os.close(folder)


def test_nobody_waits_for_an_image_that_is_made_for_a_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is large: who starts a bot meanwhile would wait for seconds."""
    monkeypatch.setattr(image, "KEPT", 0)
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "text").write_text("more than nothing")
    with contextlib.ExitStack() as held, ThreadPoolExecutor() as elsewhere, image._holding:
        building = elsewhere.submit(held.enter_context, image.held(tmp_path / "tree"))
        assert building.exception(PATIENCE) is None


def test_an_image_in_memory_is_changed_by_nobody(made: Callable[[str], Driver]) -> None:
    driver: Any = made("bubblewrap")
    with image.held(driver.tree("python").library) as held:
        for change in (lambda: held.open("ab"), held.unlink, held.with_name("another").touch):
            with pytest.raises(OSError, match="Read-only file system"):
                change()


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
    copied = mounting.copied

    def of_somewhere(path: str, attributes: int) -> int:
        if path.startswith("/proc/self/fd/"):
            raise OSError(errno.EINVAL, "Invalid argument")
        return copied(path, attributes)

    monkeypatch.setattr(mounting, "copied", of_somewhere)
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
