"""Choosing a driver, and what is said of one that does not work."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sandbox.daemon.client import Sandboxd
from sandbox.drivers import DRIVERS, driver_named
from sandbox.drivers.docker import Docker
from sandbox.engine import Engine
from sandbox.interface import Driver, SandboxFault
from tests.sandbox.conftest import lacking

ROOT = Path(__file__).parents[2]


def test_a_driver_is_had_by_its_name(made: Callable[[str], Driver], state: Path) -> None:
    for name in DRIVERS.keys() - {"sandboxd"}:
        made(name)
        assert driver_named(name, state).name == name


def test_a_sandboxd_is_had_by_its_name_and_is_meant_by_auto_where_its_socket_is_named(
    made: Callable[[str], Driver], state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    daemon = made("sandboxd-bubblewrap")
    assert isinstance(daemon, Sandboxd)
    monkeypatch.setenv("ATHANOR_SANDBOXD", str(daemon.path))
    for name in ("sandboxd", "auto"):
        chosen = driver_named(name, state)
        assert isinstance(chosen, Sandboxd)
        assert chosen.name == "bubblewrap", "what its bots are in"


def test_a_sandboxd_that_is_not_there_is_said_with_what_to_do(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandbox.daemon.calls.CONNECT", 0.1)
    monkeypatch.setenv("ATHANOR_SANDBOXD", str(tmp_path / "none.sock"))
    for name in ("sandboxd", "auto"):
        with pytest.raises(SandboxFault, match=r"sandboxd is not there: .*none.sock.*python -m sandbox.daemon"):
            driver_named(name, state)


def test_the_first_that_works_is_chosen_and_never_the_one_without_walls(state: Path) -> None:
    assert driver_named("auto", state).name in ("bubblewrap", "docker")


def test_an_unknown_name_is_told_which_there_are(state: Path) -> None:
    others = "auto, bubblewrap, docker, sandboxd, none"
    with pytest.raises(SandboxFault, match=f"no sandbox called 'jail'; there are: {others}"):
        driver_named("jail", state)


def test_an_engine_that_does_not_answer_is_said_with_what_to_do(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none.sock")
    with pytest.raises(SandboxFault, match=r"did not tell its runtimes: .*Start the engine, set DOCKER_HOST"):
        driver_named("docker", state)


def test_a_missing_image_is_said_with_how_to_build_it(
    engine: str, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandbox.runtimes.images.REPOSITORY", "athanor-nothing")
    trouble = Docker(state).trouble()
    assert trouble == "the engine has no image of Python: `make runtimes` imports it"


async def test_an_engine_that_goes_away_is_our_fault(
    engine: str, state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.sandbox.playing import BOTS, launch_of

    driver = Docker(state)
    driver.image("python")
    # The connection that it has asked by is no way to it any more, either.
    driver.engine = Engine()
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none.sock")
    with pytest.raises(SandboxFault, match="engine did not make a container"):
        await driver.prepare(launch_of(BOTS / "first.py"))
    assert not list((driver.home / "boxes" / "docker").iterdir())


ORDINARY = """
import asyncio, sys
from pathlib import Path
from sandbox.drivers import driver_named
from tests.sandbox.playing import BOTS, launch_of, running, talking

async def main():
    driver = driver_named("bubblewrap", Path(sys.argv[1]))
    async with running(driver, launch_of(BOTS / "first.py")) as up, talking(up.box) as bot:
        await bot.welcomed()
        answer = await bot.answer(7)
        stats = up.box.stats()
        print(answer.number, stats.cpu_ms is not None, stats.processes is not None, len(driver.weaknesses()))

asyncio.run(main())
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="every other test is run by an ordinary user already")
def test_an_ordinary_user_can_run_bots_behind_the_same_walls(state: Path, in_memory: Path) -> None:
    """Without cgroups, and with a Python that the user may read."""
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    nobody = 12_345
    pythons = [path for path in (shutil.which(name, path="/usr/bin:/usr/local/bin"), sys.executable) if path]
    python = next((path for path in pythons if reachable(path)), None)
    if python is None:
        lacking(f"there is no {name} that another user may run")
    folder = state / "ordinary"
    folder.mkdir()
    os.chown(folder, nobody, nobody)
    packages = next(path for path in sys.path if path.endswith("site-packages"))
    tried = subprocess.run(
        [python, "-c", ORDINARY, folder],
        user=nobody,
        group=nobody,
        extra_groups=[],
        cwd=ROOT,
        env={
            "PYTHONPATH": f"{ROOT}:{ROOT}/proto:{packages}",
            "PYTHONDONTWRITEBYTECODE": "1",
            "HOME": "/tmp",
            "XDG_RUNTIME_DIR": str(in_memory),
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert tried.stderr == ""
    assert tried.stdout.split() == ["7", "True", "True", "2"], "no cgroup, and no file system of its own"


def reachable(program: str) -> bool:
    path = Path(os.path.realpath(program))
    return all(folder.stat().st_mode & 0o001 for folder in (path, *path.parents))
