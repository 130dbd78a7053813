"""Choosing a driver, and what is said of one that does not work."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sandbox.drivers import DRIVERS, driver_named
from sandbox.drivers.docker import Docker
from sandbox.interface import Driver, SandboxFault
from sandbox.runtimes import host
from tests.sandbox.conftest import lacking

ROOT = Path(__file__).parents[2]


def test_a_driver_is_had_by_its_name(made: Callable[[str], Driver], state: Path) -> None:
    for name in DRIVERS:
        made(name)
        assert driver_named(name, state).name == name


def test_the_first_that_works_is_chosen_and_never_the_one_without_walls(state: Path) -> None:
    assert driver_named("auto", state).name in ("bubblewrap", "docker")


def test_an_unknown_name_is_told_which_there_are(state: Path) -> None:
    with pytest.raises(SandboxFault, match="no sandbox called 'jail'; there are: auto, bubblewrap, docker, none"):
        driver_named("jail", state)


def test_an_engine_that_does_not_answer_is_said_with_what_to_do(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none.sock")
    with pytest.raises(SandboxFault, match=r"engine did not answer: .*Start the engine, set DOCKER_HOST"):
        driver_named("docker", state)


def test_a_missing_image_is_said_with_how_to_build_it(
    engine: str, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandbox.runtimes.debian.PYTHON", "0.0")
    trouble = Docker(state).trouble()
    assert trouble is not None
    assert "is not built: run infra/scripts/build-runtime-image" in trouble


async def test_an_engine_that_goes_away_is_our_fault(
    engine: str, state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.sandbox.playing import BOTS, launch_of

    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none.sock")
    driver = Docker(state)
    with pytest.raises(SandboxFault, match="engine did not make a container"):
        await driver.prepare(launch_of(BOTS / "first.py"))
    assert not list((driver.home / "boxes" / "docker").iterdir())


def test_a_runtime_tree_is_built_once_and_holds_nothing_of_the_machine(state: Path) -> None:
    first = host.tree(state / "trees")
    made = first.stat().st_ino
    assert host.tree(state / "trees") == first
    assert first.stat().st_ino == made
    root = first / "root"
    assert {path.name for path in root.iterdir()} == {
        *("bin", "bot", "dev", "etc", "lib", "lib64", "mnt", "proc", "run", "tmp", "usr"),
    }
    links = [path for path in root.rglob("*") if path.is_symlink()]
    assert not [path for path in links if path.readlink().is_absolute()], "links inside lead nowhere else"
    setuid = [path for path in root.rglob("*") if not path.is_symlink() and path.stat().st_mode & 0o6002]
    assert setuid == []
    ours = root / "usr" / "lib" / "athanor"
    uncompiled = [
        path for path in ours.rglob("*.py") if not [*(path.parent / "__pycache__").glob(f"{path.stem}.*.pyc")]
    ]
    assert uncompiled == [], "a start would compile them every time"


def test_a_tree_that_nobody_used_for_days_goes_when_another_is_built(tmp_path: Path) -> None:
    old, used = tmp_path / "old", tmp_path / "used"
    for tree in (old, used):
        tree.mkdir()
        os.utime(tree, (0, 0))
    host.note_use(used)
    built = host.tree(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"used", built.name}


ORDINARY = """
import asyncio, sys
from pathlib import Path
from sandbox.drivers import driver_named
from tests.sandbox.playing import BOTS, launch_of, running, talking

async def main():
    driver = driver_named("bubblewrap", Path(sys.argv[1]))
    async with running(driver, launch_of(BOTS / "first.py")) as up, talking(up.box.target) as bot:
        await bot.welcomed()
        answer = await bot.answer(7)
        stats = up.box.stats()
        print(answer.number, stats.cpu_ms is not None, stats.processes is not None, len(driver.weaknesses()))

asyncio.run(main())
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="every other test is run by an ordinary user already")
def test_an_ordinary_user_can_run_bots_behind_the_same_walls(state: Path) -> None:
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
        env={"PYTHONPATH": f"{ROOT}:{ROOT}/proto:{packages}", "PYTHONDONTWRITEBYTECODE": "1", "HOME": "/tmp"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert tried.stderr == ""
    assert tried.stdout.split() == ["7", "True", "True", "1"]


def reachable(program: str) -> bool:
    path = Path(os.path.realpath(program))
    return all(folder.stat().st_mode & 0o001 for folder in (path, *path.parents))
