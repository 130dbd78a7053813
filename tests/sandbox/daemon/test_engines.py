"""The engines of these tests: nothing is left of one that was killed."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.sandbox.daemon import engines

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount")


def mounts(folder: Path) -> list[str]:
    return [line for line in Path("/proc/self/mountinfo").read_text().splitlines() if f" {folder}/" in line]


def test_a_folder_goes_with_all_that_is_mounted_in_it_and_nothing_beside_it(tmp_path: Path) -> None:
    folder, beside = tmp_path / "engine", tmp_path / "engine-2"
    for place in (folder / "data", folder / "exec" / "netns", beside / "data"):
        place.mkdir(parents=True)
        subprocess.run(["mount", "-t", "tmpfs", "none", place], check=True)
    for below in (folder / "data" / "overlay", folder / "data"):
        below.mkdir(exist_ok=True)
        subprocess.run(["mount", "-t", "tmpfs", "none", below], check=True)
    try:
        engines.removed(folder)
        assert not folder.exists()
        assert mounts(folder) == []
        assert len(mounts(beside)) == 1
    finally:
        engines.removed(beside)


@pytest.mark.slow
@pytest.mark.skipif(engines.program() is None, reason="dockerd is not installed")
def test_an_engine_that_is_killed_leaves_neither_a_mount_nor_its_folder() -> None:
    with engines.dockerd() as engine:
        engine.end(signal.SIGKILL)
        # What one that had containers leaves.
        place = engine.folder / "exec" / "netns"
        place.mkdir(parents=True, exist_ok=True)
        subprocess.run(["mount", "-t", "tmpfs", "none", place], check=True)
    assert mounts(engine.folder) == []
    assert not engine.folder.exists()
