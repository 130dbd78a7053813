"""Bundles that are unpacked for many matches at once."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from arena.blobs.store import FolderStore
from arena.worker import bundles
from arena.worker.bundles import Bundles
from athanor_contract.bundle import pack, read


def test_bundles_of_many_matches_that_begin_at_once_are_all_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each makes room for itself meanwhile."""
    monkeypatch.setattr(bundles, "MOST_KEPT", 2)
    store = FolderStore(tmp_path / "blobs")
    here = Bundles(tmp_path / "bundles", store)
    digests = [
        store.put(pack(read(b"def choose(ask):\n    return %d\n" % number, "bot.py"))) for number in range(100)
    ]
    with ThreadPoolExecutor(6) as threads:
        unpacked = list(threads.map(here.unpacked, digests * 2))
    assert [one.folder.name for one in unpacked] == digests * 2
    assert all((one.folder / "bot.toml").is_file() for one in unpacked)


def test_what_is_played_for_long_is_not_removed_to_make_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bundles, "MOST_KEPT", 0)
    here = Bundles(tmp_path / "bundles", FolderStore(tmp_path / "blobs"))
    source = tmp_path / "house.py"
    source.write_text("def choose(ask):\n    return 0\n")
    first = here.unpacked_file(source)
    long_ago = first.folder.stat().st_mtime - 10 * bundles.UNUSED
    os.utime(first.folder, (long_ago, long_ago))
    assert here.unpacked_file(source) == first
    other = tmp_path / "other.py"
    other.write_text("def choose(ask):\n    return 1\n")
    here.unpacked_file(other)
    assert first.folder.is_dir()
