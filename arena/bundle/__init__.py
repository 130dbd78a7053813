"""A bot's bundle: read strictly from what an author hands in, packed the same way by everybody, written to a folder.

bundle = read(content, filename, known_games)     # or BundleFault, which says what to do
stored = pack(bundle)                             # the same bytes for the same files: its SHA-256 is its name
lay_out(bundle, folder)                           # for a sandbox
"""

from arena.bundle.faults import BundleFault, Code
from arena.bundle.folders import lay_out, of_path
from arena.bundle.manifest import Manifest
from arena.bundle.packing import digest, pack
from arena.bundle.reader import Bundle, read

__all__ = ["Bundle", "BundleFault", "Code", "Manifest", "digest", "lay_out", "of_path", "pack", "read"]
