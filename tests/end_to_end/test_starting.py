"""What the platform does when it starts, and what it says when it cannot."""

from __future__ import annotations

import contextlib
import stat
import subprocess
import sys
from pathlib import Path

from tests.end_to_end.conftest import embedded_only
from tests.end_to_end.running import ROOT, Platform, below, processes, until


def said(platform: Platform) -> tuple[int, str]:
    """The exit code of a start that cannot succeed, and what it printed."""
    platform.start()
    assert platform.process is not None
    text, _ = platform.process.communicate(timeout=120)
    return platform.process.returncode, text


@embedded_only
def test_a_second_one_in_the_same_folder_is_refused_in_one_line(platform: Platform) -> None:
    code, text = said(Platform(platform.var))
    assert code == 1
    assert text.count("\n") == 1
    assert f"already runs on {platform.var} (process {platform.pid})" in text
    assert platform.page("/")[0] == 200


@embedded_only
def test_a_taken_port_is_told_in_one_line(platform: Platform, tmp_path: Path) -> None:
    code, text = said(Platform(tmp_path, port=platform.port))
    assert code == 1
    assert text.count("\n") == 1
    assert f"port {platform.port} on 127.0.0.1 cannot be had" in text
    assert "ATHANOR_PORT=" in text


def test_a_broker_that_does_not_answer_is_told(tmp_path: Path) -> None:
    code, text = said(Platform(tmp_path, more={"ATHANOR_DATABASE_URL": "mysql://here"}))
    assert code == 1
    assert "ATHANOR_DATABASE_URL begins with 'mysql'" in text


@embedded_only
def test_the_broker_is_private_and_the_keys_are_the_owners(platform: Platform) -> None:
    assert stat.S_IMODE((platform.var / "environment").stat().st_mode) == 0o600
    assert stat.S_IMODE((platform.var / "broker").stat().st_mode) == 0o700
    listening = subprocess.run(["ss", "-lntpH"], capture_output=True, text=True, check=False).stdout
    mine = [
        line for line in listening.splitlines() if any(f"pid={one.pid}," in line for one in below(platform.pid))
    ]
    assert all(f"127.0.0.1:{platform.port}" in line for line in mine), mine


@embedded_only
def test_no_other_user_of_the_machine_can_read_what_it_keeps(platform: Platform) -> None:
    """Besides the folder itself each file in it is closed: an older one, or a copy, may have stood open."""
    probe = platform.manage("time_matches", "poison", "--bot", "random", "--seats", "2", "--count", "1")
    assert probe.returncode == 0, probe.stderr
    kept = [path for path in platform.var.rglob("*") if not path.is_symlink()]
    # sandboxd's boxes have users of their own; static files are everybody's.
    left_out = {platform.var / "sandbox", platform.var / "static"}
    looked_at = [path for path in kept if not left_out & {path, *path.parents}]
    names = {path.name for path in looked_at}
    assert {"athanor.sqlite3", "web.log", "arena.log", "claims", "blobs"} <= names
    assert _mode(platform.var) == 0o700
    assert not [str(path) for path in looked_at if _is_open(path, within=platform.var)]


def _is_open(path: Path, within: Path) -> bool:
    """Whether its own rights, and those of the folders on the way, let others read or write it."""
    on_the_way = [folder for folder in path.parents if within in folder.parents]
    return bool(_mode(path) & 0o066) and all(_mode(folder) & 0o011 for folder in on_the_way)


def _mode(path: Path) -> int:
    """0 of what is gone by now."""
    with contextlib.suppress(FileNotFoundError):
        return stat.S_IMODE(path.stat().st_mode)
    return 0


@embedded_only
def test_the_arena_has_neither_database_nor_secret_of_the_site(platform: Platform) -> None:
    arena = until(lambda: platform.service("arena"), "the arena runs")
    assert arena is not None
    environment = Path(f"/proc/{arena}/environ").read_bytes()
    assert b"ATHANOR_RECORD_KEY=" in environment
    assert b"SECRET_KEY=" not in environment.replace(b"RECORD_KEY", b"")
    assert b"DATABASE_URL" not in environment
    assert b"DJANGO" not in environment
    workers = until(platform.workers, "arena workers run")
    assert arena in workers
    for pid in workers:
        opened = []
        for link in Path(f"/proc/{pid}/fd").iterdir():
            # Connections come and go while they are looked at.
            with contextlib.suppress(FileNotFoundError):
                opened.append(str(link.readlink()))
        libraries = Path(f"/proc/{pid}/maps").read_text()
        assert opened
        assert not [name for name in opened if "sqlite" in name]
        assert "_sqlite3" not in libraries
        assert "psycopg" not in libraries


@embedded_only
def test_every_command_of_the_folder_knows_the_keys(platform: Platform) -> None:
    script = (
        "from django.conf import settings; print(settings.BROKER_URL, len(settings.RECORD_KEY), settings.HTTPS)"
    )
    shell = platform.manage("shell", "--no-imports", "-c", script)
    assert shell.stdout.split() == [platform.broker_url, "32", "False"], shell.stderr


@embedded_only
def test_the_probe_times_a_match(platform: Platform) -> None:
    probe = platform.manage("time_matches", "poison", "--bot", "random", "--seats", "2", "--count", "1")
    assert probe.returncode == 0, probe.stderr
    assert '"plies": 104' in probe.stdout
    unknown = platform.manage("time_matches", "poison", "--bot", "nobody")
    assert unknown.returncode == 2
    assert "the house has no bot 'nobody' for poison" in unknown.stderr


STARTS_ONE = """
import sys
from pathlib import Path
from tests.end_to_end.running import Platform
platform = Platform(Path(sys.argv[1]))
platform.start()
print(platform.pid, flush=True)
sys.stdin.read()
"""


def test_a_platform_ends_with_the_test_process_that_started_it(tmp_path: Path) -> None:
    """However that one ends: an interrupted run leaves no process behind."""
    words = [sys.executable, "-c", STARTS_ONE, str(tmp_path)]
    with subprocess.Popen(words, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as tests:
        assert tests.stdout is not None
        supervisor = int(tests.stdout.readline())
        children = until(lambda: below(supervisor), "the supervisor has started something")
        tests.kill()
    started = {supervisor, *(child.pid for child in children)}
    until(lambda: not started & {one.pid for one in processes()}, "nothing is left of it")
