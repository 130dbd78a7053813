"""The folders of a box that can be written to, each with its bounds."""

from __future__ import annotations

from typing import Final

from athanor_contract.limits.sandbox import MIB, Limits
from sandbox import files
from sandbox.runtimes.table import BOT, DOOR
from sandbox.walls.plan import Folder

TMP_FILES: Final = 1024
SHARED: Final = Folder(4 * MIB, 256)
SOCKETS: Final = Folder(256 * 1024, 16, mode=0o700, owned=True)
WORKBENCH: Final = Folder(2 * files.MOST_BYTES, 2 * files.MOST_FILES, mode=0o755, owned=True, programs=True)


def of_a_match(limits: Limits) -> dict[str, Folder]:
    return {"/tmp": Folder(limits.tmp, TMP_FILES), "/dev/shm": SHARED, DOOR: SOCKETS}


def of_a_build(limits: Limits) -> dict[str, Folder]:
    """The bundle's own folder is one of them: what the build leaves there is kept."""
    return {**of_a_match(limits), BOT: WORKBENCH}
