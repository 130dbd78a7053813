"""The blob store: bytes under their SHA-256, written once and never changed."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from pathlib import Path
from typing import Protocol

DIGEST = re.compile(r"[0-9a-f]{64}")


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


def digest_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


class FolderStore:
    """Blobs as files of a folder, two levels deep by the first digits of the digest."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def put(self, content: bytes) -> str:
        digest = digest_of(content)
        path = self._path(digest)
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
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

    def _path(self, digest: str) -> Path:
        if not DIGEST.fullmatch(digest):
            raise Missing(digest)
        return self.root / digest[:2] / digest[2:4] / digest
