"""Unpacked bundles by digest: fetched once from the blob store, then read-only folders that sandboxes see."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import time
from dataclasses import dataclass
from pathlib import Path

from arena.blobs.store import BlobStore, digest_of
from arena.bundle import Manifest, lay_out, pack, read

MOST_KEPT = 500
UNUSED = 3600.0
"""Seconds without a match after which a bundle may go; longer than any match."""


@dataclass(frozen=True, slots=True)
class Unpacked:
    folder: Path
    manifest: Manifest


class Bundles:
    def __init__(self, folder: Path, store: BlobStore) -> None:
        self.folder = folder
        self.store = store
        self._known: dict[str, Unpacked] = {}
        folder.mkdir(parents=True, exist_ok=True)

    def unpacked(self, digest: str) -> Unpacked:
        """The bundle of a digest. Raises Missing, Corrupt or BundleFault."""
        known = self._known.get(digest)
        if known is not None:
            with contextlib.suppress(FileNotFoundError):
                os.utime(known.folder)
                return known
        return self._unpack(digest, self.store.get(digest))

    def unpacked_file(self, path: Path) -> Unpacked:
        """A bot of one source file on this machine: a house bot."""
        packed = pack(read(path.read_bytes(), path.name))
        digest = digest_of(packed)
        return self._known.get(digest) or self._unpack(digest, packed)

    def _unpack(self, digest: str, content: bytes) -> Unpacked:
        bundle = read(content, "bundle.zip")
        folder = self.folder / digest
        if not folder.exists():
            aside = self.folder / f".new-{secrets.token_hex(8)}"
            try:
                lay_out(bundle, aside)
                aside.rename(folder)
            except OSError:
                shutil.rmtree(aside, ignore_errors=True)
                # Another process was faster: its folder holds the same bytes.
                if not folder.is_dir():
                    raise
            self._make_room()
        unpacked = Unpacked(folder, bundle.manifest)
        self._known[digest] = unpacked
        return unpacked

    def _make_room(self) -> None:
        by_use = sorted(self.folder.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in by_use[MOST_KEPT:]:
            if path.stat().st_mtime < time.time() - UNUSED:
                self._known.pop(path.name, None)
                shutil.rmtree(path, ignore_errors=True)
