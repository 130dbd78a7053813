"""Bundles as a worker hands them to sandboxes: what they say is known, their bytes are fetched when needed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from arena.blobs.store import FolderStore, Missing
from arena.worker import bundles
from arena.worker.bundles import Bundles
from arena.worker.farm import Farm, sweep
from athanor_contract.bundle import Packed, pack, read


def stored(store: FolderStore, number: int = 0) -> Packed:
    bundle = read(b"def choose(ask):\n    return %d\n" % number, "bot.py")
    store.put(pack(bundle))
    return Packed.of(bundle)


def test_bundles_of_many_matches_that_begin_at_once_are_all_had(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each makes room for itself meanwhile."""
    monkeypatch.setattr(bundles, "MOST_KEPT", 2)
    store = FolderStore(tmp_path)
    here = Bundles(store)
    known = [stored(store, number) for number in range(100)]
    with ThreadPoolExecutor(6) as threads:
        had = list(threads.map(here.packed, [one.digest for one in known] * 2))
    assert had == known * 2
    assert [one.files["bot.py"] for one in had] == [one.files["bot.py"] for one in known * 2]


def test_a_bundle_that_is_known_is_not_read_before_its_files_are_needed(tmp_path: Path) -> None:
    store = FolderStore(tmp_path)
    here = Bundles(store)
    digest = stored(store).digest
    first = here.packed(digest)
    assert store.delete(digest, unless_stored_since=2**40)
    assert here.packed(digest) == first
    with pytest.raises(Missing):
        here.packed(digest).content()
    with pytest.raises(Missing):
        Bundles(store).packed(digest)


def test_a_bundle_may_be_longer_than_an_upload(tmp_path: Path) -> None:
    """Of an upload that was compressed, or of what a build left."""
    store = FolderStore(tmp_path)
    source = stored(store)
    files = {**source.files, **{f"{number}.bin": bytes(8 * 1024 * 1024 - 1000) for number in range(3)}}
    built = source.built(files)
    assert store.put(built.content()) == built.digest
    assert Bundles(store).packed(built.digest) == built


def test_a_house_bot_is_the_bundle_of_its_file(tmp_path: Path) -> None:
    source = tmp_path / "house.py"
    source.write_text("def choose(ask):\n    return 0\n")
    bot = Bundles(FolderStore(tmp_path / "blobs")).packed_file(source)
    assert bot.files["house.py"] == source.read_bytes()
    assert bot.manifest.command == ("python3", "-P", "-m", "athanor_bot", "house.py")


def test_what_an_earlier_version_unpacked_is_removed(farm: Farm) -> None:
    left = farm.settings.state / "bundles" / ("0" * 64)
    left.mkdir(parents=True)
    sweep(farm.settings)
    assert not left.parent.exists()
