"""A bundle's build: inside the walls, without a network, and what it leaves is kept."""

from __future__ import annotations

from pathlib import Path

from athanor_contract.limits.sandbox import Limits
from sandbox.interface import Built, Driver, Launch
from tests.sandbox.playing import bundle


async def built(driver: Driver, tmp_path: Path, source: str, within: float = 20, **files: str) -> Built:
    folder = bundle(tmp_path / "source", {"make.py": source, **files})
    launch = Launch(folder, "python", ("python3", "make.py"), "grpc", Limits())
    return await driver.build(launch, tmp_path / "into", within)


async def test_what_a_build_writes_is_kept_beside_the_files(any_driver: Driver, tmp_path: Path) -> None:
    source = "import os\nprint('training')\nos.mkdir('deep')\nopen('deep/table.txt', 'w').write('42')\n"
    done = await built(any_driver, tmp_path, source)
    assert done.ok, done.log
    assert (done.reason, done.log.strip()) == ("", "training")
    kept = {path.relative_to(tmp_path / "into").as_posix() for path in (tmp_path / "into").rglob("*.*")}
    assert kept == {"make.py", "deep/table.txt"}
    assert (tmp_path / "into" / "deep" / "table.txt").read_text() == "42"
    assert (tmp_path / "into" / "make.py").stat().st_mode & 0o777 == 0o644
    assert not (tmp_path / "source" / "deep").exists(), "the bundle itself is not touched"


async def test_a_build_that_fails_is_told_with_its_log(any_driver: Driver, tmp_path: Path) -> None:
    done = await built(any_driver, tmp_path, "raise SystemExit('no table to train on')\n")
    assert (done.ok, done.reason) == (False, "failed")
    assert "no table to train on" in done.log
    assert done.problem == "the build command ended with exit code 1"
    assert done.log.endswith(f"{done.problem}\n")
    assert not (tmp_path / "into").exists()


async def test_a_build_that_takes_too_long_is_ended(driver: Driver, tmp_path: Path) -> None:
    done = await built(driver, tmp_path, "import time\nprint('begun', flush=True)\ntime.sleep(600)\n", within=5)
    assert (done.ok, done.reason) == (False, "timeout")
    assert "begun" in done.log
    assert "took longer than 5 seconds" in done.log


async def test_a_build_has_no_network(driver: Driver, tmp_path: Path) -> None:
    done = await built(driver, tmp_path, "import socket\nsocket.create_connection(('1.1.1.1', 53), 5)\n")
    assert (done.ok, done.reason) == (False, "failed")
    assert "Address family not supported" in done.log


async def test_a_build_that_leaves_a_link_says_so(driver: Driver, tmp_path: Path) -> None:
    done = await built(driver, tmp_path, "import os\nos.symlink('/etc/passwd', 'data')\n")
    assert (done.ok, done.reason) == (False, "failed")
    assert "data is no plain file" in done.log
    assert (
        done.problem
        == "what the build left cannot be kept: data is no plain file: links and devices cannot be kept"
    )


async def test_a_build_that_leaves_too_much_says_so(driver: Driver, tmp_path: Path) -> None:
    source = "for n in range(5):\n    open(f'{n}.bin', 'wb').write(bytes(8 * 1024 * 1024))\n"
    done = await built(driver, tmp_path, source)
    assert (done.ok, done.reason) == (False, "too-big")
    assert "more than 32 MiB" in done.log


async def test_a_build_command_that_is_not_there_is_named(driver: Driver, tmp_path: Path) -> None:
    folder = bundle(tmp_path / "source", {"x.py": ""})
    done = await driver.build(Launch(folder, "python", ("make", "all"), "grpc"), tmp_path / "into", 20)
    assert (done.ok, done.reason) == (False, "failed")
    assert "'make' cannot be run" in done.log


async def test_a_built_bundle_does_not_depend_on_who_is_still_writing(driver: Driver, tmp_path: Path) -> None:
    source = (
        "import os, time\nif os.fork() == 0:\n    os.setsid()\n    while True:\n"
        "        open('late.txt', 'a').write('x')\n        time.sleep(0.001)\n"
        "while not (os.path.exists('late.txt') and os.path.getsize('late.txt')):\n    time.sleep(0.01)\n"
    )
    done = await built(driver, tmp_path, source)
    assert done.ok, done.log
    size = (tmp_path / "into" / "late.txt").stat().st_size
    assert size > 0
