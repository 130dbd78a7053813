"""Unpacked bundles by digest: fetched once from the blob store, then read-only folders that sandboxes see."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from arena.blobs.store import BlobStore, digest_of
from athanor_contract.bundle import Bundle, Manifest, lay_out, pack, read

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
        self._changing = threading.Lock()
        """Matches of several threads begin at once."""
        folder.mkdir(parents=True, exist_ok=True)

    def unpacked(self, digest: str) -> Unpacked:
        """The bundle of a digest. Raises Missing, Corrupt or BundleFault."""
        return self._in_use(digest) or self._unpack(digest, self.store.get(digest))

    def unpacked_file(self, path: Path) -> Unpacked:
        """A bot of one source file on this machine: a house bot."""
        packed = pack(read(path.read_bytes(), path.name))
        digest = digest_of(packed)
        return self._in_use(digest) or self._unpack(digest, packed)

    def _in_use(self, digest: str) -> Unpacked | None:
        """What is unpacked already; it stays for a while longer."""
        known = self._known.get(digest)
        if known is not None:
            with contextlib.suppress(FileNotFoundError):
                os.utime(known.folder)
                return known
        return None

    def _unpack(self, digest: str, content: bytes) -> Unpacked:
        bundle = read(content, "bundle.zip")
        with self._changing:
            return self._laid_out(digest, bundle)

    def _laid_out(self, digest: str, bundle: Bundle) -> Unpacked:
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
        used = []
        for path in self.folder.iterdir():
            # Another process renames or removes some meanwhile.
            with contextlib.suppress(FileNotFoundError):
                used.append((path.stat().st_mtime, path))
        for moment, path in sorted(used, reverse=True)[MOST_KEPT:]:
            if moment < time.time() - UNUSED:
                self._known.pop(path.name, None)
                shutil.rmtree(path, ignore_errors=True)
