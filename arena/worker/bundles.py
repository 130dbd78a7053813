"""Bundles by digest, as they are handed to sandboxes: what each says is kept, its bytes stay in the blob store."""

from __future__ import annotations

import threading
from collections import OrderedDict
from functools import partial
from pathlib import Path
from typing import Final

from arena.blobs.store import BlobStore
from athanor_contract.bundle import Manifest, Packed, read, unpack

MOST_KEPT: Final = 2_000
"""Manifests: some hundred bytes each."""


class Bundles:
    def __init__(self, store: BlobStore) -> None:
        self.store = store
        self._manifests: OrderedDict[str, Manifest] = OrderedDict()
        self._changing = threading.Lock()
        """Matches of several threads begin at once."""

    def packed(self, digest: str) -> Packed:
        """The bundle of a digest. Raises Missing, Corrupt or BundleFault; so does its `content`."""
        with self._changing:
            manifest = self._manifests.get(digest)
            if manifest is not None:
                self._manifests.move_to_end(digest)
        return Packed(digest, manifest or self._read(digest), partial(self.store.get, digest))

    def packed_file(self, path: Path) -> Packed:
        """A bot of one source file on this machine: a house bot."""
        return Packed.of(read(path.read_bytes(), path.name))

    def _read(self, digest: str) -> Manifest:
        manifest = unpack(self.store.get(digest)).manifest
        with self._changing:
            self._manifests[digest] = manifest
            while len(self._manifests) > MOST_KEPT:
                self._manifests.popitem(last=False)
        return manifest
