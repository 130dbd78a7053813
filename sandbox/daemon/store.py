"""The bundles that the daemon has, by digest: their canonical zips as files, the longest unused going first.

It lives as long as the daemon: what is found in its folder at a start may be half of something, and goes.
"""

from __future__ import annotations

import contextlib
import hashlib
import shutil
import tempfile
from collections import Counter, OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from athanor_contract.bundle import Packed, unpack
from athanor_contract.bundle.packing import LARGEST
from athanor_contract.limits.sandbox import MIB
from sandbox.daemon.sealed import Unsealed, content_of

MOST_BYTES: Final = 512 * MIB
MOST_BUNDLES: Final = 256
BLOCK: Final = 4096
"""A file's least room on a disk."""


class Unknown(Exception):
    """The store does not have it, or not any more: it has to be delivered."""


@dataclass(frozen=True, slots=True)
class Kept:
    path: Path
    bundle: Packed
    size: int


class Store:
    """Used by one thread, but for `written`."""

    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES, most_bundles: int = MOST_BUNDLES) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True, mode=0o700)
        self._folder = folder
        self._most_bytes = most_bytes
        self._most_bundles = most_bundles
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._in_use: Counter[str] = Counter()

    def __contains__(self, digest: str) -> bool:
        """Whoever asks will want it: it is the newest now."""
        if digest not in self._kept:
            return False
        self._kept.move_to_end(digest)
        return True

    @property
    def size(self) -> int:
        return sum(kept.size for kept in self._kept.values())

    def __len__(self) -> int:
        return len(self._kept)

    @contextlib.contextmanager
    def held(self, digest: str) -> Iterator[Packed]:
        """The bundle, which stays while it is held. Raises Unknown."""
        if digest not in self:
            raise Unknown(digest)
        self._in_use[digest] += 1
        try:
            yield self._kept[digest].bundle
        finally:
            self._in_use[digest] -= 1
            self._make_room()

    def written(self, descriptor: int, digest: str) -> Kept:
        """What a client delivered, read strictly before anything is kept; the descriptor is closed. Called on any
        thread. Raises Unsealed and BundleFault."""
        content = content_of(descriptor, LARGEST)
        found = hashlib.sha256(content).hexdigest()
        if found != digest:
            raise Unsealed(f"the digest of what was delivered is {found}, not {digest}")
        manifest = unpack(content).manifest
        with tempfile.NamedTemporaryFile(prefix="bundle-", dir=self._folder, delete=False) as file:
            path = Path(file.name)
            try:
                file.write(content)
            except BaseException:
                path.unlink()
                raise
        blocks = -(-len(content) // BLOCK)
        return Kept(path, Packed(digest, manifest, path.read_bytes), blocks * BLOCK)

    def keep(self, kept: Kept) -> None:
        if kept.bundle.digest in self:
            kept.path.unlink()
            return
        self._kept[kept.bundle.digest] = kept
        self._make_room()

    def _make_room(self) -> None:
        over = self.size
        for digest in list(self._kept):
            if over <= self._most_bytes and len(self._kept) <= self._most_bundles:
                return
            # The newest stays: somebody has just delivered it.
            if not self._in_use[digest] and digest != next(reversed(self._kept)):
                gone = self._kept.pop(digest)
                over -= gone.size
                gone.path.unlink()
