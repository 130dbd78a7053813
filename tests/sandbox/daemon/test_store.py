"""The bundles that the daemon keeps: what their digest says, no more than there is room for."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from sandbox.daemon.parcels import BadParcel, Program, pack
from sandbox.daemon.store import BLOCK, Store, Unknown
from tests.sandbox.playing import bundle

PROGRAM = Program("python", ("python3", "bot.py"), "stdio")


def delivered(store: Store, folder: Path, content: str) -> str:
    source = bundle(folder / f"source-{content}", {"bot.py": content})
    with store.draft() as draft:
        digest = pack(source, PROGRAM, draft).digest
        store.keep(digest, store.lay_out(draft, digest))
    return digest


def test_what_was_delivered_is_had_by_its_digest(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    digest = delivered(store, tmp_path, "one")
    assert digest in store
    with store.held(digest) as kept:
        assert (kept.folder / "files" / "bot.py").read_text() == "one"
        assert kept.program == PROGRAM
    assert (tmp_path / "store").stat().st_mode & 0o777 == 0o700


def test_what_is_not_what_its_digest_says_is_refused_and_nothing_of_it_stays(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    nonsense = b"athanor-parcel 1\nnonsense"
    with store.draft() as draft:
        draft.write(nonsense)
        with pytest.raises(BadParcel, match="not 0000"):
            store.lay_out(draft, "0" * 64)
        with pytest.raises(BadParcel, match="its head is none"):
            store.lay_out(draft, hashlib.sha256(nonsense).hexdigest())
    assert list((tmp_path / "store").iterdir()) == []


def test_what_nobody_delivered_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Unknown), Store(tmp_path / "store").held("0" * 64):
        pass


def test_the_longest_unused_goes_first(tmp_path: Path) -> None:
    store = Store(tmp_path / "store", most_parcels=2)
    one, two = delivered(store, tmp_path, "one"), delivered(store, tmp_path, "two")
    assert one in store, "and is the newest now"
    three = delivered(store, tmp_path, "three")
    assert [digest in store for digest in (one, two, three)] == [True, False, True]
    assert len(list((tmp_path / "store").iterdir())) == 2


def test_what_is_in_use_stays_until_it_is_not(tmp_path: Path) -> None:
    store = Store(tmp_path / "store", most_parcels=1)
    one = delivered(store, tmp_path, "one")
    with store.held(one) as kept:
        delivered(store, tmp_path, "two")
        delivered(store, tmp_path, "three")
        assert kept.folder.exists()
        assert one in store
    assert len(store) == 1


def test_the_bytes_are_bounded_too(tmp_path: Path) -> None:
    store = Store(tmp_path / "store", most_bytes=5 * BLOCK)
    for content in ("one", "two", "three", "four"):
        delivered(store, tmp_path, content)
    assert store.size <= 5 * BLOCK


def test_an_earlier_life_leaves_nothing(tmp_path: Path) -> None:
    delivered(Store(tmp_path / "store"), tmp_path, "one")
    store = Store(tmp_path / "store")
    assert len(store) == 0
    assert list((tmp_path / "store").iterdir()) == []
