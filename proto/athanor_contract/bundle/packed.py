"""A bundle by its name, as it is handed from place to place: its canonical zip is read where it is needed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from athanor_contract.bundle.archive import each_file
from athanor_contract.bundle.manifest import FILE, Manifest
from athanor_contract.bundle.names import is_left_out
from athanor_contract.bundle.packing import pack, unpack
from athanor_contract.bundle.reader import Bundle, of_files


@dataclass(frozen=True, slots=True)
class Packed:
    digest: str
    """The SHA-256 of its canonical zip."""
    manifest: Manifest
    content: Callable[[], bytes] = field(repr=False, compare=False)
    """Gives the canonical zip. May raise what the place raises where it is kept."""

    @staticmethod
    def of(bundle: Bundle) -> Packed:
        return _named(pack(bundle), bundle.manifest)

    @staticmethod
    def read(content: bytes) -> Packed:
        """The bundle of a canonical zip. Raises BundleFault."""
        return _named(content, unpack(content).manifest)

    def each_file(self) -> Iterator[tuple[str, bytes]]:
        """Raises BundleFault, and what `content` raises."""
        return each_file(self.content())

    @property
    def files(self) -> Mapping[str, bytes]:
        """The same, all of them."""
        return dict(self.each_file())

    def built(self, left: Mapping[str, bytes]) -> Packed:
        """The bundle of what its build left. What the build wrote into bot.toml counts for nothing, nor does what
        lies in hidden files: what counts is what the author said. Raises BundleFault."""
        kept = {name: content for name, content in left.items() if not _is_hidden(name)}
        return Packed.of(of_files({**kept, FILE: self.files[FILE]}))


def _named(content: bytes, manifest: Manifest) -> Packed:
    return Packed(hashlib.sha256(content).hexdigest(), manifest, lambda: content)


def _is_hidden(name: str) -> bool:
    return is_left_out(name) or any(part.startswith(".") for part in name.split("/"))
