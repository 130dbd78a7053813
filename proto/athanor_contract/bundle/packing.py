"""The one form a bundle is stored in: the same files give the same bytes, whoever packs them, whenever."""

from __future__ import annotations

import hashlib
import io
import zipfile
from typing import Final

from athanor_contract.bundle.archive import files_of
from athanor_contract.bundle.faults import BundleFault, Code
from athanor_contract.bundle.manifest import FILE
from athanor_contract.bundle.names import LONGEST_NAME, MOST_BYTES, MOST_FILES
from athanor_contract.bundle.reader import Bundle, of_files

EPOCH: Final = (1980, 1, 1, 0, 0, 0)
UNIX: Final = 3
PLAIN_FILE: Final = 0o100644 << 16
HEADERS: Final = 30 + 46
"""Bytes of a file beside its content and its name, which stands there twice."""
END_RECORD: Final = 22
LARGEST: Final = MOST_BYTES + MOST_FILES * (HEADERS + 2 * LONGEST_NAME) + END_RECORD
"""Bytes of the packed form of any bundle."""


def pack(bundle: Bundle) -> bytes:
    """A zip with sorted names, fixed times and modes, and no compression: versions of zlib differ in theirs."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for name, content in sorted(bundle.files.items()):
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.create_system = UNIX
            entry.external_attr = PLAIN_FILE
            archive.writestr(entry, content)
    return packed.getvalue()


def unpack(packed: bytes) -> Bundle:
    """The bundle of a packed form, which may be longer than an upload. Raises BundleFault."""
    files = files_of(packed)
    if FILE not in files:
        # In an upload a folder around everything is passed over. Here files are laid out by the names they have.
        raise BundleFault(Code.NO_BOT_TOML, f"it is no packed bundle: there is no {FILE} at its top")
    return of_files(files)


def digest(bundle: Bundle) -> str:
    """The bundle's name: the SHA-256 of its packed form."""
    return hashlib.sha256(pack(bundle)).hexdigest()
