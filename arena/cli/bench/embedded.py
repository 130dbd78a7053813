"""A whole embedded platform with nothing else to do, and what its commands say; or its web process alone."""

from __future__ import annotations

import http.client
import json
import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import arena
from arena.cli.bench.lines import CannotRun
from sandbox.drivers import driver_named
from sandbox.interface import Driver, SandboxFault

MANAGE = Path(arena.__file__).parents[1] / "manage.py"
WEB: tuple[str | Path, ...] = ("-m", "athanor.web")
FIRST_ANSWER = 60.0


def driver_here(state: Path) -> Driver:
    """The sandbox driver that the platform has. Raises CannotRun."""
    if not MANAGE.is_file():
        raise CannotRun(f"there is no {MANAGE}", "run `athanor bench` in a checkout of the project")
    try:
        return driver_named("auto", state)
    except SandboxFault as fault:
        raise CannotRun(str(fault), "`athanor doctor` says what this machine lacks for a sandbox") from fault


@contextmanager
def platform(var: Path, **more: str) -> Iterator[dict[str, str]]:
    """An embedded platform; the environment to ask it with. `more`: further variables, without ATHANOR_."""
    environment = _environment(var) | {
        "ATHANOR_PORT": str(_free_port()),
        "ATHANOR_ARENA_PROCESSES": "1",
        **{f"ATHANOR_{name}": value for name, value in more.items()},
    }
    process = subprocess.Popen(
        [sys.executable, MANAGE, "up"],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    try:
        said = []
        for line in process.stdout:
            said.append(line)
            if "is ready" in line:
                break
        else:
            raise RuntimeError("the benchmark's platform did not start: " + "".join(said[-3:]))
        yield environment
    finally:
        process.terminate()
        process.communicate()


@contextmanager
def site(var: Path) -> Iterator[int]:
    """The web process alone, on a new database; its port. Raises CannotRun."""
    if not MANAGE.is_file():
        raise CannotRun(f"there is no {MANAGE}", "run `athanor bench` in a checkout of the project")
    environment = _environment(var) | {
        "ATHANOR_SECRET_KEY": secrets.token_hex(32),
        "ATHANOR_RECORD_KEY": secrets.token_hex(32),
        "ATHANOR_BROKER_URL": "memory://",
        "ATHANOR_LIVE_URL": "none",
        "ATHANOR_HTTPS": "0",
    }
    var.mkdir(mode=0o700)
    _done(environment, "prepare")
    port = _free_port()
    process = subprocess.Popen(
        [sys.executable, *WEB, "--listen", f"127.0.0.1:{port}"],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        limit = time.monotonic() + FIRST_ANSWER
        while not _answers(port):
            if process.poll() is not None or time.monotonic() > limit:
                raise RuntimeError("the benchmark's web process did not start")
            time.sleep(0.05)
        yield port
    finally:
        process.terminate()
        process.wait()


def _answers(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/api/v1/health")
        connection.getresponse().read()
    except OSError:
        return False
    finally:
        connection.close()
    return True


def _environment(var: Path) -> dict[str, str]:
    """Ours, with nothing in it of another installation."""
    outer = {name: value for name, value in os.environ.items() if not name.startswith("ATHANOR_")}
    return outer | {"ATHANOR_VAR": str(var)}


def asked(environment: Mapping[str, str], *words: str) -> Any:
    """What a command of the benchmark's platform says."""
    return json.loads(_done(environment, *words))


def _done(environment: Mapping[str, str], *words: str) -> str:
    told = subprocess.run(
        [sys.executable, MANAGE, *words], env=environment, capture_output=True, text=True, check=False
    )
    if told.returncode:
        raise RuntimeError(f"`manage.py {words[0]}` failed: {told.stderr.strip()[-300:]}")
    return told.stdout


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
