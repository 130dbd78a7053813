"""Bots under gVisor: a kernel of their own, which dials out to us; the same referee, guard and daemon."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from athanor_contract.limits.sandbox import Limits
from sandbox.daemon.client import Sandboxd
from sandbox.interface import NotReady
from tests.sandbox.conftest import lacking
from tests.sandbox.daemon.engines import Dockerd, dockerd
from tests.sandbox.daemon.running import Daemon, daemon
from tests.sandbox.playing import BOTS, Broken, building, bundle, launch_of, running, talking

MIB = 1024 * 1024


@pytest.fixture(scope="module")
def engine() -> Iterator[Dockerd]:
    runsc = shutil.which("runsc")
    if runsc is None or os.geteuid() != 0:
        lacking("bots cannot be run under gVisor here: install runsc and run as root")
    options = ["--platform=ptrace", "--fsgofer-host-uds", "--network=none"]
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "daemon.json"
        config.write_text(json.dumps({"runtimes": {"runsc": {"path": runsc, "runtimeArgs": options}}}))
        with dockerd("--config-file", str(config)) as one:
            one.import_python()
            yield one


@pytest.fixture(scope="module")
def house(engine: Dockerd) -> Iterator[Daemon]:
    with daemon("docker") as one:
        one.start({"DOCKER_HOST": engine.host, "ATHANOR_CONTAINER_RUNTIME": "runsc"})
        yield one
        assert one.terminate() == 0, one.log.read_text()
    assert engine.containers() == []


@pytest.fixture
def driver(house: Daemon, engine: Dockerd) -> Iterator[Sandboxd]:
    yield Sandboxd(house.socket)
    assert engine.containers() == []
    assert house.boxes() == set()


def test_nothing_stands_ready(driver: Sandboxd) -> None:
    assert driver.health()["warm"]["size"] == 0


@pytest.mark.parametrize("name", ["first.py", "loop.py"])
async def test_a_bot_of_each_protocol_plays(driver: Sandboxd, name: str) -> None:
    async with running(driver, launch_of(BOTS / name), within=60) as up, talking(up.box) as bot:
        await bot.welcomed()
        for number in range(1, 4):
            assert (await bot.answer(number)).number == number
        used = up.box.stats()
    assert used.cpu_ms
    assert used.memory_peak


async def test_the_kernel_inside_is_another_one_and_the_log_comes_out(driver: Sandboxd, tmp_path: Path) -> None:
    source = "import os, sys\nprint(os.uname().release, file=sys.stderr)\ndef choose(ask):\n    return 0\n"
    folder = bundle(tmp_path / "bot", {"main.py": source})
    async with running(driver, launch_of(folder / "main.py"), within=60) as up, talking(up.box) as bot:
        await bot.welcomed()
    assert up.remains is not None
    inside = up.remains.log.decode().split()[0]
    assert inside.startswith("4.4")
    assert inside != os.uname().release


async def test_a_program_that_falls_over_says_with_what(driver: Sandboxd, tmp_path: Path) -> None:
    folder = bundle(tmp_path / "bot", {"main.py": "def choose(ask): ...\n\nraise KeyError('no book')\n"})
    box = await driver.prepare(launch_of(folder / "main.py"))
    await box.start()
    with pytest.raises(NotReady, match=r"ended with exit code 1 .* its log ends: KeyError: 'no book'"):
        await box.wait_ready(60)
    assert (await box.kill()).exit_code == 1


async def test_whoever_dials_besides_is_no_trouble(driver: Sandboxd, tmp_path: Path) -> None:
    """Silent calls, calls of no kind, a second output: none of them keeps the bot's server from being found."""
    source = (
        "import socket\nkept = []\nfor said in (b'', b'', b'', b'', b'', b'', b'x', b'o'):\n"
        "    call = socket.socket(socket.AF_UNIX)\n    call.settimeout(2)\n    try:\n"
        "        call.connect('/run/athanor.call')\n        call.sendall(said)\n"
        "    except OSError:\n        pass\n    kept.append(call)\n"
        "def choose(ask):\n    return 1\n"
    )
    folder = bundle(tmp_path / "bot", {"main.py": source})
    async with running(driver, launch_of(folder / "main.py"), within=60) as up, talking(up.box) as bot:
        await bot.welcomed()
        assert (await bot.answer()).index == 1


async def test_memory_is_bounded(driver: Sandboxd, tmp_path: Path) -> None:
    source = "def choose(ask):\n    kept = []\n    while True:\n        kept.append(bytearray(b'x') * 2**23)\n"
    folder = bundle(tmp_path / "bot", {"main.py": source})
    launch = launch_of(folder / "main.py", Limits(memory=96 * MIB))
    async with running(driver, launch, within=60) as up, talking(up.box) as bot:
        await bot.welcomed()
        with pytest.raises(Broken, match="dead"):
            await bot.answer()
        peak = up.box.stats().memory_peak
    assert up.remains is not None
    assert up.remains.out_of_memory
    assert peak is None or peak <= (96 + 64 + 16) * MIB


async def test_a_build_is_run_by_the_usual_runtime(driver: Sandboxd, tmp_path: Path) -> None:
    folder = bundle(tmp_path / "source", {"make.py": "open('table.txt', 'w').write('42')\n"})
    built = await driver.build(building(folder, "python", ("python3", "make.py")), 60)
    assert built.bundle is not None, built.log
    assert built.bundle.files["table.txt"] == b"42"
