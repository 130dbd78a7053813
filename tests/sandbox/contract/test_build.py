"""A bundle's build: inside the walls, without a network, and what it leaves is kept."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from athanor_contract.bundle import Code
from sandbox.interface import Built, Driver
from tests.sandbox.playing import building, bundle


async def built(driver: Driver, tmp_path: Path, source: str, within: float = 20, **files: str) -> Built:
    folder = bundle(tmp_path / "source", {"make.py": source, **files})
    return await driver.build(building(folder, "python", ("python3", "make.py")), within)


def kept(done: Built) -> Mapping[str, bytes]:
    assert done.bundle is not None, done.log
    return done.bundle.files


async def test_what_a_build_writes_is_kept_beside_the_files(any_driver: Driver, tmp_path: Path) -> None:
    source = "import os\nprint('training')\nos.mkdir('deep')\nopen('deep/table.txt', 'w').write('42')\n"
    done = await built(any_driver, tmp_path, source)
    assert done.ok, done.log
    assert (done.reason, done.log.strip()) == ("", "training")
    assert set(kept(done)) == {"bot.toml", "make.py", "deep/table.txt"}
    assert kept(done)["deep/table.txt"] == b"42"
    assert not (tmp_path / "source" / "deep").exists(), "the bundle itself is not touched"


async def test_a_build_that_fails_is_told_with_its_log(any_driver: Driver, tmp_path: Path) -> None:
    done = await built(any_driver, tmp_path, "raise SystemExit('no table to train on')\n")
    assert (done.ok, done.reason) == (False, "failed")
    assert "no table to train on" in done.log
    assert done.problem == "the build command ended with exit code 1"
    assert done.log.endswith(f"{done.problem}\n")
    assert done.bundle is None


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
    done = await driver.build(building(folder, "python", ("make", "all")), 20)
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
    assert set(kept(done)["late.txt"]) == {ord("x")}


async def test_what_a_build_writes_into_bot_toml_counts_for_nothing(any_driver: Driver, tmp_path: Path) -> None:
    for source in ("open('bot.toml', 'w').write('name = 1')\n", "import os\nos.remove('bot.toml')\n"):
        folder = bundle(tmp_path / f"source-{len(source)}", {"make.py": source})
        launch = building(folder, "python", ("python3", "make.py"))
        assert kept(await any_driver.build(launch, 20))["bot.toml"] == launch.bundle.files["bot.toml"]


async def test_hidden_files_that_a_build_leaves_are_not_kept(any_driver: Driver, tmp_path: Path) -> None:
    source = "import os\nos.mkdir('.cache')\nopen('.cache/x', 'w')\nopen('.done', 'w')\nopen('table', 'w')\n"
    assert set(kept(await built(any_driver, tmp_path, source))) == {"bot.toml", "make.py", "table"}


async def test_a_build_that_leaves_no_bundle_is_told_why(any_driver: Driver, tmp_path: Path) -> None:
    done = await built(any_driver, tmp_path, "print('training')\nopen('my table.txt', 'w')\n")
    assert (done.ok, done.bundle, done.reason, done.code) == (False, None, "no-bundle", Code.BAD_NAME)
    assert "the name 'my table.txt' cannot be kept" in done.problem
    assert done.log == f"training\n\n{done.problem}\n"
