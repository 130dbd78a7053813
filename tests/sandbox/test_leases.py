"""Folders of boxes: living ones are locked, what is left of dead ones can be had."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.leases import FIRST_UID, UIDS, Leases, home, runtimes

ROOT = Path(__file__).parents[2]
TAKES = """
import sys
from pathlib import Path
from sandbox.leases import Leases
print(Leases(Path(sys.argv[1]), "test").take().id, flush=True)
sys.stdin.read()
"""


def test_a_lease_is_a_folder_until_it_is_released(tmp_path: Path) -> None:
    leases = Leases(tmp_path, "test")
    lease = leases.take()
    assert lease.folder.is_dir()
    assert FIRST_UID <= lease.uid < FIRST_UID + UIDS
    assert [*leases.leftovers()] == [], "it is alive"
    lease.release()
    lease.release()
    assert not lease.folder.exists()


def test_what_a_dead_process_left_is_found_and_what_a_living_one_has_is_not(tmp_path: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", TAKES, tmp_path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
    )
    with holder:
        assert holder.stdout is not None
        taken = holder.stdout.readline().decode().strip()
        assert [*Leases(tmp_path, "test").leftovers()] == []
        holder.kill()
        holder.wait()
    (left,) = Leases(tmp_path, "test").leftovers()
    assert left.id == taken
    assert [*Leases(tmp_path, "test").leftovers()] == [], "whoever found it has it"
    left.release()
    assert not left.folder.exists()


def test_the_home_of_a_driver_is_its_state_where_others_can_reach_it(state: Path) -> None:
    assert home(state / "sandbox") == (state / "sandbox").resolve()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs boxes as other users, who must reach the files")
def test_root_keeps_the_files_of_boxes_where_their_users_can_reach_them(tmp_path: Path) -> None:
    private = tmp_path / "private"
    private.mkdir(mode=0o700)
    found = home(private / "state")
    try:
        assert not found.is_relative_to(tmp_path)
        assert all(folder.stat().st_mode & 0o001 for folder in (found, *found.parents))
        assert home(private / "state") == found, "the next process finds the same"
        other = home(private / "other")
        assert runtimes(other) == runtimes(found), "a file tree is big: there is one for all"
        other.rmdir()
    finally:
        found.rmdir()
