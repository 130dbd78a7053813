"""What `make run` does when it starts, and what it says when it cannot."""

from __future__ import annotations

import contextlib
import signal
import socket
import stat
import subprocess
from pathlib import Path

import pytest

from tests.end_to_end.running import ROOT, Platform, below, free_port, until


def said(platform: Platform) -> tuple[int, str]:
    """The exit code of a start that cannot succeed, and what it printed."""
    platform.start()
    assert platform.process is not None
    text, _ = platform.process.communicate(timeout=60)
    return platform.process.returncode, text


def test_a_second_one_in_the_same_folder_is_refused_in_one_line(embedded: Platform) -> None:
    code, text = said(Platform(embedded.var))
    assert code == 1
    assert text.count("\n") == 1
    assert f"already runs on {embedded.var} (process {embedded.pid})" in text
    assert embedded.page("/")[0] == 200


def test_a_taken_port_is_told_in_one_line(embedded: Platform, tmp_path: Path) -> None:
    code, text = said(Platform(tmp_path, port=embedded.port))
    assert code == 1
    assert text.count("\n") == 1
    assert f"port {embedded.port} on 127.0.0.1 cannot be had" in text
    assert "ATHANOR_PORT=" in text


def test_a_broker_that_does_not_answer_is_told(tmp_path: Path) -> None:
    code, text = said(Platform(tmp_path, more={"ATHANOR_DATABASE_URL": "mysql://here"}))
    assert code == 1
    assert "ATHANOR_DATABASE_URL begins with 'mysql'" in text


def test_the_broker_is_private_and_the_keys_are_the_owners(embedded: Platform) -> None:
    assert stat.S_IMODE((embedded.var / "environment").stat().st_mode) == 0o600
    assert stat.S_IMODE((embedded.var / "broker").stat().st_mode) == 0o700
    listening = subprocess.run(["ss", "-lntpH"], capture_output=True, text=True, check=False).stdout
    mine = [
        line for line in listening.splitlines() if any(f"pid={one.pid}," in line for one in below(embedded.pid))
    ]
    assert all(f"127.0.0.1:{embedded.port}" in line for line in mine), mine


def test_the_arena_has_neither_database_nor_secret_of_the_site(embedded: Platform) -> None:
    arena = until(lambda: embedded.service("arena"), 20, "the arena runs")
    environment = Path(f"/proc/{arena}/environ").read_bytes()
    assert b"ATHANOR_RECORD_KEY=" in environment
    assert b"SECRET_KEY=" not in environment.replace(b"RECORD_KEY", b"")
    assert b"DATABASE_URL" not in environment
    assert b"DJANGO" not in environment
    looked_at = 0
    for pid in [arena, *(process.pid for process in below(arena))]:
        # Bots come and go while they are looked at.
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            opened = [str(link.readlink()) for link in Path(f"/proc/{pid}/fd").iterdir()]
            libraries = Path(f"/proc/{pid}/maps").read_text()
            assert not [name for name in opened if "sqlite" in name]
            assert "_sqlite3" not in libraries
            assert "psycopg" not in libraries
            looked_at += 1
    assert looked_at >= 2, "the worker and its pool"


def test_every_command_of_the_folder_knows_the_keys(embedded: Platform) -> None:
    script = (
        "from django.conf import settings; print(settings.BROKER_URL, len(settings.RECORD_KEY), settings.HTTPS)"
    )
    shell = embedded.manage("shell", "--no-imports", "-c", script)
    assert shell.stdout.split() == [f"redis+socket://{embedded.var}/broker/socket", "32", "False"], shell.stderr


def test_the_probe_times_a_match(embedded: Platform) -> None:
    probe = embedded.manage("time_matches", "poison", "--bot", "random", "--seats", "2", "--count", "1")
    assert probe.returncode == 0, probe.stderr
    assert '"plies": 104' in probe.stdout
    unknown = embedded.manage("time_matches", "poison", "--bot", "nobody")
    assert unknown.returncode == 2
    assert "the house has no bot 'nobody' for poison" in unknown.stderr


def test_make_run_ends_by_ctrl_c(tmp_path: Path) -> None:
    """The whole foreground group gets the signal, as from a terminal: make, and the supervisor."""
    port = free_port()
    platform = Platform(tmp_path, port=port)
    with subprocess.Popen(
        ["make", "--no-print-directory", "run"],
        cwd=ROOT,
        env=platform.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as make:
        assert make.stdout is not None
        for line in make.stdout:
            if "Athanor is ready" in line:
                break
        children = below(make.pid)
        assert len(children) >= 6
        for process in [make.pid, *(child.pid for child in children if child.parent == make.pid)]:
            subprocess.run(["kill", f"-{signal.SIGINT.value}", str(process)], check=True)
        rest = make.stdout.read()
        make.wait(20)
    assert "Traceback" not in rest
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", port)) != 0


def test_docker_is_used_where_it_is_chosen(tmp_path: Path) -> None:
    if subprocess.run(["docker", "info"], capture_output=True, check=False).returncode:
        pytest.skip("no Docker engine answers: run the tests by `make test`, which starts one")
    platform = Platform(tmp_path, more={"ATHANOR_SANDBOX": "docker"})
    platform.start()
    try:
        platform.wait_until_ready()
        platform.wait_for_matches(2)
        assert platform.sql("SELECT DISTINCT sandbox FROM matches_match WHERE state = 'finished'") == [("docker",)]
    finally:
        platform.stop()
