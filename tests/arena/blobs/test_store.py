"""The blob store: what is stored is there, whoever deletes meanwhile."""

from __future__ import annotations

import fcntl
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from arena.blobs.store import LOCK, Corrupt, FolderStore, Missing, digest_of

CONTENT = b"a bot's stderr"
DIGEST = digest_of(CONTENT)
NOW, LONG_AGO = 2_000_000_000.0, 1_000_000_000.0
"""Unix times: what is deleted is older than the later one."""


@pytest.fixture
def store(tmp_path: Path) -> FolderStore:
    return FolderStore(tmp_path / "blobs")


def path_of(store: FolderStore) -> Path:
    return store.root / DIGEST[:2] / DIGEST[2:4] / DIGEST


def made_old(store: FolderStore) -> None:
    os.utime(path_of(store), (LONG_AGO, LONG_AGO))


def test_it_works(store: FolderStore) -> None:
    assert store.put(CONTENT) == DIGEST
    assert (store.get(DIGEST), store.has(DIGEST), store.size(DIGEST)) == (CONTENT, True, len(CONTENT))
    assert store.delete(DIGEST, unless_stored_since=NOW)
    assert (store.has(DIGEST), store.size(DIGEST)) == (False, None)
    with pytest.raises(Missing):
        store.get(DIGEST)


def test_bytes_that_are_not_those_of_the_name_are_not_given(store: FolderStore) -> None:
    store.put(CONTENT)
    path_of(store).write_bytes(b"others")
    with pytest.raises(Corrupt):
        store.get(DIGEST)


def test_what_was_stored_lately_is_not_deleted(store: FolderStore) -> None:
    store.put(CONTENT)
    assert not store.delete(DIGEST, unless_stored_since=LONG_AGO)
    assert store.get(DIGEST) == CONTENT


def test_storing_again_what_is_there_makes_it_new(store: FolderStore) -> None:
    store.put(CONTENT)
    made_old(store)
    store.put(CONTENT)
    assert not store.delete(DIGEST, unless_stored_since=LONG_AGO + 1)
    assert store.get(DIGEST) == CONTENT


@pytest.mark.parametrize("digest", [DIGEST, "no digest", "../../etc/passwd", ""])
def test_deleting_what_is_not_there_does_nothing(digest: str, store: FolderStore) -> None:
    if digest == DIGEST:
        assert store.delete(digest, unless_stored_since=NOW)
    else:
        with pytest.raises(Missing):
            store.delete(digest, unless_stored_since=NOW)
    assert store.size(digest) is None


def is_free(store: FolderStore, how: int) -> bool:
    """Whether somebody else could have the lock, shared or alone, at this moment."""
    with (store.root / DIGEST[:2] / LOCK).open("a") as other:
        try:
            fcntl.flock(other, how | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


def test_between_a_look_at_a_blob_and_its_deletion_nobody_finds_it_there(
    store: FolderStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.put(CONTENT)
    made_old(store)
    free: list[bool] = []
    unlinked = Path.unlink

    def unlink(path: Path, missing_ok: bool = False) -> None:
        free.append(is_free(store, fcntl.LOCK_SH))
        unlinked(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", unlink)
    assert store.delete(DIGEST, unless_stored_since=NOW)
    assert free == [False]
    assert is_free(store, fcntl.LOCK_EX), "it is let go of"


def test_between_finding_a_blob_and_making_it_new_nobody_deletes_it(
    store: FolderStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.put(CONTENT)
    free: list[tuple[bool, bool]] = []
    touched = os.utime

    def utime(path: Path) -> None:
        free.append((is_free(store, fcntl.LOCK_EX), is_free(store, fcntl.LOCK_SH)))
        touched(path)

    monkeypatch.setattr(os, "utime", utime)
    store.put(CONTENT)
    assert free == [(False, True)], "others may store meanwhile, and nobody delete"


@pytest.mark.slow
def test_writers_and_deleters_at_once_never_lose_what_was_stored_last(store: FolderStore) -> None:
    """Who stored it, or found it there, has it afterwards, while others delete what is old."""
    together = Barrier(4)

    def write() -> bool:
        together.wait()
        for _ in range(200):
            store.put(CONTENT)
            if not store.has(DIGEST):
                return False
        return True

    def delete() -> bool:
        together.wait()
        for _ in range(400):
            store.delete(DIGEST, unless_stored_since=LONG_AGO + 1)
        return True

    with ThreadPoolExecutor(4) as pool:
        jobs = [pool.submit(job) for job in (write, write, delete, delete)]
        assert all(job.result() for job in jobs)
    assert store.get(DIGEST) == CONTENT
