"""The bundles that the daemon has, by digest: laid out as read-only folders, the longest unused going first.

It lives as long as the daemon: what is found in its folder at a start may be half of something, and goes.
"""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from collections import Counter, OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from athanor_contract.limits.sandbox import MIB
from sandbox.daemon.parcels import BadParcel, Digesting, Program, unpack

MOST_BYTES: Final = 512 * MIB
MOST_PARCELS: Final = 256
BLOCK: Final = 4096
"""A file's least room on a disk."""


class Unknown(Exception):
    """The store does not have it, or not any more: it has to be delivered."""


@dataclass(frozen=True, slots=True)
class Kept:
    folder: Path
    program: Program
    size: int


class Store:
    """Used by one thread, but for `lay_out`."""

    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES, most_parcels: int = MOST_PARCELS) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True, mode=0o700)
        self._folder = folder
        self._most_bytes = most_bytes
        self._most_parcels = most_parcels
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
    def held(self, digest: str) -> Iterator[Kept]:
        """The parcel, which stays while it is held. Raises Unknown."""
        if digest not in self:
            raise Unknown(digest)
        self._in_use[digest] += 1
        try:
            yield self._kept[digest]
        finally:
            self._in_use[digest] -= 1
            self._make_room()

    @contextlib.contextmanager
    def draft(self) -> Iterator[IO[bytes]]:
        """A file without a name, for a parcel that is coming in or going out."""
        with tempfile.TemporaryFile(dir=self._folder) as file:
            yield file

    def lay_out(self, draft: IO[bytes], digest: str) -> Kept:
        """Called on any thread. Raises BadParcel: it is not what the digest says, or no parcel."""
        draft.seek(0)
        seen = Digesting()
        while chunk := draft.read(MIB):
            seen.write(chunk)
        if seen.digest != digest:
            raise BadParcel(f"the digest of what was delivered is {seen.digest}, not {digest}")
        draft.seek(0)
        folder = Path(tempfile.mkdtemp(prefix="parcel-", dir=self._folder))
        try:
            program = unpack(draft, folder / "files")
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        return Kept(folder, program, _room(folder))

    def keep(self, digest: str, kept: Kept) -> None:
        if digest in self:
            shutil.rmtree(kept.folder, ignore_errors=True)
            return
        self._kept[digest] = kept
        self._make_room()

    def _make_room(self) -> None:
        over = self.size
        for digest in list(self._kept):
            if over <= self._most_bytes and len(self._kept) <= self._most_parcels:
                return
            # The newest stays: somebody has just delivered it.
            if not self._in_use[digest] and digest != next(reversed(self._kept)):
                gone = self._kept.pop(digest)
                over -= gone.size
                shutil.rmtree(gone.folder, ignore_errors=True)


def _room(folder: Path) -> int:
    sizes = (path.lstat().st_size for path in folder.rglob("*"))
    return sum(-(-size // BLOCK) * BLOCK + BLOCK for size in sizes)
