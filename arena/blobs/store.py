"""The blob store: bytes under their SHA-256, written once and never changed.

A blob may be deleted while somebody stores the same bytes again, finds them there, and names them in a row when
they are gone. So `put` makes a blob that is there new again, and `delete` leaves what was stored, or stored again,
lately; both hold a lock while they look and act.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Protocol

DIGEST = re.compile(r"[0-9a-f]{64}")
LOCK: Final = ".lock"


class Missing(KeyError):
    """No blob of this digest."""


class Corrupt(ValueError):
    """The stored bytes do not have the digest they are stored under."""


class BlobStore(Protocol):
    def put(self, content: bytes) -> str:
        """Stores the bytes and gives their digest; the same bytes twice is one blob."""

    def get(self, digest: str) -> bytes:
        """The bytes of a digest, checked against it. Raises Missing or Corrupt."""

    def has(self, digest: str) -> bool: ...

    def size(self, digest: str) -> int | None:
        """In bytes; None: there is no such blob."""

    def delete(self, digest: str, *, unless_stored_since: float) -> bool:
        """Deletes a blob, unless it was stored, or stored again, since a Unix time. Whether it is gone."""


def digest_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


class FolderStore:
    """Blobs as files of a folder, two levels deep by the first digits of the digest."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def put(self, content: bytes) -> str:
        digest = digest_of(content)
        path = self._path(digest)
        path.parent.mkdir(parents=True, exist_ok=True)
        with _locked(path.parent.parent, fcntl.LOCK_SH):
            if path.exists():
                os.utime(path)
                return digest
            # Written aside and renamed: a reader sees the whole blob or none, whoever dies when.
            with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as aside:
                aside.write(content)
                aside.flush()
                os.fsync(aside.fileno())
            Path(aside.name).replace(path)
        return digest

    def get(self, digest: str) -> bytes:
        try:
            content = self._path(digest).read_bytes()
        except FileNotFoundError:
            raise Missing(digest) from None
        if digest_of(content) != digest:
            raise Corrupt(f"blob {digest} holds other bytes than its name says")
        return content

    def has(self, digest: str) -> bool:
        return self._path(digest).exists()

    def size(self, digest: str) -> int | None:
        try:
            return self._path(digest).stat().st_size
        except (FileNotFoundError, Missing):
            return None

    def delete(self, digest: str, *, unless_stored_since: float) -> bool:
        path = self._path(digest)
        if not path.exists():
            return True
        with _locked(path.parent.parent, fcntl.LOCK_EX):
            try:
                if path.stat().st_mtime >= unless_stored_since:
                    return False
                path.unlink()
            except FileNotFoundError:
                pass
        return True

    def _path(self, digest: str) -> Path:
        if not DIGEST.fullmatch(digest):
            raise Missing(digest)
        return self.root / digest[:2] / digest[2:4] / digest


@contextmanager
def _locked(folder: Path, how: int) -> Iterator[None]:
    """Holds the folder's lock, shared or exclusive; closing the file releases it, also when the process dies."""
    handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, how)
        yield
    finally:
        os.close(handle)
