"""The folders of the boxes of this machine, each locked by the process that uses it.

A lease is a folder `boxes/<id>` whose descriptor is held with an exclusive lock: the lock goes with the process,
however it ends, so a folder that can be locked is a leftover. Two workers on one machine share the folder.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path

from sandbox.filesystems.mounting import unmount_all
from sandbox.interface import SandboxFault
from sandbox.locks import locked

FIRST_UID = 20_000
UIDS = 10_000
ELSEWHERE = Path("/var/lib/athanor")
"""Root's, for states that lie in a private folder."""


class Lease:
    def __init__(self, folder: Path, lock: int) -> None:
        self.folder = folder
        self._lock = lock

    @property
    def id(self) -> str:
        return self.folder.name

    @property
    def uid(self) -> int:
        """Of the box's processes where we may choose it: never root's, nor one that means something here."""
        return uid_of(self.id)

    def release(self) -> None:
        """The folder goes, and the lock with it. May be repeated."""
        lock, self._lock = self._lock, -1
        if lock >= 0:
            try:
                if os.geteuid() == 0:
                    unmount_all(self.folder)
                shutil.rmtree(self.folder, ignore_errors=True)
            finally:
                os.close(lock)


def uid_of(name: str) -> int:
    return FIRST_UID + int(name, 16) % UIDS


class Leases:
    def __init__(self, home: Path, kind: str) -> None:
        self.folder = home / "boxes" / kind
        self.label = hashlib.sha256(str(self.folder).encode()).hexdigest()[:12]
        """Of this installation: what is named by it, and by no folder here, is a leftover of ours."""

    def take(self) -> Lease:
        while True:
            folder = self.folder / secrets.token_hex(6)
            try:
                folder.mkdir(parents=True)
                for made in (folder, self.folder, self.folder.parent):
                    made.chmod(0o755)
            except OSError as error:
                raise SandboxFault(f"no folder for a sandbox could be made: {error}") from error
            # Between the two lines a sweep may have taken it for a leftover: then another one.
            if lease := _locked(folder):
                if not self._shares_a_user(lease):
                    return lease
                lease.release()

    def _shares_a_user(self, lease: Lease) -> bool:
        """Of two that are taken at the same moment both see the other: a folder is made before it is looked."""
        others = self.folder.parent.glob("*/*")
        return any(uid_of(other.name) == lease.uid for other in others if other != lease.folder)

    def leftovers(self) -> Iterator[Lease]:
        """The boxes whose process is gone, each locked by us now."""
        if self.folder.is_dir():
            for folder in sorted(self.folder.iterdir()):
                if lease := _locked(folder):
                    yield lease


def _locked(folder: Path) -> Lease | None:
    lock = locked(folder)
    return None if lock is None else Lease(folder, lock)


def home(state: Path) -> Path:
    """Where a driver keeps its things: `state`, or, for root, a folder that the users of the boxes can reach."""
    state = state.resolve()
    state.mkdir(parents=True, exist_ok=True)
    if os.geteuid() != 0 or all(folder.stat().st_mode & 0o001 for folder in (state, *state.parents)):
        return state
    elsewhere = ELSEWHERE / hashlib.sha256(str(state).encode()).hexdigest()[:12]
    elsewhere.mkdir(parents=True, exist_ok=True)
    return elsewhere


def runtimes(home: Path) -> Path:
    """Where the file trees of a home lie; those of all homes elsewhere are the same ones."""
    return home.parent / "runtimes" if home.parent == ELSEWHERE else home / "runtimes"
