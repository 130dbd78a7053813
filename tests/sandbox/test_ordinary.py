"""bubblewrap for a user who is not root and may make no cgroup: which attacks are held all the same (G6)."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from athanor_contract.limits.sandbox import Limits
from tests.sandbox import corpus
from tests.sandbox.conftest import lacking

ROOT = Path(__file__).parents[2]
SOMEBODY = 12_346
# What is held as it is for root; and what only root can have held so: there somebody looks, and ends the box.
HELD = (
    "abstract_socket", "build_forks", "core_dump", "daemons", "file_locks", "first_process", "foreign_calls",
    "fork_bomb", "full_folders", "host_files", "kernel_doors", "kill_a_neighbour", "kill_everybody",
    "load_by_calls", "many_pipes", "memory_files", "names_listener", "new_namespaces", "others_limits",
    "page_cache_by_flags", "pages_listener", "peer_pidfd", "pins_itself", "reaching_the_machine",
    "reads_the_disk", "shmem_listener", "snooping_on_processes", "snooping_on_the_environment",
    "snooping_on_the_machine", "socket_families", "socket_filter", "socket_tampering", "stops_itself",
    "thread_bomb", "tracing", "writing_everywhere",
)  # fmt: skip
LOOKED_AT = ("many_files", "deep_folders", "memory_shared", "memory_hidden", "page_tables", "full_queues")
WITHOUT_ROOT = {
    "bounded_processor", "counted_files", "fixed_times", "hidden_network_figures", "no_links_followed",
    "nothing_written_runs", "own_files", "own_user",
}  # fmt: skip


@pytest.fixture(scope="module")
def besieged(in_memory: Path) -> dict[str, Any]:
    if os.geteuid() != 0:
        lacking("only root can become somebody else: as an ordinary user every other test is this one")
    packages = next(path for path in sys.path if path.endswith("site-packages"))
    python = next((path for path in (sys.executable, *found()) if reachable(path)), None)
    if python is None or not reachable(str(ROOT)) or not reachable(packages):
        lacking("another user may not read this checkout, or run its Python")
    state = Path("/tmp") / f"athanor-ordinary-{os.getpid()}"
    state.mkdir()
    os.chown(state, SOMEBODY, SOMEBODY)
    try:
        tried = subprocess.run(
            [python, "-m", "tests.sandbox.besieged_ordinarily", state, *HELD, *LOOKED_AT],
            user=SOMEBODY,
            group=SOMEBODY,
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
            timeout=500,
        )
        assert tried.returncode == 0, tried.stderr[-2000:]
        told: dict[str, Any] = json.loads(tried.stdout)
        return told
    finally:
        shutil.rmtree(state)


def found() -> list[str]:
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    return [path for path in (shutil.which(name, path="/usr/bin:/usr/local/bin"),) if path]


def reachable(program: str) -> bool:
    path = Path(os.path.realpath(program))
    return all(folder.stat().st_mode & 0o001 for folder in (path, *path.parents))


def test_what_needs_no_root_is_held_as_it_is_for_root(besieged: dict[str, Any]) -> None:
    wrong = {name: told["wrong"] for name, told in besieged["attacks"].items() if name in HELD and told["wrong"]}
    assert wrong == {}


@pytest.mark.parametrize("name", LOOKED_AT)
def test_what_nothing_bounds_is_looked_at_and_ended(besieged: dict[str, Any], name: str) -> None:
    told = besieged["attacks"][name]
    assert told["verdict"] == "dead"
    assert "it used more memory than a bot may" in told["sentence"]
    assert told["left"] == []


def test_the_first_process_of_a_box_has_the_bounds_of_a_bot_who_may_write_into_it(
    besieged: dict[str, Any],
) -> None:
    """Of what it might have it do without them: there is no cgroup that would count it."""
    assert besieged["attacks"]["first_process"]["reports"]["files"] == [str(Limits().open_files)]


def test_the_doctor_names_the_walls_that_only_root_has(besieged: dict[str, Any]) -> None:
    assert set(besieged["missing"]) == WITHOUT_ROOT
    for wall, seen in besieged["missing"].items():
        assert "sandboxd" in seen or "cgroup" in seen, f"{wall}: what to do is not said"


def test_the_corpus_has_them_all() -> None:
    assert {*HELD, *LOOKED_AT} <= set(corpus.names())
