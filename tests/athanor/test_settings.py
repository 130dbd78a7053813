"""The settings as a public site would run them, in processes of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
PUBLIC = {
    "ATHANOR_SECRET_KEY": "a-long-random-text-that-nobody-has-seen-anywhere-before-1234567890",
    "ATHANOR_RECORD_KEY": "ab" * 32,
    "ATHANOR_ALLOWED_HOSTS": "athanor.example.org",
    "ATHANOR_BROKER_URL": "redis://127.0.0.1:6379/0",
}


PROCESSES = """
import json, os, runpy, sys
import arena.games.registry, arena.pairing, arena.rating
import celery, django.core.management, django.db.models, django.forms, fido2.server, pydantic
assert "athanor" not in sys.modules
for line in sys.stdin:
    command, variables = json.loads(line)
    out, err = os.memfd_create("out"), os.memfd_create("err")
    child = os.fork()
    if not child:
        os.dup2(out, 1)
        os.dup2(err, 2)
        os.environ.clear()
        os.environ.update(variables)
        sys.argv = command
        if command[0] == "-c":
            exec(command[1], {"__name__": "__main__"})
        else:
            runpy.run_path(command[0], run_name="__main__")
        sys.exit()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    words = [os.pread(file, 1_000_000, 0).decode() for file in (out, err)]
    os.close(out)
    os.close(err)
    print(json.dumps([code, *words]), flush=True)
"""
"""Each command of a line in a process of its own, forked where what knows no settings is already imported: that
takes longer than all else that such a process does."""

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module")
def processes() -> Iterator[subprocess.Popen[str]]:
    asking = [sys.executable, "-c", PROCESSES]
    with subprocess.Popen(
        asking, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment()
    ) as started:
        yield started


@pytest.fixture
def run(processes: subprocess.Popen[str]) -> Run:
    """Runs `python COMMAND` with these variables, without any other ATHANOR_ variable."""

    def run(*command: str, **variables: str) -> subprocess.CompletedProcess[str]:
        assert processes.stdin is not None
        assert processes.stdout is not None
        processes.stdin.write(json.dumps([command, environment() | variables]) + "\n")
        processes.stdin.flush()
        return subprocess.CompletedProcess(command, *json.loads(processes.stdout.readline()))

    return run


def environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith(("ATHANOR_", "DJANGO_"))}


def test_it_works(run: Run, tmp_path: Path) -> None:
    """No warning of Django's about a public site."""
    checked = run("manage.py", "check", "--deploy", "--fail-level", "WARNING", **PUBLIC, ATHANOR_VAR=str(tmp_path))
    assert checked.returncode == 0, checked.stderr
    assert "no issues" in checked.stdout


def test_the_models_and_the_migrations_agree(run: Run, tmp_path: Path) -> None:
    made = run("manage.py", "makemigrations", "--check", "--dry-run", ATHANOR_VAR=str(tmp_path))
    assert made.returncode == 0, made.stdout


@pytest.mark.parametrize("missing", ["ATHANOR_SECRET_KEY", "ATHANOR_RECORD_KEY"])
def test_a_public_site_without_a_secret_is_told(run: Run, missing: str, tmp_path: Path) -> None:
    without = {name: value for name, value in PUBLIC.items() if name != missing}
    checked = run(
        "manage.py", "check", "--deploy", "--fail-level", "WARNING", **without, ATHANOR_VAR=str(tmp_path)
    )
    assert checked.returncode != 0
    assert missing in checked.stderr


def test_a_web_process_does_not_start_with_the_key_for_development(run: Run, tmp_path: Path) -> None:
    started = run("-c", "import athanor.wsgi", ATHANOR_VAR=str(tmp_path))
    assert started.returncode != 0
    assert "ATHANOR_SECRET_KEY" in started.stderr


@pytest.mark.parametrize("key", ["", "ab" * 15])
@pytest.mark.parametrize(
    "command",
    [
        ("-c", "import athanor.wsgi"),
        ("-c", "import sys; from athanor import web; sys.exit(web.main(['--listen', '127.0.0.1:1']))"),
        ("-c", "from athanor.celery import app; app.worker_main(['worker', '-Q', 'site', '-P', 'solo'])"),
        (
            "-c",
            "import os; from athanor.celery import app; app.Beat(schedule=os.environ['ATHANOR_VAR'] + '/b').run()",
        ),
        ("-c", "from arena.worker.environment import settings; import os; settings(os.environ)"),
    ],
    ids=["wsgi", "web", "site worker", "beat", "arena worker"],
)
def test_nothing_starts_without_a_key_that_records_are_signed_with(
    run: Run, command: tuple[str, ...], key: str, tmp_path: Path
) -> None:
    environment = PUBLIC | {
        "ATHANOR_RECORD_KEY": key,
        "ATHANOR_VAR": str(tmp_path),
        "ATHANOR_BROKER_URL": "memory://",
    }
    started = run(*command, **environment)
    assert started.returncode != 0
    assert "ATHANOR_RECORD_KEY" in started.stderr
    assert "openssl rand -hex 32" in started.stderr


def test_no_web_process_imports_grpc_or_the_sandbox(run: Run, tmp_path: Path) -> None:
    """gRPC's threads do not survive a fork, and the site never starts a bot."""
    code = (
        "import sys, athanor.web, athanor.wsgi, athanor.api.routes; "
        "from django.urls import get_resolver; get_resolver().url_patterns; "
        "print([name for name in sys.modules if name.split('.')[0] in ('grpc', 'sandbox')])"
    )
    listed = run("-c", code, **PUBLIC, ATHANOR_VAR=str(tmp_path))
    assert listed.stdout.strip() == "[]", listed.stdout + listed.stderr


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("ATHANOR_DEBUG", "maybe", "must be 1 or 0"),
        ("ATHANOR_BACKLOG", "many", "whole number"),
        ("ATHANOR_RECORD_KEY", "xyz", "hexadecimal"),
        ("ATHANOR_DATABASE_URL", "mysql://x/y", "sqlite:///PATH or postgresql://"),
        ("ATHANOR_VAR", "/dev/null", "/dev/null is no folder"),
    ],
)
def test_a_wrong_variable_is_named_in_a_line_with_what_it_should_be(
    run: Run, name: str, value: str, said: str
) -> None:
    checked = run("manage.py", "check", **{name: value})
    assert checked.returncode == 1
    assert checked.stderr.startswith("manage.py: ")
    assert checked.stderr.count("\n") == 1
    assert name in checked.stderr
    assert said in checked.stderr


def test_a_wrong_variable_is_told_to_who_starts_celery_in_a_line_too(run: Run) -> None:
    code = "import sys; from celery.__main__ import main; del sys.argv[1]; main()"
    started = run("-c", code, "-A", "athanor.celery:app", "beat", ATHANOR_DEBUG="maybe")
    assert started.returncode == 1
    assert started.stderr == "athanor: ATHANOR_DEBUG is 'maybe'; it must be 1 or 0\n"
