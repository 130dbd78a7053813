"""A bot's bundle: read strictly from what an author hands in, packed the same way by everybody, laid out.

`read(content, filename, known_games)` gives a `Bundle`, or raises a `BundleFault` that says what to do. `pack`
gives the same bytes for the same files (their SHA-256 is its name) and `unpack` reads them; `Packed` is what is
handed from place to place. `lay_out` writes the files for a sandbox, and `of_path` reads an author's own folder.
"""

from athanor_contract.bundle.faults import BundleFault, Code
from athanor_contract.bundle.folders import lay_out, of_path
from athanor_contract.bundle.manifest import Manifest
from athanor_contract.bundle.names import MOST_BYTES
from athanor_contract.bundle.packed import Packed
from athanor_contract.bundle.packing import digest, pack, unpack
from athanor_contract.bundle.reader import Bundle, read

__all__ = [
    "MOST_BYTES",
    "Bundle",
    "BundleFault",
    "Code",
    "Manifest",
    "Packed",
    "digest",
    "lay_out",
    "of_path",
    "pack",
    "read",
    "unpack",
]
