"""The look at the machine after an attack, itself tried: what is left, however little it is, turns it red."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sandbox.drivers.docker import Docker
from sandbox.interface import Driver
from sandbox.leases import Lease
from tests import waiting
from tests.sandbox import corpus, siege
from tests.sandbox.conftest import WALLED
from tests.sandbox.ground import Ground, Stored
from tests.sandbox.siege import besieged

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root mounts a file system for a siege")
HOLDS = "import sys, os\nfile = open(sys.argv[1], 'wb')\nfile.write(b'x')\nfile.flush()\nos.unlink(sys.argv[1])\n"


@pytest.fixture
def ground(state: Path) -> Iterator[Ground]:
    with Ground(state) as found:
        (found.folder / "boxes").mkdir()
        found.reckon()
        yield found


def test_nothing_is_left_where_nothing_was_done(ground: Ground) -> None:
    (ground.folder / "boxes" / "file").write_bytes(bytes(100_000))
    (ground.folder / "boxes" / "file").unlink()
    assert [*ground.traces()] == []


def test_a_file_of_one_byte_is_seen(ground: Ground) -> None:
    page = os.sysconf("SC_PAGE_SIZE")
    (ground.folder / "boxes" / "one").write_bytes(b"x")
    (told,) = ground.traces()
    assert told == f"in the file system of the siege: {page:+d} bytes, +1 inodes: boxes/one"


@pytest.mark.parametrize("kind", ["file", "folder", "link", "pipe", "socket"])
def test_a_single_inode_is_seen(ground: Ground, kind: str) -> None:
    path = ground.folder / "boxes" / "left"
    makes: dict[str, Callable[[], Any]] = {
        "file": path.touch,
        "folder": path.mkdir,
        "link": lambda: path.symlink_to("nowhere"),
        "pipe": lambda: os.mkfifo(path),
        "socket": lambda: os.mknod(path, 0o140600),
    }
    makes[kind]()
    (told,) = ground.traces()
    assert "+0 bytes, +1 inodes" in told


def test_what_is_missing_is_seen_too(ground: Ground) -> None:
    (ground.folder / "boxes").rmdir()
    (told,) = ground.traces()
    assert "+0 bytes, -1 inodes" in told


def test_a_file_without_a_name_is_seen_as_long_as_somebody_has_it(ground: Ground) -> None:
    command = [sys.executable, "-c", f"{HOLDS}print(flush=True)\nsys.stdin.read()", str(ground.folder / "gone")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        (told,) = ground.traces()
        assert told.endswith("+1 inodes: without a name")
        holder.communicate()
    assert [*ground.traces()] == []


def test_a_ground_that_is_in_use_afterwards_is_no_clean_end(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.sandbox.ground.PATIENCE", 0.05)
    with pytest.raises(AssertionError, match=r"still used by .*/held of '"), Ground(state) as ground:
        held = (ground.folder / "held").open("wb")
    held.close()
    assert not os.path.ismount(ground.folder)
    ground.folder.rmdir()


@pytest.mark.parametrize("kind", WALLED)
@pytest.mark.parametrize("content", [b"x", b""])
async def test_a_siege_that_leaves_a_byte_or_an_inode_is_red(
    kind: str, content: bytes, made: Callable[[str], Driver], state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(kind)
    release = Lease.release

    def forgetful(lease: Lease) -> None:
        release(lease)
        (lease.folder.parent.parent / "forgotten").write_bytes(content)

    monkeypatch.setattr(Lease, "release", forgetful)
    forgetting(monkeypatch)
    attack = corpus.attack_named("exits", kind)
    outcome = await besieged(attack, kind, state)
    assert len(outcome.left) == 1, outcome.left
    (told,) = outcome.left
    size = os.sysconf("SC_PAGE_SIZE") * len(content)
    assert told.endswith(f"{size:+d} bytes, +1 inodes: sandbox/boxes/forgotten")
    assert outcome.unlike(attack.expected) == [f"left on the machine: {outcome.left}"]


def forgetting(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is waited for until all but the forgotten file has gone."""
    traces, seen = siege._traces, list[str]()

    def noted(watched: siege.Watched) -> Iterator[str]:
        seen[:] = traces(watched)
        return iter(seen)

    def impatient(condition: Callable[[], bool], what: str) -> None:
        last = "+1 inodes: sandbox/boxes/forgotten"
        waiting.until(lambda: condition() or (len(seen) == 1 and seen[0].endswith(last)), what)
        raise AssertionError(what)

    monkeypatch.setattr(siege, "_traces", noted)
    monkeypatch.setattr(siege, "until", impatient)


def test_what_an_engine_stores_is_seen_until_it_is_gone(made: Callable[[str], Driver]) -> None:
    driver = made("docker")
    assert isinstance(driver, Docker)
    engine, (image, _) = driver.engine, driver.image("python")
    stored = Stored(driver)
    made_of = engine.ask("make a container", lambda client: client.create_container(image, ["true"]))
    container = str(made_of["Id"])
    volume = engine.ask("make a volume", lambda client: client.create_volume())["Name"]
    try:
        stored.note(container)
        seen = [*stored.traces()]
    finally:
        engine.ask("remove a container", lambda client: client.remove_container(container, v=True))
        alone = [*stored.traces()]
        engine.ask("remove a volume", lambda client: client.remove_volume(volume))
    assert len(seen) == 5
    assert [what.split()[0] for what in seen] == ["stored"] * 4 + ["volume"]
    assert alone == [f"volume {volume}"]
    assert [*stored.traces()] == []
