"""The bundles that the daemon keeps: what their digest says, read strictly, no more than there is room for."""

from __future__ import annotations

import hashlib
import io
import zipfile
from pathlib import Path

import pytest

from athanor_contract.bundle import BundleFault, Packed, read
from sandbox.daemon.sealed import Unsealed, sealed
from sandbox.daemon.store import BLOCK, Store, Unknown


def bot(content: str) -> Packed:
    return Packed.of(read(content.encode(), "bot.py"))


def delivered(store: Store, content: str) -> str:
    bundle = bot(content)
    store.keep(store.written(sealed(bundle.content()), bundle.digest))
    return bundle.digest


def zipped(name: str, content: bytes = b"x") -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
        archive.writestr("bot.toml", "")
    return written.getvalue()


def test_what_was_delivered_is_had_by_its_digest(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    digest = delivered(store, "one")
    assert digest in store
    with store.held(digest) as bundle:
        assert bundle == bot("one")
        assert bundle.content() == bot("one").content()
    assert (tmp_path / "store").stat().st_mode & 0o777 == 0o700


def test_what_is_not_what_its_digest_says_is_refused_and_nothing_of_it_stays(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    with pytest.raises(Unsealed, match="not 0000"):
        store.written(sealed(bot("one").content()), "0" * 64)
    assert list((tmp_path / "store").iterdir()) == []


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "hidden-data"),
        (b"nonsense", "hidden-data"),
        (bot("one").content()[:-1], "hidden-data"),
        (bot("one").content() + b"x", "hidden-data"),
        (zipped("../../etc/passwd"), "path-outside"),
        (zipped("/etc/passwd"), "path-outside"),
        (zipped("bomb", bytes(64 * 1024 * 1024)), "too-big"),
        (zipped("main.py"), "bad-bot-toml"),
    ],
    ids=["nothing", "nonsense", "cut", "more", "outside", "absolute", "bomb", "no manifest"],
)
def test_what_is_no_bundle_is_refused_by_its_digest_too_and_nothing_of_it_stays(
    content: bytes, code: str, tmp_path: Path
) -> None:
    with pytest.raises(BundleFault) as refused:
        Store(tmp_path / "store").written(sealed(content), hashlib.sha256(content).hexdigest())
    assert refused.value.code == code
    assert list((tmp_path / "store").iterdir()) == []


def test_what_is_longer_than_any_bundle_is_not_read(tmp_path: Path) -> None:
    with pytest.raises(Unsealed, match="are the most"):
        Store(tmp_path / "store").written(sealed(bytes(40 * 1024 * 1024)), "0" * 64)


def test_what_nobody_delivered_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Unknown), Store(tmp_path / "store").held("0" * 64):
        pass


def test_the_longest_unused_goes_first(tmp_path: Path) -> None:
    store = Store(tmp_path / "store", most_bundles=2)
    one, two = delivered(store, "one"), delivered(store, "two")
    assert one in store, "and is the newest now"
    three = delivered(store, "three")
    assert [digest in store for digest in (one, two, three)] == [True, False, True]
    assert len(list((tmp_path / "store").iterdir())) == 2


def test_what_is_delivered_again_is_kept_once(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    assert delivered(store, "one") == delivered(store, "one")
    assert len(store) == len(list((tmp_path / "store").iterdir())) == 1


def test_what_is_in_use_stays_until_it_is_not(tmp_path: Path) -> None:
    store = Store(tmp_path / "store", most_bundles=1)
    one = delivered(store, "one")
    with store.held(one) as bundle:
        delivered(store, "two")
        delivered(store, "three")
        assert bundle.files["bot.py"] == b"one"
        assert one in store
    assert len(store) == 1


def test_the_bytes_are_bounded_too(tmp_path: Path) -> None:
    store = Store(tmp_path / "store", most_bytes=2 * BLOCK)
    for content in ("one", "two", "three", "four"):
        delivered(store, content)
    assert store.size <= 2 * BLOCK


def test_an_earlier_life_leaves_nothing(tmp_path: Path) -> None:
    delivered(Store(tmp_path / "store"), "one")
    store = Store(tmp_path / "store")
    assert len(store) == 0
    assert list((tmp_path / "store").iterdir()) == []
